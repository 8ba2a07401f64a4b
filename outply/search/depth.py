"""Searches to a fixed depth, and the budget around them, at either speed."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import Any, ClassVar, Literal, Protocol

from outply.compiler import NotCompilable, Stopped, Stuck, kernel
from outply.compiler.memory import MOST_ROLLS, NativeWatch
from outply.compiler.records import Record
from outply.game import CHANCE, INFINITY, MAX, Game, OutplyError, OutplyWarning, Traits
from outply.search.base import (
    MAX_DEPTH,
    Limit,
    Progress,
    Result,
    Search,
    WatchMaker,
    open_refusal,
    two_player_refusal,
)
from outply.search.moves import takes_any_moves
from outply.search.pace import run
from outply.search.stack import allow_recursion
from outply.search.static import endless, finished, stuck, unsearched
from outply.search.table import Table
from outply.search.watch import Watch

__all__ = [
    "CoalitionSearch",
    "CompiledRunner",
    "DepthSearch",
    "InterpretedRunner",
    "Runner",
    "TableSearch",
    "TwoPlayerDepthSearch",
    "from_the_mover",
    "protagonist",
    "warn_interpreted",
]

MEGABYTES = 16
MOST_MEGABYTES = 1 << 16


class Books(Protocol):
    """What is known of an iteration afterwards: a `Watch`, or a `NativeWatch`."""

    @property
    def nodes(self) -> int: ...
    @property
    def guessed(self) -> bool: ...
    def line(self, depth: int) -> tuple[int, ...]: ...


class DepthSearch(Search):
    """A search that looks a given number of plies ahead, by a recursive function.

    Under a limit of seconds or nodes it is run to depth 1, 2, 3, … and answers with the
    deepest finished one; so it is with `deepening` always, or never.
    """

    deepening: ClassVar[Literal["as limited", "always", "never"]] = "as limited"

    @abstractmethod
    def root(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        watch: Watch,
        *blocks: Any,
        **named_blocks: Any,
    ) -> float:
        """The value of `state` to the player to move. Runs interpreted and compiled.

        After `watch` it takes what `blocks` names, and nothing if that names nothing.
        """

    def blocks(self) -> dict[str, Record]:
        """The memory of one search: it is new, and kept from one depth to the next."""
        return {}

    def proves(self, traits: Traits) -> bool:
        """Whether a value without a guess is the truth; of many players, who knows what they do?"""
        return traits.players <= 2

    def compiled_in(self) -> DepthSearch:
        """This search, with the parameters that `root` never reads at their defaults."""
        return self

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
        limit = limit or Limit()
        if watch is not None and compiled:
            raise OutplyError("A search that is watched runs interpreted; leave compiled out.")
        if compiled is not False and watch is None:
            try:
                return _Deepening(
                    self, CompiledRunner(self, game), game, state, limit, progress
                ).result()
            except NotCompilable as reason:
                if compiled:
                    raise
                warn_interpreted(game, reason)
        run = InterpretedRunner(self, game, watch or Watch)
        return _Deepening(self, run, game, state, limit, progress).result()


def protagonist(game: Game[Any], state: Any) -> int:
    """Whose side values are from: of two players MAX, of more who moves at the root; or MAX."""
    mover = game.to_move(state)
    return MAX if game.players == 2 or mover == CHANCE else mover


def from_the_mover(game: Game[Any], state: Any, player: int, value: float) -> float:
    """What is worth `value` to a player, to the one to move; where chance is, to that player."""
    mover = game.to_move(state)
    return value if mover in (player, CHANCE) else -value


class CoalitionSearch(DepthSearch):
    """A depth search for one player against all others, nothing hidden, no dice."""

    def refusal(self, traits: Traits) -> str | None:
        return open_refusal(traits)


class TwoPlayerDepthSearch(DepthSearch):
    """A depth search for two players, one against the other, nothing hidden, no dice."""

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)


@dataclass(frozen=True)
class TableSearch(TwoPlayerDepthSearch):
    """A two-player depth search that is given a transposition table, `table`, after `watch`."""

    megabytes: int = MEGABYTES

    def __post_init__(self) -> None:
        if type(self.megabytes) is not int or not 1 <= self.megabytes <= MOST_MEGABYTES:
            raise OutplyError(
                f"megabytes of {self.name} is {self.megabytes!r}; "
                f"give a whole number, 1 to {MOST_MEGABYTES}."
            )

    def blocks(self) -> dict[str, Record]:
        return {"table": Table(self.megabytes)}

    def compiled_in(self) -> DepthSearch:
        return replace(self, megabytes=MEGABYTES)


class Runner(Protocol):
    """Runs one iteration; raises Stopped, after which the books are still good."""

    compiled: bool
    books: Books

    def __call__(self, state: Any, depth: int, nodes: float, deadline: float) -> float: ...


class InterpretedRunner:
    compiled = False

    def __init__(self, search: DepthSearch, game: Game[Any], watch: WatchMaker) -> None:
        self._search, self._game, self._make = search, game, watch
        self._blocks = search.blocks()
        self.books: Books = Watch(0)

    def __call__(self, state: Any, depth: int, nodes: float, deadline: float) -> float:
        watch = self._make(depth, nodes=nodes, deadline=deadline)
        self.books = watch
        allow_recursion(depth + (MOST_ROLLS if self._game.traits.chance else 0))
        return self._search.root(self._game, state, depth, watch, **self._blocks)


class CompiledRunner:
    compiled = True

    def __init__(self, search: DepthSearch, game: Game[Any]) -> None:
        self._blocks = search.blocks()
        records = {name: type(block) for name, block in self._blocks.items()}
        owner = search.compiled_in()
        self._kernel = kernel(type(search).root, game, owner, watch=NativeWatch, **records)
        self.books: Books = Watch(0)

    def __call__(self, state: Any, depth: int, nodes: float, deadline: float) -> float:
        self.books = watch = NativeWatch(depth)
        given = state, depth, watch, *self._blocks.values()
        value: float = run(self._kernel, depth, watch, nodes, deadline, *given)
        return value


class _Deepening:
    """One search under a limit, from its first iteration to its result."""

    def __init__(
        self,
        search: DepthSearch,
        run: Runner,
        game: Game[Any],
        state: Any,
        limit: Limit,
        progress: Progress | None,
    ) -> None:
        self._run, self._game, self._state, self._limit = run, game, state, limit
        self._deepening, self._proves = search.deepening, search.proves(game.traits)
        self._progress = progress
        self._began = perf_counter()
        self._deadline = INFINITY if limit.seconds is None else self._began + limit.seconds
        self._nodes = 0
        self._is_settled = False  # nothing was guessed, so that a deeper look finds nothing new

    def result(self) -> Result:
        game, state, compiled = self._game, self._state, self._run.compiled
        if game.is_terminal(state):
            return finished(game, state, compiled)
        best = unsearched(game, state, compiled)
        try:
            for depth in self._depths():
                if perf_counter() >= self._deadline:
                    break
                best = self._iteration(depth)
                if self._progress:
                    self._progress(best)
                if self._is_settled:
                    break
        except Stopped:
            best = self._unfinished(best)
        except MemoryError:
            if best.depth == 0:
                raise endless(game, state) from None
            best = self._unfinished(best)
        except KeyboardInterrupt:
            best = replace(self._unfinished(best), interrupted=True)
        return best

    def _depths(self) -> Iterator[int]:
        deepest = MAX_DEPTH if self._limit.depth is None else self._limit.depth
        limited = self._limit.seconds is not None or self._limit.nodes is not None
        if self._deepening == "always" or (limited and self._deepening != "never"):
            return iter(range(1, deepest + 1))
        return iter([deepest] if deepest else [])

    def _iteration(self, depth: int) -> Result:
        most = self._limit.nodes
        nodes = INFINITY if most is None else most - self._nodes
        try:
            value = self._run(self._state, depth, nodes, self._deadline)
        except Stuck:
            raise stuck(self._game, self._state, "at or below") from None
        books, self._run.books = self._run.books, Watch(0)
        self._nodes += books.nodes
        line = books.line(depth)
        self._is_settled = not books.guessed
        return self._finish(value, line, depth, self._is_settled and self._proves)

    def _unfinished(self, best: Result) -> Result:
        """The last finished answer, with what the unfinished iteration cost."""
        nodes = self._nodes + self._run.books.nodes
        return replace(best, nodes=nodes, seconds=perf_counter() - self._began)

    def _finish(self, value: float, line: tuple[int, ...], depth: int, proved: bool) -> Result:
        return Result(
            move=None if self._game.to_move(self._state) == CHANCE else line[0],
            value=value + 0.0,  # never -0.0
            line=line,
            depth=depth,
            nodes=self._nodes,
            seconds=perf_counter() - self._began,
            proved=proved,
            compiled=self._run.compiled,
        )


@cache
def warn_interpreted(game: Game[Any], reason: NotCompilable) -> None:
    """Unless it is in the nature of the game."""
    if game.compilable:
        warnings.warn(f"{game.name} runs interpreted: {reason}.", OutplyWarning, stacklevel=5)
