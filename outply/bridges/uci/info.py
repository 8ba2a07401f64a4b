"""The lines `info`: what a search has found so far."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from outply.bridges.uci.protocol_notation import line_text
from outply.game import Game
from outply.search.base import Line, Result
from outply.search.run_within_limit import Run

__all__ = ["MARGIN", "centipawns", "info_lines", "score_text", "win_draw_loss"]

MARGIN = 100  # centipawns: what the game's `margin` is shown as
# Fitted roughly, by benchmarks/win_draw_loss.py, to games of chess at 3,000 nodes a move.
EVEN_ODDS = 130.0  # centipawns of advantage that win half of all games
SPREAD = 195.0  # centipawns: how quickly the odds change there


def centipawns(game: Game[Any], value: float) -> int:
    """A value in hundredths of the game's `margin`, in chess a pawn; of 1 where it has none."""
    return round(MARGIN * value / (game.margin or 1.0))


def info_lines(
    game: Game[Any], state: Any, found: Result, show_wdl: bool, run: Run | None = None
) -> Iterator[str]:
    """A line of info for each line of a result; with more about the run, if it is given."""
    milliseconds = int(1000 * found.seconds)
    speed = int(found.nodes / found.seconds) if found.seconds > 0 else 0
    deepest, use = (run.deepest_ply, run.table_use) if run else (None, None)
    selective = "" if deepest is None else f" seldepth {max(deepest, found.depth)}"
    full = "" if use is None else f" hashfull {round(1000 * use)}"
    for number, line in enumerate(_lines(found), start=1):
        score = score_text(game, line.value, line.distance)
        wdl = f" wdl {win_draw_loss(game, line, found.proved)}" if show_wdl else ""
        yield (
            f"info depth {found.depth}{selective} multipv {number} score {score}{wdl} "
            f"nodes {found.nodes} nps {speed}{full} time {milliseconds} "
            f"pv {line_text(game, state, line.line)}"
        )


def _lines(found: Result) -> tuple[Line, ...]:
    """The lines of a search for several; else the one that it found, if any."""
    if found.lines and not found.visits:
        return tuple(line._replace(line=line.line or (line.move,)) for line in found.lines)
    if found.move is None:
        return ()
    return (Line(found.move, found.value, found.line or (found.move,), found.distance),)


def score_text(game: Game[Any], value: float, distance: int | None) -> str:
    """`cp 35`; or `mate 3`, in moves of the player who wins, if the end is known."""
    if distance is None or value == 0.0:
        return f"cp {centipawns(game, value)}"
    moves = (distance + 1) // 2
    return f"mate {moves if value > 0 else -moves}"


def win_draw_loss(game: Game[Any], line: Line, proved: bool) -> str:
    """The odds in thousandths, by a logistic curve."""
    if line.distance is not None or proved:
        sign = (line.value > 0) - (line.value < 0)
        return {1: "1000 0 0", 0: "0 1000 0", -1: "0 0 1000"}[sign]
    lead = centipawns(game, line.value)
    win, loss = _odds(lead), _odds(-lead)
    return f"{win} {1000 - win - loss} {loss}"


def _odds(lead: float) -> int:
    exponent = max(-50.0, min(50.0, (EVEN_ODDS - lead) / SPREAD))
    return int(1000 / (1 + math.exp(exponent)))
