"""Monte-Carlo tree search: what is compiled.

Sources: Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search" (2006);
Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning" (2006); Browne et al., "A Survey of Monte
Carlo Tree Search Methods" (2012), whose four steps these are; Winands, Björnsson and Saito,
"Monte-Carlo Tree Search Solver" (2008), and Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree
Search" (2010), for proofs; Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search" (2012), for what is hidden.
"""

from __future__ import annotations

from typing import Any

from outply.compiler.memory import MOST_ROLLS
from outply.game import CHANCE, MAX, Bits, Game, mixed
from outply.search.mcts.debts import arrive, gain
from outply.search.mcts.nodes import NONE, ROOT, Nodes
from outply.search.mcts.playouts import any_outcome, simulate
from outply.search.mcts.policies import PUCT, RAVE, chosen
from outply.search.mcts.priors import set_priors
from outply.search.mcts.recycling import keep_below, recycle
from outply.search.mcts.walker import Walker
from outply.search.watch import Stuck, Watch

__all__ = ["grow"]


def grow(
    game: Game[Any],
    state: Any,
    root: int,
    simulations: int,
    watch: Watch,
    tree: Nodes,
    walker: Walker,
) -> int:
    """So many simulations from a node that becomes the root; how many there were.

    They end when the tree is full or nothing is left to find out. One that is full is first made
    half empty; one that several threads share, only if there are to be no simulations.
    """
    if root != ROOT:
        keep_below(tree, root)
    if tree.is_full() and (simulations == 0 or not tree.is_shared()):
        recycle(tree)
    made = 0
    while made < simulations and not tree.is_full() and not tree.is_solved(ROOT):
        watch.enter(state, 0)
        leaf = select(game, state, tree, walker)
        leaf = expand(game, leaf, tree, walker)
        simulate(game, leaf, watch, tree, walker)
        backpropagate(tree, walker)
        made += 1
    return made


# -- the four steps -----------------------------------------------------------------------


def select(game: Game[Any], state: Any, tree: Nodes, walker: Walker) -> Any:
    """From the root down, as each player likes it, to where nothing was tried yet."""
    walker.begin(tree.players)
    if tree.hidden:
        state = after_chance(game, state, walker)
    family = family_at(game, state, ROOT, tree)
    while family != NONE:
        node = chosen(family, tree, walker)
        state = after(game, state, family, node, tree, walker)
        family = NONE
        if walker.length < tree.most_plies:
            family = family_at(game, state, node, tree)
    return state


def expand(game: Game[Any], state: Any, tree: Nodes, walker: Walker) -> Any:
    """Add all moves of a state that was visited before, and go on with one of them."""
    length = walker.length
    node = walker.node(length - 1) if length > 0 else ROOT
    is_new = length > 0 and tree.visits(node) <= tree.expand_after
    if is_new or length >= tree.most_plies or game.is_terminal(state):
        return state
    family = founded(game, state, node, tree)
    if family == NONE:
        return state
    return after(game, state, family, chosen(family, tree, walker), tree, walker)


# `simulate`, the third, is in playouts.py.


def backpropagate(tree: Nodes, walker: Walker) -> None:
    """Tell all moves of the path what came of them, and what is proved."""
    for ply in range(walker.length):
        family, node = walker.family(ply), walker.node(ply)
        player = tree.player(family)
        gained = walker.gain(player)
        gain(node, player, gained, tree, walker)
        if player != CHANCE and tree.policy == RAVE:
            learn_from_later(family, ply, gained, tree, walker)
    if tree.solver:
        prove(tree, walker)
    if tree.hidden:
        tree.sum_up(walker.gain(MAX))
    walker.finish()


# -- their parts --------------------------------------------------------------------------


def family_at(game: Game[Any], state: Any, node: int, tree: Nodes) -> int:
    """What there is to choose from at a state to which a move led."""
    if not tree.hidden:
        return tree.family(node)
    if game.is_terminal(state):
        return NONE
    return tree.family_seen(sight(game, state))


def sight(game: Game[Any], state: Any) -> Bits:
    """A number for all that the player to move has seen."""
    return mixed(game.observation(state, game.to_move(state)))


def after(game: Game[Any], state: Any, family: int, node: int, tree: Nodes, walker: Walker) -> Any:
    """The state behind a move, which becomes a step of the path."""
    walker.step(family, node)
    arrive(family, node, tree, walker)
    if tree.policy == RAVE:
        walker.played(tree.player(family), tree.move(node))
    state = game.result(state, tree.move(node))
    return after_chance(game, state, walker) if tree.hidden else state


def after_chance(game: Game[Any], state: Any, walker: Walker) -> Any:
    """Where something is hidden chance has no family: nobody may see what it brought."""
    rolls = 0
    while not game.is_terminal(state) and game.to_move(state) == CHANCE:
        state = game.result(state, any_outcome(game, state, walker))
        rolls += 1
        if rolls > MOST_ROLLS:
            raise MemoryError
    return state


def founded(game: Game[Any], state: Any, node: int, tree: Nodes) -> int:
    """A family of all moves at a state, or of all outcomes; NONE if there is no room."""
    player = game.to_move(state)
    count = choices(game, state, player)
    family = tree.taken(count)
    if family == NONE:
        return NONE
    tree.found(family, node, count, player)
    if player == CHANCE:
        write_outcomes(game, state, family, tree)
    else:
        write_moves(game, state, family, tree)
    if tree.solver:
        foresee(game, state, family, tree)
    if tree.hidden:
        tree.publish_seen(family, sight(game, state))
    else:
        tree.publish(family, node)
    return family


def choices(game: Game[Any], state: Any, player: int) -> int:
    """How many moves there are, or outcomes."""
    count = 0
    if player == CHANCE:
        for _ in game.outcomes(state):
            count += 1
    else:
        for _ in game.moves(state):
            count += 1
    if count == 0:
        raise Stuck
    return count


def write_outcomes(game: Game[Any], state: Any, family: int, tree: Nodes) -> None:
    node = family
    for outcome, probability in game.outcomes(state):
        node += 1
        tree.write(node, outcome)
        tree.set_share(node, probability)


def write_moves(game: Game[Any], state: Any, family: int, tree: Nodes) -> None:
    node = family
    for move in game.moves(state):
        node += 1
        tree.write(node, move)
    if tree.policy == PUCT:
        set_priors(game, state, family, tree)


def learn_from_later(family: int, ply: int, gain: float, tree: Nodes, walker: Walker) -> None:
    """RAVE: as if a move had been chosen at once that the player only had later."""
    player = tree.player(family)
    for node in range(family + 1, family + 1 + tree.count(family)):
        if walker.has_later(player, tree.move(node), ply):
            tree.gain_later(node, gain)


def foresee(game: Game[Any], state: Any, family: int, tree: Nodes) -> None:
    """Note of each new move whether it ends the game, and what the game's bounds are behind it."""
    player = max(tree.player(family), MAX)
    for node in range(family + 1, family + 1 + tree.count(family)):
        behind = game.result(state, tree.move(node))
        if game.is_terminal(behind):
            utility = tree.normal(game.utility(behind, player))
            tree.narrow(family, node, utility, utility)
        else:
            least, most = game.bounds(behind, player)
            tree.narrow(family, node, tree.normal(least), tree.normal(most))


def prove(tree: Nodes, walker: Walker) -> None:
    """Narrow the bounds along the path from the bounds behind it, as far as that is news."""
    for ply in range(walker.length - 1, -1, -1):
        family = walker.family(ply)
        if not tree.has_narrowed(family):
            return
        least, most = tree.surest(family), tree.hopes(family)
        if tree.player(family) == CHANCE:
            least, most = tree.expected_bounds(family)
        if ply == 0:
            tree.narrow(NONE, ROOT, least, most)
            return
        above = walker.family(ply - 1)
        if max(tree.player(family), MAX) != max(tree.player(above), MAX):
            least, most = 1.0 - most, 1.0 - least
        if not tree.narrow(above, walker.node(ply - 1), least, most):
            return
