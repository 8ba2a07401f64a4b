"""A strategy: for each information set, the probability of each move."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outply.game import CHANCE, MAX, Game, OutplyError
from outply.search.threads import recursion_allowed

if TYPE_CHECKING:
    from outply.search.cfr.exploration import Exploration, InformationSet
    from outply.search.cfr.regret_tables import RegretTables

__all__ = ["Strategy", "sampled_move"]


@dataclass(frozen=True)
class Strategy:
    """The average strategy of all iterations, for both players of a game.

    `value` is MAX's expected utility from the start. `exploitability` is what the best response to
    the strategy gains over that, the mean of both players: 0 in an equilibrium. `iterations` were
    finished, unless Ctrl-C `interrupted` them; `nodes` histories were visited.
    """

    game: Game[Any]
    value: float
    exploitability: float
    iterations: int
    nodes: int
    interrupted: bool
    _explored: Exploration = field(repr=False)
    _form: RegretTables = field(repr=False)

    @property
    def height(self) -> int:
        """The plies of the longest history."""
        return self._explored.height

    def probabilities(self, game: Game[Any], state: Any) -> dict[int, float]:
        """The probability of each move, by what the player to move observes of `state`.

        Several information sets may have the same observation, if it says less than its player
        remembers: then the set that is reached most counts.
        """
        self._require(game)
        player = _mover(game, state)
        number, known = self._set_of(game, state, player)
        first = self._form.first(number)
        end = first + len(known.moves)
        total = self._form.strategy_total(first, end)
        return {
            move: self._form.average(sequence, first, end, total)
            for move, sequence in zip(known.moves, range(first, end), strict=True)
        }

    def player(self, seed: int = 0) -> Callable[[Game[Any], Any], int]:
        """A player of the strategy: it draws each move, from random numbers with a seed."""
        rng = random.Random(seed)

        def choose(game: Game[Any], state: Any) -> int:
            return sampled_move(self.probabilities(game, state), rng)

        return choose

    def expected(self, game: Game[Any], state: Any) -> float:
        """The expected utility to MAX from `state` on, if both follow the strategy."""
        self._require(game)
        with recursion_allowed(self.height):
            return self.value if state == game.initial() else self._expected(state)

    def _expected(self, state: Any) -> float:
        game = self.game
        if game.is_terminal(state):
            return game.utility(state, MAX)
        is_chance = game.to_move(state) == CHANCE
        moves = game.outcomes(state) if is_chance else self.probabilities(game, state).items()
        mean = 0.0
        for move, probability in moves:
            if probability > 0.0:
                mean += probability * self._expected(game.result(state, move))
        return mean

    def value_to_mover(self, game: Game[Any], state: Any) -> float:
        """The expected utility of the player to move, given that the other follows the strategy.

        If the strategy never leads here, worlds are as likely as chance made them.
        """
        self._require(game)
        player = _mover(game, state)
        number, known = self._set_of(game, state, player)
        reached = self._form.probability(number)
        if reached > 0.0:
            first = self._form.first(number)
            return self._form.average_value(first, first + len(known.moves)) / reached
        sign = 1.0 if player == MAX else -1.0
        worlds = game.worlds(state, player)
        return sign * sum(weight * self.expected(game, world) for world, weight in worlds)

    def _set_of(self, game: Game[Any], state: Any, player: int) -> tuple[int, InformationSet]:
        """The information set of a state, and its number among those of both players."""
        offset = 0 if player == MAX else len(self._explored.sets[MAX])
        found = self._explored.sets_observed(player, game.observation(state, player))
        if not found:
            raise OutplyError(
                f"{game.name} never leads from its start to {game.format(state)!r}, so there is no "
                "strategy for it; give a position that can be reached."
            )
        best = max(found, key=lambda known: self._reach(offset + known.number))
        return offset + best.number, best

    def _reach(self, number: int) -> float:
        """How often the own average strategy of its player leads to a set."""
        return self._form.strategy_total(self._form.first(number), self._form.first(number + 1))

    def _require(self, game: Game[Any]) -> None:
        if game is not self.game and (type(game), game) != (type(self.game), self.game):
            raise OutplyError(
                f"This strategy is for {self.game.name} as it was solved, not for this "
                f"{game.name}; solve that one."
            )


def _mover(game: Game[Any], state: Any) -> int:
    player = game.to_move(state)
    if game.is_terminal(state) or player == CHANCE:
        why = "the game is over" if game.is_terminal(state) else "it is chance's turn"
        raise OutplyError(f"Nobody is to move at {game.format(state)!r}: {why}.")
    return player


def sampled_move(probabilities: dict[int, float], rng: random.Random) -> int:
    """A move, drawn with its probability."""
    return rng.choices(list(probabilities), list(probabilities.values()))[0]
