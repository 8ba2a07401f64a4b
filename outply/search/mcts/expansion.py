"""Phase 2 of a simulation: expansion, which adds all moves of a state to the tree."""

from __future__ import annotations

import math
from typing import Any

from outply.game import CHANCE, INFINITY, MAX, Game
from outply.search.mcts.search_tree import NONE, ROOT, SearchTree
from outply.search.mcts.selection import descend, observation_key, select_child
from outply.search.mcts.settings import BY_EVALUATION, BY_ORDER, PUCT
from outply.search.mcts.simulation import Simulation
from outply.search.unsearched_positions import promising_moves
from outply.search.watch import Stuck

__all__ = ["expand"]

PRIOR_RANGE = 3.0  # the best move is e³ times as likely as the worst


def expand(game: Game[Any], state: Any, tree: SearchTree, simulation: Simulation) -> Any:
    """Add the children of a leaf with enough visits, and descend to one; returns its state."""
    length = simulation.length
    node = simulation.node(length - 1) if length > 0 else ROOT
    is_new = length > 0 and tree.visits(node) <= tree.expand_after
    if is_new or length >= tree.most_plies or game.is_terminal(state):
        return state
    children = add_children(game, state, node, tree)
    if children == NONE:
        return state
    child = select_child(children, tree, simulation)
    return descend(game, state, children, child, tree, simulation)


def add_children(game: Game[Any], state: Any, node: int, tree: SearchTree) -> int:
    """Add a child for each move or outcome at a state; NONE if the tree is full."""
    player = game.to_move(state)
    count = count_choices(game, state, player)
    children = tree.allocate(count)
    if children == NONE:
        return NONE
    tree.write_header(children, node, count, player)
    if player == CHANCE:
        write_outcomes(game, state, children, tree)
    else:
        write_moves(game, state, children, tree)
    if tree.solver:
        set_first_bounds(game, state, children, tree)
    if tree.hidden:
        tree.attach_observed(children, observation_key(game, state))
    else:
        tree.attach(children, node)
    return children


def count_choices(game: Game[Any], state: Any, player: int) -> int:
    """How many moves there are, or outcomes."""
    count = 0
    if player == CHANCE:
        for _ in game.outcomes(state):
            count += 1
    else:
        for _ in promising_moves(game, state):
            count += 1
    if count == 0:
        raise Stuck
    return count


def write_outcomes(game: Game[Any], state: Any, children: int, tree: SearchTree) -> None:
    node = children
    for outcome, probability in game.outcomes(state):
        node += 1
        tree.write_node(node, outcome)
        tree.set_auxiliary(node, probability)


def write_moves(game: Game[Any], state: Any, children: int, tree: SearchTree) -> None:
    node = children
    for move in promising_moves(game, state):
        node += 1
        tree.write_node(node, move)
    if tree.policy == PUCT:
        set_priors(game, state, children, tree)


def set_first_bounds(game: Game[Any], state: Any, children: int, tree: SearchTree) -> None:
    """Bound each child by its utility, if its move ends the game, or by the game's bounds."""
    player = max(tree.player(children), MAX)
    for node in tree.child_nodes(children):
        after = game.result(state, tree.move(node))
        if game.is_terminal(after):
            utility = tree.normalized(game.utility(after, player))
            tree.narrow(children, node, utility, utility)
        else:
            lower, upper = game.bounds(after, player)
            tree.narrow(children, node, tree.normalized(lower), tree.normalized(upper))


# -- priors of PUCT -----------------------------------------------------------------------


def set_priors(game: Game[Any], state: Any, children: int, tree: SearchTree) -> None:
    """Give better moves larger priors, which sum to one: a softmax over their scores."""
    least, most = INFINITY, -INFINITY
    for node in tree.child_nodes(children):
        score = prior_score(game, state, tree.move(node), tree)
        tree.set_auxiliary(node, score)
        least, most = min(least, score), max(most, score)
    scale = PRIOR_RANGE / (most - least) if most > least else 0.0
    total = 0.0
    for node in tree.child_nodes(children):
        tree.set_auxiliary(node, math.exp(scale * (tree.auxiliary(node) - most)))
        total += tree.auxiliary(node)
    for node in tree.child_nodes(children):
        tree.set_auxiliary(node, tree.auxiliary(node) / total)


def prior_score(game: Game[Any], state: Any, move: int, tree: SearchTree) -> float:
    """How good a move looks before it is tried, on any scale."""
    if tree.priors == BY_ORDER:
        return game.order(state, move)
    if tree.priors == BY_EVALUATION:
        player, after = game.to_move(state), game.result(state, move)
        if game.is_terminal(after):
            return game.utility(after, player)
        return game.evaluate(after, player)
    return 0.0
