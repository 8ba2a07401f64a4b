"""What a game was doing, for those who find its process dead.

Each line is written at once: what a process wrote before it died is there.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from time import time

__all__ = ["Diary", "LastWords", "read_diary"]


class Diary:
    """Notes who is thinking, and each move; nothing where there is no file to write."""

    def __init__(self, file: str | None) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        self._file = None if file is None else os.open(file, flags, 0o600)

    def thinking(self, seat: int) -> None:
        self._write("thinking", seat, time())

    def moved(self, text: str) -> None:
        self._write("moved", text)

    def _write(self, *words: object) -> None:
        if self._file is not None:
            os.write(self._file, json.dumps(words).encode() + b"\n")

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)


@dataclass(frozen=True)
class LastWords:
    """The moves that were made; who was thinking when the process died, and since when."""

    moves: tuple[str, ...] = ()
    seat: int | None = None
    since: float = 0.0


def read_diary(file: str | None) -> LastWords:
    if file is None or not Path(file).is_file():
        return LastWords()
    whole = Path(file).read_bytes().rpartition(b"\n")[0]  # the last line may be cut short
    lines = [json.loads(line) for line in whole.splitlines()]
    moves = tuple(line[1] for line in lines if line[0] == "moved")
    if not lines or lines[-1][0] != "thinking":
        return LastWords(moves)
    return LastWords(moves, *lines[-1][1:])
