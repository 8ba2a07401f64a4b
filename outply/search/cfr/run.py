"""One run of counterfactual regret minimization: explore the game, iterate, answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.compiler import Stopped
from outply.game import CHANCE, INFINITY, MAX, MIN, Game
from outply.search.base import Limit, Request, Result
from outply.search.cfr.cfr_iterations import NO_RULES, Iterations
from outply.search.cfr.exploitability import response_value
from outply.search.cfr.exploration import Exploration, Unexplored, exploration_of
from outply.search.cfr.regret_tables import RegretTables
from outply.search.cfr.strategy import Strategy, sampled_move
from outply.search.pimc import PIMC
from outply.search.run_within_limit import Run
from outply.search.runner import Budget, Runner
from outply.search.unsearched_positions import unsearched

if TYPE_CHECKING:
    from outply.search.cfr.cfr import RegretSearch

__all__ = ["RegretRun"]

INTERVAL = 0.02  # seconds between two looks at the clock, which is also when Ctrl-C is seen
MOST_GROWTH = 8  # times as many iterations before the next look, at most
NO_LIMIT = 2**62  # visits, or iterations
EXPLORATION_SHARE = 0.6  # of the time for a move; if it is too short, the rest is for pimc


class RegretRun(Run):
    """Finds a `strategy` for the whole game; `result` is its answer at one state."""

    def __init__(self, search: RegretSearch, game: Game[Any], state: Any, request: Request) -> None:
        super().__init__(game, state, request)
        compiled = request.compiled is not False
        self._search, self.runner = search, search.runner(compiled)
        self._response = Runner(
            *(response_value, NO_RULES),
            records={"form": RegretTables},
            compiled=compiled,
            has_watch=False,
        )
        self.start()

    # -- the strategy -----------------------------------------------------------------

    def strategy(self, exploration_share: float = 1.0) -> Strategy:
        """The average strategy; raises Unexplored if the limit, or a share of it, is too small."""
        deadline = self.began + exploration_share * (self.deadline - self.began)
        budget = Budget(self.budget.nodes, deadline)
        search = self._search
        explored = exploration_of(search.name, self.game, search.most_nodes, budget)
        self.nodes += explored.histories
        form = explored.regret_tables.copied(search.seed, int(min(self.budget.nodes, NO_LIMIT)))
        interrupted = False
        try:
            self._iterate(explored, form)
        except Stopped:
            pass
        except KeyboardInterrupt:
            interrupted = True
        self.nodes += form.visits
        return self._evaluated(explored, form, interrupted)

    def _iterate(self, explored: Exploration, form: RegretTables) -> None:
        count, began, most = 1, perf_counter(), self._most_iterations()
        records = self._search.records(explored, form)
        recursion = explored.height + 1 if self._search.recurs else 0
        while form.iterations < most and not self.is_out_of_time:
            count = min(count, most - form.iterations)
            self.runner(Iterations(count), records=records, recursion=recursion)
            now = perf_counter()
            each = max(now - began, 1e-9) / count
            time = min(INTERVAL, self.deadline - now)
            count, began = max(1, min(int(time / each), MOST_GROWTH * count)), now

    def _most_iterations(self) -> int:
        is_limited = self.limit.seconds is not None or self.limit.nodes is not None
        return self._search.iterations or (NO_LIMIT if is_limited else self._search.usual)

    def _evaluated(self, explored: Exploration, form: RegretTables, interrupted: bool) -> Strategy:
        """The strategy with its exploitability.

        The averages are evaluated last: they leave the values of information sets in the tables.
        """
        best = [self._response_value(player, True, form) for player in (MAX, MIN)]
        average = [self._response_value(player, False, form) for player in (MAX, MIN)]
        return Strategy(
            game=self.game,
            value=average[MAX] + 0.0,  # never -0.0
            exploitability=max(sum(best) / 2, 0.0),
            iterations=form.iterations,
            nodes=self.nodes,
            interrupted=interrupted,
            _explored=explored,
            _form=form,
        )

    def _response_value(self, player: int, best: bool, form: RegretTables) -> float:
        return float(self._response(NO_RULES.initial(), player, best, records=(form,)))

    # -- the answer at a state --------------------------------------------------------

    def iterations(self) -> Iterator[Result]:
        """One result: drawn from the strategy, or found by pimc if time is too short for one."""
        try:
            strategy = self.strategy(EXPLORATION_SHARE)
        except Unexplored as spent:
            self.nodes = spent.histories
            yield self._determinized() or self.as_of_now(None)
        else:
            yield replace(self._answer(strategy), seconds=self.seconds)

    def _determinized(self) -> Result | None:
        """What pimc finds in the time that is left; None if there is none."""
        left = self.deadline - perf_counter()
        if left == INFINITY or left <= 0:
            return None
        compiled = None if self.runner.compiled else False
        search, limit = PIMC(seed=self._search.seed), Limit(seconds=left)
        found = search.search(self.game, self.state, limit, compiled=compiled)
        return replace(found, nodes=self.nodes + found.nodes, seconds=self.seconds)

    def _answer(self, strategy: Strategy) -> Result:
        game, state = self.game, self.state
        found = replace(
            unsearched(game, state, self.runner.compiled),
            depth=strategy.height,
            nodes=strategy.nodes,
            interrupted=strategy.interrupted,
            exploitability=strategy.exploitability,
        )
        if game.to_move(state) == CHANCE:
            return replace(found, value=strategy.expected(game, state))
        observed = game.observation(state, game.to_move(state))
        mix = strategy.probabilities(game, state)
        move = sampled_move(mix, random.Random(f"{self._search.seed} {observed}"))
        value = strategy.value_to_mover(game, state) + 0.0  # never -0.0
        return replace(found, move=move, line=(move,), value=value, mix=tuple(mix.items()))
