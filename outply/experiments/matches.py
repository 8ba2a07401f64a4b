"""Real games: genetic minimax against others, both with the same time for a move."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from outply.experiments.asking import ask
from outply.experiments.sizes import Sizes
from outply.game import Game
from outply.games import load
from outply.play import Player, play
from outply.search import Limit, Search, named
from outply.search.genetic import Genetic

__all__ = ["OPENING", "Met", "document", "rows", "total"]

OPENING = 4  # moves at random; both sides get to play each opening
SEEDED = ("lasvegas", "random")


class Met(NamedTuple):
    game: str
    rival: str
    opening: int
    genetic_begins: bool
    result: float  # of genetic: 1 won, 0.5 drawn, 0 lost
    plies: int


def total(sizes: Sizes) -> int:
    return len(sizes.games) * sizes.openings * len(sizes.rivals) * 2


def rows(sizes: Sizes, seed: int) -> Iterator[Met]:
    for game in map(load, sizes.games):
        for opening in range(seed, seed + sizes.openings):
            for rival in sizes.rivals:
                for begins in (True, False):
                    yield _met(sizes, game, rival, opening, begins)


def _met(sizes: Sizes, game: Game[Any], rival: str, opening: int, begins: bool) -> Met:
    state = _opened(game, opening)
    other = named(f"{rival}:seed={opening}" if rival in SEEDED else rival)
    genetic = _player(Genetic(seed=opening), sizes)
    against = _player(other, sizes)
    match = play(game, [genetic, against] if begins else [against, genetic], state)
    got = match.utilities[0 if begins else 1]
    result = 0.5 if got == 0 else float(got > 0)
    return Met(game.name, rival, opening, begins, result, len(match.moves))


def _player(search: Search, sizes: Sizes) -> Player:
    limit = Limit(seconds=sizes.pace)

    def choose(game: Game[Any], state: Any) -> Any:
        move = ask(search, game, state, limit, sizes.compiled).move
        assert move is not None
        return move

    return choose


def _opened(game: Game[Any], seed: int) -> Any:
    rng, state = random.Random(f"{game.name} {seed}"), game.initial()
    for _ in range(OPENING):
        state = game.result(state, rng.choice(list(game.moves(state))))
    return state


def document(found: Sequence[Met], sizes: Sizes) -> list[dict[str, Any]]:
    pairs = dict.fromkeys((row.game, row.rival) for row in found)
    return [_pair(game, rival, found) for game, rival in pairs]


def _pair(game: str, rival: str, found: Sequence[Met]) -> dict[str, Any]:
    results = [row.result for row in found if (row.game, row.rival) == (game, rival)]
    return {
        "game": game,
        "rival": rival,
        "games": len(results),
        "won": results.count(1.0),
        "drawn": results.count(0.5),
        "lost": results.count(0.0),
        "points": sum(results) / len(results) if results else None,
    }
