"""Play one game from a state to its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.game import CHANCE, Game, OutplyError

__all__ = ["Match", "Player", "draw_outcome", "play"]

Player = Callable[[Game[Any], Any], int]
"""A function that chooses a move: `(game, state) -> move`.

It receives the whole state, even in a game with hidden information; there, an honest player uses
only `game.observation(state, player)`.
"""


@dataclass(frozen=True)
class Match:
    """A finished game: all its states, the moves between them, and the utility of each player."""

    states: tuple[Any, ...]
    moves: tuple[int, ...]
    utilities: tuple[float, ...]


def play(
    game: Game[Any],
    players: Sequence[Player],
    state: Any = None,
    *,
    seed: int = 0,
    on_move: Callable[[Any, int, Any], None] | None = None,
) -> Match:
    """Play a game between players, one for each seat, from `state` or from the start.

    `on_move(before, move, after)` is called after each move. Outcomes of chance are drawn with
    `seed`.
    """
    if len(players) != game.traits.players:
        raise OutplyError(
            f"{game.name} is for {game.traits.players} players, and {len(players)} were given."
        )
    rng = random.Random(seed)
    states, moves = [game.initial() if state is None else state], []
    while not game.is_terminal(states[-1]):
        before = states[-1]
        move = _choice(game, players, before, rng)
        states.append(game.result(before, move))
        moves.append(move)
        if on_move:
            on_move(before, move, states[-1])
    seats = range(game.traits.players)
    return Match(tuple(states), tuple(moves), tuple(game.utility(states[-1], p) for p in seats))


def draw_outcome(game: Game[Any], state: Any, rng: random.Random) -> int:
    """Draw one of the outcomes of a state in which chance is to move."""
    weighted = list(game.outcomes(state))
    if not weighted:
        raise OutplyError(
            f"Chance is to move in {game.name}, but it has no outcomes; run `outply check`."
        )
    outcomes, weights = zip(*weighted, strict=True)
    drawn: int = rng.choices(outcomes, weights)[0]
    return drawn


def _choice(game: Game[Any], players: Sequence[Player], state: Any, rng: random.Random) -> int:
    seat = game.to_move(state)
    if seat == CHANCE:
        return draw_outcome(game, state, rng)
    if not 0 <= seat < len(players):
        raise OutplyError(
            f"Player {seat} is to move in {game.name}, which has {len(players)} players."
        )
    move = players[seat](game, state)
    if move not in list(game.moves(state)):
        raise OutplyError(f"Player {seat} returned an illegal move in {game.name}: {move!r}.")
    return move
