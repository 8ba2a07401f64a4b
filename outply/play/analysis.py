"""What a position is worth, and each move in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from outply.game import CHANCE, Game
from outply.play.move_by_move import OtherMoves, are_searched
from outply.play.onlooker import Onlooker
from outply.play.several_lines import SeveralLines
from outply.play.sight import choices
from outply.play.thinker import Thinker
from outply.play.worth import Worth
from outply.search import Limit, Result
from outply.search.engine import Engine

__all__ = ["Analysis", "Onlooker", "Worth", "analyze"]


@dataclass(frozen=True)
class Analysis:
    """`moves` has every legal move, and what was found of it; where chance is to move,
    `outcomes` has every outcome, and what that is worth to MAX.
    """

    game: Game[Any]
    state: Any
    result: Result
    moves: dict[int, Worth | None]
    interrupted: bool
    outcomes: dict[int, Worth | None] = field(default_factory=dict)

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play, where that is known."""
        return 0 if self.game.is_terminal(self.state) else self.result.distance


def analyze(
    thinker: Thinker,
    state: Any,
    onlooker: Onlooker | None = None,
    *,
    lines: int | None = None,
) -> Analysis:
    """Look ahead from `state`: what to play, and what the moves are worth.

    The engine finds `lines` best moves at once, all where there are few. Other searches look
    ahead from after each move, one ply less deep: of a limit of seconds the first search
    has half, and the others share what is left; a limit of depth or nodes is the first search's
    own. One that simulates has a value of each move by itself. Where chance is to move, they look
    ahead from after each outcome. Where nothing would be
    learned from after a move, the first search has all the seconds; a strategy is worth something
    as a whole, and its moves are not. Ctrl-C ends it with what is known by then.
    """
    onlooker = onlooker or Onlooker()
    if isinstance(thinker.search, Engine):
        several = SeveralLines(thinker, thinker.search, state, lines, onlooker)
        return Analysis(thinker.game, state, *several.found())
    return _move_by_move(thinker, state, onlooker)


def _move_by_move(thinker: Thinker, state: Any, onlooker: Onlooker) -> Analysis:
    result = thinker.think(state, _first_limit(thinker, state), onlooker.deeper)
    found = dict.fromkeys(choices(thinker.game, state)) | _worths(result)
    interrupted = result.interrupted
    if not interrupted and not result.mix and not thinker.search.values_every_move:
        others = OtherMoves(thinker.after(result.seconds, 0), state, result.depth)
        interrupted = not others.fill(found, onlooker)
    if found and thinker.game.to_move(state) == CHANCE:
        return Analysis(thinker.game, state, result, {}, interrupted, outcomes=found)
    return Analysis(thinker.game, state, result, found, interrupted)


def _first_limit(thinker: Thinker, state: Any) -> Limit:
    if thinker.search.values_every_move or not are_searched(thinker.game, state):
        return thinker.limit
    return replace(thinker.limit, seconds=thinker.with_share(0.5).limit.seconds)


def _worths(result: Result) -> dict[int, Worth | None]:
    """Of the moves that a search has found a value of."""
    found: dict[int, Worth | None] = {
        move: Worth(value, result.depth, True, distance, line or (move,))
        for move, value, line, distance in result.lines
    }
    if result.move is not None and result.depth and not result.mix:
        line = result.line or (result.move,)
        found[result.move] = Worth(result.value, result.depth, True, result.distance, line)
    return found
