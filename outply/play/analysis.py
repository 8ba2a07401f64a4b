"""The best move of a position, and the value of each move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from outply.choices import choices
from outply.game import CHANCE, Game
from outply.play.move_values import AnalysisObserver, MoveValue, OtherMoves, needs_searches
from outply.play.multipv import MultiPV
from outply.play.searcher import Searcher
from outply.search import Limit, Result
from outply.search.engine import Engine

__all__ = ["Analysis", "analyze"]


@dataclass(frozen=True)
class Analysis:
    """`moves` has every legal move with its value, or None if it has none. Where chance is to
    move, `outcomes` has every outcome with its value for MAX instead.
    """

    game: Game[Any]
    state: Any
    result: Result
    moves: dict[int, MoveValue | None]
    interrupted: bool
    outcomes: dict[int, MoveValue | None] = field(default_factory=dict)

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play, if that is known."""
        return 0 if self.game.is_terminal(self.state) else self.result.distance


def analyze(
    searcher: Searcher,
    state: Any,
    observer: AnalysisObserver | None = None,
    *,
    lines: int | None = None,
) -> Analysis:
    """Search `state` for the best move and for the values of all moves.

    The engine finds the best `lines` moves in one search; by default all moves of a position that
    has few. Other searches then search the state after each move, or after each outcome of chance,
    one ply less deep. The first search gets half of a limit of seconds and the others share the
    rest; a limit of depth or nodes applies to the first search. The first search gets all the
    seconds if no other search is needed: if it finds a value for each move itself, or if a search
    of the states after the moves would give no value for the side to move. A mixed strategy has a
    value as a whole; its moves have none. Ctrl-C ends the analysis with what is known so far.
    """
    observer = observer or AnalysisObserver()
    if isinstance(searcher.search, Engine):
        multipv = MultiPV(searcher, searcher.search, state, lines, observer)
        return Analysis(searcher.game, state, *multipv.run())
    return _analyze_move_by_move(searcher, state, observer)


def _analyze_move_by_move(searcher: Searcher, state: Any, observer: AnalysisObserver) -> Analysis:
    result = searcher.run(state, _first_limit(searcher, state), observer.on_depth)
    values = dict.fromkeys(choices(searcher.game, state)) | _values_of(result)
    interrupted = result.interrupted
    if not interrupted and not result.mix and not searcher.search.values_every_move:
        others = OtherMoves(searcher.after_spending(result.seconds, 0), state, result.depth)
        interrupted = not others.fill(values, observer)
    if values and searcher.game.to_move(state) == CHANCE:
        return Analysis(searcher.game, state, result, {}, interrupted, outcomes=values)
    return Analysis(searcher.game, state, result, values, interrupted)


def _first_limit(searcher: Searcher, state: Any) -> Limit:
    if searcher.search.values_every_move or not needs_searches(searcher.game, state):
        return searcher.limit
    return replace(searcher.limit, seconds=searcher.with_share(0.5).limit.seconds)


def _values_of(result: Result) -> dict[int, MoveValue | None]:
    """Collect the values that a search itself found."""
    values: dict[int, MoveValue | None] = {
        move: MoveValue(value, result.depth, True, distance, line or (move,))
        for move, value, line, distance in result.lines
    }
    if result.move is not None and result.depth and not result.mix:
        line = result.line or (result.move,)
        values[result.move] = MoveValue(result.value, result.depth, True, result.distance, line)
    return values
