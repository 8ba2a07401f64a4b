"""Answers from the table of a solved game, where there is nothing left to search."""

from __future__ import annotations

import os
from functools import lru_cache
from time import perf_counter
from typing import Any

from outply.game import Game, OutplyError
from outply.search.base import MAX_DEPTH, Line, Result
from outply.solve import Endings, Known

__all__ = ["endings_table", "looked_up"]


def endings_table(path: str, game: Game[Any]) -> Endings:
    """The table in a file; it is read again only when the file has changed."""
    try:
        stamp = os.stat(path).st_mtime_ns
    except OSError:
        stamp = 0
    return _loaded(path, stamp, game)


@lru_cache(maxsize=4)
def _loaded(path: str, _stamp: int, game: Game[Any]) -> Endings:
    return Endings(path, game)


def looked_up(endings: Endings, game: Game[Any], state: Any, lines: int) -> Result | None:
    """The truth about a state that is not over, if the table has it."""
    began = perf_counter()
    if endings.of(state) is None:
        return None
    ranked = sorted(_moves(endings, game, state), key=_preference, reverse=True)
    found = tuple(
        Line(move, known.value, _line(endings, game, state, move), known.distance)
        for known, move in ranked[:lines]
    )
    best = found[0]
    return Result(
        move=best.move,
        value=best.value + 0.0,
        line=best.line,
        depth=len(best.line),
        nodes=0,
        seconds=perf_counter() - began,
        proved=True,
        compiled=False,
        distance=best.distance,
        lines=found,
    )


def _preference(ranked: tuple[Known, int]) -> tuple[float, int, int]:
    """Better first; sooner where it is good, later where it is bad."""
    (value, distance), move = ranked
    plies = distance or 0
    return value, -plies if value > 0 else plies, -move


def _moves(endings: Endings, game: Game[Any], state: Any) -> list[tuple[Known, int]]:
    """Each move with its value to the player who makes it."""
    player = game.to_move(state)
    return [(_after(endings, game, player, game.result(state, m)), m) for m in game.moves(state)]


def _after(endings: Endings, game: Game[Any], player: int, after: Any) -> Known:
    known = endings.of(after)
    if known is None:
        raise OutplyError(
            f"The table has no {game.format(after)}, which can be reached from what it has: "
            "`canonical` is wrong; run `outply check`, then make the table again."
        )
    value = known.value if game.to_move(after) == player else -known.value
    return Known(value, None if known.distance is None else known.distance + 1)


def _line(endings: Endings, game: Game[Any], state: Any, move: int) -> tuple[int, ...]:
    """A move and best play after it, up to where positions might repeat."""
    line = [move]
    state = game.result(state, move)
    while not game.is_terminal(state) and len(line) < MAX_DEPTH and not endings.can_repeat:
        move = max(_moves(endings, game, state), key=_preference)[1]
        line.append(move)
        state = game.result(state, move)
    return tuple(line)
