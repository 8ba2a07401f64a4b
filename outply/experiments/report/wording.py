"""Figures and names as the report writes them."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = [
    "LABELS",
    "duration",
    "enumeration",
    "figure",
    "milliseconds",
    "percent",
    "with_interval",
]

LABELS = {
    "genetic": "genetic",
    "as_in_the_paper": "genetic as in the paper",
    "genetic_long": "genetic, more generations",
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "lasvegas": "Las Vegas",
    "engine": "the engine",
    "random": "random",
    "straight": "minimax straight to the leaves",
}
UNKNOWN = "–"


def figure(value: float | None, digits: int = 2) -> str:
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def with_interval(value: float | None, interval: Sequence[float] | None) -> str:
    """`1.20 [1.05, 1.35]`; the value alone where all measured were equal."""
    if value is None or interval is None or interval[0] == interval[1]:
        return figure(value)
    return f"{value:.2f} [{interval[0]:.2f}, {interval[1]:.2f}]"


def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{share:.0%}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:g} ms"


def duration(seconds: float | None) -> str:
    """`12 µs`, `3.4 ms`, `1.2 s`."""
    if seconds is None:
        return UNKNOWN
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-6:.3g} µs"


def enumeration(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
