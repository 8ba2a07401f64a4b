"""Make the sets of random Connect Four positions: `python -m benchmarks.make_positions`.

The seed makes the positions, Outply their scores, and bitbully must agree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from benchmarks.connect_four_sets import Position, plies_to_the_end, score, write
from benchmarks.settings import DATA
from benchmarks.solving import check, theirs
from benchmarks.words import tell
from outply import Engine
from outply.games.connect_four import Board, ConnectFour


class Kind(NamedTuple):
    file: str
    stones: range
    plies: range  # to the end under best play
    positions: int


KINDS = (
    Kind("random_15_27", range(15, 28), range(14, 28), 100),
    Kind("random_8_13", range(8, 14), range(14, 29), 20),
)


def main() -> None:
    for kind in KINDS:
        positions = list(islice(made(kind), kind.positions))
        check("bitbully", positions, theirs(positions))
        write(DATA / kind.file, positions)


def made(kind: Kind) -> Iterator[Position]:
    game, engine, rng = ConnectFour(), Engine(megabytes=256), random.Random(kind.file)
    seen: set[Board] = set()
    while True:
        columns = random_play(game, rng, rng.choice(kind.stones))
        state = game.parse(columns)
        if not columns or state in seen:
            continue
        seen.add(state)
        result = engine.search(game, state)
        if plies_to_the_end(result, len(columns)) in kind.plies:
            tell(f"{kind.file}: {columns}, {result.nodes:,} nodes")
            yield Position(columns, score(result, len(columns)))


def random_play(game: ConnectFour, rng: random.Random, stones: int) -> str:
    """The columns of so many random moves; nothing if the game is over by then."""
    state, columns = game.initial(), ""
    for _ in range(stones):
        move = rng.choice(list(game.moves(state)))
        columns += game.format_move(state, move)
        state = game.result(state, move)
        if game.is_terminal(state):
            return ""
    return columns


if __name__ == "__main__":
    main()
