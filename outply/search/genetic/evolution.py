"""Genetic minimax, one generation: crossover, mutation and insertion into the reservation tree.

`population.py` chooses: parents by a roulette wheel; the fittest survive, among equals the newest.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001). The docstrings give the numbers of its steps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outply.game import Game
from outply.search.genetic.genes import Choice, best_last_move, legal_choice, untried_choice
from outply.search.genetic.leaf_values import reported_value
from outply.search.genetic.population import (
    ANY,
    AT_RANDOM,
    CHILD,
    FIRST_PARENT,
    SECOND_PARENT,
    Population,
)
from outply.search.genetic.pruning import make_room
from outply.search.genetic.reservation_tree import NONE, ROOT, ReservationTree
from outply.search.watch import Watch

__all__ = ["cross_over", "evolve"]

UNTRIED_RATE = 0.8  # how often a challenge tries a new move as soon as there is one
BEST_RATE = 0.3  # how often it goes on below the best move, if not
MOST_STALE = 2000  # offspring or generations without a new path, before evolution stops


class Evolution(NamedTuple):
    """What all steps share."""

    watch: Watch
    tree: ReservationTree
    population: Population


def evolve(
    game: Game[Any],
    state: Any,
    generations: int,
    watch: Watch,
    tree: ReservationTree,
    population: Population,
) -> int:
    """Run steps 7 to 16 and return the number of generations. The answer is in the tree."""
    evolution = Evolution(watch, tree, population)
    if population.random_paths:
        return insert_random_paths(game, state, generations, evolution)
    initialize(game, state, evolution)
    stale = made = 0
    is_exact = False
    while made < generations and stale < MOST_STALE and not is_exact:
        paths, offspring = watch.entered(), population.offspring_count
        is_exact = next_generation(game, state, evolution)
        repeated = max(population.offspring_count - offspring, 1)
        stale = 0 if watch.entered() > paths else stale + repeated
        made += 1
    return made


def initialize(game: Game[Any], state: Any, evolution: Evolution) -> None:
    """Steps 7 and 8: insert the immigrants, and random individuals up to the population size."""
    population = evolution.population
    for index in range(population.immigrants):
        population.copy_immigrant(index)
        insert_child(game, state, evolution)
    for _ in range(population.most - population.count):
        population.clear_child()
        insert_child(game, state, evolution)
    population.compute_fitness(evolution.tree)


def next_generation(game: Game[Any], state: Any, evolution: Evolution) -> bool:
    """Steps 9 to 15; return whether the value of the root is exact."""
    tree, population = evolution.tree, evolution.population
    parents = min(population.count, population.most)
    for _ in range(parents // 2):
        if population.chance(population.crossover_rate):
            insert_crossover(game, state, parents, evolution)
    for _ in range(parents):
        if population.chance(population.mutation_rate):
            parent = population.leaf(population.select_parent(parents))
            mutate(population, population.copy_path(CHILD, parent, tree))
            insert_child(game, state, evolution)
    is_exact = False
    for _ in range(population.challenges * population.most):
        is_exact = is_exact or not challenge(game, state, evolution)
    population.compute_fitness(tree)
    population.select_survivors()
    return is_exact or tree.is_finished(ROOT)


def insert_crossover(game: Game[Any], state: Any, parents: int, evolution: Evolution) -> None:
    """Step 9: insert both children of two parents, by one-point crossover."""
    tree, population = evolution.tree, evolution.population
    first = population.leaf(population.select_parent(parents))
    length = population.copy_path(FIRST_PARENT, first, tree)
    second = population.leaf(population.select_parent(parents))
    length = min(length, population.copy_path(SECOND_PARENT, second, tree))
    if length > 1:
        point = 1 + population.below(length - 1)
        cross_over(population, FIRST_PARENT, SECOND_PARENT, point)
        insert_child(game, state, evolution)
        cross_over(population, SECOND_PARENT, FIRST_PARENT, point)
        insert_child(game, state, evolution)


def cross_over(population: Population, head: int, tail: int, point: int) -> None:
    """Give the child the genes of one parent up to a point, and from there those of the other."""
    for index in range(population.depth):
        row = head if index < point else tail
        population.set_gene(CHILD, index, population.gene(row, index))


def mutate(population: Population, length: int) -> None:
    """Step 10: change one gene of the child, and each of the others at the mutation rate."""
    one = population.below(length)
    for index in range(length):
        if index == one or population.chance(population.mutation_rate):
            population.set_gene(CHILD, index, ANY)


# -- challenges, which are not in the paper --------------------------------------------


def challenge(game: Game[Any], state: Any, evolution: Evolution) -> bool:
    """Try a new move of one player against the other's best play; False if there is none."""
    tree, population = evolution.tree, evolution.population
    make_room(tree, population)
    challenger = 1 if population.chance(0.5) else -1
    for _ in range(2):
        while not tree.is_closed(ROOT, challenger):
            if try_challenge(game, state, challenger, evolution):
                return True
        challenger = -challenger
    return False


def try_challenge(game: Game[Any], state: Any, challenger: int, evolution: Evolution) -> bool:
    """Go down the tree and try a new move; if there is none there, close the node."""
    tree = evolution.tree
    node, place, ply = ROOT, state, 0
    while not tree.is_closed(node, challenger):
        after = tree.best_child(node)
        if tree.sign(node) == challenger:
            after = challenged_child(node, challenger, evolution)
        if after == NONE:
            break
        place = game.result(place, tree.move(after))
        node, ply = after, ply + 1
    if not tree.is_closed(node, challenger) and tree.untried_count(node) > 0:
        insert_untried(game, place, node, ply, game.to_move(state), evolution)
        return True
    tree.close(node, challenger)
    return False


def challenged_child(node: int, challenger: int, evolution: Evolution) -> int:
    """The child that a challenger goes to; NONE to try a new move at this node."""
    tree, population = evolution.tree, evolution.population
    if tree.untried_count(node) > 0 and population.chance(UNTRIED_RATE):
        return NONE
    best = tree.best_child(node)
    if not tree.is_closed(best, challenger) and population.chance(BEST_RATE):
        return best
    return tree.next_open_child(node, challenger)


def insert_untried(
    game: Game[Any], state: Any, node: int, ply: int, player: int, evolution: Evolution
) -> None:
    """Insert a path that begins with an untried move of a node.

    It goes on like the best line of the other moves, or by move order.
    """
    tree, population = evolution.tree, evolution.population
    population.clear_child()
    best, choice = tree.best_child(node), Choice(ANY, ANY, 0)
    if best != NONE:
        choice = untried_choice(game, state, node, tree, population)
        if population.move_order == AT_RANDOM:
            population.copy_best_line(ply + 1, best, tree)
    if choice.move == ANY:
        insert_below(game, state, node, ply, player, evolution)
    else:
        evolution.watch.enter(state, population.depth)
        extend(game, state, node, ply, choice, player, evolution)


# -- insertion into the reservation tree -----------------------------------------------


def insert_child(game: Game[Any], state: Any, evolution: Evolution) -> None:
    """Steps 11 to 13: insert the child into the tree, unless it is a duplicate."""
    make_room(evolution.tree, evolution.population)
    evolution.population.count_offspring()
    insert_below(game, state, ROOT, 0, game.to_move(state), evolution)


def insert_below(
    game: Game[Any], state: Any, node: int, ply: int, player: int, evolution: Evolution
) -> None:
    """Follow the child's genes from a node on, and extend the tree where they leave it."""
    tree, population = evolution.tree, evolution.population
    while not tree.is_finished(node):
        after = tree.child_by_gene(node, population.gene(CHILD, ply))
        if after == NONE:
            choice = choice_at(game, state, ply, player, evolution)
            after = tree.child_by_gene(node, choice.gene)
            if after == NONE:
                # A stop is raised here, before the path is begun.
                evolution.watch.enter(state, population.depth)
                extend(game, state, node, ply, choice, player, evolution)
                return
        state = game.result(state, tree.move(after))
        node, ply = after, ply + 1


def extend(
    game: Game[Any],
    state: Any,
    node: int,
    ply: int,
    choice: Choice,
    player: int,
    evolution: Evolution,
) -> None:
    """Add a path that begins with a choice and goes on by the child's genes; reserve its value."""
    watch, tree, population = evolution
    depth, is_end = population.depth, False
    while not is_end:
        if tree.child(node) == NONE:
            tree.set_move_count(node, choice.move_count)
        state = game.result(state, choice.move)
        sign = 1 if game.to_move(state) == player else -1
        node, ply = tree.add(node, choice.gene, choice.move, sign), ply + 1
        is_end = ply == depth or game.is_terminal(state)
        if not is_end:
            choice = choice_at(game, state, ply, player, evolution)
    tree.reserve(node, watch.value(reported_value(game, state, player, watch, population)))
    population.add(node)


def choice_at(game: Game[Any], state: Any, ply: int, player: int, evolution: Evolution) -> Choice:
    """The move that the child's gene at a ply stands for; the last may be the best of all."""
    population = evolution.population
    if 0 < ply == population.depth - 1 and population.whole_last_ply:
        return best_last_move(game, state, player, evolution.watch, population)
    return legal_choice(game, state, population.gene(CHILD, ply), population)


def insert_random_paths(game: Game[Any], state: Any, paths: int, evolution: Evolution) -> int:
    """The Las Vegas search of the paper's conclusion: paths at random, without parents."""
    watch, tree, population = evolution
    stale, first = 0, watch.entered()
    population.clear_child()
    while watch.entered() - first < paths and stale < MOST_STALE and not tree.is_finished(ROOT):
        known = watch.entered()
        population.clear()
        insert_child(game, state, evolution)
        stale = 0 if watch.entered() > known else stale + 1
    return watch.entered() - first
