"""The record of a game: its moves, how it ended, and its journal while it is played."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from time import time

__all__ = [
    "Ending",
    "GameRecord",
    "Journal",
    "LastEntry",
    "read_journal",
    "timestamp",
]


class Ending(StrEnum):
    """How a game ended."""

    FINISHED = "finished"  # by the rules
    REPETITION = "repetition"  # a draw: a position occurred for the third time
    ADJUDICATED = "adjudicated"  # both players proved the same result
    LENGTH = "length"  # a draw: too many plies
    TIME = "time"  # lost: the player exceeded its time
    ILLEGAL = "illegal"  # lost: the player returned an illegal move
    CRASH = "crash"  # lost: the player raised an error, or its process died
    VOID = "void"  # not counted: the game could not be played, by no player's fault

    @property
    def is_forfeit(self) -> bool:
        return self in (Ending.TIME, Ending.ILLEGAL, Ending.CRASH)


@dataclass(frozen=True)
class GameRecord:
    """The player of each seat, the moves after the opening as text, and the result.

    `utilities` are set if the game was finished, adjudicated or drawn by repetition. `loser` is the
    seat that forfeited the game; `reason` is a sentence without a full stop. `seconds` and `turns`
    are per seat. `clocks` has the seconds that the mover had left after each move, None where it
    has no clock; it is empty if no player has one.
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
    clocks: tuple[float | None, ...] = ()

    def points(self, seat: int, other: int) -> float | None:
        """Return the points of one seat against another: 1, ½ or 0; None if the game is void."""
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
        """The result as in chess: 1-0, 0-1, 1/2-1/2, or * if there is none.

        With more than two players, the utility of each.
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


def timestamp() -> str:
    """Return the current time, as it is stored with a game."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# -- the journal of a game that is being played ----------------------------------------


class Journal:
    """A file with the turns and moves of a game, for the case that its process dies.

    Each line is written at once, so that it survives the process. Without a file, nothing is
    written.
    """

    def __init__(self, file: str | None) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        self._file = None if file is None else os.open(file, flags, 0o600)

    def write_turn(self, seat: int, allowed: float | None = None) -> None:
        self._write("turn", seat, time(), allowed)

    def write_move(self, text: str) -> None:
        self._write("move", text)

    def _write(self, *entry: object) -> None:
        if self._file is not None:
            os.write(self._file, json.dumps(entry).encode() + b"\n")

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)


@dataclass(frozen=True)
class LastEntry:
    """The state of a game when its process died: its moves, and whose turn had begun when.

    `allowed` is the seconds that the turn might take.
    """

    moves: tuple[str, ...] = ()
    seat: int | None = None
    since: float = 0.0
    allowed: float | None = None


def read_journal(file: str | None) -> LastEntry:
    """Read the journal of a game whose process died."""
    if file is None or not Path(file).is_file():
        return LastEntry()
    whole_lines = Path(file).read_bytes().rpartition(b"\n")[0]  # the last line may be incomplete
    entries = [json.loads(line) for line in whole_lines.splitlines()]
    moves = tuple(entry[1] for entry in entries if entry[0] == "move")
    if not entries or entries[-1][0] != "turn":
        return LastEntry(moves)
    return LastEntry(moves, *entries[-1][1:])
