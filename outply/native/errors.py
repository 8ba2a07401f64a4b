"""What the compiler and its kernels may say instead of an answer."""

from __future__ import annotations

from pathlib import Path

from outply.game import OutplyError

__all__ = ["NotCompilable", "Stopped", "Stuck"]


class Stopped(Exception):
    """The search's budget is spent. Raised inside a search, at either speed."""


class Stuck(Exception):
    """A position that is not terminal has no move, or its values are no numbers."""


class NotCompilable(OutplyError):
    """Why rules cannot be compiled, and at which line of which file."""

    def __init__(self, reason: str, file: str = "", line: int = 0) -> None:
        self.reason, self.file, self.line = reason, file, line
        place = f"{Path(file).name}:{line}: " if file else ""
        super().__init__(f"{place}{reason}")
