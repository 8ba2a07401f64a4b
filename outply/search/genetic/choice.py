"""Which legal move a gene stands for."""

from __future__ import annotations

from typing import Any, NamedTuple

from outply.game import INFINITY, Game
from outply.search.genetic.leaf import at_end, at_sight
from outply.search.genetic.population import (
    ANY,
    AT_RANDOM,
    BY_ORDER,
    BY_VALUE,
    NEAREST,
    RANDOM,
    Population,
)
from outply.search.genetic.reservation import NONE, Reservation
from outply.search.watch import Stuck, Watch

__all__ = ["Choice", "best_last", "chosen", "untried"]

WHIM = 0.1  # how often any move is taken, whatever the game's order says


class Choice(NamedTuple):
    gene: int
    move: int
    among: int  # legal moves


def chosen(game: Game[Any], state: Any, gene: int, people: Population) -> Choice:
    """The gene and move that a gene stands for, which is itself if it is legal."""
    count, least, following, nearest = 0, ANY, ANY, ANY
    for move in game.moves(state):
        if count == 0 or move < least:
            least = move
        if move >= gene and (following == ANY or move < following):
            following = move
        if count == 0 or abs(move - gene) < abs(nearest - gene):
            nearest = move
        count += 1
    if count == 0:
        raise Stuck
    is_legal = gene < count if people.by_branches() else following == gene
    if gene == ANY or (people.repair() == RANDOM and not is_legal):
        return any_choice(game, state, count, people)
    if people.by_branches():
        if not is_legal:
            gene = count - 1 if people.repair() == NEAREST else 0
        return Choice(gene, move_at(game, state, gene), count)
    move = least if following == ANY else following
    if people.repair() == NEAREST:
        move = nearest
    return Choice(move, move, count)


def any_choice(game: Game[Any], state: Any, count: int, people: Population) -> Choice:
    """One at random; by the game's order, mostly the best."""
    index = people.below(count)
    if people.order() != AT_RANDOM and not people.chance(WHIM):
        index = first_by_order(game, state, people)
    move = move_at(game, state, index)
    return Choice(index if people.by_branches() else move, move, count)


def first_by_order(game: Game[Any], state: Any, people: Population) -> int:
    """Which of the moves the game would try first; of several, any."""
    best, chosen, equals = 0.0, 0, 0
    for index, move in enumerate(game.moves(state)):
        order = promise(game, state, move, people)
        if index == 0 or order > best:
            best, chosen, equals = order, index, 1
        elif order == best:
            equals += 1
            if people.below(equals) == 0:
                chosen = index
    return chosen


def promise(game: Game[Any], state: Any, move: int, people: Population) -> float:
    """How early to try a move: by the game's order, or by what the move leads to, or no matter."""
    if people.order() == BY_ORDER:
        return game.order(state, move)
    if people.order() == BY_VALUE:
        return at_sight(game, game.result(state, move), game.to_move(state))
    return 0.0


def move_at(game: Game[Any], state: Any, index: int) -> int:
    for move in game.moves(state):
        if index == 0:
            return move
        index -= 1
    return ANY


def best_last(game: Game[Any], state: Any, player: int, watch: Watch, people: Population) -> Choice:
    """The last move of a path, as if it were the only one: no other is worth more to its mover.

    Where guesses of others are all that speaks for it, that is told; a sure win needs none.
    """
    sign = 1.0 if game.to_move(state) == player else -1.0
    best, chosen, guesses = Choice(ANY, ANY, 1), -INFINITY, 0
    for index, move in enumerate(game.moves(state)):
        after = game.result(state, move)
        guesses += not game.is_terminal(after)
        value = sign * at_end(game, after, player, people)
        if value > chosen or best.move == ANY:
            chosen, best = value, Choice(index if people.by_branches() else move, move, 1)
    if best.move == ANY:
        raise Stuck
    if guesses > 0 and chosen < people.best_utility():
        watch.relies_on_guess()
    return best


def untried(game: Game[Any], state: Any, node: int, tree: Reservation, people: Population) -> int:
    """A gene that leads from a node to no child yet, of which there are some: any, or by order."""
    equals, best, gene = 0, 0.0, ANY
    people.note_tried(node, tree)
    for index, move in enumerate(game.moves(state)):
        if not people.may_be_tried(move, node) or tree.by_move(node, move) == NONE:
            order = promise(game, state, move, people)
            equals = equals + 1 if equals > 0 and order == best else equals
            if equals == 0 or order > best:
                best, gene, equals = order, index if people.by_branches() else move, 1
            elif order == best and people.below(equals) == 0:
                gene = index if people.by_branches() else move
    return gene
