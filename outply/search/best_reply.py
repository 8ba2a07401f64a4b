"""Best-reply search: of all opponents only one answers, the one whose reply hurts most.

Source: Schadd and Winands, "Best Reply Search for Multiplayer Games", IEEE Transactions on
Computational Intelligence and AI in Games 3 (2011).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import INFINITY, Game, OutplyError, Traits
from outply.search.depth import CoalitionSearch
from outply.search.watch import Watch

__all__ = ["BestReply", "best_reply"]


def best_reply(
    game: Game[Any], state: Any, depth: int, player: int, alpha: float, beta: float, watch: Watch
) -> float:
    """The value v of `state` to `player`, as far as the window needs to know it.

    Where another is to move, all others together have one move, and `player` is next. Returns v
    exactly if alpha < v < beta; a bound r >= v if r <= alpha; a bound r <= v if r >= beta.
    """
    watch.enter(state, depth, alpha, beta)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    my_turn = game.to_move(state) == player
    value = -INFINITY if my_turn else INFINITY
    place, seat = state, 0
    while seat < game.players and alpha < beta:
        for move in game.moves(place):
            after = game.result(place, move)
            if not my_turn:
                after = skipped_to(game, after, player)
            child = best_reply(game, after, depth - 1, player, alpha, beta, watch)
            if (child > value) if my_turn else (child < value):
                value = child
                watch.better(depth, move)
            if my_turn:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                watch.cut()
                break
        if my_turn:
            break
        place, seat = game.passed(place), seat + 1
        if game.to_move(place) == player or game.is_terminal(place):
            break
    if my_turn:
        return watch.value(value)
    return watch.lineless(depth, value)


def skipped_to(game: Game[Any], state: Any, player: int) -> Any:
    """The state when all who come before `player` have done nothing."""
    for _ in range(game.players):
        if game.is_terminal(state) or game.to_move(state) == player:
            break
        state = game.passed(state)
    return state


@dataclass(frozen=True)
class BestReply(CoalitionSearch):
    """Looks further ahead than paranoid, since of all opponents one moves and the others pass.

    The game must say what a state is when a player does nothing, by `passed`. A line ends
    where others are to move, since not all of them do.
    """

    name: ClassVar[str] = "best-reply"
    values_for: ClassVar[str] = "root"

    def refusal(self, traits: Traits) -> str | None:
        if traits.players < 3:
            return "it is for more than two players"
        return super().refusal(traits)

    def require(self, game: Game[Any]) -> None:
        super().require(game)
        if type(game).passed is Game.passed:
            raise OutplyError(
                f"{self.name} cannot search {game.name}: it lets opponents pass, and the game has "
                "no `passed`; use maxn or paranoid."
            )

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        player = game.to_move(state)
        return best_reply(game, state, depth, player, -INFINITY, INFINITY, watch)
