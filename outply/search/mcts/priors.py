"""How likely each move is to be good, before it is tried."""

from __future__ import annotations

import math
from typing import Any

from outply.game import INFINITY, Game
from outply.search.mcts.nodes import Nodes

__all__ = ["BY_EVALUATION", "BY_ORDER", "UNIFORM", "set_priors"]

UNIFORM, BY_ORDER, BY_EVALUATION = range(3)
SPREAD = 3.0  # the best is e³ times as likely as the worst


def set_priors(game: Game[Any], state: Any, family: int, tree: Nodes) -> None:
    """SharedWork that sum to one, larger for better moves, whatever the scale is."""
    least, most = INFINITY, -INFINITY
    for node in range(family + 1, family + 1 + tree.count(family)):
        promise = promised(game, state, tree.move(node), tree)
        tree.set_share(node, promise)
        least, most = min(least, promise), max(most, promise)
    scale = SPREAD / (most - least) if most > least else 0.0
    total = 0.0
    for node in range(family + 1, family + 1 + tree.count(family)):
        tree.set_share(node, math.exp(scale * (tree.share(node) - most)))
        total += tree.share(node)
    for node in range(family + 1, family + 1 + tree.count(family)):
        tree.set_share(node, tree.share(node) / total)


def promised(game: Game[Any], state: Any, move: int, tree: Nodes) -> float:
    if tree.priors == BY_ORDER:
        return game.order(state, move)
    if tree.priors == BY_EVALUATION:
        player, behind = game.to_move(state), game.result(state, move)
        if game.is_terminal(behind):
            return game.utility(behind, player)
        return game.evaluate(behind, player)
    return 0.0
