"""What to write where a stream cannot encode a character: `-` for `−`, `inf` for `∞`."""

from __future__ import annotations

import codecs
import io
from typing import TextIO

__all__ = ["prepare"]

ERRORS = "outply.plain"

PLAIN = {
    **{"−": "-", "∞": "inf", "≤": "<=", "≥": ">=", "≈": "~", "×": "x"},
    **{"…": "...", "–": "-", "—": "-", "→": "->", "⋮": ":"},
    **{"●": "*", "○": "o", "·": ".", "✓": "+", "✗": "x"},
    **{"▲": "^", "▼": "v", "⬡": "%", "★": "*", "✂": "x", "↻": "@"},
    **{"│": "|", "├": "|", "└": "`", "─": "-", "━": "#", "╌": "-"},
    **dict.fromkeys("▏▎▍▌▋▊▉█", "#"),
}


def prepare(stdin: TextIO | None, *outputs: TextIO | None) -> None:
    """Nothing that is read or written is too strange: it is replaced by something plain."""
    codecs.register_error(ERRORS, _plain)
    for stream, errors in [(stdin, "replace"), *((stream, ERRORS) for stream in outputs)]:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    strange = error.object[error.start : error.end]
    return "".join(PLAIN.get(character, "?") for character in strange), error.end
