"""What a position is worth, and each move in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from outply.game import Game
from outply.play.move_by_move import OtherMoves
from outply.play.onlooker import Onlooker
from outply.play.several_lines import SeveralLines
from outply.play.thinker import Thinker
from outply.play.worth import Worth
from outply.search import Result
from outply.search.engine import Engine

__all__ = ["Analysis", "Onlooker", "Worth", "analyze"]


@dataclass(frozen=True)
class Analysis:
    """`moves` has every legal move, and what was found of it."""

    game: Game[Any]
    state: Any
    result: Result
    moves: dict[int, Worth | None]
    interrupted: bool

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play, where that is known."""
        return 0 if self.result.move is None else self.result.distance


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
    own. Ctrl-C ends it with what is known by then.
    """
    onlooker = onlooker or Onlooker()
    if isinstance(thinker.search, Engine):
        several = SeveralLines(thinker, thinker.search, state, lines, onlooker)
        return Analysis(thinker.game, state, *several.found())
    return _move_by_move(thinker, state, onlooker)


def _move_by_move(thinker: Thinker, state: Any, onlooker: Onlooker) -> Analysis:
    first_half = replace(thinker.limit, seconds=thinker.with_share(0.5).limit.seconds)
    result = thinker.think(state, first_half, onlooker.deeper)
    moves: dict[int, Worth | None] = {}
    if result.move is not None:
        moves = dict.fromkeys(thinker.game.moves(state))
        known = Worth(result.value, result.depth, True, result.distance, result.line)
        moves[result.move] = known if result.depth else None
    others = OtherMoves(thinker.after(result.seconds, 0), state, result.depth - 1)
    interrupted = result.interrupted or not others.fill(moves, onlooker)
    return Analysis(thinker.game, state, result, moves, interrupted)
