"""The table of a solved game, mapped from its file: searches find states in it by their keys.

A file is 64-bit words, the low byte first: a header; a text on the game and its table, as JSON,
then zeros up to a multiple of 64 bytes; and entries. A key is looked for from its home on
(`home`), up to the next free entry; the last entry is always free.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from outply.compiler.records import Array, Record
from outply.game import SURE, Bits, Game, OutplyError
from outply.solve.identity import parameters_of, rules_of
from outply.solve.stores import scattered
from outply.solve.tabulate import Known

__all__ = ["Ending", "Endings", "home"]

MAGIC = int.from_bytes(b"OutplyTb", "little")
VERSION = 1
HEADER = 64  # bytes
CHECKED_FROM = 24  # bytes: what follows the checksum
ENTRY = 2  # words


class Ending(NamedTuple):
    """What a search is told of a state."""

    known: bool
    value: float


def home(key: Bits, homes: Bits) -> Bits:
    """Which of the homes a key has; also of NumPy's arrays of keys."""
    return (scattered(key) >> 32) * homes >> 32


class Header(Record):
    magic: int
    version: int
    checksum: int  # the CRC-32 of what comes after it
    length: int  # of the file, in bytes
    states: int
    homes: int
    first: int  # where the entries begin, in words
    text_length: int  # in bytes


class Entry(Record):
    key: Bits
    value: float  # NaN where nothing is


class Endings(Record):
    """The file of a table, checked; refused if it is damaged or of another game.

    `graded` says that values are utilities. Otherwise, in a game of win, draw and loss, they are
    0, `won_in(plies)` or `lost_in(plies)`. Always to the player to move.
    """

    homes: Bits
    entries: Array[Entry]

    def __init__(self, path: str | os.PathLike[str], game: Game[Any]) -> None:
        self.path, self.game = Path(path), game
        mapped = self._mapped()
        header = Header.over(mapped)
        self._check(header, mapped)
        super().__init__(entries=memoryview(mapped)[8 * header.first :])
        self.homes, self._states = header.homes, header.states
        self.text = json.loads(mapped[HEADER : HEADER + header.text_length])
        self._check_game()
        self.graded: bool = self.text["graded"]
        self.can_repeat: bool = self.text["can_repeat"]

    def __len__(self) -> int:
        return self._states

    # -- finding ----------------------------------------------------------------------

    def find(self, key: Bits) -> Ending:
        """What is known of the state with this key, that of `canonical`; runs at both speeds."""
        place = int(home(key, self.homes))
        while True:
            entry = self.entries[place]
            value = entry.value
            if value != value:
                return Ending(False, 0.0)
            if entry.key == key:
                return Ending(True, value)
            place += 1

    def of(self, state: Any) -> Known | None:
        """What is known of a state; None if it cannot be reached."""
        found = self.find(self.game.key(self.game.canonical(state)))
        if not found.known:
            return None
        if self.graded or found.value == 0.0:
            return Known(found.value, None)
        return Known(1.0 if found.value > 0 else -1.0, int(SURE - abs(found.value)))

    # -- checking ---------------------------------------------------------------------

    def _refusal(self, why: str) -> OutplyError:
        return OutplyError(f"{self.path} {why}.")

    def _mapped(self) -> mmap.mmap:
        """The file as memory; nothing that is written there would reach it."""
        try:
            with self.path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size < HEADER:
                    raise self._refusal("is too short to be a table of a solved game")
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        except OSError as problem:
            raise self._refusal(f"cannot be read: {problem.strerror}") from None

    def _check(self, header: Header, mapped: mmap.mmap) -> None:
        if header.magic != MAGIC:
            raise self._refusal("is not a table of a solved game")
        if header.version != VERSION:
            made = f"is of format {header.version} and this reads {VERSION}"
            raise self._refusal(f"{made}; make it again")
        if header.length != len(mapped):
            raise self._refusal(f"has {len(mapped)} bytes of {header.length}; make it again")
        with memoryview(mapped) as view:
            if zlib.crc32(view[CHECKED_FROM:]) != header.checksum:
                raise self._refusal("is damaged: its checksum is wrong; make it again")

    def _check_game(self) -> None:
        name, parameters = self.game.name, parameters_of(self.game)
        if self.text["game"] != name:
            raise self._refusal(f"is a table of {self.text['game']}, not of {name}")
        if self.text["parameters"] != parameters:
            made = f"a table of {name} with {self.text['parameters']}"
            raise self._refusal(f"is {made}, not with {parameters}")
        if self.text["rules"] != rules_of(self.game):
            raise self._refusal(f"was made by other rules of {name} than these; make it again")
