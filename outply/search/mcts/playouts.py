"""Playouts: a game goes on to its end without looking ahead."""

from __future__ import annotations

from typing import Any

from outply.compiler.memory import MOST_ROLLS
from outply.game import CHANCE, Game
from outply.search.dice import Dice
from outply.search.mcts.nodes import Nodes
from outply.search.mcts.policies import RAVE
from outply.search.mcts.walker import Walker
from outply.search.watch import Stuck, Watch

__all__ = ["ORDERED", "RANDOM", "any_outcome", "simulate"]

RANDOM, ORDERED = range(2)


def simulate(game: Game[Any], state: Any, watch: Watch, tree: Nodes, walker: Walker) -> None:
    """Play on from a state, and note what each player gets at the end, or may get at the cut."""
    left, has_chance = tree.playout_plies, tree.chance
    is_ordered, is_noted = tree.playout == ORDERED, tree.policy == RAVE
    rolls = 0  # since a player moved
    while left > 0 and not game.is_terminal(state):
        watch.check_clock()
        if has_chance and game.to_move(state) == CHANCE:
            state = game.result(state, any_outcome(game, state, walker))
            rolls += 1
            if rolls > MOST_ROLLS:
                raise MemoryError
            continue
        move = game.pick(state, walker.fraction())
        if is_ordered:
            move = better_of_two(game, state, move, walker)
        if is_noted:
            walker.played(game.to_move(state), move)
        state = game.result(state, move)
        left, rolls = left - 1, 0
    judge(game, state, tree, walker)


def judge(game: Game[Any], state: Any, tree: Nodes, walker: Walker) -> None:
    over = game.is_terminal(state)
    for player in range(tree.players):
        worth = game.utility(state, player) if over else game.evaluate(state, player)
        walker.set_gain(player, tree.normal(worth))


def better_of_two(game: Game[Any], state: Any, move: int, dice: Dice) -> int:
    """By the game's order, a move or another at random."""
    other = game.pick(state, dice.fraction())
    return other if game.order(state, other) > game.order(state, move) else move


def any_outcome(game: Game[Any], state: Any, dice: Dice) -> int:
    """Each as likely as the game says."""
    left, chosen, found = dice.fraction(), 0, False
    for outcome, probability in game.outcomes(state):
        chosen, found = outcome, True
        left -= probability
        if left < 0.0:
            break
    if not found:
        raise Stuck
    return chosen
