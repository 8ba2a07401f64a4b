"""The file of a solved game: `save` writes it, and `Endings` maps it into memory for searches.

A file consists of 64-bit words, the low byte first: a header; a description of the game and its
table, as JSON, with zeros up to a multiple of 64 bytes; and entries. The entries are a hash table:
a key is looked for from its home on (`home`), up to the next free entry; the last entry is always
free.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.compiler.records import Array, Record
from outply.game import SURE, Bits, Game, OutplyError, lost_in, won_in
from outply.solve.rules_digest import parameters_of, require_lasting_keys, rules_digest
from outply.solve.stores import scattered
from outply.solve.tabulate import SolvedValue, Tabulation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Endings", "TableLookup", "save"]

MAGIC = int.from_bytes(b"OutplyTb", "little")
VERSION = 1
HEADER = 64  # bytes
CHECKED_FROM = 24  # bytes: the checksum is of all that follows
ENTRY = 2  # words
FILLED = 0.7  # of the entries, about


class TableLookup(NamedTuple):
    """The value of a state, if the table has it."""

    known: bool
    value: float


def home(key: Bits, homes: Bits) -> Bits:
    """The entry from which on a key is looked for; also takes NumPy's arrays of keys."""
    return (scattered(key) >> 32) * homes >> 32


class TableHeader(Record):
    magic: int
    version: int
    checksum: int  # the CRC-32 of all that follows it
    length: int  # of the file, in bytes
    states: int
    homes: int
    first: int  # where the entries begin, in words
    text_length: int  # in bytes


class TableEntry(Record):
    key: Bits
    value: float  # NaN if the entry is free


class Endings(Record):
    """The table of a solved game, mapped from its file.

    A file that is damaged, or of another game, is refused. If `has_scores`, values are utilities.
    Otherwise, in a game of win, draw and loss, they are 0, `won_in(plies)` or `lost_in(plies)`.
    Values are from the side of the player to move.
    """

    homes: Bits
    entries: Array[TableEntry]

    def __init__(self, path: str | os.PathLike[str], game: Game[Any]) -> None:
        self.path, self.game = Path(path), game
        mapped = self._mapped()
        header = TableHeader.over(mapped)
        self._check(header, mapped)
        super().__init__(entries=memoryview(mapped)[8 * header.first :])
        self.homes, self._states = header.homes, header.states
        self.text = json.loads(mapped[HEADER : HEADER + header.text_length])
        self._check_game()
        self.has_scores: bool = self.text["graded"]
        self.can_repeat: bool = self.text["can_repeat"]

    def __len__(self) -> int:
        return self._states

    # -- finding ----------------------------------------------------------------------

    def find(self, key: Bits) -> TableLookup:
        """The value of the canonical state with this key; runs interpreted and compiled."""
        place = int(home(key, self.homes))
        while True:
            entry = self.entries[place]
            value = entry.value
            if value != value:
                return TableLookup(False, 0.0)
            if entry.key == key:
                return TableLookup(True, value)
            place += 1

    def of(self, state: Any) -> SolvedValue | None:
        """The value and distance of a state; None if it cannot be reached."""
        found = self.find(self.game.key(self.game.canonical(state)))
        if not found.known:
            return None
        if self.has_scores or found.value == 0.0:
            return SolvedValue(found.value, None)
        return SolvedValue(1.0 if found.value > 0 else -1.0, int(SURE - abs(found.value)))

    # -- checking ---------------------------------------------------------------------

    def _refusal(self, why: str) -> OutplyError:
        return OutplyError(f"{self.path} {why}.")

    def _mapped(self) -> mmap.mmap:
        """The file as memory; changes to the memory would not change the file."""
        try:
            with self.path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                if size < HEADER:
                    raise self._refusal("is too short to be a table of a solved game")
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        except OSError as problem:
            raise self._refusal(f"cannot be read: {problem.strerror}") from None

    def _check(self, header: TableHeader, mapped: mmap.mmap) -> None:
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
        if self.text["rules"] != rules_digest(self.game):
            raise self._refusal(f"was made by other rules of {name} than these; make it again")


# -- writing ----------------------------------------------------------------------------


def save(tabulation: Tabulation, path: str | os.PathLike[str]) -> None:
    """Write a table to a file; if that fails, no file is left."""
    require_lasting_keys(tabulation.game)
    homes = int(len(tabulation) / FILLED) + 1
    table = entries(tabulation.keys, stored_values(tabulation), homes).tobytes()
    text = description(tabulation)
    first = (HEADER + len(text)) // 8
    length = HEADER + len(text) + len(table)
    counted = (length, len(tabulation), homes, first, len(text.rstrip(b"\0")))
    checked = b"".join(word.to_bytes(8, "little") for word in counted) + text
    checksum = zlib.crc32(table, zlib.crc32(checked))
    opening = b"".join(word.to_bytes(8, "little") for word in (MAGIC, VERSION, checksum))
    assert len(opening) == CHECKED_FROM
    write_completely(Path(path), opening, checked, table)


def description(tabulation: Tabulation) -> bytes:
    """The description in a file, with zeros up to a multiple of 64 bytes."""
    game = tabulation.game
    text = json.dumps(
        {
            "game": game.name,
            "parameters": parameters_of(game),
            "rules": rules_digest(game),
            "graded": tabulation.has_scores,
            "can_repeat": tabulation.can_repeat,
        }
    ).encode()
    return text + bytes(-len(text) % 64)


def stored_values(tabulation: Tabulation) -> NDArray[np.float64]:
    """Values as searches use them: wins and losses with their distance."""
    import numpy as np

    values, distances = tabulation.values, tabulation.distances
    if tabulation.has_scores:
        return values
    decided: Any = np.where(values > 0, won_in(distances), lost_in(distances))  # type: ignore[arg-type]
    return np.where(values == 0, 0.0, decided)


def entries(
    keys: NDArray[np.uint64], values: NDArray[np.float64], homes: int
) -> NDArray[np.uint64]:
    """The hash table: keys in the order of their homes, each as near to its home as possible."""
    import numpy as np

    wanted: Any = home(keys, np.uint64(homes))  # type: ignore[arg-type]
    order = np.argsort(wanted, kind="stable")
    rank = np.arange(len(keys))
    places = rank + np.maximum.accumulate(wanted[order].astype(np.int64) - rank)
    table = np.zeros((max(homes, int(places[-1]) + 1) + 1, ENTRY), np.uint64)
    table.view(np.float64)[:, 1] = np.nan
    table[places, 0] = keys[order]
    table.view(np.float64)[places, 1] = values[order]
    return table


def write_completely(path: Path, *parts: bytes) -> None:
    """Write a file that appears under its name only when it is complete."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        try:
            with unfinished.open("wb") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as problem:
        raise OutplyError(f"{path} cannot be written: {problem.strerror}.") from None
