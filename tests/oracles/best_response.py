"""What strategies are worth, and what a best response to one gains: recursion and dictionaries.

A strategy is a function of a state that gives {move: probability}. Nothing here is taken from the
searches: a best response goes through the responder's information sets, each a list of states with
how likely chance and the other player bring them about, and takes the best move of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from outply import CHANCE, Game

Strategy = Callable[[Any], dict[int, float]]
Group = list[tuple[Any, float]]  # states, with the probability of each


def expected(game: Game[Any], strategy: Strategy, state: Any, player: int) -> float:
    """The utility to a player from a state on if everyone follows the strategy."""
    if game.is_terminal(state):
        return game.utility(state, player)
    chance = game.to_move(state) == CHANCE
    ways = dict(game.outcomes(state)) if chance else strategy(state)
    return sum(
        probability * expected(game, strategy, game.result(state, way), player)
        for way, probability in ways.items()
    )


def best_response(game: Game[Any], strategy: Strategy, player: int) -> float:
    """The most that a player gets from the start against the strategy."""
    return _response(game, strategy, player, [(game.initial(), 1.0)])


def exploitability(game: Game[Any], strategy: Strategy) -> float:
    """The mean over both players of what a best response gains."""
    gains = [
        best_response(game, strategy, player) - expected(game, strategy, game.initial(), player)
        for player in (0, 1)
    ]
    return sum(gains) / 2


def value_of_group(game: Game[Any], strategy: Strategy, player: int, state: Any) -> float:
    """What a player to move expects who sees only the observation of `state`.

    All histories that look so are weighted by how likely chance and the other made them; by chance
    alone where the other makes none of them.
    """
    seen = game.observation(state, player)
    like: list[tuple[Any, float, float]] = []

    def collect(here: Any, chance: float, other: float) -> None:
        if game.is_terminal(here):
            return
        mover = game.to_move(here)
        if mover == player and game.observation(here, player) == seen:
            like.append((here, chance * other, chance))
        elif mover == player:
            for move in game.moves(here):
                collect(game.result(here, move), chance, other)
        elif mover == CHANCE:
            for outcome, probability in game.outcomes(here):
                collect(game.result(here, outcome), chance * probability, other)
        else:
            for move, probability in strategy(here).items():
                collect(game.result(here, move), chance, other * probability)

    collect(game.initial(), 1.0, 1.0)
    by = 1 if sum(one[1] for one in like) > 0 else 2
    total = sum(one[by] for one in like)
    return sum(one[by] * expected(game, strategy, one[0], player) for one in like) / total


def _response(game: Game[Any], strategy: Strategy, player: int, group: Group) -> float:
    """The best that a player makes of states with weights, each seen for what it is."""
    value = 0.0
    mine: dict[Any, Group] = defaultdict(list)
    for state, weight in _turns(game, strategy, player, group):
        if game.is_terminal(state):
            value += weight * game.utility(state, player)
        else:
            mine[game.observation(state, player)].append((state, weight))
    for alike in mine.values():
        moves = list(game.moves(alike[0][0]))
        value += max(
            _response(game, strategy, player, [(game.result(s, move), w) for s, w in alike])
            for move in moves
        )
    return value


def _turns(game: Game[Any], strategy: Strategy, player: int, group: Group) -> Group:
    """Where these states come to until the player is to move or the game is over."""
    come: Group = []
    for state, weight in group:
        if weight == 0.0:
            continue
        if game.is_terminal(state) or game.to_move(state) == player:
            come.append((state, weight))
            continue
        chance = game.to_move(state) == CHANCE
        ways = dict(game.outcomes(state)) if chance else strategy(state)
        after = [(game.result(state, way), weight * p) for way, p in ways.items()]
        come += _turns(game, strategy, player, after)
    return come
