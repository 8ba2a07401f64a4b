"""One search over reservation trees, under a limit, from its islands to its result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.game import INFINITY, Game, OutplyError
from outply.native import Stopped, Stuck
from outply.search.base import Limit, Result
from outply.search.genetic.island import Budget, Island, Path, at_once
from outply.search.genetic.population import Customs
from outply.search.genetic.reservation import NODE
from outply.search.genetic.reuse import keep, kept_paths
from outply.search.static import finished, stuck, unsearched

if TYPE_CHECKING:
    from outply.native.kernels import Kernel
    from outply.search.genetic.reserved import ReservedSearch

__all__ = ["Attempt", "Course"]

BYTES = 8 * NODE  # a node
SHALLOW = 0.1  # of the budget, for each depth before the last
BETWEEN = 10  # generations, before islands exchange their best
TRAVELLERS = 4  # paths, from each island to the next


class Course(NamedTuple):
    """What a search is to go through."""

    customs: Customs
    individuals: int
    generations: int
    depths: tuple[int, ...]  # the last is what was asked for
    islands: int = 1
    reuse: bool = False


@dataclass
class Attempt:
    search: ReservedSearch
    game: Game[Any]
    state: Any
    limit: Limit
    kernel: Kernel | None
    began: float = field(default_factory=perf_counter)
    interrupted: bool = False

    def __post_init__(self) -> None:
        given = self.limit.depth
        self.depth = self.search.depth if given is None else given
        self.course = self.search.course(self.depth, self.limit)
        room = (self.search.megabytes << 20) // BYTES
        if 2 * self.course.individuals * (self.depth + 1) > room:
            raise OutplyError(
                f"{self.course.individuals:,} paths of {self.depth} plies do not fit a tree of "
                f"{self.search.megabytes} megabytes; give more megabytes or fewer of them."
            )

    def result(self) -> Result:
        game, state, compiled = self.game, self.state, self.kernel is not None
        if game.is_terminal(state):
            return finished(game, state, compiled)
        found = unsearched(game, state, compiled)
        if self.depth == 0 or self.limit.nodes == 0 or self.limit.seconds == 0:
            return found
        self.islands = [self._island(number) for number in range(self.course.islands)]
        self._evolve()
        self.islands = [island for island in self.islands if island.root_values()]
        if not self.islands:
            return found
        if self.course.reuse:
            keep(self.search, self.islands[0])
        return self._reserved(found)

    def _island(self, number: int) -> Island:
        seed = self.search.seed + number * 0x9E37_79B9
        return Island(self.game, self.state, self.kernel, self.search.megabytes, seed)

    def _evolve(self) -> None:
        try:
            self._through_depths()
        except Stopped:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        except Stuck:
            raise stuck(self.game, self.state, "at or below") from None

    def _through_depths(self) -> None:
        paths = kept_paths(self.search, self.game, self.state) if self.course.reuse else []
        for depth, budget in self._stages():
            for island in self.islands:
                island.settle(depth, self.course.individuals, self.course.customs)
                island.people.invite(paths)
            try:
                self._stage(budget)
            except Stopped:
                if depth == self.depth:
                    raise
            paths = [path for island in self.islands for path in island.paths()]

    def _stages(self) -> Iterator[tuple[int, Budget]]:
        """The depths to go through, with what each may cost; the last has all that is left."""
        *shallow, last = self.course.depths
        limit, seconds = self.limit, self.limit.seconds
        share = max(int(SHALLOW * self.course.generations), 1)
        for index, depth in enumerate(shallow, start=1):
            nodes = INFINITY if limit.nodes is None else SHALLOW * limit.nodes
            deadline = INFINITY if seconds is None else self.began + index * SHALLOW * seconds
            yield depth, Budget(share, self._per_island(nodes), deadline)
        nodes = INFINITY if limit.nodes is None else limit.nodes - self.nodes
        deadline = INFINITY if seconds is None else self.began + seconds
        yield last, Budget(self.course.generations, self._per_island(nodes), deadline)

    def _per_island(self, nodes: float) -> float:
        return nodes if nodes == INFINITY else max(int(nodes) // len(self.islands), 1)

    def _stage(self, budget: Budget) -> None:
        """Alone, an island evolves to the end; several exchange their best now and then."""
        if len(self.islands) == 1:
            self.islands[0].evolve(budget)
            return
        left, nodes = budget.generations, budget.nodes
        while left > 0 and not any(island.is_settled for island in self.islands):
            before = self.nodes
            at_once(self.islands, Budget(min(left, BETWEEN), nodes, budget.deadline))
            self._exchange()
            left -= BETWEEN
            nodes -= (self.nodes - before) / len(self.islands)

    def _exchange(self) -> None:
        best = [island.paths()[:TRAVELLERS] for island in self.islands]
        for island, paths in zip(self.islands, best[1:] + best[:1], strict=True):
            island.people.invite(paths)

    @property
    def nodes(self) -> int:
        return sum(island.nodes for island in self.islands)

    # -- the answer -------------------------------------------------------------------

    def _reserved(self, found: Result) -> Result:
        """What the trees say."""
        island, line = self._best_line()
        return replace(
            found,
            move=line[0],
            value=island.root_values()[line[0]] + 0.0,  # never -0.0
            line=line,
            depth=island.depth,
            nodes=self.nodes,
            seconds=perf_counter() - self.began,
            proved=island.is_settled and not island.guessed,
            interrupted=self.interrupted,
        )

    def _best_line(self) -> tuple[Island, Path]:
        """Of the move with the best value on the average of all islands, or by a settled one."""
        done = [island for island in self.islands if island.is_settled]
        if done or len(self.islands) == 1:
            island = (done or self.islands)[0]
            return island, island.tree.line()
        values = [island.root_values() for island in self.islands]
        moves = dict.fromkeys(move for each in values for move in each)
        means = {m: fmean(each[m] for each in values if m in each) for m in moves}
        move = max(means, key=means.__getitem__)
        near = [(abs(each[move] - means[move]), i) for i, each in enumerate(values) if move in each]
        island = self.islands[min(near)[1]]
        return island, island.tree.line(move)
