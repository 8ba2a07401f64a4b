"""The marks of a drawing: a shape for each kind of node."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

from outply.game import CHANCE, MAX, MIN, Game
from outply.tree.node import RecordedNode

__all__ = [
    "INK",
    "PAPER",
    "PLAYER_COLOURS",
    "Mark",
    "mark_svg",
    "number",
    "painted",
    "points",
    "shape_of",
    "text_svg",
]

PLAYER_COLOURS = ("#ede9fe", "#dcfce7", "#fce7f3", "#e0f2fe", "#fef9c3", "#ffedd5")

INK, PAPER = "#111827", "#ffffff"

PAINT = {
    "note": f'text-anchor="start" fill="{INK}"',
    "heading": 'font-weight="bold"',
    "move": 'fill="#4b5563"',
    "cut-move": 'fill="#9ca3af"',
    "pruned": 'fill="#6b7280"',
    "window": 'fill="#4b5563" font-weight="normal"',
    "edge": 'fill="none" stroke="#6b7280"',
    "cut-edge": 'fill="none" stroke="#b6bcc6" stroke-dasharray="4 3"',
    "slash": 'fill="none" stroke="#9ca3af" stroke-width="1.6"',
    "principal-edge": f'fill="none" stroke="{INK}" stroke-linecap="round"',
    "max": 'fill="#dbeafe" stroke="#1d4ed8"',
    "min": 'fill="#fee2e2" stroke="#b91c1c"',
    "chance": 'fill="#fef3c7" stroke="#b45309"',
    "player": 'stroke="#4b5563"',
    "end": 'fill="#f3f4f6" stroke="#374151"',
    "cut": 'fill="#f3f4f6" stroke="#b6bcc6"',
    "evaluation": 'stroke-dasharray="4 2"',
    "open": 'stroke-dasharray="1 3"',
}
"""The look of each class. It is written at each element, since many slide programs know no style
sheets, and since the style sheet of one picture would change the others of a page."""

CHANGED_WIDTH = 4.0


def painted(*names: str) -> str:
    """The classes of an element, and their look."""
    looks = (PAINT[name] for name in names if name in PAINT)
    return " ".join([f'class="{" ".join(names)}"', *looks])


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A coordinate: two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def shape_of(game: Game[Any], node: RecordedNode) -> str:
    """`cut`, `end`, `chance`, `max`, `min`, or `player` if there are more than two."""
    if node.kind in ("cut", "utility"):
        return "cut" if node.kind == "cut" else "end"
    if node.player == CHANCE:
        return "chance"
    if game.players > 2 or node.player not in (MAX, MIN):
        return "player"
    return "max" if node.player == MAX else "min"


@dataclass(frozen=True)
class Mark:
    """A shape to be drawn; only boxes use `half_width`."""

    shape: str
    x: float
    y: float
    radius: float
    half_width: float = 0.0
    player: int = 0
    kind: str = "value"
    is_principal: bool = False
    is_changed: bool = False


def mark_svg(mark: Mark) -> str:
    thickness = min(max(mark.radius / 6, 0.2), 1.4) * (2.0 if mark.is_principal else 1.0)
    if mark.is_changed:
        thickness = CHANGED_WIDTH
    kinds = (mark.kind,) if mark.kind in ("evaluation", "open") else ()
    style = f'{painted(mark.shape, *kinds)} stroke-width="{number(thickness)}"'
    if mark.shape == "chance":
        centre = f'cx="{number(mark.x)}" cy="{number(mark.y)}"'
        return f'<circle {style} {centre} r="{number(mark.radius)}"/>'
    if mark.shape in ("end", "cut"):
        return _box(mark, style)
    if mark.shape == "player":
        style += f' fill="{PLAYER_COLOURS[mark.player % len(PLAYER_COLOURS)]}"'
    corners = " ".join(f"{number(across)},{number(down)}" for across, down in points(mark))
    return f'<polygon {style} points="{corners}"/>'


def _box(mark: Mark, style: str) -> str:
    has_value = mark.shape == "end" or mark.half_width > 0
    half_height = mark.radius * (0.72 if has_value else 0.42)
    half_width = max(mark.half_width, half_height)
    x, y = number(mark.x - half_width), number(mark.y - half_height)
    size = f'width="{number(2 * half_width)}" height="{number(2 * half_height)}"'
    return f'<rect {style} x="{x}" y="{y}" {size} rx="{number(mark.radius / 8)}"/>'


def points(mark: Mark) -> list[tuple[float, float]]:
    """The corners of a triangle, or of a hexagon for one of many players."""
    x, y, r = mark.x, mark.y, mark.radius
    if mark.shape == "player":
        turns = [math.pi * turn / 3 for turn in range(6)]
        return [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]
    tip = -r if mark.shape == "max" else r
    return [(x, y + tip), (x + 1.15 * r, y - tip), (x - 1.15 * r, y - tip)]


def text_svg(text: str, x: float, y: float, font: float, classes: str = "") -> str:
    """Text centred on a point (or starting there, for a `note`)."""
    style = f" {painted(*classes.split())}" if classes else ""
    place = f'x="{number(x)}" y="{number(y + 0.36 * font)}" font-size="{number(font)}"'
    return f"<text{style} {place}>{escape(text)}</text>"
