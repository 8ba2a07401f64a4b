"""Searches over a reservation tree, and the budget around them, at either speed."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from outply.game import INFINITY, Game, OutplyError, Traits
from outply.native import NotCompilable, Stopped, Stuck, kernel
from outply.native.memory import NativeWatch, WatchMemory
from outply.search.base import (
    MAX_DEPTH,
    UNLIMITED,
    Limit,
    Progress,
    Result,
    Search,
    WatchMaker,
    two_player_refusal,
)
from outply.search.depth import warn_once
from outply.search.genetic.evolution import evolve
from outply.search.genetic.population import Customs, Population
from outply.search.genetic.replay import replay
from outply.search.genetic.reservation import NODE, ROOT, Reservation
from outply.search.pace import run
from outply.search.static import finished, stuck, unsearched
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.native.kernels import Kernel

__all__ = ["MOST_GENERATIONS", "ReservedSearch", "require_whole"]

MOST_GENERATIONS = 1 << 40
MOST = 1 << 16  # of anything else that is a whole number
BYTES = 8 * NODE  # a node
NO_RECURSION = 1  # ply


@dataclass(frozen=True)
class ReservedSearch(Search):
    """A search whose paths are reserved in a tree of at most `megabytes`.

    Paths are `depth` plies long, unless the limit says otherwise or the game is over before.
    `nodes` counts paths. The same seed and limit of nodes always give the same answer.
    """

    values_for: ClassVar[str] = "MAX"

    depth: int = 7
    seed: int = 0
    megabytes: int = 16

    def __post_init__(self) -> None:
        require_whole(self, "depth", 1, MAX_DEPTH)
        require_whole(self, "seed", 0, 2**62)
        require_whole(self, "megabytes", 1, MOST)

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)

    @abstractmethod
    def customs(self) -> Customs:
        """How the population lives."""

    @property
    @abstractmethod
    def individuals(self) -> int:
        """How many there are at a time."""

    @abstractmethod
    def rounds(self, limit: Limit) -> int:
        """How often to go on, at most."""

    def search(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        watch: WatchMaker | None = None,
        progress: Progress | None = None,
    ) -> Result:
        self.require(game)
        if watch is not None and compiled:
            raise OutplyError("A search that is watched runs interpreted; leave compiled out.")
        native = None
        if compiled is not False and watch is None:
            try:
                native = kernel(
                    evolve, game, watch=NativeWatch, tree=Reservation, people=Population
                )
            except NotCompilable as reason:
                if compiled:
                    raise
                warn_once(f"{game.name} runs interpreted: {reason}.")
        attempt = Attempt(self, game, state, limit or UNLIMITED, native)
        result = attempt.result()
        if progress:
            progress(result)
        if watch is not None and result.nodes:
            replay(game, state, attempt.tree, watch(attempt.depth))
        return result


@dataclass
class Attempt:
    """One search under a limit: its tree, its population, its result."""

    search: ReservedSearch
    game: Game[Any]
    state: Any
    limit: Limit
    kernel: Kernel | None
    began: float = field(default_factory=perf_counter)
    nodes: int = 0
    interrupted: bool = False

    def __post_init__(self) -> None:
        given = self.limit.depth
        self.depth = self.search.depth if given is None else given
        room = (self.search.megabytes << 20) // BYTES
        if 2 * self.search.individuals * (self.depth + 1) > room:
            raise OutplyError(
                f"{self.search.individuals:,} paths of {self.depth} plies do not fit a tree of "
                f"{self.search.megabytes} megabytes; give more megabytes or fewer of them."
            )

    def result(self) -> Result:
        game, state, compiled = self.game, self.state, self.kernel is not None
        if game.is_terminal(state):
            return finished(game, state, compiled)
        found = unsearched(game, state, compiled)
        self.tree = Reservation(self.search.megabytes)
        self.tree.plant()
        self.people = Population(
            self.search.individuals, max(self.depth, 1), self.search.seed, self.search.customs()
        )
        if self.depth and self.limit.nodes != 0 and self.limit.seconds != 0:
            self.evolve()
        return self.reserved(found) if self.tree.size() > 1 else found

    def reserved(self, found: Result) -> Result:
        """What the tree says."""
        line = self.tree.line()
        return replace(
            found,
            move=line[0],
            value=self.tree.value(ROOT) + 0.0,  # never -0.0
            line=line,
            depth=self.depth,
            nodes=self.nodes,
            seconds=perf_counter() - self.began,
            interrupted=self.interrupted,
        )

    def evolve(self) -> None:
        limit = self.limit
        deadline = INFINITY if limit.seconds is None else self.began + limit.seconds
        nodes = INFINITY if limit.nodes is None else limit.nodes
        try:
            if self.kernel is None:
                self.interpreted(Watch(self.depth, nodes, deadline))
            else:
                self.compiled(self.kernel, nodes, deadline)
        except Stopped:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        except Stuck:
            raise stuck(self.game, self.state, "at or below") from None

    def interpreted(self, watch: Watch) -> None:
        rounds = self.search.rounds(self.limit)
        try:
            evolve(self.game, self.state, self.depth, rounds, watch, self.tree, self.people)
        finally:
            self.nodes = watch.nodes

    def compiled(self, native: Kernel, nodes: float, deadline: float) -> None:
        watch, rounds = WatchMemory(self.depth), self.search.rounds(self.limit)
        addresses = watch.address, self.tree.address, self.people.address
        try:
            run(
                lambda: native(self.state, self.depth, rounds, *addresses),
                *(NO_RECURSION, watch, nodes, deadline),
            )
        finally:
            self.nodes = watch.nodes


def require_whole(search: Search, name: str, least: int, most: int) -> None:
    given = getattr(search, name)
    if type(given) is not int or not least <= given <= most:
        wanted = f"a whole number, {least} to {most:,}"
        raise OutplyError(f"{name} of {search.name} is {given!r}; give {wanted}.")
