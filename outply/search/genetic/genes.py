"""Genes and the legal moves that they stand for."""

from __future__ import annotations

from typing import Any, NamedTuple

from outply.game import INFINITY, Game
from outply.search.genetic.leaf_values import leaf_value, static_value
from outply.search.genetic.population import (
    ANY,
    AT_RANDOM,
    BY_ORDER,
    BY_VALUE,
    NEAREST,
    RANDOM,
    Population,
)
from outply.search.genetic.reservation_tree import ReservationTree
from outply.search.unsearched_positions import promising_moves
from outply.search.watch import Stuck, Watch

__all__ = ["Choice", "best_last_move", "legal_choice", "untried_choice"]

RANDOM_RATE = 0.1  # how often any move is drawn, whatever its order is


class Choice(NamedTuple):
    """A legal move and the gene that stands for it."""

    gene: int
    move: int
    move_count: int  # of all legal moves


def legal_choice(game: Game[Any], state: Any, gene: int, population: Population) -> Choice:
    """The move that a gene stands for; an illegal gene is repaired."""
    if gene == ANY:
        return any_choice(game, state, population)
    count, least, following, nearest = 0, ANY, ANY, ANY
    for move in promising_moves(game, state):
        if count == 0 or move < least:
            least = move
        if move >= gene and (following == ANY or move < following):
            following = move
        if count == 0 or abs(move - gene) < abs(nearest - gene):
            nearest = move
        count += 1
    if count == 0:
        raise Stuck
    is_legal = gene < count if population.by_branches else following == gene
    if population.repair == RANDOM and not is_legal:
        return any_choice(game, state, population)
    if population.by_branches:
        if not is_legal:
            gene = count - 1 if population.repair == NEAREST else 0
        return Choice(gene, move_at(game, state, gene), count)
    move = least if following == ANY else following
    if population.repair == NEAREST:
        move = nearest
    return Choice(move, move, count)


def any_choice(game: Game[Any], state: Any, population: Population) -> Choice:
    """A move at random; if moves are ordered, mostly one of the first."""
    if population.move_order != AT_RANDOM and not population.chance(RANDOM_RATE):
        return first_by_order(game, state, population)
    count = move_count(game, state)
    index = population.below(count)
    move = move_at(game, state, index)
    return Choice(index if population.by_branches else move, move, count)


def first_by_order(game: Game[Any], state: Any, population: Population) -> Choice:
    """The move with the highest order; of several, any."""
    best, equals, count, first = 0.0, 0, 0, Choice(ANY, ANY, 0)
    for move in promising_moves(game, state):
        order = order_of(game, state, move, population)
        if count == 0 or order > best:
            best, equals = order, 0
        if order == best:
            equals += 1
            if equals == 1 or population.below(equals) == 0:
                first = Choice(count if population.by_branches else move, move, 0)
        count += 1
    if count == 0:
        raise Stuck
    return Choice(first.gene, first.move, count)


def order_of(game: Game[Any], state: Any, move: int, population: Population) -> float:
    """How early to try a move: by the game's order, or by the value of the next state."""
    if population.move_order == BY_ORDER:
        return game.order(state, move)
    if population.move_order == BY_VALUE:
        return static_value(game, game.result(state, move), game.to_move(state))
    return 0.0


def move_count(game: Game[Any], state: Any) -> int:
    count = 0
    for _ in promising_moves(game, state):
        count += 1
    if count == 0:
        raise Stuck
    return count


def move_at(game: Game[Any], state: Any, index: int) -> int:
    move: int
    for move in promising_moves(game, state):
        if index == 0:
            return move
        index -= 1
    return ANY


def best_last_move(
    game: Game[Any], state: Any, player: int, watch: Watch, population: Population
) -> Choice:
    """The best of all last moves of a path, given as the only legal one.

    Unless it surely wins, its value relies on estimates about the others, which the watch counts.
    """
    sign = 1.0 if game.to_move(state) == player else -1.0
    best, best_value, estimates = Choice(ANY, ANY, 1), -INFINITY, 0
    for index, move in enumerate(promising_moves(game, state)):
        after = game.result(state, move)
        estimates += not game.is_terminal(after)
        value = sign * leaf_value(game, after, player, population)
        if value > best_value or best.move == ANY:
            best_value, best = value, Choice(index if population.by_branches else move, move, 1)
    if best.move == ANY:
        raise Stuck
    if estimates > 0 and best_value < population.best_utility:
        watch.relies_on_estimate()
    return best


def untried_choice(
    game: Game[Any], state: Any, node: int, tree: ReservationTree, population: Population
) -> Choice:
    """A move that has no child of `node` yet: any, or the first by order."""
    population.find_tried(node, tree)
    if population.move_order == AT_RANDOM:
        return any_untried(game, state, node, tree, population)
    best, equals, choice = 0.0, 0, Choice(ANY, ANY, 0)
    for index, move in enumerate(promising_moves(game, state)):
        if not population.is_tried(move, node, tree):
            order = order_of(game, state, move, population)
            if equals == 0 or order > best:
                best, equals = order, 0
            if order == best:
                equals += 1
                if equals == 1 or population.below(equals) == 0:
                    choice = Choice(index if population.by_branches else move, move, 0)
    return choice


def any_untried(
    game: Game[Any], state: Any, node: int, tree: ReservationTree, population: Population
) -> Choice:
    left, choice = population.below(tree.untried_count(node)), Choice(ANY, ANY, 0)
    for index, move in enumerate(promising_moves(game, state)):
        if left >= 0 and not population.is_tried(move, node, tree):
            choice = Choice(index if population.by_branches else move, move, 0)
            left -= 1
    return choice
