"""The names of the games of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from outply.game import OutplyError

__all__ = ["file_of", "page_names"]


def page_names(sources: Sequence[str]) -> dict[str, str]:
    """The games of the command line by the names that pages use: of a path, the last part.

    Two files of one name keep their paths. Refuses a file or a game that is not there; a game that
    is installed is on the page anyway.
    """
    kept = [source for source in sources if not _is_installed(source)]
    shorts = [Path(source).name if file_of(source) else source for source in kept]
    return {
        short if shorts.count(short) == 1 else source: source
        for short, source in zip(shorts, kept, strict=True)
    }


def _is_installed(source: str) -> bool:
    """Whether a source is the name of an installed game; refuses what names no game."""
    file = file_of(source)
    if file is not None and not file.is_file():
        raise OutplyError(f"There is no file {file}.")
    if file is not None or ":" in source:
        return False
    from outply.games import load  # which takes time that files do not need

    load(source)
    return True


def file_of(source: str) -> Path | None:
    """The file of `my_game.py` or `my_game.py:MyGame`; None of a game's name."""
    path, colon, _ = source.partition(".py:")
    if colon:
        return Path(f"{path}.py")
    return Path(source) if source.endswith(".py") else None
