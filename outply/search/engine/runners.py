"""Runs the engine's core at either speed, with the memory that it needs."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any

from outply.game import Game
from outply.native import Stopped, kernel
from outply.native.memory import NativeWatch, WatchMemory
from outply.search.base import WatchMaker
from outply.search.engine.core import PROVE, Core
from outply.search.engine.desk import Desk
from outply.search.engine.helpers import Helpers
from outply.search.engine.workplace import give_back, take
from outply.search.pace import run
from outply.search.stack import allow_recursion
from outply.search.table import Table
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.native.kernels import Kernel

__all__ = ["Compiled", "Interpreted", "Runner"]

WORTH_HELP = 20_000  # nodes of the search before; below, to start a thread is too long


class Runner(ABC):
    """The core, a table and a desk: one search's workplace.

    A call is one search from the root. After it `nodes`, `guessed` and `line` tell of it, even
    if it was stopped, and the root's moves are on the desk, the best first.
    """

    compiled: bool
    nodes: int = 0
    own_nodes: int = 0  # of the first thread alone
    guessed: bool = False
    running: bool = False

    def __init__(self, core: Core, game: Game[Any]) -> None:
        self.core, self.game = core, game
        self._stopped = False

    def settle(
        self, state: Any, height: int, megabytes: int, contempt: float, threads: int
    ) -> None:
        """Get a clean workplace for searches from `state`, up to `height` plies deep."""
        self.state, self.height = state, height
        self._workplace = workplace = take(megabytes)
        self.table, self.desk = workplace.table, workplace.desk
        self.table.clear(threads)
        self.desk.tidy(self.game.to_move(state), contempt)

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
        """Stop what is under way, from any thread."""

    @abstractmethod
    def line(self) -> tuple[int, ...]:
        """The moves of both sides from the root, of the last call."""

    @property
    def nodes_so_far(self) -> int:
        """Of a call that is under way, for another thread to read."""
        return self._counted() if self.running else 0

    @abstractmethod
    def _counted(self) -> int:
        """The nodes that were entered since the present call began."""


class Interpreted(Runner):
    compiled = False

    def __init__(self, core: Core, game: Game[Any], watch: WatchMaker) -> None:
        super().__init__(core, game)
        self._make, self._watch = watch, Watch(0)

    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        allow_recursion(self.height)
        watch = self._watch = self._make(self.height, nodes=nodes, deadline=deadline)
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
            self.nodes = self.own_nodes = watch.nodes
            self.guessed = watch.guessed

    def stop(self) -> None:
        self._stopped = True
        self._watch.stop()

    def _counted(self) -> int:
        return self._watch.nodes

    def line(self) -> tuple[int, ...]:
        return self._watch.line(self.height)


class Compiled(Runner):
    compiled = True

    def __init__(self, core: Core, game: Game[Any], kernel: Kernel) -> None:
        super().__init__(core, game)
        self._kernel = kernel
        self._stopping = threading.Lock()
        self._stoppable: WatchMemory | None = None  # while the workplace is ours

    @staticmethod
    def kernel_of(core: Core, game: Game[Any]) -> Kernel:
        """The core compiled for a game; raises NotCompilable."""
        return kernel(Core.run, game, core, watch=NativeWatch, table=Table, desk=Desk)

    def settle(
        self, state: Any, height: int, megabytes: int, contempt: float, threads: int
    ) -> None:
        super().settle(state, height, megabytes, contempt, threads)
        self._watch = self._stoppable = self._workplace.watch_for(height)
        self._helpers: Helpers | None = None
        if threads > 1:
            self._helpers = Helpers(threads - 1, height, self.game.to_move(state), contempt)

    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        def search(watch: int, desk: int) -> float:
            if self._stopped:
                raise Stopped
            return self._kernel(  # type: ignore[no-any-return]
                self.state, depth, alpha, beta, first, self.height, watch, self.table.address, desk
            )

        watch, helpers = self._watch, self._helpers
        own = partial(search, watch.address, self.desk.address)
        self.running = True
        try:
            if helpers and (depth >= PROVE or self.nodes >= WORTH_HELP):
                nodes /= 1 + len(helpers)
                with helpers.at_work(search, nodes):
                    return run(own, self.height, watch, nodes, deadline)
            return run(own, self.height, watch, nodes, deadline)
        finally:
            self.running = False
            self.nodes, self.own_nodes = self._counted(), watch.nodes
            self.guessed = watch.guessed

    def stop(self) -> None:
        with self._stopping:
            self._stopped = True
            if self._stoppable is not None:
                self._stoppable.stop()

    def leave(self) -> None:
        with self._stopping:  # the next search may have this watch
            self._stoppable = None
        super().leave()

    def _counted(self) -> int:
        return self._watch.nodes + (self._helpers.nodes if self._helpers else 0)

    def line(self) -> tuple[int, ...]:
        return self._watch.line(self.height)
