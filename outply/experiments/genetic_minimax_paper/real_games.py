"""Real games: moves that match those of a much deeper search, and matches at equal time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from outply.experiments.genetic_minimax_paper.compared_searches import (
    COMPARED,
    compared_searches,
    compile_searches,
    searched,
    seed_of,
)
from outply.experiments.genetic_minimax_paper.means import share_of
from outply.experiments.genetic_minimax_paper.sizes import Sizes
from outply.game import Game
from outply.games import load
from outply.play import Player, play
from outply.search import Limit, Search, named
from outply.search.engine import Engine
from outply.search.genetic import Genetic

__all__ = [
    "OPENING",
    "STAGES",
    "MatchResult",
    "MatchedMove",
    "match_count",
    "matched_count",
    "matched_document",
    "matched_moves",
    "matches",
    "matches_document",
    "random_position",
]

DEPTH = 7  # the default length of paths
OPENING = 4  # moves at random; each opening is played twice, with sides changed
SEEDED = ("lasvegas", "random")
STAGES = {
    "gomoku": {"early": 6, "middle": 24},
    "othello": {"early": 8, "middle": 28},
    "connect-four": {"early": 6, "middle": 16},
}
"""How many random moves lead to a position."""


# -- moves that match a much deeper search -----------------------------------------------


class MatchedMove(NamedTuple):
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


def matched_count(sizes: Sizes) -> int:
    return len(sizes.games) * sizes.positions * len(COMPARED)


def matched_moves(sizes: Sizes, seed: int) -> Iterator[MatchedMove]:
    for game in map(load, sizes.games):
        compile_searches(
            list(compared_searches(0, 1).values()), game, game.initial(), sizes.compiled
        )
        for number in range(sizes.positions):
            stage = ("early", "middle")[number % 2]
            state = random_position(game, STAGES[game.name][stage], seed + number)
            yield from _matched(sizes, game, stage, state, seed + number)


def random_position(game: Game[Any], plies: int, seed: int) -> Any:
    """A position after `plies` random moves that has more than one legal move."""
    rng = random.Random(f"{game.name} {plies} {seed}")
    while True:
        state = game.initial()
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(list(game.moves(state))))
        if not game.is_terminal(state) and len(list(game.moves(state))) > 1:
            return state


def _matched(
    sizes: Sizes, game: Game[Any], stage: str, state: Any, seed: int
) -> Iterator[MatchedMove]:
    deep = searched(Engine(), game, state, Limit(seconds=sizes.deep_thought), sizes.compiled)
    assert deep.move is not None
    text, wanted = game.format(state), game.format_move(state, deep.move)
    for name, search in compared_searches(seed_of(game.name, seed), DEPTH).items():
        found = searched(search, game, state, Limit(seconds=sizes.thought), sizes.compiled)
        assert found.move is not None
        move = game.format_move(state, found.move)
        yield MatchedMove(
            *(game.name, stage, text, name, move, wanted, move == wanted),
            *(found.depth, deep.depth, found.seconds, found.compiled),
        )


def matched_document(found: Sequence[MatchedMove], sizes: Sizes) -> dict[str, Any]:
    return {
        game: _of_game([row for row in found if row.game == game])
        for game in dict.fromkeys(row.game for row in found)
    }


def _of_game(found: list[MatchedMove]) -> dict[str, Any]:
    shares = {name: _share([row for row in found if row.search == name]) for name in COMPARED}
    return {"positions": len({(row.stage, row.position) for row in found}), **shares}


def _share(found: list[MatchedMove]) -> dict[str, Any] | None:
    share = share_of(sum(row.match for row in found), len(found))
    return share and {"share": share.value, "interval": [share.low, share.high]}


# -- matches ------------------------------------------------------------------------------


class MatchResult(NamedTuple):
    game: str
    rival: str
    opening: int
    genetic_begins: bool
    result: float  # of genetic: 1 won, 0.5 drawn, 0 lost
    plies: int


def match_count(sizes: Sizes) -> int:
    return len(sizes.games) * sizes.openings * len(sizes.rivals) * 2


def matches(sizes: Sizes, seed: int) -> Iterator[MatchResult]:
    for game in map(load, sizes.games):
        for opening in range(seed, seed + sizes.openings):
            for rival, begins in product(sizes.rivals, (True, False)):
                yield _played(sizes, game, rival, opening, begins)


def _played(sizes: Sizes, game: Game[Any], rival: str, opening: int, begins: bool) -> MatchResult:
    state = _opening(game, opening)
    other = named(f"{rival}:seed={opening}" if rival in SEEDED else rival)
    genetic = _player(Genetic(seed=opening), sizes)
    against = _player(other, sizes)
    game_record = play(game, [genetic, against] if begins else [against, genetic], state)
    utility = game_record.utilities[0 if begins else 1]
    result = 0.5 if utility == 0 else float(utility > 0)
    return MatchResult(game.name, rival, opening, begins, result, len(game_record.moves))


def _player(search: Search, sizes: Sizes) -> Player:
    limit = Limit(seconds=sizes.pace)

    def choose(game: Game[Any], state: Any) -> Any:
        move = searched(search, game, state, limit, sizes.compiled).move
        assert move is not None
        return move

    return choose


def _opening(game: Game[Any], seed: int) -> Any:
    rng, state = random.Random(f"{game.name} {seed}"), game.initial()
    for _ in range(OPENING):
        state = game.result(state, rng.choice(list(game.moves(state))))
    return state


def matches_document(found: Sequence[MatchResult], sizes: Sizes) -> list[dict[str, Any]]:
    pairs = dict.fromkeys((row.game, row.rival) for row in found)
    return [_pair(game, rival, found) for game, rival in pairs]


def _pair(game: str, rival: str, found: Sequence[MatchResult]) -> dict[str, Any]:
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
