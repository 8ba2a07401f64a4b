"""Exceptions that compiled code raises, and interpreted searches, beside Python's own."""

from __future__ import annotations

__all__ = [
    *(
        "EndlessChance",
        "FasterCodeReady",
        "LengthChanged",
        "NumberTooLarge",
        "RegionFull",
        "Stopped",
        "Stuck",
    ),
]


class Stopped(Exception):
    """The search's budget is spent. Raised inside a search, interpreted or compiled."""


class FasterCodeReady(Stopped):
    """The search was stopped because its code can be replaced by faster code: call it again."""


class Stuck(Exception):
    """A position that is not terminal has no move, or its values are not numbers."""


class EndlessChance(Exception):
    """Chance moves too often in one line: it may follow itself without end."""


class LengthChanged(Exception):
    """A state has a tuple of another length, or a value of another type, than those seen before."""


class NumberTooLarge(OverflowError):
    """A limit of compiled code where Python would go on: no `except` of the program catches it."""


class RegionFull(MemoryError):
    """Compiled code needs more memory than it has; no `except` of the program catches it."""
