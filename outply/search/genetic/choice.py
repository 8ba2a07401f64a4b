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
from outply.search.genetic.reservation import Reservation
from outply.search.watch import Stuck, Watch

__all__ = ["Choice", "best_last", "chosen", "untried"]

WHIM = 0.1  # how often any move is taken, whatever the game's order says


class Choice(NamedTuple):
    gene: int
    move: int
    among: int  # legal moves


def chosen(game: Game[Any], state: Any, gene: int, people: Population) -> Choice:
    """The gene and move that a gene stands for, which is itself if it is legal."""
    if gene == ANY:
        return any_choice(game, state, people)
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
    is_legal = gene < count if people.by_branches else following == gene
    if people.repair == RANDOM and not is_legal:
        return any_choice(game, state, people)
    if people.by_branches:
        if not is_legal:
            gene = count - 1 if people.repair == NEAREST else 0
        return Choice(gene, move_at(game, state, gene), count)
    move = least if following == ANY else following
    if people.repair == NEAREST:
        move = nearest
    return Choice(move, move, count)


def any_choice(game: Game[Any], state: Any, people: Population) -> Choice:
    """One at random; by the game's order, mostly the best."""
    if people.order != AT_RANDOM and not people.chance(WHIM):
        return first_by_order(game, state, people)
    count = move_count(game, state)
    index = people.below(count)
    move = move_at(game, state, index)
    return Choice(index if people.by_branches else move, move, count)


def first_by_order(game: Game[Any], state: Any, people: Population) -> Choice:
    """The move that the game would try first; of several, any."""
    best, equals, count, first = 0.0, 0, 0, Choice(ANY, ANY, 0)
    for move in game.moves(state):
        order = promise(game, state, move, people)
        if count == 0 or order > best:
            best, equals = order, 0
        if order == best:
            equals += 1
            if equals == 1 or people.below(equals) == 0:
                first = Choice(count if people.by_branches else move, move, 0)
        count += 1
    if count == 0:
        raise Stuck
    return Choice(first.gene, first.move, count)


def promise(game: Game[Any], state: Any, move: int, people: Population) -> float:
    """How early to try a move: by the game's order, or by what the move leads to, or no matter."""
    if people.order == BY_ORDER:
        return game.order(state, move)
    if people.order == BY_VALUE:
        return at_sight(game, game.result(state, move), game.to_move(state))
    return 0.0


def move_count(game: Game[Any], state: Any) -> int:
    count = 0
    for _ in game.moves(state):
        count += 1
    if count == 0:
        raise Stuck
    return count


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
            chosen, best = value, Choice(index if people.by_branches else move, move, 1)
    if best.move == ANY:
        raise Stuck
    if guesses > 0 and chosen < people.best_utility:
        watch.relies_on_guess()
    return best


def untried(
    game: Game[Any], state: Any, node: int, tree: Reservation, people: Population
) -> Choice:
    """A move that leads from a node to no child yet, of which there is one: any, or by order."""
    people.note_tried(node, tree)
    if people.order == AT_RANDOM:
        return any_untried(game, state, node, tree, people)
    best, equals, choice = 0.0, 0, Choice(ANY, ANY, 0)
    for index, move in enumerate(game.moves(state)):
        if not people.is_tried(move, node, tree):
            order = promise(game, state, move, people)
            if equals == 0 or order > best:
                best, equals = order, 0
            if order == best:
                equals += 1
                if equals == 1 or people.below(equals) == 0:
                    choice = Choice(index if people.by_branches else move, move, 0)
    return choice


def any_untried(
    game: Game[Any], state: Any, node: int, tree: Reservation, people: Population
) -> Choice:
    left, choice = people.below(tree.untried(node)), Choice(ANY, ANY, 0)
    for index, move in enumerate(game.moves(state)):
        if left >= 0 and not people.is_tried(move, node, tree):
            choice = Choice(index if people.by_branches else move, move, 0)
            left -= 1
    return choice
