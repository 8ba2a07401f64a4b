"""One run of genetic minimax: its depths, its islands, and the answer in their trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler import Stopped, Stuck
from outply.game import INFINITY, Game, OutplyError
from outply.search.base import Request, Result
from outply.search.genetic.evolution import evolve
from outply.search.genetic.island import Island, Path, keep, kept_paths
from outply.search.genetic.population import GeneticSettings, Population
from outply.search.genetic.reservation_tree import BYTES, ReservationTree
from outply.search.run_within_limit import Run
from outply.search.runner import Budget, Runner, interpreted_if_watched
from outply.search.threads import ThreadTask, run_at_once
from outply.search.unsearched_positions import require_moves

if TYPE_CHECKING:
    from outply.search.genetic.genetic import ReservationSearch

__all__ = ["EvolutionPlan", "GeneticRun"]

MIGRATION_INTERVAL = 10  # generations
MIGRANTS = 4  # paths, from each island to the next
SEED_STEP = 0x9E37_79B9  # between the seeds of islands


class EvolutionPlan(NamedTuple):
    """What a run does within its limit."""

    settings: GeneticSettings
    population_size: int
    generations: int  # at each depth, at most
    depths: Sequence[int]  # the lengths of paths, one after the other
    islands: int = 1
    reuse: bool = False


class GeneticRun(Run):
    """A run that evolves paths of one length, or of one length after the other."""

    def __init__(
        self, search: ReservationSearch, game: Game[Any], state: Any, request: Request
    ) -> None:
        super().__init__(game, state, request)
        self._search = search
        self._depth = search.depth if self.limit.depth is None else self.limit.depth
        self._plan = search.plan(game, state, self._depth, self.limit)
        self._islands: list[Island] = []  # of the depth that is being searched
        self._answering: list[Island] = []  # of the depth that gives the answer
        nodes = (search.megabytes << 20) // BYTES
        if 2 * self._plan.population_size * (self._depth + 1) > nodes:
            raise self._too_many_paths()
        records = {"tree": ReservationTree, "population": Population}
        compiled = interpreted_if_watched(request.compiled, request.watch)
        self.runner = Runner(evolve, game, records=records, compiled=compiled)
        self.start()

    def _too_many_paths(self) -> OutplyError:
        return OutplyError(
            f"{self._plan.population_size:,} paths of {self._depth} plies do not fit a tree of "
            f"{self._search.megabytes} megabytes; give more megabytes or fewer paths."
        )

    def result(self) -> Result:
        result = super().result()
        if self._answering and self._plan.reuse:
            island, line = self._best_line()
            keep(self._search, island, line[0])
        return result

    def stop(self) -> None:
        self.is_stopped = True
        for island in self._islands:
            island.runner.stop()

    def end_by(self, deadline: float) -> None:
        for island in self._islands:
            island.runner.end_by(deadline)

    # -- depths -----------------------------------------------------------------------

    def iterations(self) -> Iterator[Result]:
        """Search each depth, beginning with the paths of the one before.

        A depth that was stopped gives a result, too: that of the paths in its trees.
        """
        if not self.runner.compiled:
            require_moves(self._search.name, self.game, self.state)
        if self._depth == 0 or self.limit.nodes == 0 or self.limit.seconds == 0:
            return
        plan, islands = self._plan, self._islands
        paths = kept_paths(self._search, self.game, self.state) if plan.reuse else []
        for depth in plan.depths:
            if self.is_out_of_time:
                return
            paths = [path for island in islands for path in island.paths()] or paths
            islands = self._islands = [self._island(n, depth) for n in range(plan.islands)]
            if self.is_stopped:
                return
            for island in islands:
                island.population.set_immigrants(paths)
            try:
                self._evolve(islands)
            except Stopped:
                self.is_stopped = True
            finally:
                self._update_answer()
            yield self.as_of_now(None)
            if self.is_stopped or any(island.is_proved for island in islands):
                return

    def _island(self, number: int, depth: int) -> Island:
        plan, seed = self._plan, self._search.seed + number * SEED_STEP
        population = Population(plan.population_size, depth, seed, plan.settings)
        return Island(self.runner.renewed(), self.state, self._search.megabytes, population)

    def _evolve(self, islands: list[Island]) -> None:
        """Evolve all islands; several exchange their best paths now and then."""
        nodes, deadline = self.budget
        try:
            if len(islands) == 1:
                islands[0].evolve(self._plan.generations, Budget(nodes, deadline))
            else:
                share = nodes // len(islands) if nodes < INFINITY else nodes
                self._evolve_in_threads(islands, Budget(share, deadline))
        except Stuck:
            require_moves(self._search.name, self.game, self.state)
            raise
        except MemoryError:
            raise self._too_many_paths() from None

    def _evolve_in_threads(self, islands: list[Island], budget: Budget) -> None:
        left, nodes = self._plan.generations, budget.nodes
        while left > 0 and not any(island.is_exact for island in islands):
            before = sum(island.nodes for island in islands)
            given = min(left, MIGRATION_INTERVAL), Budget(nodes, budget.deadline)
            run_at_once(
                [ThreadTask(partial(each.evolve, *given), each.runner.stop) for each in islands]
            )
            if sum(island.nodes for island in islands) == before:
                break  # no island finds a new path
            _migrate(islands)
            left -= MIGRATION_INTERVAL
            nodes = budget.nodes - max(island.nodes for island in islands)

    def _update_answer(self) -> None:
        """Answer with the present depth if it is exact, or if no depth before prefers a move."""
        self.nodes += sum(island.nodes for island in self._islands)
        found = [island for island in self._islands if island.has_paths]
        if any(island.is_exact for island in found) or (found and not self._prefers_a_move):
            self._answering = found
        self._islands = []

    # -- the answer -------------------------------------------------------------------

    @property
    def _prefers_a_move(self) -> bool:
        return any(island.prefers_a_move for island in self._answering)

    def as_of_now(self, best: Result | None) -> Result:
        """The answer in the trees, also of a depth that was interrupted."""
        if not self._answering:
            return super().as_of_now(best)
        island, line = self._best_line()
        return Result(
            move=line[0],
            value=island.value_of(line[0]) + 0.0,  # never -0.0
            line=line,
            depth=island.depth,
            nodes=self.nodes,
            seconds=self.seconds,
            proved=island.is_proved,
            compiled=self.runner.compiled,
        )

    @property
    def answering_island(self) -> Island | None:
        """The island whose tree gives the answer, if there is one."""
        return self._best_line()[0] if self._answering else None

    def _best_line(self) -> tuple[Island, Path]:
        """The line of an exact island, or of the move with the best mean value of all islands."""
        exact = [island for island in self._answering if island.is_exact]
        exact.sort(key=lambda island: not island.is_proved)
        if exact or len(self._answering) == 1:
            island = (exact or self._answering)[0]
            return island, island.tree.line()
        values = [island.root_values() for island in self._answering]
        moves = dict.fromkeys(move for each in values for move in each)
        means = {m: fmean(each[m] for each in values if m in each) for m in moves}
        move = max(means, key=means.__getitem__)
        near = [(abs(each[move] - means[move]), i) for i, each in enumerate(values) if move in each]
        island = self._answering[min(near)[1]]
        return island, island.tree.line(move)


def _migrate(islands: list[Island]) -> None:
    """Send the best paths of each island to the next one."""
    best = [island.paths()[:MIGRANTS] for island in islands]
    for island, paths in zip(islands, best[1:] + best[:1], strict=True):
        island.population.set_immigrants(paths)
