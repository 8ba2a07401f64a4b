"""Notices when the files of games are saved."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from outply.web.game_names import file_of

__all__ = ["folder_stamp", "watch_files"]

INTERVAL = 0.25  # seconds

Stamp = tuple[tuple[str, int, int], ...]


async def watch_files(
    files: dict[str, str], changed: Callable[[list[str]], Awaitable[None]]
) -> None:
    """Call `changed` with the names of games whose file, or a file next to it, was saved.

    A file may be half written, so it counts as saved once it is the same at two looks.
    """
    paths = {name: path for name, source in files.items() if (path := file_of(source))}
    stamps = {name: folder_stamp(path) for name, path in paths.items()}
    before = stamps
    while paths:
        await asyncio.sleep(INTERVAL)
        now = {name: folder_stamp(path) for name, path in paths.items()}
        names = [name for name in paths if stamps[name] != now[name] == before[name]]
        stamps = {name: now[name] if name in names else stamps[name] for name in paths}
        before = now
        if names:
            await changed(names)


def folder_stamp(path: Path) -> Stamp:
    """What changes when a file is saved, or one that it may import."""
    stamps = []
    for each in sorted(path.parent.glob("*.py")):
        try:
            stat = each.stat()
            stamps.append((each.name, stat.st_mtime_ns, stat.st_size))
        except OSError:
            continue  # it was removed just now
    return tuple(stamps)
