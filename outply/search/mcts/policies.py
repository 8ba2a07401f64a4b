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
from typing import NamedTuple

from outply.game import CHANCE
from outply.search.mcts.nodes import NONE, Node, Nodes
from outply.search.mcts.walker import Walker

__all__ = ["PUCT", "RAVE", "TUNED", "UCB1", "chosen"]

UCB1, TUNED, RAVE, PUCT = range(4)
MOST_VARIANCE = 0.25  # of what is between 0 and 1


class Mood(NamedTuple):
    """What the urgency of all moves of a family depends on; read once, since memory is slower."""

    policy: int
    exploration: float
    first_play: float
    logarithm: float  # of the visits
    root: float


def mood_at(family: int, tree: Nodes) -> Mood:
    visits = tree.visited(family)
    return Mood(tree.policy, tree.exploration, tree.first_play, math.log(visits), math.sqrt(visits))


def chosen(family: int, tree: Nodes, walker: Walker) -> int:
    """The most urgent of a family's moves; of equals, any."""
    count, player = tree.count(family), tree.player(family)
    if player == CHANCE:
        return drawn(family, tree, walker)
    if walker.reference(player) == NONE or tree.visited(family) >= tree.reference:
        walker.refer_to(player, family)
    mood = mood_at(family, tree)
    floor = tree.surest(family) if tree.has_narrowed(family) else -1.0
    first = walker.below(count)  # so that none has precedence
    best, most_urgent, twin = family + 1 + first, -1.0, walker.reference(player)
    for index in range(count):
        place = first + index
        node = family + 1 + (place if place < count else place - count)
        child = tree.nodes[node]
        if floor >= 0.0 and child.most <= floor:
            continue  # another is known to be as good
        if mood.policy == RAVE:
            twin = same_move(node, twin, walker.reference(player), tree)
        urgency = urgency_of(child, twin, mood, tree)
        best = node if urgency > most_urgent else best
        most_urgent = max(urgency, most_urgent)
    return best


def drawn(family: int, tree: Nodes, walker: Walker) -> int:
    """An outcome, each as likely as it is."""
    left = walker.fraction()
    last = family + tree.count(family)
    for node in range(family + 1, last):
        left -= tree.share(node)
        if left < 0.0:
            return node
    return last


def urgency_of(node: Node, twin: int, mood: Mood, tree: Nodes) -> float:
    visits = node.visits
    each = 1.0 / max(visits, 1)
    mean = mood.first_play if visits == 0 else node.value * each
    if mood.policy == RAVE:
        mean = blended(visits, twin, mean, tree)
    if mood.policy == PUCT:
        return mean + mood.exploration * node.share * mood.root / (1.0 + visits)
    if mood.policy == TUNED and visits > 0:
        variance = node.share * each - mean * mean
        variance = min(MOST_VARIANCE, variance + math.sqrt(2.0 * mood.logarithm * each))
        spread = max(0.0, mood.logarithm * variance * each)  # threads may be half done
        return mean + mood.exploration * math.sqrt(spread)
    return mean + mood.exploration * math.sqrt(mood.logarithm * each)


def blended(visits: int, twin: int, mean: float, tree: Nodes) -> float:
    """The mean of a move, and that of all simulations that have it later: as long as few visits
    tell of the move itself, the latter.
    """
    later = 0 if twin == NONE else tree.later_visits(twin)
    if later == 0:
        return mean
    share = later / (later + visits + tree.bias * later * visits)
    own = 0.0 if visits == 0 else (1.0 - share) * mean
    return own + share * tree.later_value(twin) / later


def same_move(node: int, before: int, family: int, tree: Nodes) -> int:
    """The move of a family that is the same, looked for from behind one on; or NONE.

    Families mostly have their moves in the same order, so it is found soon.
    """
    count = tree.count(family)
    place = before - family
    for _ in range(count):
        place = 1 if place >= count or place < 1 else place + 1
        if tree.move(family + place) == tree.move(node):
            return family + place
    return NONE
