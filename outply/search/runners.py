"""Runs the engine's core at either speed, with the memory that it needs."""

from __future__ import annotations

import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from outply.game import INFINITY, Game
from outply.native import kernel
from outply.search.base import WatchMaker
from outply.search.desk import Desk
from outply.search.guard import guarded
from outply.search.pvs import PROVE, Pvs
from outply.search.stack import allow_recursion, start
from outply.search.table import Table
from outply.search.watch import Watch

__all__ = ["Compiled", "Interpreted", "Runner"]

INLINE_HEIGHT = 256  # deeper searches want a larger stack than a thread has
MOST_NODES = 1 << 62
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

    def __init__(self, core: Pvs, game: Game[Any]) -> None:
        self.core, self.game = core, game
        self._stopped = False

    def settle(
        self, state: Any, height: int, megabytes: int, contempt: float, threads: int
    ) -> None:
        """Get a clean workplace for searches from `state`, up to `height` plies deep."""
        self.state, self.height, self._megabytes = state, height, megabytes
        self.table = _tables.take(megabytes, lambda: Table(megabytes))
        self.desk = _desks.take(0, Desk)
        self.table.clear(threads)
        self.desk.tidy(self.game.to_move(state), contempt)

    def leave(self) -> None:
        """Give the workplace back."""
        _tables.give(self._megabytes, self.table)
        _desks.give(0, self.desk)

    @abstractmethod
    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        """The value of the best of the root's moves from the `first` on, as `Pvs.run` says."""

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

    def __init__(self, core: Pvs, game: Game[Any], watch: WatchMaker) -> None:
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
    """Several threads search the same, and share what they find and what each is at work on."""

    compiled = True

    def __init__(self, core: Pvs, game: Game[Any]) -> None:
        from outply.native.memory import NativeWatch

        super().__init__(core, game)
        self._kernel = kernel(Pvs.run, game, core, watch=NativeWatch, table=Table, desk=Desk)

    def settle(
        self, state: Any, height: int, megabytes: int, contempt: float, threads: int
    ) -> None:
        from outply.native.memory import WatchMemory

        super().settle(state, height, megabytes, contempt, threads)
        self._watch = WatchMemory(height, INFINITY)
        self._helpers = [(WatchMemory(height, INFINITY), Desk()) for _ in range(threads - 1)]
        for _, desk in self._helpers:
            desk.tidy(self.game.to_move(state), contempt)

    def __call__(
        self, depth: int, alpha: float, beta: float, first: int, nodes: float, deadline: float
    ) -> float:
        share = min(nodes, MOST_NODES) // (1 + len(self._helpers))
        self._watch.begin(min(nodes, MOST_NODES) - share * len(self._helpers))
        if self._stopped:
            self._watch.stop()
        threads: list[threading.Thread] = []
        is_long = depth >= PROVE or self.nodes >= WORTH_HELP
        self.running = True
        try:
            for watch, desk in self._helpers if is_long else []:
                watch.begin(share)
                numbers = depth, alpha, beta, first
                threads.append(start(partial(self._help, numbers, watch, desk)))
            with guarded(self._watch, deadline):
                return self._called(depth, alpha, beta, first)
        finally:
            self._end(threads)
            self.running = False
            self.nodes, self.own_nodes = self._counted(), self._watch.nodes
            self.guessed = self._watch.guessed

    def stop(self) -> None:
        self._stopped = True
        self._watch.stop()

    def _end(self, threads: list[threading.Thread]) -> None:
        """Stop the helpers, and wait for them whatever happens: they use this memory."""
        interrupted = False
        while any(thread.is_alive() for thread in threads):
            try:
                for watch, _ in self._helpers:
                    watch.stop()
                for thread in threads:
                    thread.join()
            except KeyboardInterrupt:
                interrupted = True
        if interrupted:
            raise KeyboardInterrupt

    def _counted(self) -> int:
        return self._watch.nodes + sum(watch.nodes for watch, _ in self._helpers)

    def _called(self, *numbers: float) -> float:
        addresses = self._watch.address, self.table.address, self.desk.address
        if self.height <= INLINE_HEIGHT:
            return self._kernel(self.state, *numbers, self.height, *addresses)  # type: ignore[no-any-return]
        return _on_large_stack(
            lambda: self._kernel(self.state, *numbers, self.height, *addresses), self._watch.stop
        )

    def _help(self, numbers: tuple[float, ...], watch: Any, desk: Desk) -> None:
        addresses = watch.address, self.table.address, desk.address
        with suppress(Exception):  # what is wrong, the first thread finds as well
            self._kernel(self.state, *numbers, self.height, *addresses)

    def line(self) -> tuple[int, ...]:
        return self._watch.line(self.height)


def _on_large_stack(work: Callable[[], float], stop: Callable[[], None]) -> float:
    answer: list[float | Exception] = []

    def answered() -> None:
        try:
            answer.append(work())
        except Exception as error:
            answer.append(error)

    thread = start(answered)
    try:
        thread.join()
    finally:
        stop()
        thread.join()
    if isinstance(answer[0], Exception):
        raise answer[0]
    return answer[0]


class _Pool:
    """Memory that one search takes and gives back for the next: a new one takes time to get."""

    def __init__(self) -> None:
        self._spare: dict[Any, Any] = {}

    def take(self, kind: Any, make: Callable[[], Any]) -> Any:
        return self._spare.pop(kind, None) or make()

    def give(self, kind: Any, memory: Any) -> None:
        self._spare = {kind: memory}

    def forget(self) -> None:
        self._spare = {}


_tables, _desks = _Pool(), _Pool()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_tables.forget)
    os.register_at_fork(after_in_child=_desks.forget)
