"""The engine: the tuned search for two-player games."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from outply.compiler import NotCompilable
from outply.game import Game, OutplyError, Traits
from outply.search.base import (
    UNLIMITED,
    Limit,
    Progress,
    Result,
    Search,
    WatchMaker,
    two_player_refusal,
)
from outply.search.depth import warn_interpreted
from outply.search.engine.core import Core
from outply.search.engine.runners import Compiled, Interpreted, Runner
from outply.search.engine.thinking import Solution, Thinking
from outply.search.moves import takes_any_moves
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel

__all__ = ["Engine"]

MOST = 1 << 16  # megabytes, threads or lines


@dataclass(frozen=True)
class Engine(Search):
    """Finds the best move in two-player games: the tuned search, and the default.

    `megabytes` is the size of the transposition table, `lines` how many best moves to find,
    `contempt` how much a draw is worth less than 0 to the player to move. Noisy moves,
    extensions, reductions and null moves are used where the game defines them. `endings` is
    the file of a table that `outply solve --all` made: what it has is not searched. With one
    thread the answer under a limit of depth or nodes is always the same.
    """

    name: ClassVar[str] = "engine"
    values_for: ClassVar[str] = "mover"

    megabytes: int = 64
    threads: int = 1
    lines: int = 1
    contempt: float = 0.0
    quiescence: bool = True
    extensions: bool = True
    reductions: bool = True
    null_move: bool = True
    endings: str = ""

    def __post_init__(self) -> None:
        for name in ("megabytes", "threads", "lines"):
            given = getattr(self, name)
            if type(given) is not int or not 1 <= given <= MOST:
                wanted = f"a whole number, 1 to {MOST:,}"
                raise OutplyError(f"The engine's {name} is {given!r}; give {wanted}.")
        if not math.isfinite(self.contempt):
            raise OutplyError(f"The engine's contempt is {self.contempt}; give a finite number.")

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)

    def require(self, game: Game[Any]) -> None:
        """And a draw is never worth as much as a win."""
        super().require(game)
        most = game.utility_range[1]
        if self.contempt and not abs(self.contempt) < most:
            raise OutplyError(
                f"The engine's contempt is {self.contempt:g}; in {game.name} give "
                f"a number between {-most:g} and {most:g}."
            )

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
        if watch is not None and compiled:
            raise OutplyError("A search that is watched runs interpreted; leave compiled out.")
        runner = self._runner(game, compiled if watch is None else False, watch or Watch)
        return Thinking(self, runner, state, limit or UNLIMITED, progress).result()

    @takes_any_moves
    def solve(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        progress: Progress | None = None,
    ) -> Solution:
        """The truth about `state`, and all moves that attain it, if the limit allows."""
        return self.thinking(game, state, limit, compiled=compiled, progress=progress).solution()

    def thinking(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        progress: Progress | None = None,
    ) -> Thinking:
        """What `search` and `solve` are about to do; another thread can watch and stop it."""
        runner = self._runner(game, compiled, Watch)
        return Thinking(self, runner, state, limit or UNLIMITED, progress)

    def _runner(self, game: Game[Any], compiled: bool | None, watch: WatchMaker) -> Runner:
        if compiled is not False:
            try:
                return Compiled(*_compiled(self, game))
            except NotCompilable as reason:
                if compiled:
                    raise
                warn_interpreted(game, reason)
        self.require(game)
        return Interpreted(self.core(game), game, watch)

    def core(self, game: Game[Any]) -> Core:
        """What is to be compiled: what is wished for, as far as the game defines what it needs."""

        def defined(method: str) -> bool:
            return getattr(type(game), method) is not getattr(Game, method)

        return Core(
            graded=game.utility_range != (-1.0, 1.0),
            ordered=defined("order"),
            choosy=defined("candidates"),
            quiescence=self.quiescence and defined("noisy_moves"),
            extensions=self.extensions and defined("extension"),
            reductions=self.reductions and defined("reducible"),
            null_move=self.null_move and defined("passed"),
        )


_last: tuple[Engine | None, Any, Any] = None, None, None


def _compiled(engine: Engine, game: Game[Any]) -> tuple[Core, Game[Any], Kernel]:
    """The core and its kernel; most often the same as last time, and then without a search."""
    global _last
    last_engine, last_game, ready = _last
    if engine is not last_engine or game is not last_game:
        engine.require(game)
        core = engine.core(game)
        ready = core, game, Compiled.kernel_of(core, game)
        _last = engine, game, ready
    return ready  # type: ignore[no-any-return]
