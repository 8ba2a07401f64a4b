"""The blocks of a report, and how figures and names are written in them.

In texts, `x` is code and **x** is bold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "LABELS",
    "UNKNOWN",
    "Block",
    "Grid",
    "Heading",
    "Panel",
    "Picture",
    "PlotSeries",
    "Text",
    "duration",
    "enumeration",
    "figure",
    "milliseconds",
    "percent",
    "with_interval",
]


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Grid:
    """A table; the first column is text, the others are figures."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class PlotSeries:
    """Points with their intervals; None where nothing was measured."""

    name: str
    xs: Sequence[float | str]
    ys: Sequence[float | None]
    intervals: Sequence[Sequence[float] | None] = ()
    dashed: bool = False
    joined: bool = True


@dataclass(frozen=True)
class Panel:
    title: str
    series: tuple[PlotSeries, ...]


@dataclass(frozen=True)
class Picture:
    """A plot; `name` is its file without an ending."""

    name: str
    title: str
    x: str
    y: str
    panels: tuple[Panel, ...]
    logarithmic: bool = False  # upwards


Block = Heading | Text | Grid | Picture


# -- figures and names --------------------------------------------------------------------

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


def enumeration(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
