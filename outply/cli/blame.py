"""An exception out of an author's rules, told as a sentence with the line."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import outply
from outply.game import Game, OutplyError

__all__ = ["rules_of"]

OURS = Path(outply.__file__).parent
COMPILED = OURS / "native"


@contextmanager
def rules_of(game: Game[Any], name: str) -> Iterator[None]:
    """What goes wrong inside is told as the author's, if it comes out of the author's file."""
    try:
        yield
    except OutplyError:
        raise
    except Exception as error:
        sentence = _sentence(game, error)
        if sentence is None:
            raise
        raise OutplyError(f"{sentence}; run `outply check {name}`.") from error


def _sentence(game: Game[Any], error: Exception) -> str | None:
    files = _files_of_the_author(game)
    frames = traceback.extract_tb(error.__traceback__)
    raised = f"raised {type(error).__name__}: {error}"
    for frame in reversed(frames):
        if frame.filename in files:
            return f"{Path(frame.filename).name}:{frame.lineno}: {frame.name} {raised}"
    if files and frames and COMPILED in Path(frames[-1].filename).parents:
        return f"{Path(files[0]).name} {raised} (compiled; --interpreted tells the line)"
    return None


def _files_of_the_author(game: Game[Any]) -> list[str]:
    """The files that define the game, its own first; none where the game is ours."""
    written = [cls for cls in type(game).__mro__ if cls.__module__ not in ("builtins", "typing")]
    files = [inspect.getfile(cls) for cls in written]
    return [file for file in files if OURS not in Path(file).resolve().parents]
