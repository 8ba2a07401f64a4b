"""Phase 4 of a simulation: backpropagation of payoffs, RAVE values and proved bounds.

Sources: Gelly and Silver, "Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer
Go" (2011), for RAVE; Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver" (2008), and
Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010), for proofs.
"""

from __future__ import annotations

from outply.game import CHANCE, MAX
from outply.search.mcts.search_tree import NONE, ROOT, SearchTree
from outply.search.mcts.settings import RAVE
from outply.search.mcts.simulation import Simulation, add_value

__all__ = ["backpropagate"]


def backpropagate(tree: SearchTree, simulation: Simulation) -> None:
    """Add the payoffs to all nodes of the path, and narrow their bounds."""
    for ply in range(simulation.length):
        children, node = simulation.children(ply), simulation.node(ply)
        player = tree.player(children)
        payoff = simulation.payoff(player)
        add_value(node, player, payoff, tree, simulation)
        if player != CHANCE and tree.policy == RAVE:
            add_rave_values(children, ply, payoff, tree, simulation)
    if tree.solver:
        narrow_bounds(tree, simulation)
    if tree.hidden:
        tree.add_to_root(simulation.payoff(MAX))
    simulation.end()


def add_rave_values(
    children: int, ply: int, payoff: float, tree: SearchTree, simulation: Simulation
) -> None:
    """Add the payoff to every move that the player made at this ply or later (RAVE)."""
    player = tree.player(children)
    for node in tree.child_nodes(children):
        if simulation.has_move(player, tree.move(node), ply):
            tree.add_rave_value(node, payoff)


def narrow_bounds(tree: SearchTree, simulation: Simulation) -> None:
    """Narrow the bounds of the path's nodes by those of their children, until nothing changes."""
    for ply in range(simulation.length - 1, -1, -1):
        children = simulation.children(ply)
        if not tree.has_bounds(children):
            return
        lower, upper = tree.best_lower(children), tree.best_upper(children)
        if tree.player(children) == CHANCE:
            lower, upper = tree.expected_bounds(children)
        if ply == 0:
            tree.narrow(NONE, ROOT, lower, upper)
            return
        above = simulation.children(ply - 1)
        if max(tree.player(children), MAX) != max(tree.player(above), MAX):
            lower, upper = 1.0 - upper, 1.0 - lower
        if not tree.narrow(above, simulation.node(ply - 1), lower, upper):
            return
