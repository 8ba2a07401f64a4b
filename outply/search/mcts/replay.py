"""A grown tree told to a watch, node by node, as if it were searched once more."""

from __future__ import annotations

from typing import Any

from outply.game import CHANCE, MAX, Game
from outply.search.base import WatchMaker
from outply.search.mcts.manner import scale_of
from outply.search.mcts.nodes import ROOT, Nodes
from outply.search.mcts.walker import MOST_STEPS
from outply.search.threads import allow_recursion
from outply.search.watch import Watch

__all__ = ["replay"]


def replay(game: Game[Any], state: Any, tree: Nodes, watch: WatchMaker) -> None:
    """So a recorder makes a picture of it, with the visits of each node."""
    allow_recursion(MOST_STEPS)
    height = _height(tree, ROOT)
    told = watch(height)
    _Telling(game, tree, told, height).tell(state, ROOT, 0, game.to_move(state))


def _height(tree: Nodes, node: int) -> int:
    return 1 + max((_height(tree, child) for child in tree.tried(node)), default=0)


class _Telling:
    def __init__(self, game: Game[Any], tree: Nodes, watch: Watch, height: int) -> None:
        self._game, self._tree, self._watch, self._height = game, tree, watch, height

    def tell(self, state: Any, node: int, ply: int, chooser: int) -> None:
        """`chooser` is who came here, or at the root who is to move there."""
        game, tree, watch = self._game, self._tree, self._watch
        watch.enter(state, self._height - ply)
        below = tree.tried(node)
        watch.visited(sum(map(tree.visits, below)) if node == ROOT else tree.visits(node))
        for child in below:
            after = game.result(state, tree.move(child))
            self.tell(after, child, ply + 1, max(game.to_move(state), MAX))
        self._leave(state, node, below, max(chooser, MAX))

    def _leave(self, state: Any, node: int, below: list[int], chooser: int) -> None:
        game, watch = self._game, self._watch
        if game.is_terminal(state):
            watch.truth(game.utility(state, chooser))
        elif not below:
            watch.guess(self._value(node, below))
        elif game.to_move(state) == CHANCE:
            watch.expected(0, self._value(node, below))
        else:
            watch.value(self._value(node, below))

    def _value(self, node: int, below: list[int]) -> float:
        """The mean of all simulations that came by."""
        tree = self._tree
        worst, best = scale_of(self._game.traits)
        nodes = below if node == ROOT else [node]
        mean = sum(map(tree.value, nodes)) / max(sum(map(tree.visits, nodes)), 1)
        return worst + mean * (best - worst)
