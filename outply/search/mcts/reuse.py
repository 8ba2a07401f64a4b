"""The tree of the move before, for the moves that follow in the same game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.game import Game
from outply.search.mcts.nodes import NONE, ROOT, Nodes

if TYPE_CHECKING:
    from outply.search.mcts.mcts import MCTS

__all__ = ["keep", "kept_tree"]

PLIES = 4  # between two moves of a player, with dice
MOST_KEPT = 2
MOST_LOOKED_AT = 2000  # states


class Kept(NamedTuple):
    search: MCTS
    game: Game[Any]
    state: Any
    tree: Nodes


_kept: dict[int, Kept] = {}  # by the identity of the search


def keep(search: MCTS, game: Game[Any], state: Any, tree: Nodes) -> None:
    """As what this search grew last; only a few searches' are kept."""
    _kept.pop(id(search), None)
    _kept[id(search)] = Kept(search, game, state, tree)
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]


def kept_tree(search: MCTS, game: Game[Any], state: Any) -> tuple[Nodes | None, int]:
    """The tree that this search grew before in this game, and where `state` is in it.

    Where something is hidden that is no matter: families are found by what players see.
    """
    kept = _kept.pop(id(search), None)
    if kept is None or kept.search is not search or kept.game is not game:
        return None, NONE
    if game.traits.hidden or kept.state == state:
        return kept.tree, ROOT
    for node, behind in islice(_behind(kept), MOST_LOOKED_AT):
        if behind == state:
            return kept.tree, node
    return None, NONE


def _behind(kept: Kept) -> Iterator[tuple[int, Any]]:
    """The nodes of the next plies with their states, the nearest and most visited first."""
    places = [(ROOT, kept.state)]
    for _ in range(PLIES):
        below = []
        for node, state in places:
            tried = sorted(kept.tree.tried(node), key=kept.tree.visits, reverse=True)
            for child in tried:
                place = child, kept.game.result(state, kept.tree.move(child))
                yield place
                below.append(place)
        places = below
