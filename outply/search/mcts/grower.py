"""One thread of a search, which grows a tree at either speed."""

from __future__ import annotations

import random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.compiler import Stopped
from outply.compiler.memory import NativeWatch
from outply.game import INFINITY, Game
from outply.search.host import run_kernel
from outply.search.mcts.debts import pay_all
from outply.search.mcts.nodes import ROOT, Nodes
from outply.search.mcts.walk import grow
from outply.search.mcts.walker import Walker
from outply.search.threads import SharedWork
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel

__all__ = ["BATCH", "Grower", "Worlds"]

NO_RECURSION = 1  # ply
BATCH = 16  # simulations from one guess at what is hidden
MOST_AT_ONCE = 1 << 40

Worlds = list[tuple[Any, float]]


class Grower:
    """Begins each simulation in one of `worlds`, which are as likely as they say."""

    def __init__(
        self, game: Game[Any], worlds: Worlds, kernel: Kernel | None, tree: Nodes, seed: int
    ) -> None:
        self._game, self._kernel, self.tree = game, kernel, tree
        self._worlds = [world for world, _ in worlds]
        self._weights = [weight for _, weight in worlds]
        self._dice = random.Random(seed)
        self._walker = Walker(seed)
        self._watch: Watch | NativeWatch = Watch(0)
        self.made = 0  # simulations
        self._is_stopped = False
        self._pool, self._deadline = SharedWork(0, 1), INFINITY

    def draw_from(self, pool: SharedWork, deadline: float) -> None:
        """Where its simulations come from."""
        self._pool, self._deadline = pool, deadline

    def go_on(self) -> None:
        """Until the pool is empty, unless nothing is left to find out.

        Raises Stopped where time is over before. A full tree ends it too if others grow it as well.
        """
        until: float = self.made
        while not self.tree.is_solved(ROOT):
            if self.made >= until:
                until = self.made + self._pool.take()
            if self.made >= until or (self.tree.is_full() and self.tree.is_shared()):
                return
            self.grow(until - self.made)

    def grow(self, simulations: float, root: int = ROOT) -> None:
        """Some, up to so many."""
        world, wanted = self._worlds[0], int(min(simulations, MOST_AT_ONCE))
        if len(self._worlds) > 1 and simulations:
            if perf_counter() >= self._deadline:  # a kernel would not ask so soon
                raise Stopped
            world = self._dice.choices(self._worlds, self._weights)[0]
            wanted = min(wanted, BATCH)
        try:
            if self._kernel is None:
                self._interpreted(world, root, wanted)
            else:
                self._compiled(self._kernel, world, root, wanted)
        finally:
            self.made += self._watch.nodes

    def _interpreted(self, world: Any, root: int, wanted: int) -> None:
        watch = self._watch = Watch(0, deadline=self._deadline)
        try:
            grow(self._game, world, root, wanted, watch, self.tree, self._walker)
        except (Stopped, KeyboardInterrupt):
            watch.nodes -= self._walker.give_up(self.tree)
            raise

    def _compiled(self, kernel: Kernel, world: Any, root: int, wanted: int) -> None:
        watch = self._watch = NativeWatch(0)
        if self._is_stopped:
            watch.stop()
        run_kernel(
            *(kernel, NO_RECURSION, watch, INFINITY, self._deadline),
            *(world, root, wanted, watch, self.tree, self._walker),
        )

    def pay_debts(self) -> None:
        """When no thread is at work: the tree hears all that it was not told yet."""
        pay_all(self.tree, self._walker)

    def stop(self) -> None:
        """From another thread, for good."""
        self._is_stopped = True
        self._watch.stop()
