"""The marks of a drawing: a shape for each kind of node."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape

from outply.game import CHANCE, MAX, MIN, Game
from outply.tree.node import RecordedNode

__all__ = ["STYLE", "Mark", "mark_svg", "number", "shape_of", "text_svg"]

PLAYER_COLOURS = ("#ede9fe", "#dcfce7", "#fce7f3", "#e0f2fe", "#fef9c3", "#ffedd5")

STYLE = """
.outply-tree{font-family:Helvetica,Arial,"DejaVu Sans",sans-serif}
.outply-tree text{text-anchor:middle;fill:#111827;stroke:#fff;stroke-width:.22em;\
stroke-linejoin:round;paint-order:stroke}
.outply-tree .note{text-anchor:start;stroke:none}
.outply-tree .move,.outply-tree .window{fill:#4b5563}
.outply-tree .edge{fill:none;stroke:#6b7280}
.outply-tree .cut-edge{fill:none;stroke:#b6bcc6;stroke-dasharray:4 3}
.outply-tree .slash{fill:none;stroke:#9ca3af;stroke-width:1.6}
.outply-tree .principal-edge{fill:none;stroke:#111827;stroke-width:3.2;stroke-linecap:round}
.outply-tree .max{fill:#dbeafe;stroke:#1d4ed8}
.outply-tree .min{fill:#fee2e2;stroke:#b91c1c}
.outply-tree .chance{fill:#fef3c7;stroke:#b45309}
.outply-tree .player{stroke:#4b5563}
.outply-tree .end{fill:#f3f4f6;stroke:#374151}
.outply-tree .cut{fill:#e5e7eb;stroke:#b6bcc6}
.outply-tree .cut-move{fill:#9ca3af}
.outply-tree .guess{stroke-dasharray:4 2}
.outply-tree .open{stroke-dasharray:1 3}
.outply-tree .principal{font-weight:bold}
.outply-tree .principal .window{font-weight:normal}
.outply-tree .changed{font-weight:bold}
.outply-tree .changed :is(polygon,rect,circle){stroke:#111827;stroke-width:4}
"""


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A coordinate: two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def shape_of(game: Game[Any], node: RecordedNode) -> str:
    """`cut`, `end`, `chance`, `max`, `min`, or `player` if there are more than two."""
    if node.kind in ("cut", "truth"):
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


def mark_svg(mark: Mark) -> str:
    thickness = min(max(mark.radius / 6, 0.2), 1.4) * (2.0 if mark.is_principal else 1.0)
    classes = f"{mark.shape} {mark.kind}" if mark.kind in ("guess", "open") else mark.shape
    style = f'class="{classes}" stroke-width="{number(thickness)}"'
    if mark.shape == "chance":
        centre = f'cx="{number(mark.x)}" cy="{number(mark.y)}"'
        return f'<circle {style} {centre} r="{number(mark.radius)}"/>'
    if mark.shape in ("end", "cut"):
        return _box(mark, style)
    if mark.shape == "player":
        style += f' fill="{PLAYER_COLOURS[mark.player % len(PLAYER_COLOURS)]}"'
    return f'<polygon {style} points="{_points(mark)}"/>'


def _box(mark: Mark, style: str) -> str:
    half_height = mark.radius * (0.72 if mark.shape == "end" else 0.42)
    half_width = max(mark.half_width, half_height)
    x, y = number(mark.x - half_width), number(mark.y - half_height)
    size = f'width="{number(2 * half_width)}" height="{number(2 * half_height)}"'
    return f'<rect {style} x="{x}" y="{y}" {size} rx="{number(mark.radius / 8)}"/>'


def _points(mark: Mark) -> str:
    x, y, r = mark.x, mark.y, mark.radius
    if mark.shape == "player":
        turns = [math.pi * turn / 3 for turn in range(6)]
        corners = [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]
    else:
        tip = -r if mark.shape == "max" else r
        corners = [(x, y + tip), (x + 1.15 * r, y - tip), (x - 1.15 * r, y - tip)]
    return " ".join(f"{number(across)},{number(down)}" for across, down in corners)


def text_svg(text: str, x: float, y: float, font: float, classes: str = "") -> str:
    """Text centred on a point (or starting there, for a `note`)."""
    style = f' class="{classes}"' if classes else ""
    place = f'x="{number(x)}" y="{number(y + 0.36 * font)}" font-size="{number(font)}"'
    return f"<text{style} {place}>{escape(text)}</text>"
