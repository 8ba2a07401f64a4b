"""One game learned under a limit: explored, gone through in rounds, summed up."""

from __future__ import annotations

import random
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.compiler import Stopped
from outply.game import CHANCE, INFINITY, MAX, MIN, Game
from outply.search.base import Limit, Result
from outply.search.cfr.exploration import Exploration, Unexplored, exploration_of
from outply.search.cfr.rounds import Rounds, Speed
from outply.search.cfr.strategy import Strategy, drawn
from outply.search.pimc import PIMC
from outply.search.positions import unsearched

if TYPE_CHECKING:
    from outply.search.cfr.cfr import RegretSearch
    from outply.search.cfr.sequences import Sequences

__all__ = ["Learning"]

BATCH = 0.02  # seconds between two looks at the clock, which is also when Ctrl-C is seen
GROWTH = 8  # times as many rounds in the next batch, at most
NO_LIMIT = 2**62  # visits, or rounds
EXPLORING = 0.6  # of the time for a move; if that is not enough, the rest is for a guess


class Learning:
    def __init__(self, search: RegretSearch, game: Game[Any], limit: Limit, compiled: bool) -> None:
        self._search, self._game, self._limit = search, game, limit
        self._speed = Speed(compiled)
        self._began = perf_counter()
        self._deadline = INFINITY if limit.seconds is None else self._began + limit.seconds

    def result(self, state: Any) -> Result:
        """Of a search at `state`, whatever the limit left time for."""
        found = unsearched(self._game, state, self._speed.compiled)
        try:
            explore = EXPLORING * (self._deadline - self._began)
            found = self._answer(found, self.strategy(self._began + explore), state)
        except Unexplored as spent:
            found = self._guessed(replace(found, nodes=spent.histories), state)
        except KeyboardInterrupt:
            found = replace(found, interrupted=True)
        return replace(found, seconds=perf_counter() - self._began)

    def _guessed(self, found: Result, state: Any) -> Result:
        """What pimc finds in the time that is left, where there is no strategy yet."""
        left = self._deadline - perf_counter()
        if left == INFINITY or left <= 0:
            return found
        guess = PIMC(seed=self._search.seed).search(
            self._game, state, Limit(seconds=left), compiled=None if self._speed.compiled else False
        )
        return replace(guess, nodes=found.nodes + guess.nodes)

    def strategy(self, until: float | None = None) -> Strategy:
        """Raises Unexplored if the limit is spent, or it is `until`, before all is explored."""
        deadline = self._deadline if until is None else until
        nodes = INFINITY if self._limit.nodes is None else self._limit.nodes
        search = self._search
        explored = exploration_of(search.name, self._game, search.most_nodes, nodes, deadline)
        most = int(min(nodes - explored.histories, NO_LIMIT))
        form = explored.sequences.copied(self._search.seed, most)
        interrupted = self._is_interrupted(explored, form)
        return self._summed_up(explored, form, interrupted)

    def _is_interrupted(self, explored: Exploration, form: Sequences) -> bool:
        """Learns, as long as nothing says to stop."""
        try:
            self._learn(explored, form)
        except Stopped:
            pass
        except KeyboardInterrupt:
            return True
        return False

    def _learn(self, explored: Exploration, form: Sequences) -> None:
        batch, began, most = 1, perf_counter(), self._most_rounds()
        while form.rounds < most and began < self._deadline:
            rounds = Rounds(min(batch, most - form.rounds))
            self._search.learn(self._speed, rounds, explored, form)
            now = perf_counter()
            each = max(now - began, 1e-9) / rounds.wanted
            time = min(BATCH, self._deadline - now)
            batch, began = max(1, min(int(time / each), GROWTH * batch)), now

    def _most_rounds(self) -> int:
        is_limited = self._limit.seconds is not None or self._limit.nodes is not None
        return self._search.iterations or (NO_LIMIT if is_limited else self._search.usual)

    def _summed_up(self, explored: Exploration, form: Sequences, interrupted: bool) -> Strategy:
        """The replies with averages come last: they leave what sets are worth."""
        best = [self._speed.reply(player, True, form) for player in (MAX, MIN)]
        average = [self._speed.reply(player, False, form) for player in (MAX, MIN)]
        return Strategy(
            game=self._game,
            value=average[MAX] + 0.0,  # never -0.0
            exploitability=max(sum(best) / 2, 0.0),
            iterations=form.rounds,
            nodes=explored.histories + form.visits,
            interrupted=interrupted,
            _explored=explored,
            _form=form,
        )

    def _answer(self, found: Result, strategy: Strategy, state: Any) -> Result:
        game = self._game
        found = replace(
            found,
            depth=strategy.height,
            nodes=strategy.nodes,
            interrupted=strategy.interrupted,
            exploitability=strategy.exploitability,
        )
        if game.to_move(state) == CHANCE:
            return replace(found, value=strategy.expected(game, state))
        seen = game.observation(state, game.to_move(state))
        dice = random.Random(f"{self._search.seed} {seen}")
        mix = strategy.probabilities(game, state)
        move = drawn(mix, dice)
        value = strategy.value_to_mover(game, state) + 0.0  # never -0.0
        return replace(found, move=move, line=(move,), value=value, mix=tuple(mix.items()))
