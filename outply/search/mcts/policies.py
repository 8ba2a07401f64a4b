"""Which move a simulation goes on with: the one that is most urgent.

Sources: Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006), for UCB1 in trees; Auer,
Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem" (2002), for
UCB1-tuned; Gelly and Silver, "Monte-Carlo Tree Search and Rapid Action Value Estimation in Computer
Go" (2011), for RAVE; Cazenave, "Generalized Rapid Action Value Estimation" (2015), for GRAVE;
Rosin, "Multi-armed Bandits with Episode Context" (2011) and Silver et al., "Mastering the Game of
Go with Deep Neural Networks and Tree Search" (2016), for PUCT; Gelly and Wang, "Exploration
Exploitation in Go" (2006), for first-play urgency; Cazenave and Saffidine, "Score Bounded
Monte-Carlo Tree Search" (2010), for what needs no visit any more.
"""

from __future__ import annotations

import math

from outply.game import CHANCE
from outply.search.mcts.nodes import NONE, Nodes
from outply.search.mcts.walker import Walker

__all__ = ["PUCT", "RAVE", "TUNED", "UCB1", "chosen"]

UCB1, TUNED, RAVE, PUCT = range(4)
MOST_VARIANCE = 0.25  # of what is between 0 and 1


def chosen(family: int, tree: Nodes, walker: Walker) -> int:
    """The most urgent of a family's moves; of equals, any."""
    count = tree.count(family)
    if tree.player(family) == CHANCE:
        return drawn(family, tree, walker)
    if walker.reference() == NONE or tree.visited(family) >= tree.reference():
        walker.refer_to(family)
    logarithm, root = math.log(tree.visited(family)), math.sqrt(tree.visited(family))
    floor = tree.surest(family) if tree.has_narrowed(family) else -1.0
    first = walker.below(count)  # so that none has precedence
    best, most_urgent, twin = NONE, 0.0, walker.reference()
    for index in range(count):
        place = first + index
        node = family + 1 + (place if place < count else place - count)
        if floor >= 0.0 and tree.most(node) <= floor:
            continue  # another is known to be as good
        if tree.policy() == RAVE:
            twin = same_move(node, twin, tree, walker)
        urgency = urgency_of(node, twin, logarithm, root, tree)
        if best == NONE or urgency > most_urgent:
            best, most_urgent = node, urgency
    return best if best != NONE else family + 1 + first


def drawn(family: int, tree: Nodes, walker: Walker) -> int:
    """An outcome, each as likely as it is."""
    left = walker.share()
    last = family + tree.count(family)
    for node in range(family + 1, last):
        left -= tree.share(node)
        if left < 0.0:
            return node
    return last


def urgency_of(node: int, twin: int, logarithm: float, root: float, tree: Nodes) -> float:
    visits = tree.visits(node)
    policy = tree.policy()
    mean = tree.first_play() if visits == 0 else tree.mean(node)
    if policy == RAVE:
        return blended(node, twin, mean, tree) + explored(visits, logarithm, tree)
    if policy == PUCT:
        return mean + tree.exploration() * tree.share(node) * root / (1.0 + visits)
    if policy == TUNED and visits > 0:
        variance = tree.share(node) / visits - mean * mean
        variance = min(MOST_VARIANCE, variance + math.sqrt(2.0 * logarithm / visits))
        return mean + tree.exploration() * math.sqrt(logarithm * variance / visits)
    return mean + explored(visits, logarithm, tree)


def explored(visits: int, logarithm: float, tree: Nodes) -> float:
    return tree.exploration() * math.sqrt(logarithm / max(visits, 1))


def blended(node: int, twin: int, mean: float, tree: Nodes) -> float:
    """The mean of a move, and that of all simulations that have it later: as long as few visits
    tell of the move itself, the latter.
    """
    later = 0 if twin == NONE else tree.later_visits(twin)
    if later == 0:
        return mean
    visits = tree.visits(node)
    share = later / (later + visits + tree.bias() * later * visits)
    own = 0.0 if visits == 0 else (1.0 - share) * mean
    return own + share * tree.later_value(twin) / later


def same_move(node: int, before: int, tree: Nodes, walker: Walker) -> int:
    """The move of the reference family that is the same, looked for from behind one on; or NONE.

    Families mostly have their moves in the same order, so it is found soon.
    """
    family = walker.reference()
    count = tree.count(family)
    place = before - family
    for _ in range(count):
        place = 1 if place >= count or place < 1 else place + 1
        if tree.move(family + place) == tree.move(node):
            return family + place
    return NONE
