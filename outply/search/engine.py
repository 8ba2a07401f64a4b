"""The engine: the tuned search for two-player games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game, OutplyError, Traits
from outply.native import NotCompilable
from outply.search.base import Limit, Progress, Result, Search, WatchMaker, two_player_refusal
from outply.search.depth import warn_once
from outply.search.pvs import Pvs
from outply.search.runners import Compiled, Interpreted, Runner
from outply.search.thinking import Solution, Thinking
from outply.search.watch import Watch

__all__ = ["Engine"]


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
            if given < 1:
                raise OutplyError(f"The engine's {name} is {given}; give 1 or more.")

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)

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
        runner = self._runner(game, compiled if watch is None else False, watch or Watch)
        return Thinking(self, runner, state, limit or Limit(), progress).result()

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
        return self.solving(game, state, limit, compiled=compiled, progress=progress).solution()

    def solving(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        progress: Progress | None = None,
    ) -> Thinking:
        """What `solve` is about to do; its nodes can be counted meanwhile."""
        self.require(game)
        runner = self._runner(game, compiled, Watch)
        return Thinking(self, runner, state, limit or Limit(), progress)

    def _runner(self, game: Game[Any], compiled: bool | None, watch: WatchMaker) -> Runner:
        if compiled is not False:
            try:
                return Compiled(self.core(game), game)
            except NotCompilable as reason:
                if compiled:
                    raise
                warn_once(f"{game.name} runs interpreted: {reason}.")
        return Interpreted(self.core(game), game, watch)

    def core(self, game: Game[Any]) -> Pvs:
        """What is to be compiled: what is wished for, as far as the game defines what it needs."""

        def defined(method: str) -> bool:
            return getattr(game, method).__func__ is not getattr(Game, method)

        return Pvs(
            graded=game.utility_range != (-1.0, 1.0),
            ordered=defined("order"),
            quiescence=self.quiescence and defined("noisy_moves"),
            extensions=self.extensions and defined("extension"),
            reductions=self.reductions and defined("reducible"),
            null_move=self.null_move and defined("passed"),
        )
