"""Whose side a recorded value is from, and how values of neighbouring nodes compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outply.game import CHANCE, MAX, Game
from outply.tree.node import NO_PARENT, RecordedNode

__all__ = ["Viewpoint", "player_of_values"]


def player_of_values(game: Game[Any], state: Any, values_for: str) -> int:
    """The player whose value a root has."""
    player = game.to_move(state)
    of_two = values_for == "MAX" and game.players <= 2
    return MAX if of_two or player == CHANCE else player


class Viewpoint:
    """Compares values of a recorded tree, whichever side they are from."""

    def __init__(self, game: Game[Any], nodes: Sequence[RecordedNode], values_for: str) -> None:
        self._nodes = nodes
        self._players = game.players
        self._values_for = values_for
        self._root = player_of_values(game, nodes[0].state, values_for)

    def owner(self, node: RecordedNode) -> int:
        """The player whose value a node has."""
        if self._values_for == "mover":
            return max(node.player, MAX)
        if self._values_for == "chooser":
            chooser = node if node.parent == NO_PARENT else self._nodes[node.parent]
            return max(chooser.player, MAX)
        return self._root

    def maximizes(self, node: RecordedNode) -> bool:
        """Whether the player to move at a node wants its value high."""
        return node.player == self.owner(node)

    def from_below(self, parent: RecordedNode, child: RecordedNode) -> float | None:
        """The value of a child as its parent's value counts; None if they do not compare."""
        if child.value is None or self.owner(parent) == self.owner(child):
            return child.value
        return -child.value if self._players == 2 else None
