"""Searches over reservation trees, and the budget around them, at either speed."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from outply.compiler import NotCompilable, kernel
from outply.compiler.memory import NativeWatch
from outply.game import Game, OutplyError, Traits
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
from outply.search.coded_moves import takes_any_moves
from outply.search.genetic.attempt import Attempt, Course
from outply.search.genetic.evolution import evolve
from outply.search.genetic.population import Population
from outply.search.genetic.replay import replay
from outply.search.genetic.reservation import Reservation
from outply.search.runner import warn_interpreted

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel

__all__ = ["MOST", "MOST_GENERATIONS", "ReservedSearch", "require_whole"]

MOST_GENERATIONS = 1 << 40
MOST = 1 << 16  # of anything else that is a whole number


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
    def course(self, game: Game[Any], state: Any, depth: int, limit: Limit) -> Course:
        """Under a limit, with paths of so many plies."""

    @takes_any_moves
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
            native = _native(game, insist=compiled is True)
        attempt = Attempt(self, game, state, limit or UNLIMITED, native)
        result = attempt.result(progress)
        if progress:
            progress(result)
        if watch is not None and result.nodes:
            replay(game, state, attempt.answering.tree, watch(attempt.answering.depth))
        return result


def _native(game: Game[Any], insist: bool) -> Kernel | None:
    try:
        return kernel(evolve, game, watch=NativeWatch, tree=Reservation, people=Population)
    except NotCompilable as reason:
        if insist:
            raise
        warn_interpreted(game, reason)
    return None


def require_whole(search: Search, name: str, least: int, most: int) -> None:
    given = getattr(search, name)
    if type(given) is not int or not least <= given <= most:
        wanted = f"a whole number, {least} to {most:,}"
        raise OutplyError(f"{name} of {search.name} is {given!r}; give {wanted}.")
