"""A reservation tree with its population, which evolves at either speed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler.memory import NativeWatch
from outply.game import Game, OutplyError
from outply.search.genetic.evolution import evolve
from outply.search.genetic.population import Population
from outply.search.genetic.reservation import NONE, ROOT, Reservation
from outply.search.host import run_kernel
from outply.search.threads import allow_recursion
from outply.search.watch import Watch

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel

__all__ = ["Budget", "Island", "Path"]

NO_RECURSION = 1  # ply

Path = tuple[int, ...]
"""Genes, from the root on."""


class Budget(NamedTuple):
    """How long evolution goes on: whichever is reached first."""

    generations: int
    nodes: float
    deadline: float


class Island:
    def __init__(
        self,
        game: Game[Any],
        state: Any,
        kernel: Kernel | None,
        megabytes: int,
        people: Population,
    ) -> None:
        self.game, self._state, self._kernel = game, state, kernel
        self.people, self.depth = people, people.depth
        allow_recursion(self.depth)
        self.tree = _tree(megabytes)
        self.tree.plant()
        self.nodes = 0
        self._guessed = self._is_stopped = False
        self._watch: Watch | NativeWatch = Watch(0)

    def evolve(self, budget: Budget) -> None:
        """Go on; raises Stopped where nodes or time are over before the generations."""
        try:
            if self._kernel is None:
                self._interpreted(budget)
            else:
                self._compiled(self._kernel, budget)
        finally:
            self.nodes += self._watch.nodes
            self._guessed |= self._watch.guessed
            self.people.invite([])

    def _interpreted(self, budget: Budget) -> None:
        watch = self._watch = Watch(self.depth, budget.nodes, budget.deadline)
        try:
            evolve(
                *(self.game, self._state, self.depth, budget.generations),
                *(watch, self.tree, self.people),
            )
        except KeyboardInterrupt:  # which may come anywhere; compiled, between two paths
            self.tree.mend()
            raise

    def _compiled(self, kernel: Kernel, budget: Budget) -> None:
        watch = self._watch = NativeWatch(self.depth)
        if self._is_stopped:
            watch.stop()
        run_kernel(
            *(kernel, NO_RECURSION, watch, budget.nodes, budget.deadline),
            *(self._state, self.depth, budget.generations, watch, self.tree, self.people),
        )

    def stop(self) -> None:
        """From another thread, for good."""
        self._is_stopped = True
        self._watch.stop()

    @property
    def is_settled(self) -> bool:
        """Whether the tree's answer is that of a search of everything."""
        return self.tree.is_settled()

    @property
    def is_proved(self) -> bool:
        return self.is_settled and not self._guessed

    @property
    def is_telling(self) -> bool:
        """Whether that answer tells one move from another."""
        values = self.root_values().values()
        return self.is_settled and (len(values) == 1 or min(values) < max(values))

    # -- what was found ---------------------------------------------------------------

    def root_values(self) -> dict[int, float]:
        """What the moves at the root are worth."""
        return {self.tree.move(node): self.tree.value(node) for node in self._children(ROOT)}

    def paths(self, below: int = ROOT) -> list[Path]:
        """Best play from a node on, and the population's paths through it, fittest first."""
        leaves = [self.people.leaf(index) for index in range(self.people.count)]
        found = [self._path(leaf, below) for leaf in (self._end_of_line(below), *leaves)]
        return list(dict.fromkeys(path for path in found if path))

    def _end_of_line(self, node: int) -> int:
        while (after := self.tree.best_child(node)) != NONE:
            node = after
        return node

    def _path(self, leaf: int, below: int) -> Path:
        """Empty for one that does not go through the node."""
        genes: list[int] = []
        while leaf not in (below, NONE):
            genes.append(self.tree.gene(leaf))
            leaf = self.tree.parent(leaf)
        return tuple(reversed(genes)) if leaf == below else ()

    def _children(self, node: int) -> Iterator[int]:
        child = self.tree.child(node)
        while child != NONE:
            yield child
            child = self.tree.sibling(child)

    def node_of(self, state: Any, plies: int) -> int:
        """Where `state` is, if best play here and any replies come to it; or none."""
        places = [(ROOT, self._state)]
        for _ in range(plies):
            places = [place for node, here in places for place in self._expected(node, here)]
            for node, here in places:
                if here == state:
                    return node
        return NONE

    def _expected(self, node: int, state: Any) -> Iterator[tuple[int, Any]]:
        """What may come next: the player at the root plays what is best."""
        best = self.tree.best_child(node)
        own = [best] if best != NONE else []
        for child in own if self.tree.sign(node) > 0 else self._children(node):
            yield child, self.game.result(state, self.tree.move(child))


def _tree(megabytes: int) -> Reservation:
    try:
        return Reservation(megabytes)
    except (OSError, MemoryError):
        raise OutplyError(
            f"This machine has no {megabytes:,} megabytes for a reservation tree; give fewer."
        ) from None
