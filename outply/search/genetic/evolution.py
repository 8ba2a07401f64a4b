"""Genetic minimax: what is compiled.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001); its steps are told below.
"""

from __future__ import annotations

from typing import Any

from outply.game import Game
from outply.search.genetic.population import (
    ANY,
    CHILD,
    FIRST,
    NEAREST,
    RANDOM,
    SECOND,
    Population,
)
from outply.search.genetic.reservation import NONE, ROOT, Reservation
from outply.search.watch import Stuck, Watch

__all__ = ["cross", "evolve"]

STALE = 2000  # children in a row that were no new path: there is hardly one left to find


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
    while made < generations and stale < STALE:
        paths = watch.entered()
        generation(game, state, depth, watch, tree, people)
        stale = 0 if watch.entered() > paths else stale + people.most() * (1 + people.challenges())
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
    """Steps 7 and 8: an initial population, at random."""
    for _ in range(people.most()):
        conceive(people, depth)
        bear(game, state, depth, watch, tree, people)
    people.judge(tree)


def generation(
    game: Game[Any],
    state: Any,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Steps 9 to 15."""
    parents = people.count()
    for _ in range(parents // 2):
        if people.chance(people.crossover()):
            mother = people.read(FIRST, people.leaf(people.parent()), tree)
            father = people.read(SECOND, people.leaf(people.parent()), tree)
            if min(mother, father) > 1:
                cut = 1 + people.below(min(mother, father) - 1)
                cross(people, FIRST, SECOND, cut, depth)
                bear(game, state, depth, watch, tree, people)
                cross(people, SECOND, FIRST, cut, depth)
                bear(game, state, depth, watch, tree, people)
    for _ in range(parents):
        if people.chance(people.mutation()):
            length = people.read(CHILD, people.leaf(people.parent()), tree)
            mutate(people, length)
            bear(game, state, depth, watch, tree, people)
    for _ in range(people.challenges() * people.most()):
        challenge(game, state, depth, tree, people)
        bear(game, state, depth, watch, tree, people)
    people.judge(tree)
    people.select()


def conceive(people: Population, depth: int) -> None:
    """A child of which nothing is given."""
    for index in range(depth):
        people.set_gene(CHILD, index, ANY)


def cross(people: Population, head: int, tail: int, cut: int, depth: int) -> None:
    """A child with the first genes of one parent and the other genes of the other."""
    for index in range(depth):
        people.set_gene(CHILD, index, people.gene(head if index < cut else tail, index))


def mutate(people: Population, length: int) -> None:
    """Change one gene of the child, and each of the others at the mutation rate."""
    chosen = people.below(length)
    for index in range(length):
        if index == chosen or people.chance(people.mutation()):
            people.set_gene(CHILD, index, ANY)


def challenge(
    game: Game[Any], state: Any, depth: int, tree: Reservation, people: Population
) -> None:
    """A child that asks whether one of the players has something better.

    The other player answers with the best that is known; the one who seeks tries what was
    never tried, or goes on anywhere. Behind it, it is the best play of the moves beside it.
    """
    conceive(people, depth)
    seeker = 1 if people.chance(0.5) else -1
    node, place, ply = ROOT, state, 0
    while node != NONE and ply < depth and not game.is_terminal(place):
        after = tree.best_child(node)
        if tree.sign(node) == seeker:
            gene = untried(game, place, node, tree, people)
            if gene != ANY:
                people.set_gene(CHILD, ply, gene)
                while after != NONE:
                    after, ply = tree.best_child(after), ply + 1
                    if after != NONE:
                        people.set_gene(CHILD, ply, tree.gene(after))
                return
            after = tree.any_child(node, people.below(tree.children(node)))
        people.set_gene(CHILD, ply, tree.gene(after))
        place = game.result(place, tree.move(after))
        node, ply = after, ply + 1


def bear(
    game: Game[Any],
    state: Any,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> None:
    """Insert the child, and let it live unless it is a duplicate (step 11)."""
    if tree.is_full(depth):
        prune(tree, people)
    leaf = insert(game, state, depth, watch, tree, people)
    if leaf != NONE:
        people.add(leaf)


def insert(
    game: Game[Any],
    state: Any,
    depth: int,
    watch: Watch,
    tree: Reservation,
    people: Population,
) -> int:
    """Follow the child's genes to a leaf and reserve its value; none if it was known."""
    player = game.to_move(state)
    node, place, ply, known = ROOT, state, 0, True
    while ply < depth and not game.is_terminal(place):
        gene, move = people.gene(CHILD, ply), ANY
        after = tree.by_gene(node, gene) if known else NONE
        if after == NONE:
            gene, move = repaired(game, place, gene, people)
            after = tree.by_gene(node, gene) if known else NONE
        if after == NONE:
            if known:
                watch.enter(state, depth)  # here, so that no path is left half-way
            known = False
            place = game.result(place, move)
            after = tree.add(node, gene, move, 1 if game.to_move(place) == player else -1)
        else:
            place = game.result(place, tree.move(after))
        node, ply = after, ply + 1
    if known:
        return NONE
    if game.is_terminal(place):
        tree.evaluated(node, watch.truth(game.utility(place, player)))
    else:
        tree.evaluated(node, watch.guess(game.evaluate(place, player)))
    return node


def repaired(game: Game[Any], state: Any, gene: int, people: Population) -> tuple[int, int]:
    """The gene and move that a gene stands for, which is itself if it is legal."""
    if people.by_branches():
        return branch(game, state, gene, people)
    count = 0
    least, following, nearest = ANY, ANY, ANY
    for move in game.moves(state):
        if move == gene:
            return gene, move
        if count == 0 or move < least:
            least = move
        if move > gene and (following == ANY or move < following):
            following = move
        if count == 0 or abs(move - gene) < abs(nearest - gene):
            nearest = move
        count += 1
    if count == 0:
        raise Stuck
    chosen = nearest if people.repair() == NEAREST else least if following == ANY else following
    if people.repair() == RANDOM or gene == ANY:
        chosen = move_at(game, state, people.below(count))
    return chosen, chosen


def branch(game: Game[Any], state: Any, gene: int, people: Population) -> tuple[int, int]:
    """The number of a branch and its move; where there are too few, another number."""
    count = 0
    for move in game.moves(state):
        if count == gene:
            return gene, move
        count += 1
    if count == 0:
        raise Stuck
    chosen = count - 1 if people.repair() == NEAREST else 0
    if people.repair() == RANDOM or gene == ANY:
        chosen = people.below(count)
    return chosen, move_at(game, state, chosen)


def untried(game: Game[Any], state: Any, node: int, tree: Reservation, people: Population) -> int:
    """A gene that leads from a node to no child yet; any, if there is none."""
    count, chosen = 0, ANY
    for index, move in enumerate(game.moves(state)):
        if tree.by_move(node, move) == NONE:
            count += 1
            if people.below(count) == 0:
                chosen = index if people.by_branches() else move
    return chosen


def move_at(game: Game[Any], state: Any, index: int) -> int:
    chosen = ANY
    for move in game.moves(state):
        if index >= 0:
            chosen = move
        index -= 1
    return chosen


def prune(tree: Reservation, people: Population) -> None:
    """Keep everyone's path, the principal line, and what their values are from."""
    tree.keep(ROOT)
    for index in range(people.count()):
        tree.keep(people.leaf(index))
    tree.sweep()


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
    stale = made = 0
    while made < paths and stale < STALE:
        known = watch.entered()
        people.clear()
        conceive(people, depth)
        bear(game, state, depth, watch, tree, people)
        stale = 0 if watch.entered() > known else stale + 1
        made += 1
    return made
