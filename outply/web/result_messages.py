"""What a search found, as parts of messages."""

from __future__ import annotations

import math
from typing import Any

from outply.game import Game
from outply.play.move_sequences import line_texts
from outply.play.move_values import MoveValue
from outply.play.states import valued_player
from outply.search import Result, Search
from outply.web.messages import AnalyzedMove, Progress, ResultInfo
from outply.web.win_chance import chance_of_value

__all__ = ["SearchedPosition", "move_values"]

LEAST_DEPTH = 4  # plies, before a value is shown
LEAST_DEPTH_WITH_CHANCE = 2
LEAST_VISITS = 200


class SearchedPosition:
    """A state whose values and lines are written for a page.

    Where information is hidden, a line ends after its first move: the next ones are about states
    that only might be there.
    """

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game, self.state = game, state
        self.player = valued_player(game, state)

    def texts(self, line: tuple[Any, ...]) -> list[str]:
        return line_texts(self.game, self.state, line[:1] if self.game.traits.hidden else line)

    def text(self, move: Any) -> str | None:
        return None if move is None else self.game.format_move(self.state, move)

    def chance(self, value: float | None, exact: bool) -> float | None:
        """The win probability of player 0."""
        return chance_of_value(self.game, value, self.player, exact)

    def chance_found(self, found: Result) -> float | None:
        """The win probability of player 0 by a search."""
        return self.chance(self.value(found), found.proved or found.distance is not None)

    def value(self, found: Result) -> float | None:
        """The value that was found; None if nothing was."""
        has_one = bool(found.depth or found.proved or found.visits or found.mix)
        return found.value if has_one and math.isfinite(found.value) else None

    def result(self, found: Result) -> ResultInfo:
        return ResultInfo(
            move=self.text(found.move),
            value=self.value(found),
            chance=self.chance_found(found),
            line=self.texts(found.line),
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            proved=found.proved,
            distance=found.distance,
            compiled=found.compiled,
            lines=[self.move(move, value) for move, value in move_values(found).items()],
            strategy={self.text(move) or "": share for move, share in found.mix},
        )

    def progress(self, number: int, found: Result) -> Progress:
        return Progress(
            id=number,
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            move=self.text(found.move),
            value=self.value(found),
            chance=self.chance_found(found),
            line=self.texts(found.line),
        )

    def move(self, move: Any, worth: MoveValue, visits: int | None = None) -> AnalyzedMove:
        return AnalyzedMove(
            move=self.text(move) or "",
            value=worth.value if math.isfinite(worth.value) else None,
            chance=self.chance(worth.value, worth.distance is not None),
            line=self.texts(worth.line or (move,)),
            distance=worth.distance,
            depth=worth.depth,
            known=worth.known,
            visits=visits,
        )

    def is_enough(self, found: Result, search: Search, depth: int | None) -> bool:
        """Whether the search saw enough for a value that is worth showing.

        A limit of depth, or of simulations, that is smaller is what the user wanted.
        """
        if found.proved or found.mix:
            return True
        if found.visits:
            wanted = getattr(search, "simulations", 0) or LEAST_VISITS
            return found.nodes >= min(LEAST_VISITS, wanted)
        least = LEAST_DEPTH_WITH_CHANCE if self.game.traits.chance else LEAST_DEPTH
        return found.depth >= min(least, depth or least)


def move_values(found: Result) -> dict[Any, MoveValue]:
    """The values of the moves that a search itself found."""
    values = {
        move: MoveValue(value, found.depth, True, distance, line or (move,))
        for move, value, line, distance in found.lines
    }
    if found.move is not None and found.depth and not found.mix and found.move not in values:
        line = found.line or (found.move,)
        values[found.move] = MoveValue(found.value, found.depth, True, found.distance, line)
    return values
