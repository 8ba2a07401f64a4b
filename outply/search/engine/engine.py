"""The engine: the tuned search for two-player games."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, cast

from outply.game import Game, OutplyError, Traits, is_defined
from outply.search.base import (
    UNLIMITED,
    EvaluatedSearch,
    Limit,
    Progress,
    Request,
    Result,
    two_player_refusal,
)
from outply.search.coded_moves import with_any_moves
from outply.search.engine.memory import KeptMemory
from outply.search.engine.root_search import RootSearch
from outply.search.engine.run import EngineRun, Solution
from outply.search.engine.runner import EngineRunner
from outply.search.engine.selective_search import SelectiveSearch

__all__ = ["Engine"]

MOST = 1 << 16  # megabytes, threads or lines
SELECTIVE_HINTS = ("noisy_moves", "in_check", "passed", "reducible", "extension")
TECHNIQUES = {
    "quiescence": "noisy_moves",
    "extensions": "",
    "reductions": "reducible",
    "null_move": "passed",
    "reverse_futility": "margin",
    "futility": "margin",
    "late_move_pruning": "margin",
    "exchange_pruning": "margin",
    "internal_reduction": "",
    "singular": "margin",
    "probcut": "margin",
    "cut_reduction": "reducible",
}
"""The techniques of the selective search that can be switched off, and what a game must define."""


@dataclass(frozen=True)
class Engine(EvaluatedSearch):
    """Finds the best move in two-player games: the tuned search, and the default.

    `megabytes` is the size of the transposition table, `lines` how many best moves to find,
    `contempt` how much a draw is worth less than 0 to the player to move. `endings` is the file of
    a table that `outply solve --all` made: what it has is not searched. `evaluation` is the file of
    weights that `outply learn` made, `FILE.py:NAME` for a function of a Python file, or `none` for
    no evaluation at all. Under a limit, games with hints for it are searched selectively; each
    technique can be switched off, and `exact` switches all of them off. With one thread the answer
    under a limit of depth or nodes is always the same.
    """

    name: ClassVar[str] = "engine"
    values_for: ClassVar[str] = "mover"
    manages_clock: ClassVar[bool] = True
    takes_root_moves: ClassVar[bool] = True

    megabytes: int = 64
    threads: int = 1
    lines: int = 1
    contempt: float = 0.0
    quiescence: bool = True
    extensions: bool = True
    reductions: bool = True
    null_move: bool = True
    reverse_futility: bool = True
    futility: bool = True
    late_move_pruning: bool = True
    exchange_pruning: bool = True
    internal_reduction: bool = True
    singular: bool = True
    probcut: bool = True
    cut_reduction: bool = True
    exact: bool = False
    endings: str = ""
    evaluation: str = ""

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

    def new_memory(self, *, reserved: bool = False) -> KeptMemory:
        return KeptMemory(reserved)

    def memory_of_next_game(self, memory: Any) -> Any:
        memory.clear()
        return memory

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

        limit = self.within_clock(limit or UNLIMITED)
        request = Request(limit, compiled, None, progress, is_proof=True)
        evaluated = self.as_evaluated(game)
        return cast("Solution", with_any_moves(answer, evaluated, state, request))

    def run(self, game: Game[Any], state: Any, request: Request) -> EngineRun:
        """The run of `search` and `solve`, in a game whose moves are numbers."""
        return EngineRun(self, self._runner(game, request), state, request)

    def _runner(self, game: Game[Any], request: Request) -> EngineRunner:
        """Most often for the same game as last time, and then without looking for its kernel.

        While faster code is to come, the kernel is looked for each time: there may be another one
        that was fully optimised.
        """
        global _last
        compiled, watch = request.compiled, request.watch
        is_selective = self._is_selective(game, request)
        engine, last_game, was_selective, runner = _last
        is_last = engine is self and last_game is game and was_selective == is_selective
        if not is_last or compiled is False or watch is not None:
            self.require(game)
            code = self.selective_search(game) if is_selective else self.exact_search(game)
            runner = EngineRunner(code, game, compiled, watch)
            if not (runner.compiled and runner.is_final):
                return runner
            _last = self, game, is_selective, runner
        renewed: EngineRunner = runner.renewed()
        return renewed

    def _is_selective(self, game: Game[Any], request: Request) -> bool:
        """Whether to search selectively: under a limit, without a proof, where there are hints."""
        limit = request.limit
        if limit is UNLIMITED or request.is_proof or self.exact or limit == UNLIMITED:
            return False
        return _has_selective_hints(cast("Any", type(game)))

    def exact_search(self, game: Game[Any]) -> RootSearch:
        return RootSearch(
            has_scores=game.utility_range != (-1.0, 1.0),
            has_repetition=is_defined(game, "reversible_plies"),
            has_order=is_defined(game, "order"),
            has_candidates=is_defined(game, "candidates"),
        )

    def selective_search(self, game: Game[Any]) -> SelectiveSearch:
        """The selective search with the techniques that are asked for and that the game allows."""
        techniques = {
            f"use_{name}": getattr(self, name) and allows(game, needed)
            for name, needed in TECHNIQUES.items()
        }
        return SelectiveSearch(
            has_scores=game.utility_range != (-1.0, 1.0),
            has_legality=is_defined(game, "is_legal"),
            has_repetition=is_defined(game, "reversible_plies"),
            use_checks=is_defined(game, "in_check"),
            use_exchanges=is_defined(game, "exchange"),
            **techniques,
        )


_last: tuple[Any, ...] = (None,) * 4  # engine, game, how it searches, and runner


@cache
def _has_selective_hints(kind: Any) -> bool:
    return any(getattr(kind, hint) is not getattr(Game, hint) for hint in SELECTIVE_HINTS)


def allows(game: Game[Any], needed: str) -> bool:
    """Whether a game has what a technique needs: nothing, a method or a margin."""
    return game.margin > 0.0 if needed == "margin" else not needed or is_defined(game, needed)
