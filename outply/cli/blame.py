"""An exception out of an author's rules, told as a sentence with the line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import outply
from outply.blame import files_of, last_place
from outply.game import Game, OutplyError

__all__ = ["rules_of"]

OURS = Path(outply.__file__).parent


@contextmanager
def rules_of(game: Game[Any], name: str) -> Iterator[None]:
    """What goes wrong inside is the author's doing, unless the rules are ours."""
    try:
        yield
    except OutplyError:
        raise
    except (Exception, SystemExit) as error:
        files = {file for file in files_of(game) if OURS not in Path(file).resolve().parents}
        if not files:
            raise
        told = f"{_place(error, files)}: {type(error).__name__}: {error}"
        raise OutplyError(f"{told.rstrip(': .')}; run `outply check {name}`.") from error


def _place(error: BaseException, files: set[str]) -> str:
    """The line if the rules ran interpreted; compiled rules know only their file."""
    place = last_place(error, files)
    return f"{Path(place.file).name}:{place.line}" if place else Path(min(files)).name
