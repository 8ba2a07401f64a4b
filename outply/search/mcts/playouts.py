"""Playouts: a game goes on to its end without looking ahead."""

from __future__ import annotations

from typing import Any

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
    plies = 0
    while not game.is_terminal(state):
        if plies == tree.playout_plies():
            break
        watch.check_clock()
        if tree.has_chance() and game.to_move(state) == CHANCE:
            state = game.result(state, any_outcome(game, state, walker))
            continue
        move = any_move(game, state, tree, walker)
        if tree.policy() == RAVE:
            walker.played(game.to_move(state), move)
        state = game.result(state, move)
        plies += 1
    judge(game, state, tree, walker)


def judge(game: Game[Any], state: Any, tree: Nodes, walker: Walker) -> None:
    over = game.is_terminal(state)
    for player in range(tree.players()):
        worth = game.utility(state, player) if over else game.evaluate(state, player)
        walker.set_gain(player, tree.normal(worth))


def any_move(game: Game[Any], state: Any, tree: Nodes, dice: Dice) -> int:
    """Any legal one; or by the game's order, the better of two."""
    move = game.pick(state, dice.share())
    if tree.playout() == ORDERED:
        other = game.pick(state, dice.share())
        if game.order(state, other) > game.order(state, move):
            return other
    return move


def any_outcome(game: Game[Any], state: Any, dice: Dice) -> int:
    """Each as likely as the game says."""
    left, chosen, found = dice.share(), 0, False
    for outcome, probability in game.outcomes(state):
        chosen, found = outcome, True
        left -= probability
        if left < 0.0:
            break
    if not found:
        raise Stuck
    return chosen
