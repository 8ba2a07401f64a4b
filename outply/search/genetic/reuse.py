"""What a search found before, for the moves that follow in the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outply.game import Game
from outply.search.genetic.island import Island, Path
from outply.search.genetic.reservation import NONE

if TYPE_CHECKING:
    from outply.search.genetic.reserved import ReservedSearch

__all__ = ["keep", "kept_paths"]

PLIES = 3  # between two moves of a player: repeated turns are rare
MOST_KEPT = 4

_kept: dict[int, tuple[ReservedSearch, Island]] = {}  # by the identity of the search


def keep(search: ReservedSearch, island: Island) -> None:
    """As what this search found last; only a few searches' are kept."""
    _kept.pop(id(search), None)
    _kept[id(search)] = search, island
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]


def kept_paths(search: ReservedSearch, game: Game[Any], state: Any) -> list[Path]:
    """The paths from `state` on, if this search expected it in this game."""
    owner, island = _kept.get(id(search), (None, None))
    if owner is not search or island is None or island.game is not game:
        return []
    node = island.node_of(state, PLIES)
    return [] if node == NONE else island.paths(node)
