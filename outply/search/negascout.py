"""NegaScout: ask of each later move only whether it is better than the first.

Sources: Reinefeld, "An Improvement to the Scout Tree Search Algorithm", ICCA Journal 6/4
(1983); Pearl's Scout (1980) is the idea, and Marsland and Campbell's principal variation search
(1982) its twin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.compiler.primitives import above
from outply.game import INFINITY, Game
from outply.search.alphabeta import is_cut
from outply.search.depth import TwoPlayerDepthSearch
from outply.search.watch import Watch

__all__ = ["NegaScout", "negascout"]


def negascout(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    watch: Watch,
    cut_on_equality: bool = True,
) -> float:
    """The value v of `state` to the player to move, fail-soft.

    Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if
    r >= beta. After the first move the window is empty, (floor, above(floor)). A move that turns
    out better, by r at least, is searched again for its value, in a window that r is inside of.
    """
    watch.enter(state, depth, alpha, beta)
    player = game.to_move(state)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    value = -INFINITY
    low, high = alpha, beta
    for move in game.moves(state):
        after = game.result(state, move)
        same = game.to_move(after) == player
        floor, ceiling = (low, high) if same else (-high, -low)
        child = negascout(game, after, depth - 1, floor, ceiling, watch, cut_on_equality)
        found = child if same else -child
        if low < found < beta and high < beta and not is_exact(depth, same):
            low = below(found)
            floor, ceiling = (low, beta) if same else (-beta, -low)
            child = negascout(game, after, depth - 1, floor, ceiling, watch, cut_on_equality)
            found = child if same else -child
        if found > value:
            value = found
            watch.better(depth, move)
        low = max(low, value)
        if is_cut(low, beta, cut_on_equality):
            watch.cut()
            break
        high = min(beta, above(low))
    return watch.value(value)


def is_exact(depth: int, same: bool) -> bool:
    """Whether a move that beats an empty window at `depth` has its true value already.

    It has if it leads to a leaf, and if all replies to it had to be tried and are leaves.
    """
    return depth == 1 or (depth == 2 and not same)


def below(value: float) -> float:
    """The greatest float less than a finite one."""
    return -above(-value)


@dataclass(frozen=True)
class NegaScout(TwoPlayerDepthSearch):
    """Alpha-beta that takes the first move for the best and tests the others against it.

    Without `cut_on_equality` a move is cut only where it is worse, not where it is just as good.
    """

    cut_on_equality: bool = True

    name: ClassVar[str] = "negascout"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        return negascout(game, state, depth, -INFINITY, INFINITY, watch, self.cut_on_equality)
