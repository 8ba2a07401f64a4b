"""What was learned: for each information set, how likely to make each move."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outply.game import CHANCE, MAX, Game, OutplyError
from outply.search.threads import allow_recursion

if TYPE_CHECKING:
    from outply.search.cfr.exploration import Exploration, InformationSet
    from outply.search.cfr.sequences import Sequences

__all__ = ["Strategy", "drawn"]


@dataclass(frozen=True)
class Strategy:
    """For both players of a game, the average of all rounds of learning.

    `value` is the utility that MAX can expect from the start. `exploitability` is what a player who
    knows the strategy gains over that, the mean of both players: 0 in an equilibrium.
    `iterations` were finished, unless Ctrl-C `interrupted` them; `nodes` histories were visited.
    """

    game: Game[Any]
    value: float
    exploitability: float
    iterations: int
    nodes: int
    interrupted: bool
    _explored: Exploration = field(repr=False)
    _form: Sequences = field(repr=False)

    @property
    def height(self) -> int:
        """The plies of the longest history."""
        return self._explored.height

    def probabilities(self, game: Game[Any], state: Any) -> dict[int, float]:
        """How likely the player to move makes each move, by what that player sees of `state`.

        Where an observation tells less than what its player may remember, the sets that look
        the same are told apart by nothing: then it is the one that is met most.
        """
        self._require(game)
        player = _mover(game, state)
        number, known = self._set_of(game, state, player)
        first = self._form.first(number)
        total = self._form.average_total(first, first + len(known.moves))
        slots = range(first, first + len(known.moves))
        return {
            move: self._form.average_share(slot, first, slots.stop, total)
            for move, slot in zip(known.moves, slots, strict=True)
        }

    def player(self, seed: int = 0) -> Callable[[Game[Any], Any], int]:
        """Plays it: moves are drawn anew at each turn, in a sequence that the seed gives."""
        dice = random.Random(seed)

        def choose(game: Game[Any], state: Any) -> int:
            return drawn(self.probabilities(game, state), dice)

        return choose

    def expected(self, game: Game[Any], state: Any) -> float:
        """The utility to MAX from `state` on, seen from outside, if both play it."""
        self._require(game)
        allow_recursion(self.height)
        return self.value if state == game.initial() else self._expected(state)

    def _expected(self, state: Any) -> float:
        game = self.game
        if game.is_terminal(state):
            return game.utility(state, MAX)
        is_chance = game.to_move(state) == CHANCE
        ways = game.outcomes(state) if is_chance else self.probabilities(game, state).items()
        mean = 0.0
        for way, chance in ways:
            if chance > 0.0:
                mean += chance * self._expected(game.result(state, way))
        return mean

    def value_to_mover(self, game: Game[Any], state: Any) -> float:
        """What the player to move can expect, who knows what the other would have come here with.

        Where the other never comes here, all that chance allows is as likely as chance made it.
        """
        self._require(game)
        player = _mover(game, state)
        number, known = self._set_of(game, state, player)
        mass = self._form.mass(number)
        if mass > 0.0:
            first = self._form.first(number)
            return self._form.average_gain(first, first + len(known.moves)) / mass
        sign = 1.0 if player == MAX else -1.0
        worlds = game.worlds(state, player)
        return sign * sum(chance * self.expected(game, world) for world, chance in worlds)

    def _set_of(self, game: Game[Any], state: Any, player: int) -> tuple[int, InformationSet]:
        """Its number among all sets, and what is known of it."""
        behind = 0 if player == MAX else len(self._explored.sets[MAX])
        found = self._explored.sets_seen(player, game.observation(state, player))
        if not found:
            raise OutplyError(
                f"{game.name} never comes from its start to {game.format(state)!r}, so no strategy "
                "for it was learned; give a position that can be reached."
            )
        best = max(found, key=lambda known: self._met(behind + known.number))
        return behind + best.number, best

    def _met(self, number: int) -> float:
        """How much a set is met by its own player's average."""
        return self._form.average_total(self._form.first(number), self._form.first(number + 1))

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


def drawn(probabilities: dict[int, float], dice: random.Random) -> int:
    """A move, as likely as they say."""
    return dice.choices(list(probabilities), list(probabilities.values()))[0]
