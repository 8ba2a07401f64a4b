"""Refusals: what cannot be compiled, why, and what to write instead.

Whatever compiles a construct raises `CompileError(reason, hint)`; `module.py` adds the author's
file and line; `all_refusals.py` collects the refusals of all rules of a game.
"""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from outply.game import OutplyError

__all__ = ["NO_NUMBER", "SET_ORDER", "CompileError", "NotCompilable", "Refusal"]

NO_NUMBER = "is of type int, not"
SET_ORDER = "the order of a set differs from one Python process to the next"


class CompileError(Exception):
    """An expression or statement that cannot be compiled; `hint` is a rewrite that works."""

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint


@dataclass(frozen=True)
class Refusal:
    """One place that cannot be compiled: where it is, why, and what to write instead."""

    reason: str
    hint: str = ""
    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f"{Path(self.file).name}:{self.line}: " if self.file else ""
        return f"{place}{self.reason}{f'; {self.hint}' if self.hint else ''}"

    def pictured(self) -> str:
        """With the author's line, and a mark under the place."""
        source = linecache.getline(self.file, self.line).rstrip() if self.file else ""
        mark = " " * self.column + "^"
        return f"{self}\n    {source}\n    {mark}" if source else str(self)


class NotCompilable(OutplyError):
    """Why rules cannot be compiled: every place at once, the first one in the message."""

    def __init__(
        self, reason: str, file: str = "", line: int = 0, refusals: Sequence[Refusal] = ()
    ) -> None:
        self.refusals = tuple(refusals) or (Refusal(reason, "", file, line),)
        first = self.refusals[0]
        self.reason, self.file, self.line = first.reason, first.file, first.line
        more = len(self.refusals) - 1
        super().__init__(f"{first}{f' (and {more} more)' if more else ''}")

    @property
    def is_about_moves(self) -> bool:
        """Whether moves that are not numbers were to be stored as numbers."""
        return any(NO_NUMBER in refusal.reason for refusal in self.refusals)

    @classmethod
    def because(cls, refusals: Sequence[Refusal]) -> NotCompilable:
        return cls("", refusals=refusals)
