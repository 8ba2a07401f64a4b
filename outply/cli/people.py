"""Where people read: stdout, or stderr when stdout is for programs."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

__all__ = ["bar", "console", "labelled"]

BAR_WIDTH = 16
EIGHTHS = " ▏▎▍▌▋▊▉"


def console(as_json: bool = False) -> Console:
    """Text is printed as it is; only a terminal's lines are wrapped."""
    is_file = not (sys.stderr if as_json else sys.stdout).isatty()
    return Console(stderr=as_json, markup=False, highlight=False, emoji=False, soft_wrap=is_file)


def labelled(label: str, text: str) -> Text:
    return Text.assemble((f"{label:<10} ", "dim"), text)


def bar(share: float, *, ascii_only: bool, width: int = BAR_WIDTH) -> str:
    """A share from 0 to 1 as a bar."""
    if ascii_only:
        return "#" * round(share * width)
    full, rest = divmod(round(share * width * 8), 8)
    return "█" * full + EIGHTHS[rest].strip()
