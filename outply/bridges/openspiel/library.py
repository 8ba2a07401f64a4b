"""The one place that imports OpenSpiel, and asks it for what may not be there."""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from outply.game import OutplyError

__all__ = ["Refusal", "complaint", "named_in_full", "pyspiel", "quietly", "spiel_game"]

try:
    pyspiel: Any = import_module("pyspiel")
except ImportError:
    raise OutplyError(
        "OpenSpiel is not installed; install it with pip install 'outply[openspiel]'."
    ) from None

Refusal: type[Exception] = pyspiel.SpielError
"""What OpenSpiel raises where it refuses something."""

STDERR = 2
WRITTEN_IN_PYTHON = "python_"  # how the names of such games begin

_redirecting = threading.RLock()  # there is one stderr for all threads


@contextmanager
def quietly() -> Iterator[None]:
    """Leave out what OpenSpiel prints to stderr about an exception before it raises it.

    It prints from C++, so the stream itself is led away, for all threads: only around calls that
    are short and may well be refused. What is printed without an exception is passed on.
    """
    with _redirecting, tempfile.TemporaryFile() as kept:
        try:
            before = os.dup(STDERR)
        except OSError:  # there is no stderr, and so no noise
            yield
            return
        os.dup2(kept.fileno(), STDERR)
        try:
            yield
        finally:
            os.dup2(before, STDERR)
            os.close(before)
        kept.seek(0)
        os.write(STDERR, kept.read())


_games: dict[str, Any] = {}  # by how OpenSpiel writes them


def spiel_game(text: str) -> Any:
    """OpenSpiel's game of a text as it writes it itself; the same object each time."""
    if text not in _games:
        _games[text] = _loaded(text, {})
    return _games[text]


def named_in_full(text: str, parameters: Mapping[str, Any]) -> str:
    """How OpenSpiel itself writes the game that a text and more parameters mean."""
    game = _loaded(text, parameters)
    written = str(game).removesuffix("()")
    _games.setdefault(written, game)
    return written


def _loaded(text: str, parameters: Mapping[str, Any]) -> Any:
    if text.startswith(WRITTEN_IN_PYTHON):
        import_module("open_spiel.python.games")  # they are registered by that
    try:
        with quietly():
            if not parameters:
                return pyspiel.load_game(text)
            given = dict(pyspiel.game_parameters_from_string(text))
            return pyspiel.load_game(given.pop("name"), {**given, **parameters})
    except Exception as error:
        raise OutplyError(_told(text, error)) from None


def _told(text: str, error: Exception) -> str:
    if str(error).startswith("Unknown game"):  # and then it lists them all
        return f"OpenSpiel has no game {text!r}; pyspiel.registered_names() lists those it has."
    return f"OpenSpiel cannot load {text!r}: {complaint(error)}; write it as in hex(board_size=5)."


def complaint(error: Exception) -> str:
    """What OpenSpiel says, on one line, without the place in its own source."""
    lines = [line.strip(" .:") for line in str(error).splitlines()]
    said = "; ".join(line for line in lines if line) or type(error).__name__
    return re.sub(r"^\S+\.(cc|h):\d+ ", "", said)
