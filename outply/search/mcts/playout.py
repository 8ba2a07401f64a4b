"""Phase 3 of a simulation: a playout without look-ahead.

It goes to the end of the game and is worth the utility there, or it goes on for so many plies and
is worth the evaluation.
"""

from __future__ import annotations

from typing import Any

from outply.compiler.errors import EndlessChance
from outply.compiler.native_watch import MOST_ROLLS
from outply.game import CHANCE, Game
from outply.search.mcts.search_tree import SearchTree
from outply.search.mcts.settings import ORDERED, RAVE
from outply.search.mcts.simulation import Simulation
from outply.search.random_numbers import RandomNumbers, random_outcome
from outply.search.watch import Watch

__all__ = ["after_chance", "play_out"]


def play_out(
    game: Game[Any], state: Any, watch: Watch, tree: SearchTree, simulation: Simulation
) -> None:
    """Play from a state to the end, or as many plies as are wanted, and set the payoffs."""
    left, has_chance = tree.playout_plies, tree.chance
    is_ordered, keeps_moves = tree.playout == ORDERED, tree.policy == RAVE
    rolls = 0  # since a player moved
    while left > 0 and not game.is_terminal(state):
        watch.check_clock()
        if has_chance and game.to_move(state) == CHANCE:
            state = game.result(state, random_outcome(game, state, simulation.fraction()))
            rolls += 1
            if rolls > MOST_ROLLS:
                raise EndlessChance
            continue
        move = game.pick(state, simulation.fraction())
        if is_ordered:
            move = better_of_two(game, state, move, simulation)
        if keeps_moves:
            simulation.add_move(game.to_move(state), move)
        state = game.result(state, move)
        left, rolls = left - 1, 0
    set_payoffs(game, state, tree, simulation)


def set_payoffs(game: Game[Any], state: Any, tree: SearchTree, simulation: Simulation) -> None:
    """Give each player the utility of the state, or its evaluation if the game goes on."""
    is_over = game.is_terminal(state)
    for player in range(tree.players):
        payoff = game.utility(state, player) if is_over else game.evaluate(state, player)
        simulation.set_payoff(player, tree.normalized(payoff))


def better_of_two(game: Game[Any], state: Any, move: int, random: RandomNumbers) -> int:
    """A move or another random one, whichever the game's order prefers."""
    other = game.pick(state, random.fraction())
    return other if game.order(state, other) > game.order(state, move) else move


def after_chance(game: Game[Any], state: Any, random: RandomNumbers) -> Any:
    """The next state at which a player is to move, or the game is over."""
    rolls = 0
    while not game.is_terminal(state) and game.to_move(state) == CHANCE:
        state = game.result(state, random_outcome(game, state, random.fraction()))
        rolls += 1
        if rolls > MOST_ROLLS:
            raise EndlessChance
    return state
