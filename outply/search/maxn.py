"""Max^n: every player of any number goes for their own value.

Sources: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games" (1986); shallow
pruning after Korf, "Multi-Player Alpha-Beta Pruning", Artificial Intelligence 48 (1991).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from outply.compiler.records import Array, Record
from outply.game import INFINITY, Game, Traits
from outply.search.base import MAX_DEPTH, deterministic_refusal
from outply.search.depth import DepthSearch
from outply.search.watch import Watch

__all__ = ["MaxN", "maxn"]

MOST_PLAYERS = 64


class Shares(Record):
    """What each player gets: a row of players for each number of plies that are left."""

    values: Array[float]

    def __init__(self) -> None:
        super().__init__(values=(MAX_DEPTH + 1) * MOST_PLAYERS)

    def of(self, depth: int, player: int) -> float:
        return self.values[depth * MOST_PLAYERS + player]

    def put(self, depth: int, player: int, value: float) -> None:
        self.values[depth * MOST_PLAYERS + player] = value


def maxn(
    game: Game[Any], state: Any, depth: int, enough: float, watch: Watch, shares: Shares
) -> float:
    """The value of `state` to the player to move; what each gets is in `shares`.

    Once the player has `enough`, who moved here will not choose `state`, and the rest of it
    does not matter.
    """
    watch.enter(state, depth)
    player = game.to_move(state)
    if depth == 0 or game.is_terminal(state):
        return leaf(game, state, depth, watch, shares)
    value = -INFINITY
    for move in game.moves(state):
        after = game.result(state, move)
        limit = INFINITY if game.to_move(after) == player else left_beside(game, value)
        maxn(game, after, depth - 1, limit, watch, shares)
        if shares.of(depth - 1, player) > value:
            value = shares.of(depth - 1, player)
            for each in range(game.players):
                shares.put(depth, each, shares.of(depth - 1, each))
            watch.better(depth, move)
        if value >= enough:
            watch.cut()
            break
    return watch.value(value)


def leaf(game: Game[Any], state: Any, depth: int, watch: Watch, shares: Shares) -> float:
    """What each player gets, or is estimated to get."""
    over = game.is_terminal(state)
    for each in range(game.players):
        share = game.utility(state, each) if over else game.evaluate(state, each)
        shares.put(depth, each, share)
    value = shares.of(depth, game.to_move(state))
    return watch.utility(value) if over else watch.evaluation(value)


def left_beside(game: Game[Any], value: float) -> float:
    """The most that another player can get if one gets `value` and the others their least."""
    least, most = game.utility_range
    total = 0.0 if game.zero_sum else game.players * most
    return total - (game.players - 2) * least - value


@dataclass(frozen=True)
class MaxN(DepthSearch):
    """Everyone maximises their own value; what cannot matter is cut where the sum is bounded.

    Utilities and evaluations must keep within `utility_range`; in a zero-sum game all players'
    evaluations must not sum to more than zero.
    """

    name: ClassVar[str] = "maxn"
    values_for: ClassVar[str] = "mover"

    def refusal(self, traits: Traits) -> str | None:
        if traits.players > MOST_PLAYERS:
            return f"it is for at most {MOST_PLAYERS} players"
        return deterministic_refusal(replace(traits, zero_sum=True))

    def memory(self) -> dict[str, Record]:
        return {"shares": Shares()}

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch, shares: Shares) -> float:
        return maxn(game, state, depth, INFINITY, watch, shares)
