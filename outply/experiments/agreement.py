"""Real games: the share of moves that match a much deeper search."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from outply.experiments.asking import ask, seed_of, warm
from outply.experiments.figure12 import NAMES, contenders
from outply.experiments.means import share_of
from outply.experiments.sizes import Sizes
from outply.game import Game
from outply.games import load
from outply.search import Limit
from outply.search.engine import Engine

__all__ = ["DEPTH", "STAGES", "Matched", "document", "position", "rows", "total"]

DEPTH = 7  # of paths, which is their default
STAGES = {
    "gomoku": {"early": 6, "middle": 24},
    "othello": {"early": 8, "middle": 28},
    "connect-four": {"early": 6, "middle": 16},
}
"""How many moves at random a position is from the start."""


class Matched(NamedTuple):
    game: str
    stage: str
    position: str
    search: str
    move: str
    deep_move: str
    match: bool
    depth: int
    deep_depth: int
    seconds: float
    compiled: bool


def total(sizes: Sizes) -> int:
    return len(sizes.games) * sizes.positions * len(NAMES)


def rows(sizes: Sizes, seed: int) -> Iterator[Matched]:
    for game in map(load, sizes.games):
        warm(list(contenders(0, 1).values()), game, game.initial(), sizes.compiled)
        for number in range(sizes.positions):
            stage = ("early", "middle")[number % 2]
            state = position(game, STAGES[game.name][stage], seed + number)
            yield from _matched(sizes, game, stage, state, seed + number)


def position(game: Game[Any], plies: int, seed: int) -> Any:
    """After so many moves at random, where there is still something to choose."""
    rng = random.Random(f"{game.name} {plies} {seed}")
    while True:
        state = game.initial()
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(list(game.moves(state))))
        if not game.is_terminal(state) and len(list(game.moves(state))) > 1:
            return state


def _matched(sizes: Sizes, game: Game[Any], stage: str, state: Any, seed: int) -> Iterator[Matched]:
    deep = ask(Engine(), game, state, Limit(seconds=sizes.deep_thought), sizes.compiled)
    assert deep.move is not None
    text, wanted = game.format(state), game.format_move(state, deep.move)
    for name, search in contenders(seed_of(game.name, seed), DEPTH).items():
        found = ask(search, game, state, Limit(seconds=sizes.thought), sizes.compiled)
        assert found.move is not None
        move = game.format_move(state, found.move)
        yield Matched(
            *(game.name, stage, text, name, move, wanted, move == wanted),
            *(found.depth, deep.depth, found.seconds, found.compiled),
        )


def document(found: Sequence[Matched], sizes: Sizes) -> dict[str, Any]:
    return {
        game: _of_game([row for row in found if row.game == game])
        for game in dict.fromkeys(row.game for row in found)
    }


def _of_game(found: list[Matched]) -> dict[str, Any]:
    shares = {name: _share([row for row in found if row.search == name]) for name in NAMES}
    return {"positions": len({(row.stage, row.position) for row in found}), **shares}


def _share(found: list[Matched]) -> dict[str, Any] | None:
    share = share_of(sum(row.match for row in found), len(found))
    return share and {"share": share.value, "interval": [share.low, share.high]}
