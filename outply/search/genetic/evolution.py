"""Genetic minimax: what is compiled.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001); its steps are told below.
"""

from __future__ import annotations

from typing import Any

from outply.game import Game
from outply.search.genetic.choice import Choice, best_last, chosen, untried
from outply.search.genetic.leaf import worth
from outply.search.genetic.population import ANY, AT_RANDOM, CHILD, FIRST, SECOND, Population
from outply.search.genetic.pruning import make_room
from outply.search.genetic.reservation import NONE, ROOT, Reservation
from outply.search.watch import Watch

__all__ = ["cross", "evolve"]

NEW = 0.8  # how often a challenge tries something new as soon as it can
BEST = 0.3  # how often it goes on below the best move, if not
STALE = 2000  # children or generations without a new path: there is hardly one left to find


def evolve(
    game: Game[Any],
    state: Any,
    depth: int,
    generations: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> int:
    """Steps 7 to 16; how many generations there were. The answer is in the tree."""
    if people.are_parentless():
        return at_random(game, state, depth, generations, watch, tree, people)
    settle(game, state, depth, watch, tree, people)
    stale = made = 0
    is_settled = False
    while made < generations and stale < STALE and not is_settled:
        paths, births = watch.entered(), people.births
        is_settled = generation(game, state, depth, watch, tree, people)
        stale = 0 if watch.entered() > paths else stale + max(people.births - births, 1)
        made += 1
    return made


def settle(
    game: Game[Any],
    state: Any,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Steps 7 and 8: an initial population, of newcomers and of some at random."""
    for index in range(people.newcomers):
        people.take_in(index)
        bear(game, state, depth, watch, tree, people)
    for _ in range(people.most - people.count):
        people.conceive()
        bear(game, state, depth, watch, tree, people)
    people.judge(tree)


def generation(
    game: Game[Any],
    state: Any,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> bool:
    """Steps 9 to 15; whether all is known, or challenges found that no more is worth knowing."""
    parents = min(people.count, people.most)
    for _ in range(parents // 2):
        if people.chance(people.crossover):
            mother = people.read(FIRST, people.leaf(people.parent(parents)), tree)
            father = people.read(SECOND, people.leaf(people.parent(parents)), tree)
            if min(mother, father) > 1:
                cut = 1 + people.below(min(mother, father) - 1)
                cross(people, FIRST, SECOND, cut, depth)
                bear(game, state, depth, watch, tree, people)
                cross(people, SECOND, FIRST, cut, depth)
                bear(game, state, depth, watch, tree, people)
    for _ in range(parents):
        if people.chance(people.mutation):
            length = people.read(CHILD, people.leaf(people.parent(parents)), tree)
            mutate(people, length)
            bear(game, state, depth, watch, tree, people)
    is_settled = False
    for _ in range(people.challenges * people.most):
        is_settled = is_settled or not challenge(game, state, depth, watch, tree, people)
    people.judge(tree)
    people.select()
    return is_settled or tree.is_finished(ROOT)


def cross(people: Population, head: int, tail: int, cut: int, depth: int) -> None:
    """A child with the first genes of one parent and the other genes of the other."""
    for index in range(depth):
        people.set_gene(CHILD, index, people.gene(head if index < cut else tail, index))


def mutate(people: Population, length: int) -> None:
    """Change one gene of the child, and each of the others at the mutation rate."""
    one = people.below(length)
    for index in range(length):
        if index == one or people.chance(people.mutation):
            people.set_gene(CHILD, index, ANY)


def challenge(
    game: Game[Any], state: Any, depth: int, watch: Watch, tree: Reservation, people: Population
) -> bool:
    """Ask whether one of the players has something better; if neither has anything to try, False.

    The other player answers with the best that is known; the one who seeks tries what was
    never tried, or goes on where there may be something. Where there was nothing, that is noted.
    """
    make_room(depth, tree, people)
    seeker = 1 if people.chance(0.5) else -1
    for _ in range(2):
        while not tree.is_closed(ROOT, seeker):
            if sought(game, state, seeker, depth, watch, tree, people):
                return True
        seeker = -seeker
    return False


def sought(
    game: Game[Any],
    state: Any,
    seeker: int,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> bool:
    """Whether a player found something to try, and tried it."""
    node, place, ply = ROOT, state, 0
    while not tree.is_closed(node, seeker):
        after = tree.best_child(node)
        if tree.sign(node) == seeker:
            after = way_on(node, seeker, tree, people)
        if after == NONE:
            break
        place = game.result(place, tree.move(after))
        node, ply = after, ply + 1
    if not tree.is_closed(node, seeker) and tree.untried(node) > 0:
        innovate(game, place, node, ply, game.to_move(state), depth, watch, tree, people)
        return True
    tree.close(node, seeker)
    return False


def way_on(node: int, seeker: int, tree: Reservation, people: Population) -> int:
    """Which child one who seeks goes on with; or none, to try something new."""
    if tree.untried(node) > 0 and people.chance(NEW):
        return NONE
    best = tree.best_child(node)
    if not tree.is_closed(best, seeker) and people.chance(BEST):
        return best
    return tree.open_child(node, seeker)


def innovate(
    game: Game[Any],
    place: Any,
    node: int,
    ply: int,
    player: int,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Try at a node what was never tried there.

    Behind it, it is the best play of the moves beside it, or by the game's order.
    """
    people.conceive()
    best, choice = tree.best_child(node), Choice(ANY, ANY, 0)
    if best != NONE:
        choice = untried(game, place, node, tree, people)
        if people.order == AT_RANDOM:
            people.follow(ply + 1, best, tree)
    if choice.move == ANY:
        grow(game, place, node, ply, player, depth, watch, tree, people)
    else:
        watch.enter(place, depth)
        extend(game, place, node, ply, choice, player, depth, watch, tree, people)


def bear(
    game: Game[Any],
    state: Any,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Insert the child, unless it is a duplicate (step 11)."""
    make_room(depth, tree, people)
    people.note_birth()
    grow(game, state, ROOT, 0, game.to_move(state), depth, watch, tree, people)


def grow(
    game: Game[Any],
    place: Any,
    node: int,
    ply: int,
    player: int,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Follow the child's genes from a node to where they lead to a new one; from there, extend."""
    while not tree.is_finished(node):
        after = tree.by_gene(node, people.gene(CHILD, ply))
        if after == NONE:
            choice = expressed(game, place, ply, player, depth, watch, people)
            after = tree.by_gene(node, choice.gene)
            if after == NONE:
                watch.enter(place, depth)  # here, so that no path is left half-way
                extend(game, place, node, ply, choice, player, depth, watch, tree, people)
                return
        place = game.result(place, tree.move(after))
        node, ply = after, ply + 1


def extend(
    game: Game[Any],
    place: Any,
    node: int,
    ply: int,
    choice: Choice,
    player: int,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Add a path that begins with a new choice and goes on by the child's genes, with its value."""
    is_end = False
    while not is_end:
        if tree.child(node) == NONE:
            tree.branch_out(node, choice.among)
        place = game.result(place, choice.move)
        sign = 1 if game.to_move(place) == player else -1
        node, ply = tree.add(node, choice.gene, choice.move, sign), ply + 1
        is_end = ply == depth or game.is_terminal(place)
        if not is_end:
            choice = expressed(game, place, ply, player, depth, watch, people)
    tree.evaluated(node, watch.value(worth(game, place, player, watch, people)))
    people.add(node)


def expressed(
    game: Game[Any],
    place: Any,
    ply: int,
    player: int,
    depth: int,
    watch: Watch,
    people: Population,
) -> Choice:
    """What the child's gene at a ply stands for; last, it may be the best of all moves."""
    if 0 < ply == depth - 1 and people.try_all_last():
        return best_last(game, place, player, watch, people)
    return chosen(game, place, people.gene(CHILD, ply), people)


def at_random(
    game: Game[Any],
    state: Any,
    depth: int,
    paths: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> int:
    """The Las Vegas search of the paper's conclusion: so many paths, and nobody has parents."""
    stale, first = 0, watch.entered()
    people.conceive()
    while watch.entered() - first < paths and stale < STALE and not tree.is_finished(ROOT):
        known = watch.entered()
        people.clear()
        bear(game, state, depth, watch, tree, people)
        stale = 0 if watch.entered() > known else stale + 1
    return watch.entered() - first
