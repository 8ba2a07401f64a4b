"""Tree reuse: a search continues with the tree of the move before, in the same game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.game import Game
from outply.search.mcts.search_tree import ROOT, SearchTree

if TYPE_CHECKING:
    from outply.search.mcts.mcts import MCTS

__all__ = ["keep_tree", "take_kept_tree"]

PLIES = 4  # between two moves of a player, with dice
MOST_KEPT = 2  # trees
MOST_STATES = 2000  # that are compared with the state looked for


class KeptTree(NamedTuple):
    """A tree, and the search, game and state that it belongs to."""

    search: MCTS
    game: Game[Any]
    state: Any
    tree: SearchTree


class ReusedTree(NamedTuple):
    """A tree and the node in it that is to become the root."""

    tree: SearchTree
    node: int


_kept: dict[int, KeptTree] = {}  # by the identity of the search


def keep_tree(search: MCTS, game: Game[Any], state: Any, tree: SearchTree) -> None:
    """Keep the tree of a search for the next one; only those of a few searches are kept."""
    _kept.pop(id(search), None)
    _kept[id(search)] = KeptTree(search, game, state, tree)
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]


def take_kept_tree(search: MCTS, game: Game[Any], state: Any) -> ReusedTree | None:
    """The tree that this search kept in this game, with the node of `state`; None if none fits.

    With hidden information any state fits: children are found by observations.
    """
    kept = _kept.pop(id(search), None)
    if kept is None or kept.search is not search or kept.game is not game:
        return None
    if game.traits.hidden or kept.state == state:
        return ReusedTree(kept.tree, ROOT)
    for node, reached in islice(_nodes_below(kept), MOST_STATES):
        if reached == state:
            return ReusedTree(kept.tree, node)
    return None


def _nodes_below(kept: KeptTree) -> Iterator[tuple[int, Any]]:
    """The nodes of the next plies with their states, the nearest and most visited first."""
    tree, parents = kept.tree, [(ROOT, kept.state)]
    for _ in range(PLIES):
        below = []
        for node, state in parents:
            for child in sorted(tree.visited_children(node), key=tree.visits, reverse=True):
                reached = child, kept.game.result(state, tree.move(child))
                yield reached
                below.append(reached)
        parents = below
