"""Phase 1 of a simulation: selection, by UCB1 (UCT), UCB1-tuned, RAVE, GRAVE or PUCT.

Sources: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006), for UCB1 in trees; Auer,
Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem" (2002), for
UCB1-tuned; Gelly and Silver, "Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer
Go" (2011), for RAVE; Cazenave, "Generalized Rapid Action Value Estimation" (2015), for GRAVE;
Rosin, "Multi-armed Bandits with Episode Context" (2011) and Silver et al., "Mastering the Game of
Go with Deep Neural Networks and Tree Search" (2016), for PUCT; Gelly and Wang, "Exploration
Exploitation in Go" (2006), for first-play urgency; Cazenave and Saffidine, "Score Bounded
Monte-Carlo Tree Search" (2010), for skipping moves whose bounds make them irrelevant; Cowling,
Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), for hidden information.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from outply.game import CHANCE, Bits, Game, mixed
from outply.search.mcts.playout import after_chance
from outply.search.mcts.search_tree import NONE, ROOT, Node, SearchTree
from outply.search.mcts.settings import PUCT, RAVE, TUNED
from outply.search.mcts.simulation import Simulation, count_visit

__all__ = ["children_at", "descend", "observation_key", "select", "select_child"]

MOST_VARIANCE = 0.25  # of values between 0 and 1


def select(game: Game[Any], state: Any, tree: SearchTree, simulation: Simulation) -> Any:
    """Descend from the root to a node that has no children; returns its state."""
    simulation.begin(tree.players)
    if tree.hidden:
        state = after_chance(game, state, simulation)
    children = children_at(game, state, ROOT, tree)
    while children != NONE:
        node = select_child(children, tree, simulation)
        state = descend(game, state, children, node, tree, simulation)
        children = NONE
        if simulation.length < tree.most_plies:
            children = children_at(game, state, node, tree)
    return state


def children_at(game: Game[Any], state: Any, node: int, tree: SearchTree) -> int:
    """The children of a node, or in a game with hidden information those for what is observed."""
    if not tree.hidden:
        return tree.children(node)
    if game.is_terminal(state):
        return NONE
    return tree.children_observed(observation_key(game, state))


def observation_key(game: Game[Any], state: Any) -> Bits:
    """A key for all that the player to move has observed."""
    return mixed(game.observation(state, game.to_move(state)))


def descend(
    game: Game[Any],
    state: Any,
    children: int,
    node: int,
    tree: SearchTree,
    simulation: Simulation,
) -> Any:
    """Add a child to the path, count its visit and return its state.

    Where information is hidden, chance has no nodes: no player may observe what it did.
    """
    simulation.append(children, node)
    count_visit(children, node, tree, simulation)
    if tree.policy == RAVE:
        simulation.add_move(tree.player(children), tree.move(node))
    state = game.result(state, tree.move(node))
    return after_chance(game, state, simulation) if tree.hidden else state


# -- the policies -------------------------------------------------------------------------


class PolicyTerms(NamedTuple):
    """The terms that all children of a node share; read once, since memory is slower."""

    policy: int
    exploration: float
    first_play: float
    log_visits: float
    root_visits: float  # the square root


def policy_terms(children: int, tree: SearchTree) -> PolicyTerms:
    visits = tree.parent_visits(children)
    return PolicyTerms(
        tree.policy, tree.exploration, tree.first_play, math.log(visits), math.sqrt(visits)
    )


def select_child(children: int, tree: SearchTree, simulation: Simulation) -> int:
    """The child with the highest urgency; of equals, a random one."""
    count, player = tree.count(children), tree.player(children)
    if player == CHANCE:
        return sample_outcome(children, tree, simulation)
    if simulation.reference(player) == NONE or tree.parent_visits(children) >= tree.reference:
        simulation.set_reference(player, children)
    terms = policy_terms(children, tree)
    floor = tree.best_lower(children) if tree.has_bounds(children) else -1.0
    first = simulation.below(count)  # so that no child is preferred
    best, highest, rave_node = children + 1 + first, -1.0, simulation.reference(player)
    for index in range(count):
        place = first + index
        node = children + 1 + (place if place < count else place - count)
        child = tree.nodes[node]
        if floor >= 0.0 and child.upper <= floor:
            continue  # another child is proved to be as good
        if terms.policy == RAVE:
            rave_node = node_with_same_move(node, rave_node, simulation.reference(player), tree)
        found = urgency(child, rave_node, terms, tree)
        best = node if found > highest else best
        highest = max(found, highest)
    return best


def sample_outcome(children: int, tree: SearchTree, simulation: Simulation) -> int:
    """The node of an outcome of chance, drawn with its probability."""
    left = simulation.fraction()
    last = children + tree.count(children)
    for node in range(children + 1, last):
        left -= tree.auxiliary(node)
        if left < 0.0:
            return node
    return last


def urgency(node: Node, rave_node: int, terms: PolicyTerms, tree: SearchTree) -> float:
    """The mean value of a node and its exploration term."""
    visits = node.visits
    each = 1.0 / max(visits, 1)
    mean = terms.first_play if visits == 0 else node.value_sum * each
    if terms.policy == RAVE:
        mean = rave_mean(visits, rave_node, mean, tree)
    if terms.policy == PUCT:
        return mean + terms.exploration * node.auxiliary * terms.root_visits / (1.0 + visits)
    if terms.policy == TUNED and visits > 0:
        variance = node.auxiliary * each - mean * mean
        variance = min(MOST_VARIANCE, variance + math.sqrt(2.0 * terms.log_visits * each))
        spread = max(0.0, terms.log_visits * variance * each)  # another thread may be half done
        return mean + terms.exploration * math.sqrt(spread)
    return mean + terms.exploration * math.sqrt(terms.log_visits * each)


def rave_mean(visits: int, rave_node: int, mean: float, tree: SearchTree) -> float:
    """The mean of a move's own visits, weighted with that of simulations that have it later.

    The more visits the move itself has, the less the others count.
    """
    later = 0 if rave_node == NONE else tree.rave_visits(rave_node)
    if later == 0:
        return mean
    weight = later / (later + visits + tree.bias * later * visits)
    own = 0.0 if visits == 0 else (1.0 - weight) * mean
    return own + weight * tree.auxiliary(rave_node) / later


def node_with_same_move(node: int, before: int, children: int, tree: SearchTree) -> int:
    """The child with the same move as a node, or NONE; looked for behind `before` first.

    Most states have their moves in the same order, so it is found soon.
    """
    count = tree.count(children)
    place = before - children
    for _ in range(count):
        place = 1 if place >= count or place < 1 else place + 1
        if tree.move(children + place) == tree.move(node):
            return children + place
    return NONE
