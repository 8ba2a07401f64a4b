"""Recording: a finished tree is reported to a watch, node by node, as if it were searched."""

from __future__ import annotations

from typing import Any

from outply.game import CHANCE, MAX, Game
from outply.search.base import WatchMaker
from outply.search.mcts.search_tree import NONE, ROOT, SearchTree
from outply.search.mcts.selection import policy_terms, urgency
from outply.search.mcts.settings import RAVE, utility_scale
from outply.search.mcts.simulation import MOST_STEPS
from outply.search.threads import recursion_allowed
from outply.search.watch import Watch

__all__ = ["record_tree"]


def record_tree(game: Game[Any], state: Any, tree: SearchTree, make_watch: WatchMaker) -> None:
    """Report the visited nodes of a tree, so that a recorder can draw them."""
    with recursion_allowed(MOST_STEPS):
        height = _height(tree, ROOT)
        reporter = _Reporter(game, tree, make_watch(height), height)
        reporter.report(state, ROOT, 0, game.to_move(state))


def _height(tree: SearchTree, node: int) -> int:
    return 1 + max((_height(tree, child) for child in tree.visited_children(node)), default=0)


class _Reporter:
    def __init__(self, game: Game[Any], tree: SearchTree, watch: Watch, height: int) -> None:
        self._game, self._tree, self._watch, self._height = game, tree, watch, height

    def report(
        self, state: Any, node: int, ply: int, chooser: int, selected_by: float | None = None
    ) -> None:
        """Report a node; `chooser` chose its move, or at the root is to move."""
        game, tree, watch = self._game, self._tree, self._watch
        watch.enter(state, self._height - ply)
        below = tree.visited_children(node)
        visits = sum(map(tree.visits, below)) if node == ROOT else tree.visits(node)
        watch.visited(visits, selected_by)
        for child in below:
            after = game.result(state, tree.move(child))
            chooser_below = max(game.to_move(state), MAX)
            self.report(after, child, ply + 1, chooser_below, self._urgency(node, child))
        self._leave(state, node, below, max(chooser, MAX))

    def _urgency(self, node: int, child: int) -> float | None:
        """What the next simulation would select a child by; None where chance selects.

        With RAVE that depends on the path of the simulation.
        """
        tree, children = self._tree, self._tree.children(node)
        if tree.player(children) == CHANCE or tree.policy == RAVE:
            return None
        return urgency(tree.nodes[child], NONE, policy_terms(children, tree), tree)

    def _leave(self, state: Any, node: int, below: list[int], chooser: int) -> None:
        game, watch = self._game, self._watch
        if game.is_terminal(state):
            watch.utility(game.utility(state, chooser))
        elif not below:
            watch.evaluation(self._mean(node, below))
        elif game.to_move(state) == CHANCE:
            watch.expected(0, self._mean(node, below))
        else:
            watch.value(self._mean(node, below))

    def _mean(self, node: int, below: list[int]) -> float:
        """The mean utility of all simulations through a node."""
        tree = self._tree
        worst, best = utility_scale(self._game.traits)
        nodes = below if node == ROOT else [node]
        mean = sum(map(tree.value_sum, nodes)) / max(sum(map(tree.visits, nodes)), 1)
        return worst + mean * (best - worst)
