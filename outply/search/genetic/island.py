"""An island: a reservation tree with its population. Some are kept for the next move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.game import Game, OutplyError
from outply.search.base import Search
from outply.search.genetic.population import Population
from outply.search.genetic.reservation_tree import NONE, ROOT, ReservationTree
from outply.search.runner import Budget, Runner
from outply.search.threads import recursion_allowed

__all__ = ["Island", "Path", "keep", "kept_paths"]

NO_RECURSION = 1  # ply
PLIES_BETWEEN_MOVES = 3  # of a player, at most: turns in a row are rare
MOST_KEPT = 4

Path = tuple[int, ...]
"""Genes, from the root on."""


class Island:
    """A population that evolves on its own. `runner` calls `evolve`, for this island alone."""

    def __init__(self, runner: Runner, state: Any, megabytes: int, population: Population) -> None:
        self.game, self.runner, self._state = runner.game, runner, state
        self.population, self.depth = population, population.depth
        self.tree = _new_tree(megabytes)
        self.tree.reset()
        self.nodes = 0
        self._estimated = False
        self._is_exact: bool | None = None  # None if that is to be found out

    def evolve(self, generations: int, budget: Budget) -> None:
        """Continue evolution; raises Stopped when the budget is spent before the generations."""
        records, runner = (self.tree, self.population), self.runner
        self._is_exact = None
        try:
            runner(
                *(self._state, generations),
                records=records,
                depth=self.depth,
                recursion=NO_RECURSION if runner.compiled else self.depth,
                budget=budget,
            )
        except KeyboardInterrupt:
            if not runner.compiled:  # compiled, it comes between two paths
                with recursion_allowed(self.depth):
                    self.tree.remove_unfinished_path()
            raise
        finally:
            self.nodes += runner.watch.nodes
            self._estimated |= runner.watch.estimated
            self.population.set_immigrants([])

    @property
    def is_exact(self) -> bool:
        """Whether the value is that of a search of all paths."""
        if self._is_exact is None:
            with recursion_allowed(self.depth):
                self._is_exact = self.tree.is_exact()
        return self._is_exact

    @property
    def is_proved(self) -> bool:
        return self.is_exact and not self._estimated and not self.game.selective

    @property
    def prefers_a_move(self) -> bool:
        """Whether the value is exact and not all moves are worth the same."""
        if not self.is_exact:
            return False
        values = self.root_values().values()
        return len(values) == 1 or min(values) < max(values)

    # -- what was found ---------------------------------------------------------------

    @property
    def has_paths(self) -> bool:
        return self.tree.best_child(ROOT) != NONE

    def value_of(self, move: int) -> float:
        """The value of a move at the root that has been tried."""
        return self.tree.value(self.tree.child_by_move(ROOT, move))

    def root_values(self) -> dict[int, float]:
        """The value of each move at the root."""
        return {self.tree.move(node): self.tree.value(node) for node in self._children(ROOT)}

    def paths(self, below: int = ROOT) -> list[Path]:
        """The best line from a node on, and the population's paths through it, fittest first."""
        leaves = [self.population.leaf(index) for index in range(self.population.count)]
        found = [self._path(leaf, below) for leaf in (self._end_of_line(below), *leaves)]
        return list(dict.fromkeys(path for path in found if path))

    def _end_of_line(self, node: int) -> int:
        while (after := self.tree.best_child(node)) != NONE:
            node = after
        return node

    def _path(self, leaf: int, below: int) -> Path:
        """The genes from a node to a leaf; none if the leaf is not below the node."""
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

    def node_of(self, state: Any, move: int, plies: int) -> int:
        """The node of a state that a move, the best line after it and any replies reach; or NONE.

        The move is the answer of all islands, and need not be the best one here.
        """
        places = [(self.tree.child_by_move(ROOT, move), self.game.result(self._state, move))]
        for _ in range(plies):
            for node, here in places:
                if here == state:
                    return node
            places = [place for node, here in places for place in self._expected(node, here)]
        return NONE

    def _expected(self, node: int, state: Any) -> Iterator[tuple[int, Any]]:
        """The nodes that may come next, if the player at the root plays the best move."""
        best = self.tree.best_child(node)
        own = [best] if best != NONE else []
        for child in own if self.tree.sign(node) > 0 else self._children(node):
            yield child, self.game.result(state, self.tree.move(child))


def _new_tree(megabytes: int) -> ReservationTree:
    try:
        return ReservationTree(megabytes)
    except (OSError, MemoryError):
        raise OutplyError(
            f"This machine has no {megabytes:,} megabytes for a reservation tree; give fewer."
        ) from None


# -- reuse -----------------------------------------------------------------------------

_kept: dict[int, tuple[Search, Island, int]] = {}  # by the identity of the search


def keep(search: Search, island: Island, move: int) -> None:
    """Keep the island of a search's last answer; only those of a few searches are kept."""
    _kept.pop(id(search), None)
    _kept[id(search)] = search, island, move
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]


def kept_paths(search: Search, game: Game[Any], state: Any) -> list[Path]:
    """The kept paths from `state` on, if this search expected it in this game."""
    owner, island, move = _kept.get(id(search), (None, None, 0))
    if owner is not search or island is None or island.game is not game:
        return []
    node = island.node_of(state, move, PLIES_BETWEEN_MOVES)
    return [] if node == NONE else island.paths(node)
