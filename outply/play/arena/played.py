"""A game that was played in a match, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Ending", "PlayedGame"]


class Ending(StrEnum):
    """Why a game ended."""

    FINISHED = "finished"  # by the rules
    ADJUDICATED = "adjudicated"  # both sides had proved the same
    LENGTH = "length"  # too many plies: a draw
    TIME = "time"  # lost: the player oversteps its time
    ILLEGAL = "illegal"  # lost: the player chose what is no move
    CRASH = "crash"  # lost: the player raised an error, or its process died
    VOID = "void"  # not counted: it could not be played, by no player's fault

    @property
    def is_forfeit(self) -> bool:
        return self in (Ending.TIME, Ending.ILLEGAL, Ending.CRASH)


@dataclass(frozen=True)
class PlayedGame:
    """Who sat where, the moves after the opening as text, and what came of it.

    `utilities` are known where the game was finished or adjudicated. `loser` is the seat that lost
    for the `reason`, a sentence without its full stop. `seconds` and `turns` are each seat's.
    """

    number: int
    seats: tuple[int, ...]
    position: str | None
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    ending: Ending
    utilities: tuple[float, ...] | None = None
    loser: int | None = None
    reason: str = ""
    seconds: tuple[float, ...] = ()
    turns: tuple[int, ...] = ()
    ended_at: str = ""

    def points(self, seat: int, other: int) -> float | None:
        """What one seat got against another: 1 for more, ½ for the same; None if it is void."""
        if self.ending is Ending.VOID:
            return None
        if self.loser is not None:
            return 0.5 + 0.5 * ((other == self.loser) - (seat == self.loser))
        if self.utilities is None:
            return 0.5
        mine, theirs = self.utilities[seat], self.utilities[other]
        return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))

    @property
    def result(self) -> str:
        """As in records of chess: 1-0, 0-1, 1/2-1/2, or * where there is none.

        For more players, what each got.
        """
        if len(self.seats) != 2:
            return self._result_of_many()
        points = self.points(0, 1)
        return "*" if points is None else {1.0: "1-0", 0.0: "0-1"}.get(points, "1/2-1/2")

    def _result_of_many(self) -> str:
        if self.ending is Ending.VOID:
            return "*"
        if self.utilities is None:
            return "1/2" if self.loser is None else f"{self.loser + 1} lost"
        return " ".join(f"{utility:g}" for utility in self.utilities)
