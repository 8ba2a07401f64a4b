"""Answers from the table of a solved game, where there is nothing left to search."""

from __future__ import annotations

import os
from functools import lru_cache
from time import perf_counter
from typing import Any

from outply.game import Game, OutplyError
from outply.search.base import MAX_DEPTH, Line, Result
from outply.solve import Endings, SolvedValue

__all__ = ["BestPlay", "endings_table", "looked_up"]


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


def looked_up(endings: Endings, state: Any, lines: int) -> Result | None:
    """The truth about a state that is not over, if the table has it."""
    began, play = perf_counter(), BestPlay(endings)
    if endings.of(state) is None:
        return None
    moves = play.moves(state)
    found = tuple(
        Line(move, moves[move].value, play.line(state, move), moves[move].distance)
        for move in play.ranked(moves)[:lines]
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


class BestPlay:
    """Best play by a table; `count` is the number of states looked up."""

    def __init__(self, endings: Endings) -> None:
        self._endings, self._game, self.count = endings, endings.game, 0

    def of(self, state: Any) -> SolvedValue:
        """The value for the player to move, and the plies to the end of a win or a loss."""
        game = self._game
        if game.is_terminal(state):
            plies = None if self._endings.has_scores else 0
            return SolvedValue(game.utility(state, game.to_move(state)), plies)
        self.count += 1
        found = self._endings.of(state)
        if found is None:
            raise OutplyError(
                f"{game.format(state)!r} is not in {self._endings.path}: play from the start of "
                f"{game.name} does not reach it, or `canonical` is wrong; run `outply check`."
            )
        return found

    def moves(self, state: Any) -> dict[int, SolvedValue]:
        """Each move with its value and distance for the player who makes it."""
        game = self._game
        if game.is_terminal(state):
            return {}
        player = game.to_move(state)
        return {m: self._after(player, game.result(state, m)) for m in game.moves(state)}

    def _after(self, player: int, after: Any) -> SolvedValue:
        value, distance = self.of(after)
        if self._game.to_move(after) != player:
            value = 0.0 - value
        if distance is None or value == 0.0:
            return SolvedValue(value, None)
        return SolvedValue(value, distance + 1)

    def best_moves(self, state: Any) -> list[int]:
        """The soonest wins, or the draws, or the latest losses."""
        ranks = {move: _preference(value) for move, value in self.moves(state).items()}
        return sorted(move for move, rank in ranks.items() if rank == max(ranks.values()))

    def ranked(self, moves: dict[int, SolvedValue]) -> list[int]:
        """The moves, best first."""
        return sorted(sorted(moves), key=lambda move: _preference(moves[move]), reverse=True)

    def line(self, state: Any, first: int | None = None) -> tuple[int, ...]:
        """Best play to the end, or until a position repeats."""
        line: list[int] = []
        seen = {state}
        best = self.best_moves(state) if first is None else [first]
        while best:
            line.append(best[0])
            state = self._game.result(state, best[0])
            if state in seen or len(line) == MAX_DEPTH:
                break
            seen.add(state)
            best = self.best_moves(state)
        return tuple(line)


def _preference(known: SolvedValue) -> tuple[float, int]:
    """Better first; sooner where it is good, later where it is bad."""
    value, distance = known
    plies = distance or 0
    return value, -plies if value > 0 else plies if value < 0 else 0
