"""The engine: the tuned search for two-player games."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from outply.game import Game, OutplyError, Traits
from outply.search.base import (
    UNLIMITED,
    Limit,
    Progress,
    Request,
    Result,
    Search,
    two_player_refusal,
)
from outply.search.coded_moves import with_any_moves
from outply.search.engine.root_search import RootSearch
from outply.search.engine.run import EngineRun, Solution
from outply.search.engine.runner import EngineRunner

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
        """Raise also if the contempt would make a draw worth as much as a win."""
        super().require(game)
        most = game.utility_range[1]
        if self.contempt and not abs(self.contempt) < most:
            raise OutplyError(
                f"The engine's contempt is {self.contempt:g}; in {game.name} give "
                f"a number between {-most:g} and {most:g}."
            )

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        return self.run(game, state, request).result()

    def solve(
        self,
        game: Game[Any],
        state: Any,
        limit: Limit | None = None,
        *,
        compiled: bool | None = None,
        progress: Progress | None = None,
        started: Callable[[EngineRun], None] | None = None,
    ) -> Solution:
        """The truth about `state`, and all moves that attain it, if the limit allows.

        `started` is called with the run, which another thread can then watch and stop.
        """

        def answer(game: Game[Any], state: Any, request: Request) -> Solution:
            run = self.run(game, state, request)
            if started:
                started(run)
            return run.solution()

        request = Request(limit or UNLIMITED, compiled, None, progress)
        return cast("Solution", with_any_moves(answer, game, state, request))

    def run(self, game: Game[Any], state: Any, request: Request) -> EngineRun:
        """The run of `search` and `solve`, in a game whose moves are numbers."""
        return EngineRun(self, self._runner(game, request), state, request)

    def _runner(self, game: Game[Any], request: Request) -> EngineRunner:
        """Most often for the same game as last time, and then without looking for its kernel."""
        global _last
        engine, last_game, runner = _last
        compiled, watch = request.compiled, request.watch
        if engine is not self or last_game is not game or compiled is False or watch is not None:
            self.require(game)
            runner = EngineRunner(self.root_search(game), game, compiled, watch)
            if not runner.compiled:
                return runner
            _last = self, game, runner
        renewed: EngineRunner = runner.renewed()
        return renewed

    def root_search(self, game: Game[Any]) -> RootSearch:
        """What is to be compiled: what is asked for, as far as the game defines what it needs."""

        def defines(method: str) -> bool:
            return getattr(type(game), method) is not getattr(Game, method)

        return RootSearch(
            has_scores=game.utility_range != (-1.0, 1.0),
            has_order=defines("order"),
            has_candidates=defines("candidates"),
            use_quiescence=self.quiescence and defines("noisy_moves"),
            use_extensions=self.extensions and defines("extension"),
            use_reductions=self.reductions and defines("reducible"),
            use_null_move=self.null_move and defines("passed"),
        )


_last: tuple[Any, Any, Any] = None, None, None  # engine, game and runner of the last search
