"""Expectiminimax: minimax with dice.

Sources: Michie, "Game-Playing and Game-Learning Automata" (1966); Russell and Norvig,
*Artificial Intelligence: A Modern Approach*, section on stochastic games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from outply.game import CHANCE, INFINITY, Game, Traits
from outply.search.base import EvaluatedSearch, perfect_information_refusal
from outply.search.depth import DepthSearch, from_the_mover, protagonist
from outply.search.watch import Watch

__all__ = ["Expectiminimax", "expectiminimax"]


def expectiminimax(game: Game[Any], state: Any, depth: int, player: int, watch: Watch) -> float:
    """The value of `state` to a player whom all others work against, and chance does not.

    It looks `depth` moves of players ahead; what chance does is not counted.
    """
    watch.enter(state, depth)
    if game.is_terminal(state):
        return watch.utility(game.utility(state, player))
    if depth == 0:
        return watch.evaluation(game.evaluate(state, player))
    if game.to_move(state) == CHANCE:
        watch.roll()
        mean = 0.0
        for outcome, probability in game.outcomes(state):
            after = game.result(state, outcome)
            mean += probability * expectiminimax(game, after, depth, player, watch)
        return watch.expected(depth, mean)
    my_turn = game.to_move(state) == player
    value = -INFINITY if my_turn else INFINITY
    for move in game.moves(state):
        child = expectiminimax(game, game.result(state, move), depth - 1, player, watch)
        if (child > value) if my_turn else (child < value):
            value = child
            watch.better(depth, move)
    return watch.value(value)


@dataclass(frozen=True)
class Expectiminimax(EvaluatedSearch, DepthSearch):
    """Looks at every line and every outcome to the depth limit, which counts players' moves.

    The size of utilities matters here, not only their order. `evaluation` is the file of weights
    that `outply learn` made, or `none` for no evaluation at all.
    """

    name: ClassVar[str] = "expectiminimax"

    evaluation: str = ""

    def compiled_in(self) -> DepthSearch:
        return replace(self, evaluation="")

    def refusal(self, traits: Traits) -> str | None:
        return perfect_information_refusal(traits)

    def root(self, game: Game[Any], state: Any, depth: int, watch: Watch) -> float:
        player = protagonist(game, state)
        value = expectiminimax(game, state, depth, player, watch)
        return from_the_mover(game, state, player, value)
