"""Alpha-beta pruning, in MAX/MIN form and in negamax form.

Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6
(1975); fail-soft after Fishburn (1983). Textbooks disagree on whether to cut where a value is equal
to alpha or beta; the searches here do, unless they are told not to. The value is the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from outply.game import INFINITY, MAX, Game, OutplyError
from outply.search.base import Search
from outply.search.depth import TwoPlayerDepthSearch
from outply.search.watch import Watch

__all__ = [
    "AlphaBeta",
    "AlphaBetaNegamax",
    "AlphaBetaSettings",
    "alphabeta",
    "alphabeta_negamax",
    "is_cut",
    "with_cut_on_equality",
]


class AlphaBetaSettings(NamedTuple):
    """Whose values are asked for, and whether a value equal to alpha or beta is enough to cut."""

    player: int
    cut_on_equality: bool = True


def alphabeta(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    watch: Watch,
    settings: AlphaBetaSettings,
) -> float:
    """The value v of `state` to `settings.player`, whom all others work against, as far as needed.

    The player already has alpha elsewhere and the others have beta. Returns v exactly if
    alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if r >= beta. Without cuts on
    equality, v is exact at alpha and beta, too.
    """
    watch.enter(state, depth, alpha, beta)
    player = settings.player
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    my_turn = game.to_move(state) == player
    value = -INFINITY if my_turn else INFINITY
    for move in game.moves(state):
        child = alphabeta(game, game.result(state, move), depth - 1, alpha, beta, watch, settings)
        if (child > value) if my_turn else (child < value):
            value = child
            watch.better(depth, move)
            if my_turn:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if is_cut(alpha, beta, settings.cut_on_equality):
                watch.cut()
                break
    return watch.value(value)


def is_cut(alpha: float, beta: float, cut_on_equality: bool) -> bool:
    """Whether the window is empty, so that the remaining moves cannot matter."""
    return alpha >= beta if cut_on_equality else alpha > beta


def with_cut_on_equality(search: Search, cut_on_equality: bool) -> Search:
    """The same search, which does or does not cut on equality; refuse one that has no choice."""
    if not hasattr(search, "cut_on_equality"):
        raise OutplyError(
            f"{search.name} has no choice between cutting on equality or not; "
            "alphabeta, alphabeta-negamax and negascout have."
        )
    changed: Search = replace(search, cut_on_equality=cut_on_equality)  # type: ignore[type-var]
    return changed


def alphabeta_negamax(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    watch: Watch,
    cut_on_equality: bool = True,
) -> float:
    """The value v of `state` to the player to move, fail-soft.

    Returns v exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v
    if r >= beta. The bound is the best one seen, not clipped to the window. Without cuts on
    equality, v is exact at alpha and beta, too.
    """
    watch.enter(state, depth, alpha, beta)
    player = game.to_move(state)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    value = -INFINITY
    for move in game.moves(state):
        after = game.result(state, move)
        if game.to_move(after) == player:
            child = alphabeta_negamax(game, after, depth - 1, alpha, beta, watch, cut_on_equality)
        else:
            child = -alphabeta_negamax(
                game, after, depth - 1, -beta, -alpha, watch, cut_on_equality
            )
        if child > value:
            value = child
            watch.better(depth, move)
            alpha = max(alpha, value)
            if is_cut(alpha, beta, cut_on_equality):
                watch.cut()
                break
    return watch.value(value)


@dataclass(frozen=True)
class AlphaBeta(TwoPlayerDepthSearch):
    """Minimax's answer without the lines that cannot change it.

    Without `cut_on_equality` a move is cut only where it is worse, not where it is just as good.
    """

    cut_on_equality: bool = True

    name: ClassVar[str] = "alphabeta"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        settings = AlphaBetaSettings(MAX, self.cut_on_equality)
        value = alphabeta(game, state, depth, -INFINITY, INFINITY, watch, settings)
        return value if game.to_move(state) == MAX else -value


@dataclass(frozen=True)
class AlphaBetaNegamax(TwoPlayerDepthSearch):
    """Alpha-beta with one rule for both players, fail-soft.

    Without `cut_on_equality` a move is cut only where it is worse, not where it is just as good.
    """

    cut_on_equality: bool = True

    name: ClassVar[str] = "alphabeta-negamax"
    values_for: ClassVar[str] = "mover"

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        return alphabeta_negamax(
            game, state, depth, -INFINITY, INFINITY, watch, self.cut_on_equality
        )
