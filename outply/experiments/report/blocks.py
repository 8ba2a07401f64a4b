"""What a report is made of, whatever it is written as. In texts, `x` is code and **x** is bold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Block", "Grid", "Heading", "Panel", "Picture", "Series", "Text"]


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
class Series:
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
    series: tuple[Series, ...]


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
