"""One search over reservation trees, under a limit, from its islands to its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler import Stopped, Stuck
from outply.game import INFINITY, Game, OutplyError
from outply.search.base import Limit, Progress, Result
from outply.search.genetic.island import Budget, Island, Path
from outply.search.genetic.population import Customs, Population
from outply.search.genetic.reservation import BYTES
from outply.search.genetic.reuse import keep, kept_paths
from outply.search.positions import finished, require_moves, stuck, unsearched
from outply.search.threads import Task, run_at_once

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel
    from outply.search.genetic.reserved import ReservedSearch

__all__ = ["Attempt", "Course"]

BETWEEN = 10  # generations, before islands exchange their best
TRAVELLERS = 4  # paths, from each island to the next


class Course(NamedTuple):
    """What a search is to go through."""

    customs: Customs
    individuals: int
    generations: int
    depths: Sequence[int]  # one after the other
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
    spent: int = 0  # nodes
    islands: list[Island] = field(default_factory=list)  # of the depth that is under way
    best: list[Island] = field(default_factory=list)  # of the depth that gives the answer

    def __post_init__(self) -> None:
        given = self.limit.depth
        self.depth = self.search.depth if given is None else given
        self.course = self.search.course(self.game, self.state, self.depth, self.limit)
        room = (self.search.megabytes << 20) // BYTES
        if 2 * self.course.individuals * (self.depth + 1) > room:
            raise self._too_many()

    def _too_many(self) -> OutplyError:
        return OutplyError(
            f"{self.course.individuals:,} paths of {self.depth} plies do not fit a tree of "
            f"{self.search.megabytes} megabytes; give more megabytes or fewer of them."
        )

    def result(self, progress: Progress | None = None) -> Result:
        """Progress is told after each depth."""
        game, state, compiled = self.game, self.state, self.kernel is not None
        if game.is_terminal(state):
            return finished(game, state, compiled)
        found = unsearched(game, state, compiled)
        if not compiled:
            require_moves(self.search.name, game, state)
        if self.depth == 0 or self.limit.nodes == 0 or self.limit.seconds == 0:
            return found
        self._evolve(lambda: progress and progress(self._answered(found)))
        if self.best and self.course.reuse:
            keep(self.search, self._best_line()[0])
        return self._answered(found)

    def _evolve(self, report: Callable[[], object]) -> None:
        try:
            self._through_depths(report)
        except Stopped:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        except Stuck:
            require_moves(self.search.name, self.game, self.state)
            raise stuck(self.game, self.state, "at or below") from None
        except MemoryError:
            raise self._too_many() from None
        finally:
            self._remember()

    def _through_depths(self, report: Callable[[], object]) -> None:
        """Each depth begins with what was found at the one before."""
        paths = kept_paths(self.search, self.game, self.state) if self.course.reuse else []
        for depth in self.course.depths:
            if perf_counter() >= self._deadline:
                break
            self.islands = [self._island(number, depth) for number in range(self.course.islands)]
            for island in self.islands:
                island.people.invite(paths)
            self._stage(self._budget())
            if depth == self.course.depths[-1] or any(each.is_proved for each in self.islands):
                break
            paths = [path for island in self.islands for path in island.paths()]
            self._remember()
            report()

    def _remember(self) -> None:
        """What a depth has found is the answer, if it is settled or those before tell nothing."""
        self.spent += sum(island.nodes for island in self.islands)
        found = [island for island in self.islands if island.root_values()]
        if any(island.is_settled for island in found) or (found and not self._is_telling):
            self.best = found
        self.islands = []

    def _island(self, number: int, depth: int) -> Island:
        seed = self.search.seed + number * 0x9E37_79B9
        return Island(
            *(self.game, self.state, self.kernel, self.search.megabytes),
            Population(self.course.individuals, depth, seed, self.course.customs),
        )

    def _budget(self) -> Budget:
        """What is left, for each island."""
        limit, count = self.limit, len(self.islands)
        nodes = INFINITY if limit.nodes is None else (limit.nodes - self.spent) // count
        return Budget(self.course.generations, nodes, self._deadline)

    @property
    def _deadline(self) -> float:
        return INFINITY if self.limit.seconds is None else self.began + self.limit.seconds

    @property
    def _is_telling(self) -> bool:
        return any(island.is_telling for island in self.best)

    def _stage(self, budget: Budget) -> None:
        """Alone, an island evolves to the end; several exchange their best now and then."""
        if len(self.islands) == 1:
            self.islands[0].evolve(budget)
            return
        left, nodes = budget.generations, budget.nodes
        while left > 0 and not any(island.is_settled for island in self.islands):
            before = sum(island.nodes for island in self.islands)
            self._evolve_at_once(Budget(min(left, BETWEEN), nodes, budget.deadline))
            if sum(island.nodes for island in self.islands) == before:
                break  # nothing new is found any more
            self._exchange()
            left -= BETWEEN
            nodes = budget.nodes - max(island.nodes for island in self.islands)

    def _evolve_at_once(self, budget: Budget) -> None:
        run_at_once([Task(partial(each.evolve, budget), each.stop) for each in self.islands])

    def _exchange(self) -> None:
        best = [island.paths()[:TRAVELLERS] for island in self.islands]
        for island, paths in zip(self.islands, best[1:] + best[:1], strict=True):
            island.people.invite(paths)

    # -- the answer -------------------------------------------------------------------

    def _answered(self, found: Result) -> Result:
        """What the trees say."""
        if not self.best:
            return replace(found, interrupted=self.interrupted)
        island, line = self._best_line()
        self.answering = island
        return replace(
            found,
            move=line[0],
            value=island.root_values()[line[0]] + 0.0,  # never -0.0
            line=line,
            depth=island.depth,
            nodes=self.spent,
            seconds=perf_counter() - self.began,
            proved=island.is_proved,
            interrupted=self.interrupted,
        )

    def _best_line(self) -> tuple[Island, Path]:
        """Of the move with the best value on the average of all islands, or by a settled one."""
        done = [island for island in self.best if island.is_settled]
        done.sort(key=lambda island: not island.is_proved)
        if done or len(self.best) == 1:
            island = (done or self.best)[0]
            return island, island.tree.line()
        values = [island.root_values() for island in self.best]
        moves = dict.fromkeys(move for each in values for move in each)
        means = {m: fmean(each[m] for each in values if m in each) for m in moves}
        move = max(means, key=means.__getitem__)
        near = [(abs(each[move] - means[move]), i) for i, each in enumerate(values) if move in each]
        island = self.best[min(near)[1]]
        return island, island.tree.line(move)
