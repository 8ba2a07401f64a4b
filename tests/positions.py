"""Positions reached by random play, for tests of every game."""

from __future__ import annotations

import random
from typing import Any

from outply import Game, load

OTHERS = {
    "connect-four": [
        {"columns": 4, "rows": 4},
        {"columns": 8, "rows": 7},
        {"columns": 2, "rows": 31},
    ],
    "gomoku": [{"size": 7}, {"size": 15, "reach": 1}],
    "inc-square": [{"start": 3, "length": 7, "modulus": 100}],
    "nim": [{"piles": (1, 2, 3, 4), "misere": True}],
    "random-tree": [
        {"branching": 3, "depth": 6, "seed": s, "correlated": s % 2 == 1} for s in (1, 2)
    ],
    "tic-tac-toe": [{"m": 5, "n": 4, "k": 4}],
}
"""Parameters under which games are tested, besides their defaults."""


def other_games() -> list[Game[Any]]:
    return [load(name, **given) for name, several in OTHERS.items() for given in several]


def played(game: Game[Any], plies: int, seed: int) -> Any:
    """The state after so many random moves, or the end of the game if that comes first."""
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(list(game.moves(state))))
    return state


def label(thing: Any) -> str:
    return thing if isinstance(thing, str) else repr(thing)
