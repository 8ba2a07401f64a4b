"""The values of what a search cut, computed afterwards for a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, MAX
from outply.search.base import MAX_DEPTH
from outply.search.threads import recursion_allowed
from outply.tree.node import NO_PARENT, RecordedNode
from outply.tree.recorded_tree import RecordedTree
from outply.tree.viewpoint import Viewpoint

__all__ = ["MOST_PRUNED", "with_pruned_values"]

MOST_PRUNED = 5_000
"""How many nodes below cut branches are shown by default."""

FRAMES = 4  # of Python for each ply


def with_pruned_values(tree: RecordedTree, most_nodes: int = MOST_PRUNED) -> RecordedTree:
    """The tree with what lies below its cut branches, as minimax values it.

    The search did not do that: all these nodes are `cut`. At most `most_nodes` are added; branches
    for which there is no room stay as they are, and so do those of games for more than two players.
    """
    if tree.game.players != 2 or not tree.cut:
        return tree
    with recursion_allowed(FRAMES * MAX_DEPTH):
        return replace(tree, nodes=tuple(_Pruned(tree, most_nodes).nodes()))


class _Pruned:
    """Copies a tree, and searches each cut branch on the way."""

    def __init__(self, tree: RecordedTree, most_nodes: int) -> None:
        self._tree, self._game = tree, tree.game
        self._left = most_nodes
        self._viewpoint = Viewpoint(tree.game, tree.nodes, tree.values_for)
        is_limited = tree.result is not None and not tree.result.proved
        self._depth = tree.result.depth if tree.result and is_limited else MAX_DEPTH
        self._places: dict[int, int] = {NO_PARENT: NO_PARENT}
        self._copied: list[RecordedNode] = []

    def nodes(self) -> list[RecordedNode]:
        for index, node in enumerate(self._tree.nodes):
            self._places[index] = len(self._copied)
            self._copied.append(node._replace(parent=self._places[node.parent]))
            if node.kind == "cut":
                self._search_branch(node)
        return self._copied

    def _search_branch(self, node: RecordedNode) -> None:
        """Value the newest node, which is a cut branch, and add what lies below it."""
        parent = self._tree.nodes[node.parent]
        move: Any = node.move
        state = self._game.result(parent.state, move)
        place, left = len(self._copied) - 1, self._left
        try:
            self._value(place, state, self._depth - self._moves_before(node))
        except _TooMany:
            del self._copied[place + 1 :]
            self._copied[place] = self._copied[place]._replace(value=None)
            self._left = left

    def _moves_before(self, node: RecordedNode) -> int:
        """How many moves of players led to a node; depth does not count what chance did."""
        moves = 0
        while node.parent != NO_PARENT:
            node = self._tree.nodes[node.parent]
            moves += node.player != CHANCE
        return moves

    def _value(self, place: int, state: Any, depth: int) -> float:
        """Write the value of the node at `place`, for MAX, and of all nodes below it."""
        game = self._game
        self._copied[place] = self._copied[place]._replace(state=state, player=game.to_move(state))
        if game.is_terminal(state):
            value = game.utility(state, MAX)
        elif depth <= 0:
            value = game.evaluate(state, MAX)
        else:
            value = self._backed_up(place, state, depth)
        owner = self._viewpoint.owner(self._copied[place])
        self._copied[place] = self._copied[place]._replace(value=value if owner == MAX else -value)
        return value

    def _backed_up(self, place: int, state: Any, depth: int) -> float:
        player = self._game.to_move(state)
        if player == CHANCE:
            outcomes = list(self._game.outcomes(state))
            below = self._below(place, state, depth, [outcome for outcome, _ in outcomes])
            return sum(p * value for (_, p), value in zip(outcomes, below, strict=True))
        values = self._below(place, state, depth - 1, list(self._game.moves(state)))
        return max(values) if player == MAX else min(values)

    def _below(self, place: int, state: Any, depth: int, moves: list[Any]) -> Iterator[float]:
        for move in moves:
            if self._left == 0:
                raise _TooMany
            self._left -= 1
            ply = self._copied[place].ply + 1
            self._copied.append(RecordedNode(place, ply, move, kind="cut"))
            yield self._value(len(self._copied) - 1, self._game.result(state, move), depth)


class _TooMany(Exception):
    """A branch has more nodes than there is room for."""
