"""A game played from a state to its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.game import CHANCE, Game, OutplyError

__all__ = ["Match", "Player", "draw_outcome", "play"]

Player = Callable[[Game[Any], Any], int]
"""Chooses a move: `(game, state) -> move`.

It is given the whole state, also in a game with hidden information: there, an honest player looks
at `game.observation(state, player)` only.
"""


@dataclass(frozen=True)
class Match:
    """A finished game: every state passed, the moves between them, who got what."""

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
    """Let players meet, one for each seat; `on_move(before, move, after)` watches.

    Chance is drawn from `seed`.
    """
    if len(players) != game.traits.players:
        raise OutplyError(
            f"{game.name} is for {game.traits.players} players and {len(players)} were given."
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
    """What chance brings, where chance is to move."""
    weighted = list(game.outcomes(state))
    if not weighted:
        raise OutplyError(
            f"{game.name} says that chance is to move and gives no outcomes; run `outply check`."
        )
    outcomes, weights = zip(*weighted, strict=True)
    drawn: int = rng.choices(outcomes, weights)[0]
    return drawn


def _choice(game: Game[Any], players: Sequence[Player], state: Any, rng: random.Random) -> int:
    seat = game.to_move(state)
    if seat == CHANCE:
        return draw_outcome(game, state, rng)
    if not 0 <= seat < len(players):
        raise OutplyError(f"{game.name} says that player {seat} moves; it has {len(players)}.")
    move = players[seat](game, state)
    if move not in list(game.moves(state)):
        raise OutplyError(f"Player {seat} chose {move!r}, which is not legal in {game.name} here.")
    return move
