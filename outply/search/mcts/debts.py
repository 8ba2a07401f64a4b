"""Threads that share a tree tell it of its busiest nodes only now and then.

Two threads that write at one place wait for each other, and near the root both write at each
simulation. So a thread owes such a node some visits, and what came of them, before it pays them
at once: few beside those that the node has.
"""

from __future__ import annotations

from outply.game import CHANCE
from outply.search.mcts.nodes import NONE, ROOT, Nodes
from outply.search.mcts.policies import TUNED
from outply.search.mcts.walker import MOST_DEBTS, Walker

__all__ = ["arrive", "gain", "pay_all"]

BUSY = 128  # visits
SHARE = 8  # visits, of which all threads together may owe one
MOST_OWED = 32  # visits


def arrive(family: int, node: int, tree: Nodes, walker: Walker) -> None:
    """A simulation goes on with one of a family's moves."""
    if not tree.is_shared():
        tree.visit(family, node, 1)
        return
    if tree.owner(family) == ROOT:
        owe_visit(ROOT, tree, walker)
    owe_visit(node, tree, walker)


def owe_visit(node: int, tree: Nodes, walker: Walker) -> None:
    visits = tree.visits(node)
    if visits < BUSY:
        tree.count_visits(node, 1)
        return
    debt, most = walker.debt_of(node), min(visits // (SHARE * tree.threads), MOST_OWED)
    if walker.creditor(debt) != node or walker.owed_visits(debt) >= most:
        pay(debt, tree, walker)
        walker.open_debt(debt, node)
    walker.owe_visit(debt)


def gain(node: int, player: int, value: float, tree: Nodes, walker: Walker) -> None:
    """What came of a visit, to the player who made the move."""
    debt, has_squares = walker.debt_of(node), player != CHANCE and tree.policy == TUNED
    if tree.is_shared() and walker.creditor(debt) == node:
        walker.owe_value(debt, value)
        if has_squares:
            walker.owe_square(debt, value)
        return
    tree.gain(node, value)
    if has_squares:
        tree.gain_squares(node, value * value)


def pay(debt: int, tree: Nodes, walker: Walker) -> None:
    node = walker.creditor(debt)
    if node != NONE:
        tree.count_visits(node, walker.owed_visits(debt))
        tree.gain(node, walker.owed_value(debt))
        if tree.policy == TUNED:
            tree.gain_squares(node, walker.owed_squares(debt))


def pay_all(tree: Nodes, walker: Walker) -> None:
    """The host's, when no thread is at work."""
    for node in range(MOST_DEBTS):
        debt = walker.debt_of(node)
        pay(debt, tree, walker)
        walker.open_debt(debt, NONE)
