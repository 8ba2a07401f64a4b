"""A position that was solved: by a proof, or by looking it up in a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from outply.game import Game, OutplyError
from outply.search import MAX_DEPTH, Result
from outply.search.engine import Solution

if TYPE_CHECKING:
    from outply.solve import Endings

__all__ = ["Solved", "from_table", "on_average"]


@dataclass(frozen=True)
class Solved:
    """What was found of a state; `worths` are the values of all moves, if a table has them.

    `is_one_line` says that only one best move was looked for.
    """

    game: Game[Any]
    state: Any
    solution: Solution
    worths: Mapping[int, float] | None = None
    is_one_line: bool = False

    @property
    def moves(self) -> dict[int, float | None]:
        """The value of each legal move, where it is proved."""
        if self.solution.result.move is None:
            return {}
        best, value = self.solution.best_moves, self.solution.result.value
        known = self.worths or dict.fromkeys(best, value)
        return {move: known.get(move) for move in self.game.moves(self.state)}

    @property
    def is_looked_up(self) -> bool:
        return self.worths is not None

    @property
    def is_blank(self) -> bool:
        """Whether nothing was found, not even a guess."""
        result = self.solution.result
        return not result.proved and result.depth == 0

    @property
    def shortfall(self) -> str | None:
        """What is missing, and why."""
        result, complete = self.solution.result, self.solution.complete
        if result.proved and (complete or self.is_one_line):
            return None
        reason = "stopped by Ctrl-C" if result.interrupted else "the limit was reached"
        if result.proved:
            return f"{reason}; there may be other best moves."
        return f"{reason} before the value was proved."


def on_average(game: Game[Any], state: Any, result: Result) -> Solved:
    """What a search found of a game of chance: a value, and one move that attains it."""
    best = () if result.move is None else (result.move,)
    solution = Solution(result, best, result.nodes, result.seconds, complete=False)
    return Solved(game, state, solution, is_one_line=True)


def from_table(endings: Endings, state: Any) -> Solved:
    """What a table knows of a state, with best play from there."""
    began, game, lookup = perf_counter(), endings.game, _Lookup(endings)
    line, best, worths = lookup.line(state), lookup.best_moves(state), lookup.worths(state)
    value, distance = lookup.known(state)
    result = Result(
        move=best[0] if best else None,
        value=value,
        line=tuple(line),
        depth=len(line),
        nodes=lookup.count,
        seconds=perf_counter() - began,
        proved=True,
        compiled=False,
        distance=distance,
    )
    solution = Solution(result, tuple(best), result.nodes, result.seconds, True)
    return Solved(game, state, solution, worths)


class _Lookup:
    """Best play by a table."""

    def __init__(self, endings: Endings) -> None:
        self._endings, self._game, self.count = endings, endings.game, 0

    def known(self, state: Any) -> tuple[float, int | None]:
        """The value of a state to its mover, and the plies to the end, of a win or a loss."""
        game = self._game
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state)), 0
        self.count += 1
        known = self._endings.of(state)
        if known is None:
            raise OutplyError(
                f"{game.format(state)!r} is not in {self._endings.path}: play from the start of "
                f"{game.name} does not reach it."
            )
        return known

    def worths(self, state: Any) -> dict[int, float]:
        return {move: rank[0] for move, rank in self._ranks(state).items()}

    def best_moves(self, state: Any) -> list[int]:
        """The soonest wins, or draws, or the latest losses."""
        ranks = self._ranks(state)
        return sorted(move for move, rank in ranks.items() if rank == max(ranks.values()))

    def line(self, state: Any) -> list[int]:
        """Best play to the end, or until it repeats."""
        line: list[int] = []
        seen = {state}
        while len(line) < MAX_DEPTH and (best := self.best_moves(state)):
            line.append(best[0])
            state = self._game.result(state, best[0])
            if state in seen:
                break
            seen.add(state)
        return line

    def _ranks(self, state: Any) -> dict[int, tuple[float, int]]:
        """The value of each move to who makes it, and how good its distance is."""
        game = self._game
        if game.is_terminal(state):
            return {}
        return {move: self._rank(state, move) for move in game.moves(state)}

    def _rank(self, state: Any, move: int) -> tuple[float, int]:
        game = self._game
        after = game.result(state, move)
        value, distance = self.known(after)
        if game.to_move(after) != game.to_move(state):
            value = 0.0 - value
        delay = distance or 0
        return value, -delay if value > 0 else delay if value < 0 else 0
