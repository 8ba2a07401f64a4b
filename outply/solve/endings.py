"""The table of a solved game, mapped from its file: searches find states in it by their keys.

A file is 64-bit words, the low byte first:

    header    0      1        2         3       4       5      6            7
              magic  version  checksum  length  states  homes  first entry  length of the text
    text      of the game and its table, as JSON; then zeros, up to a multiple of 64 bytes
    entry     0    1
              key  value, as a float; NaN where nothing is

Lengths are in bytes, the first entry is counted in words, and the checksum is the CRC-32 of
what comes after it. A key is looked for from its home on (`home`), up to the next free entry;
the last entry is always free.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_bits, peek_float
from outply.game import SURE, Bits, Game, OutplyError
from outply.solve.identity import parameters_of, rules_of
from outply.solve.stores import scattered
from outply.solve.tabulate import Known

__all__ = ["Ending", "Endings", "home"]

MAGIC = int.from_bytes(b"OutplyTb", "little")
VERSION = 1
MAGIC_AT, VERSION_AT, CHECKSUM, LENGTH, STATES, HOMES, FIRST, TEXT_LENGTH = range(8)
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


class Endings(Block):
    """The file of a table, checked; refused if it is damaged or of another game.

    `graded` says that values are utilities. Otherwise, in a game of win, draw and loss, they are
    0, `won_in(plies)` or `lost_in(plies)`. Always to the player to move.
    """

    def __init__(self, path: str | os.PathLike[str], game: Game[Any]) -> None:
        self.path, self.game = Path(path), game
        mapped = self._mapped()
        words = len(mapped) // 8
        self.ints = (ctypes.c_int64 * words).from_buffer(mapped)
        self.bits = (ctypes.c_uint64 * words).from_buffer(mapped)
        self.floats = (ctypes.c_double * words).from_buffer(mapped)
        self.address = ctypes.addressof(self.ints)
        self._check(mapped)
        self.text = json.loads(mapped[HEADER : HEADER + self.ints[TEXT_LENGTH]])
        self._check_game()
        self.graded: bool = self.text["graded"]
        self.can_repeat: bool = self.text["can_repeat"]

    def __len__(self) -> int:
        return int(self.ints[STATES])

    # -- finding ----------------------------------------------------------------------

    def find(self, key: Bits) -> Ending:
        """What is known of the state with this key, that of `canonical`; runs at both speeds."""
        homes: Bits = peek_bits(self, HOMES)
        place = peek(self, FIRST) + ENTRY * int(home(key, homes))
        while True:
            value = peek_float(self, place + 1)
            if value != value:
                return Ending(False, 0.0)
            if peek_bits(self, place) == key:
                return Ending(True, value)
            place += ENTRY

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

    def _check(self, mapped: mmap.mmap) -> None:
        if self.ints[MAGIC_AT] != MAGIC:
            raise self._refusal("is not a table of a solved game")
        version = self.ints[VERSION_AT]
        if version != VERSION:
            raise self._refusal(f"is of format {version} and this reads {VERSION}; make it again")
        if self.ints[LENGTH] != len(mapped):
            raise self._refusal(f"has {len(mapped)} bytes of {self.ints[LENGTH]}; make it again")
        with memoryview(mapped) as view:
            if zlib.crc32(view[CHECKED_FROM:]) != self.ints[CHECKSUM]:
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
