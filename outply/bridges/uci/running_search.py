"""One search for another program, from its `go` to its `bestmove`, in a thread of its own."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Any, NamedTuple

from outply.bridges.uci.go import ENDLESS, Go
from outply.bridges.uci.info import info_lines, score_text
from outply.bridges.uci.position_command import UciPosition
from outply.bridges.uci.protocol_notation import move_text, parsed_move
from outply.bridges.uci.uci_options import UciSettings
from outply.bridges.uci.warm_up import WarmUp
from outply.game import OutplyError
from outply.search.base import Limit, Result
from outply.search.run_within_limit import Run
from outply.search.threads import SearchThread
from outply.search.unsearched_positions import unsearched

__all__ = ["RunningSearch", "SearchTask", "one_line"]

AT_ONCE = Limit(depth=1, seconds=0.05)  # of an interpreted search after `stop`
QUICK_DEPTH = 4  # plies of an interpreted search, as long as nothing is compiled
QUICK_SECONDS, QUICK_SHARE = 0.5, 0.5  # its time: seconds, or a share of the limit
LONGEST_WAIT = 3600.0  # seconds; then it waits again


class SearchTask(NamedTuple):
    """What to search for, and with what."""

    go: Go
    position: UciPosition
    settings: UciSettings
    memory: Any
    compiled: bool | None
    warm_up: WarmUp


class RunningSearch:
    """Searches, writes `info`, and writes `bestmove` once, when it may.

    All that several threads use is guarded by one condition, which `stop`, `ponderhit` and the end
    of compiling notify.
    """

    def __init__(
        self, task: SearchTask, write: Callable[[str], None], changed: threading.Condition
    ) -> None:
        self._task, self._write, self._changed = task, write, changed
        self._game, self._search = task.settings.game, task.settings.search
        self._state = task.position.state
        self._is_stopped, self._is_pondering = False, task.go.ponder
        self._began = perf_counter()
        self._run: Run | None = None
        self._last: Result | None = None  # that was written
        self._is_done = threading.Event()
        self._thread = SearchThread(self._work)

    # -- what the other program says --------------------------------------------------

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Answer with what is known by now."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()
            if self._run:
                self._run.stop()

    def ponderhit(self) -> None:
        """The move that was expected was made: from now on the clock runs."""
        with self._changed:
            if not self._is_pondering:
                return
            self._is_pondering, self._began = False, perf_counter()
            self._changed.notify_all()
            if self._run:
                self._run.limit_from_now(self._allowed())

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for `bestmove`; return whether it was written."""
        return self._is_done.wait(seconds)

    @property
    def is_done(self) -> bool:
        return self._is_done.is_set()

    # -- the search -------------------------------------------------------------------

    def _work(self) -> None:
        found: Result | None = None
        try:
            found = self._found()
        except BaseException as error:  # of the rules, even SystemExit: a move is still needed
            self._write(f"info string {one_line(error)}")
            with suppress(BaseException):
                found = unsearched(self._game, self._state, False)
        with self._changed:
            self._changed.wait_for(self._may_answer)
            self._run = None
        try:
            self._write(self._bestmove(found))
        finally:
            self._is_done.set()

    def _may_answer(self) -> bool:
        return self._is_stopped or not (self._is_pondering or self._task.go.waits_for_stop)

    def _found(self) -> Result | None:
        """What a search finds, or the book; None if the game is over."""
        if self._game.is_terminal(self._state):
            value = self._game.utility(self._state, self._game.to_move(self._state))
            is_lost = value < 0 and self._game.utility_range == (-1.0, 1.0)
            self._write(
                f"info depth 0 score {score_text(self._game, value, 0 if is_lost else None)}"
            )
            return None
        if (move := self._book_move()) is not None:
            return replace(unsearched(self._game, self._state, False), move=move)
        moves = self._root_moves()
        if not self._is_compiled_in_time():
            found = self._search_quickly(moves)
        else:
            found = self._search.search(
                *(self._game, self._state, self._allowed()),
                compiled=self._task.compiled,
                progress=self._show,
                history=self._task.position.history,
                memory=self._search.new_memory() if moves else self._task.memory,
                root_moves=moves,
                started=self._note_run,
            )
        if self._is_news(found):
            self._show(found)
        return found

    def _search_quickly(self, moves: list[Any]) -> Result:
        """Search interpreted in the time that is left."""
        self._write("info string The rules are still being compiled; this is a quick answer.")
        limit = self._allowed()
        depth = QUICK_DEPTH if limit.depth is None else min(limit.depth, QUICK_DEPTH)
        return self._search.search(
            *(
                self._game,
                self._state,
                AT_ONCE if self._is_stopped else replace(limit, depth=depth),
            ),
            compiled=False,
            progress=self._show,
            history=self._task.position.history,
            root_moves=moves,
            started=self._note_run,
        )

    def _note_run(self, run: Run) -> None:
        """Do what was asked for before the search had begun."""
        with self._changed:
            self._run = run
            if self._is_stopped:
                run.stop()
            elif self._task.go.ponder and not self._is_pondering:
                run.limit_from_now(self._allowed())

    # -- limits -----------------------------------------------------------------------

    def _allowed(self) -> Limit:
        """The limit, counted from now: the time since `go` or `ponderhit` is spent already."""
        go, overhead = self._task.go, self._task.settings.overhead
        player, spent = self._game.to_move(self._state), perf_counter() - self._began
        limit = go.limit(player, spent, overhead)
        if self._is_pondering:
            return replace(ENDLESS, depth=limit.depth, nodes=limit.nodes)
        return self._search.within_clock(limit)

    def _is_compiled_in_time(self) -> bool:
        """Wait until the rules are compiled, but leave time for a quick answer."""
        warm_up = self._task.warm_up
        with self._changed:
            while not warm_up.is_done and not self._is_stopped:
                seconds = self._allowed().seconds
                left = math.inf if seconds is None else seconds
                spent = perf_counter() - self._began
                wait = left - min(QUICK_SECONDS, QUICK_SHARE * (left + spent))
                if wait <= 0:
                    break
                self._changed.wait(min(wait, LONGEST_WAIT))
            return warm_up.is_done

    # -- the book, and the moves to consider ------------------------------------------

    def _book_move(self) -> Any:
        settings = self._task.settings
        is_wanted = settings.own_book and settings.book and not self._task.go.searchmoves
        if not is_wanted or self._task.go.waits_for_stop or settings.book is None:
            return None
        text = settings.book.move(self._game.format(self._state), self._is_chess960)
        return None if text is None else parsed_move(self._game, self._state, text)

    def _root_moves(self) -> list[Any]:
        """The moves to consider, if not all: those of `searchmoves`, or of the tables."""
        settings, texts = self._task.settings, list(self._task.go.searchmoves)
        if not texts and settings.tablebase and settings.lines == 1:
            texts = settings.tablebase.moves(self._game.format(self._state), self._is_chess960)
        moves = []
        for text in texts:
            try:
                moves.append(parsed_move(self._game, self._state, text))
            except (ValueError, LookupError) as refusal:
                self._write(f"info string {one_line(refusal)}")
        if moves and not self._search.takes_root_moves:
            self._write(f"info string {self._search.name} considers all moves.")
            return []
        return list(dict.fromkeys(moves))

    @property
    def _is_chess960(self) -> bool:
        return bool(getattr(self._game, "chess960", False))

    # -- what is written --------------------------------------------------------------

    def _show(self, found: Result) -> None:
        self._last = found
        show_wdl = self._task.settings.show_wdl
        for line in info_lines(self._game, self._state, found, show_wdl, self._run):
            self._write(line)
        self._stop_at_mate(found)

    def _is_news(self, found: Result) -> bool:
        last = self._last
        return last is None or (found.move, found.value, found.depth) != (
            *(last.move, last.value, last.depth),
        )

    def _stop_at_mate(self, found: Result) -> None:
        most = self._task.go.mate_plies
        if most is None or found.distance is None or found.value <= 0 or found.distance > most:
            return
        with self._changed:
            if self._run:
                self._run.stop()

    def _bestmove(self, found: Result | None) -> str:
        if found is None or found.move is None:
            return "bestmove (none)"
        text = f"bestmove {move_text(self._game, self._state, found.move)}"
        if len(found.line) < 2 or found.line[0] != found.move:
            return text
        try:
            after = self._game.result(self._state, found.move)
            return f"{text} ponder {move_text(self._game, after, found.line[1])}"
        except Exception:
            return text


def one_line(error: BaseException) -> str:
    """What an error says, in one line."""
    said = " ".join(str(error).split())
    return said if isinstance(error, OutplyError) else f"{type(error).__name__}: {said}"
