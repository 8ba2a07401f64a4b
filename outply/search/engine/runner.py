"""Runs the engine's search from the root: in one thread or several, with memory that is reused."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from outply.compiler.errors import FasterCodeReady
from outply.compiler.native_watch import NativeWatch
from outply.game import INFINITY, Game
from outply.search.base import WatchMaker, Window
from outply.search.engine.killers_and_history import MoveHistory, QuietHistory
from outply.search.engine.memory import KeptMemory, SearchMemory, give_back, take_empty
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.path import RootPath
from outply.search.engine.root import Root
from outply.search.engine.root_search import PROVE, RootSearch
from outply.search.engine.selective_search import SelectiveSearch
from outply.search.runner import INLINE_DEPTH, Budget, Runner, run_kernel
from outply.search.threads import SearchThread
from outply.search.transposition_table import Table

if TYPE_CHECKING:
    from outply.search.engine.engine import Engine
    from outply.search.engine.run import EngineRun

__all__ = ["EngineRunner"]

RECORDS = {"table": Table, "moves": MoveStack, "history": MoveHistory, "root": Root}
SELECTIVE_RECORDS = {
    "table": Table,
    "moves": MoveStack,
    "history": QuietHistory,
    "path": RootPath,
}
WORTH_HELP = 20_000  # nodes of the search before; below, to start a thread takes too long


class EngineRunner(Runner):
    """Calls `RootSearch.search_root`. After each call `nodes` and `watch` tell of it, even if it
    was stopped, and the root's moves are in `memory.moves`, the best first.
    """

    quick_first = True
    memory: SearchMemory
    nodes: int = 0  # of all threads, in the last call
    is_running: bool = False
    _nodes_before: int = 0  # of the call under way, until faster code was ready
    _owns_watch: bool = False
    _helpers: list[SearchMemory] = []  # noqa: RUF012  (replaced, never changed)
    _helping: list[SearchMemory] = []  # noqa: RUF012  those that help the call under way

    def __init__(
        self,
        root_search: RootSearch | SelectiveSearch,
        game: Game[Any],
        compiled: bool | None,
        watch: WatchMaker | None,
    ) -> None:
        self.is_selective = isinstance(root_search, SelectiveSearch)
        records = SELECTIVE_RECORDS if self.is_selective else RECORDS
        function = type(root_search).search_root
        super().__init__(
            function, game, root_search, records=records, compiled=compiled, watch=watch
        )
        self.root_search, self._handing_on = root_search, threading.RLock()
        self.can_prove = not (self.is_selective or root_search.has_scores)  # by null windows

    def prepare(self, engine: Engine, remaining: int, run: EngineRun) -> None:
        """Take memory for the searches of a run, which are up to `remaining` plies deep."""
        kept = run.request.memory
        keys = run.keys() if self.root_search.has_repetition else ()
        self._megabytes, self._is_kept = engine.megabytes, kept is not None
        self._remaining = remaining
        if kept is None:
            memory = take_empty(engine.megabytes, self.is_selective, engine.threads)
        else:
            memory = self._kept(engine, kept, run.state)
        self.memory = memory
        memory.root.reset(engine.contempt, remaining, keys)
        if not self.compiled:
            return
        self.watch = memory.watch if remaining <= INLINE_DEPTH else NativeWatch(remaining)
        self._owns_watch = True
        if self._is_stopped or self._latest < INFINITY:
            self._pass_on()
        for _ in range(engine.threads - 1):
            helper = SearchMemory(memory.table, self.is_selective, remaining)
            helper.root.reset(engine.contempt, remaining, keys)
            self._helpers = [*self._helpers, helper]

    def set_root_moves(self, player: int, moves: Sequence[int]) -> None:
        """Let the root have these moves only; `search_root` lists all if nothing is said."""
        for memory in (self.memory, *self._helpers):
            for index, move in enumerate(moves):
                memory.moves.put(index, move)
            memory.root.player, memory.root.end = player, len(moves)

    def _kept(self, engine: Engine, kept: KeptMemory, state: Any) -> SearchMemory:
        """What the player kept since its last move."""
        return kept.of(engine, self.game, self.game.to_move(state), self.is_selective)

    def release(self) -> None:
        """Give the memory to the next search."""
        with self._handing_on:  # a signal handler may call `stop` now
            self._owns_watch = False
        was_limited = self._is_stopped or self._latest < INFINITY
        if was_limited and isinstance(self.watch, NativeWatch):
            self.watch.renew()
        if not self._is_kept:
            give_back(self._megabytes, self.memory)

    @property
    def is_final(self) -> bool:
        """Whether no faster code is to come."""
        return self.function.later is None  # type: ignore[attr-defined]

    def stop(self) -> None:
        with self._handing_on:
            self._is_stopped = True
            if not self.compiled or self._owns_watch:
                self.watch.stop()

    def end_by(self, deadline: float) -> None:
        with self._handing_on:
            self._latest = deadline
            if not self.compiled or self._owns_watch:
                self._pass_on()

    def search(self, state: Any, depth: int, window: Window, first: int, budget: Budget) -> float:
        """The value of the best of the root's moves from the `first` on, as `search_root` says."""
        memory, watch, most = self.memory, self.watch, self._remaining
        if helpers := self._helpers:
            is_long = depth >= PROVE or self.nodes >= WORTH_HELP
            self._helping = helpers if is_long else []
        self._nodes_before = 0
        while True:
            memory.root.ask(depth, window.alpha, window.beta, first)
            self.is_running = True
            try:
                found: float
                if not isinstance(watch, NativeWatch):
                    found = self(state, records=memory.records, depth=most, budget=budget)
                elif self._helping:
                    found = self._searched_with_help(state, watch, budget)
                else:
                    given = (watch, *budget, state, watch, *memory.records)
                    found = run_kernel(self.function, most, *given)
                return found
            except FasterCodeReady:
                pass
            finally:
                self.nodes = self._nodes_visited()
                self.is_running = False
            budget = budget._replace(nodes=budget.nodes - watch.nodes)
            self._nodes_before, watch.nodes = self.nodes, 0

    def _searched_with_help(self, state: Any, watch: NativeWatch, budget: Budget) -> float:
        most, memory = self._remaining, self.memory
        nodes, deadline = budget.nodes / (1 + len(self._helping)), budget.deadline
        memory.table.busy.clear()  # threads that were stopped have left marks
        with ExitStack() as cleanup:
            for helper in self._helping:
                self._start(helper, state, nodes, cleanup)
            given = (watch, nodes, deadline, state, watch, *memory.records)
            return float(run_kernel(self.function, most, *given))

    def _start(self, helper: SearchMemory, state: Any, nodes: float, cleanup: ExitStack) -> None:
        """Search the same in another thread, which shares the table."""
        asked = self.memory.root
        helper.root.ask(asked.depth, asked.alpha, asked.beta, asked.first)
        helper.watch.renew()
        helper.watch.begin(nodes)

        def work() -> None:
            with suppress(Exception):  # the first thread finds what is wrong, too
                self.function(state, helper.watch, *helper.records)

        thread = SearchThread(work)
        cleanup.callback(thread.finish, helper.watch.stop)
        thread.start()

    @property
    def nodes_so_far(self) -> int:
        """Of the call under way, for another thread to read; 0 if there is none."""
        return self._nodes_visited() if self.is_running else 0

    def _nodes_visited(self) -> int:
        """In the call under way, or in the last one."""
        nodes = self._nodes_before + self.watch.nodes
        if self._helping:
            nodes += sum(helper.watch.nodes for helper in self._helping)
        return nodes
