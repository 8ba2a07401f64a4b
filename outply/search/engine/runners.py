"""Runs the engine's core at either speed, with the memory that it needs."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from outply.compiler import kernel
from outply.compiler.memory import NativeWatch
from outply.game import Game
from outply.search.base import WatchMaker
from outply.search.engine.core import PROVE, Core
from outply.search.engine.desk import Desk
from outply.search.engine.helpers import Helpers
from outply.search.engine.workplace import give_back, take
from outply.search.pace import INLINE_HEIGHT, run
from outply.search.stack import allow_recursion
from outply.search.static import require_moves
from outply.search.table import Table
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel
    from outply.search.engine.engine import Engine

__all__ = ["Compiled", "Interpreted", "Runner"]

WORTH_HELP = 20_000  # nodes of the search before; below, to start a thread is too long


class Runner(ABC):
    """The core, a table and a desk: one search's workplace.

    A call is one search from the root. After it `nodes` and `books` tell of it, even if it was
    stopped, and the root's moves are on the desk, the best first.
    """

    compiled: bool
    core: Core
    game: Game[Any]
    books: Watch | NativeWatch  # of the first thread
    nodes: int = 0  # of all threads
    running: bool = False
    _stopped: bool = False

    def settle(self, engine: Engine, state: Any, height: int) -> None:
        """Get a clean workplace for searches from `state`, up to `height` plies deep."""
        self.state, self.height = state, height
        self._workplace = workplace = take(engine.megabytes)
        self.table, self.desk = workplace.table, workplace.desk
        self.table.clear(engine.threads)
        self.desk.tidy(engine.contempt)

    def leave(self) -> None:
        """Give the workplace back."""
        give_back(self._workplace)

    @abstractmethod
    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        """The value of the best of the root's moves from the `first` on, as `Core.run` says."""

    @abstractmethod
    def stop(self) -> None:
        """Stop what is under way, and all calls to come; from any thread."""

    @property
    def nodes_so_far(self) -> int:
        """Of a call that is under way, for another thread to read."""
        return self.books.nodes if self.running else 0


class Interpreted(Runner):
    compiled = False
    books: Watch

    def __init__(self, core: Core, game: Game[Any], watch: WatchMaker) -> None:
        self.core, self.game = core, game
        self._make, self.books = watch, Watch(0)

    def settle(self, engine: Engine, state: Any, height: int) -> None:
        if not self.game.is_terminal(state):
            require_moves(self.core.name, self.game, state)
        super().settle(engine, state, height)

    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        allow_recursion(self.height)
        watch = self.books = self._make(self.height, nodes=nodes, deadline=deadline)
        if self._stopped:
            watch.stop()
        self.running = True
        try:
            return self.core.run(
                *(self.game, self.state, depth, alpha, beta, first, self.height),
                *(watch, self.table, self.desk),
            )
        finally:
            self.running = False
            self.nodes = watch.nodes

    def stop(self) -> None:
        self._stopped = True
        self.books.stop()


class Compiled(Runner):
    compiled = True
    books: NativeWatch
    _is_ours: bool = False  # the workplace
    _helpers: Helpers | None = None
    _helping: Helpers | None = None  # with the last call

    def __init__(self, core: Core, game: Game[Any], kernel: Kernel) -> None:
        self.core, self.game = core, game
        self._kernel: Callable[..., float] = kernel
        self._handing_on = threading.RLock()  # a signal handler may stop what is leaving

    @staticmethod
    def kernel_of(core: Core, game: Game[Any]) -> Kernel:
        """The core compiled for a game; raises NotCompilable."""
        return kernel(Core.run, game, core, watch=NativeWatch, table=Table, desk=Desk)

    def settle(self, engine: Engine, state: Any, height: int) -> None:
        super().settle(engine, state, height)
        fits = height <= INLINE_HEIGHT
        self.books = self._workplace.watch if fits else NativeWatch(height)
        self._is_ours = True
        if self._stopped:
            self.books.stop()
        if engine.threads > 1:
            self._helpers = Helpers(engine.threads - 1, height, engine.contempt)

    def leave(self) -> None:
        with self._handing_on:  # the next search gets this watch
            self._is_ours = False
        if self._stopped:
            self.books.renew()
        give_back(self._workplace)

    def stop(self) -> None:
        with self._handing_on:
            self._stopped = True
            if self._is_ours:
                self.books.stop()

    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        given = self.state, depth, alpha, beta, first, self.height
        is_long = depth >= PROVE or self.nodes >= WORTH_HELP
        watch, kernel = self.books, self._kernel
        helpers = self._helping = self._helpers if is_long else None
        if helpers:
            nodes /= 1 + len(helpers)
            kernel = partial(helpers.at_work, kernel, nodes)
        self.running = True
        try:
            memory = watch, self.table, self.desk
            return run(kernel, self.height, watch, nodes, deadline, *given, *memory)
        finally:
            self.running = False
            self.nodes = watch.nodes + (helpers.nodes if helpers else 0)

    @property
    def nodes_so_far(self) -> int:
        helped = self._helping.nodes if self._helping and self.running else 0
        return super().nodes_so_far + helped
