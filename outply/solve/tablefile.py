"""Writing the table of a solved game to a file; `endings` has the format and reads it."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outply.game import OutplyError, lost_in, won_in
from outply.solve.endings import CHECKED_FROM, ENTRY, HEADER, MAGIC, VERSION, home
from outply.solve.identity import parameters_of, require_lasting_keys, rules_of
from outply.solve.tabulate import Tabulation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["save"]

FILLED = 0.7  # of the entries, about


def save(tabulation: Tabulation, path: str | os.PathLike[str]) -> None:
    """Write a table whole, or not at all."""
    require_lasting_keys(tabulation.game)
    homes = int(len(tabulation) / FILLED) + 1
    table = entries(tabulation.keys, stored_values(tabulation), homes).tobytes()
    text = described(tabulation)
    first = (HEADER + len(text)) // 8
    length = HEADER + len(text) + len(table)
    counted = (length, len(tabulation), homes, first, len(text.rstrip(b"\0")))
    checked = b"".join(word.to_bytes(8, "little") for word in counted) + text
    checksum = zlib.crc32(table, zlib.crc32(checked))
    opening = b"".join(word.to_bytes(8, "little") for word in (MAGIC, VERSION, checksum))
    assert len(opening) == CHECKED_FROM
    write_whole(Path(path), opening, checked, table)


def described(tabulation: Tabulation) -> bytes:
    """The text of the file, with zeros up to a multiple of 64 bytes."""
    game = tabulation.game
    text = json.dumps(
        {
            "game": game.name,
            "parameters": parameters_of(game),
            "rules": rules_of(game),
            "graded": tabulation.is_graded,
            "can_repeat": tabulation.can_repeat,
        }
    ).encode()
    return text + bytes(-len(text) % 64)


def stored_values(tabulation: Tabulation) -> NDArray[np.float64]:
    """Values as searches have them: wins and losses with their distance."""
    import numpy as np

    values, distances = tabulation.values, tabulation.distances
    if tabulation.is_graded:
        return values
    decided: Any = np.where(values > 0, won_in(distances), lost_in(distances))  # type: ignore[arg-type]
    return np.where(values == 0, 0.0, decided)


def entries(
    keys: NDArray[np.uint64], values: NDArray[np.float64], homes: int
) -> NDArray[np.uint64]:
    """The hash table: keys in the order of their homes, each as near after its own as can be."""
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


def write_whole(path: Path, *parts: bytes) -> None:
    """A file that is there under its name only once it is complete."""
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
