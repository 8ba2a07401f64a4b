"""Replacements for characters that a stream cannot encode: `-` for `−`, `inf` for `∞`."""

from __future__ import annotations

import codecs
import io
from typing import TextIO

__all__ = ["prepare"]

ERRORS = "outply.ascii_fallback"

REPLACEMENTS = {
    **{"−": "-", "∞": "inf", "≤": "<=", "≥": ">=", "≈": "~", "×": "x"},
    **{"…": "...", "–": "-", "—": "-", "→": "->", "⋮": ":"},
    **{"●": "*", "○": "o", "·": ".", "✓": "+", "✗": "x"},
    **{"▲": "^", "▼": "v", "⬡": "%", "★": "*", "✂": "x", "↻": "@"},
    **{"│": "|", "├": "|", "└": "`", "─": "-", "━": "#", "╌": "-"},
    **dict.fromkeys("▏▎▍▌▋▊▉█", "#"),
}


def prepare(stdin: TextIO | None, *outputs: TextIO | None) -> None:
    """Make the streams replace what they cannot decode or encode."""
    codecs.register_error(ERRORS, _replace)
    for stream, errors in [(stdin, "replace"), *((stream, ERRORS) for stream in outputs)]:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unencodable = error.object[error.start : error.end]
    return "".join(REPLACEMENTS.get(character, "?") for character in unencodable), error.end
