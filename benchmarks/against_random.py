"""Games of the engine, short of time, against random moves."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from benchmarks.settings import Settings
from benchmarks.warm import warm
from benchmarks.words import Table, duration, tell
from outply import Engine, Game, Limit, games
from outply.search.base import two_player_refusal

TITLE = "Against random moves"
ABOUT = """
Games of `Engine()` at 50 ms a move against random moves, half of them from either side, on every
game that it takes. A result below what the start is worth is a loss, where that could be proved in
two seconds; elsewhere, one below 0. A move is late if it took more than 20 ms too long."""

GAMES = 200
SECONDS = 0.05
LATE = 0.02
TO_PROVE = 2.0


@dataclass
class Tally:
    results: Counter[str] = field(default_factory=Counter)
    illegal: int = 0
    moves: int = 0
    late: int = 0
    latest: float = 0.0

    def note_move(self, over: float, is_legal: bool) -> None:
        self.moves += 1
        self.illegal += not is_legal
        self.late += over > LATE
        self.latest = max(self.latest, over)


def worth(game: Game[Any], player: int) -> float | None:
    """What the start is worth to a player, if that is proved."""
    state = game.initial()
    solved = Engine().solve(game, state, Limit(seconds=TO_PROVE)).result
    if not solved.proved:
        return None
    return solved.value if player == game.to_move(state) else -solved.value


def play(game: Game[Any], side: int, rng: random.Random, tally: Tally) -> float:
    """One game; what it brought the engine."""
    state = game.initial()
    while not game.is_terminal(state):
        moves = list(game.moves(state))
        move = rng.choice(moves)
        if game.to_move(state) == side:
            began = perf_counter()
            found = Engine().search(game, state, Limit(seconds=SECONDS)).move
            tally.note_move(perf_counter() - began - SECONDS, found in moves)
            move = found if found in moves else move
        state = game.result(state, move)
    return game.utility(state, side)


def row(game: Game[Any], count: int) -> list[str]:
    tally = Tally()
    proved = [worth(game, side) for side in range(2)]
    rng = random.Random(game.name)
    for number in range(count):
        side = number % 2
        result = play(game, side, rng, tally)
        expected = proved[side] if proved[side] is not None else 0.0
        kind = "more" if result > expected else "less" if result < expected else "as much"
        tally.results[kind] += 1
    tell(f"{game.name}: {dict(tally.results)}, latest {tally.latest * 1000:.1f} ms")
    start = "not proved" if proved[0] is None else f"{proved[0]:g}"
    counts = [str(tally.results[kind]) for kind in ("more", "as much", "less")]
    clock = [str(tally.late), "in time" if tally.latest <= 0 else duration(tally.latest)]
    return [game.name, start, *counts, str(tally.illegal), str(tally.moves), *clock]


def table(settings: Settings) -> Table:
    head = ["game", "worth to the first", "got more", "as much", "less (lost)"]
    rows = [[*head, "illegal moves", "moves", "late", "latest by"]]
    for name in games.names():
        game = warm(name)
        if two_player_refusal(game.traits) is None:
            rows.append(row(game, settings.few(GAMES, 4)))
    return rows
