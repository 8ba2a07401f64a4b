"""Where each part of a drawing goes, and how large it may be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from outply.tree.layout import tidy
from outply.tree.node import NO_PARENT, RecordedNode

__all__ = [
    "MOVE_AT",
    "MOVE_FONT",
    "MOVE_ROOM",
    "VALUE_FONT",
    "VALUE_ROOM",
    "WINDOW_FONT",
    "WINDOW_LINE",
    "DrawingPlan",
    "Texts",
    "fitting",
    "plan",
    "width_of",
]

VALUE_FONT = 14.0
MOVE_FONT = 12.0
WINDOW_FONT = 11.0
LEAST_FONT = 6.0
RADIUS = 20.0
LEVEL = 92.0
WINDOW_LINE = 16.0
TALLEST_LEVEL = 170.0
WIDEST = 3600.0
TALLEST = 4000.0
WIDEST_TEXT = 150.0
NARROW = 0.25
"""The width of a cut branch in a crowded drawing; a visited leaf has width 1."""
ROOM_OVER_CUT = 20.0
ROOM_ON_LINE = 24.0
VALUE_ROOM = 0.9
"""The share of a node's room that its value may take."""
MOVE_AT = 0.6
"""Where on its branch a move is written: further down, siblings are further apart."""
MOVE_ROOM = 0.8 * MOVE_AT
"""The share of a node's room that the move above it may take."""


@dataclass(frozen=True)
class Texts:
    """The texts at each node."""

    values: Sequence[str]
    moves: Sequence[str]
    windows: Sequence[str]


@dataclass(frozen=True)
class DrawingPlan:
    """The centre and radius of each node, and the room that it has from left to right."""

    x: Sequence[float]
    y: Sequence[float]
    radius: Sequence[float]
    room: Sequence[float]
    level: float
    width: float
    height: float


def width_of(text: str, font: float) -> float:
    return 0.62 * font * len(text)


def fitting(text: str, font: float, room: float) -> float | None:
    """The font size, up to `font`, at which the text fits; None if that is unreadable."""
    if not text:
        return None
    size = min(font, font * room / width_of(text, font))
    return round(size * 2) / 2 if size >= LEAST_FONT else None


def plan(nodes: Sequence[RecordedNode], principal: Collection[int], texts: Texts) -> DrawingPlan:
    """Place all nodes; if they do not fit the largest width, make them narrower.

    Cut branches become narrower first, then visited nodes.
    """
    parents, deepest = [node.parent for node in nodes], max(node.ply for node in nodes)
    widths, natural = [1.0] * len(nodes), _natural_pitch(texts)
    units = tidy(parents)
    if max(units) * natural > WIDEST:
        widths = _crowded(nodes, natural)
        units = tidy(parents, widths)
    span = max(units)
    pitch = min(natural, WIDEST / max(span, 1.0))
    level = _level(span * pitch, deepest, LEVEL + (WINDOW_LINE if any(texts.windows) else 0.0))
    row = _Row(nodes, [unit * pitch for unit in units], widths)
    room = _rooms(row, principal, texts.values)
    return DrawingPlan(
        x=[(unit + 0.5) * pitch for unit in units],
        y=[node.ply * level for node in nodes],
        radius=[min(RADIUS, 0.42 * across, 0.28 * level) for across in room],
        room=room,
        level=level,
        width=(span + 1) * pitch,
        height=deepest * level,
    )


def _crowded(nodes: Sequence[RecordedNode], natural: float) -> list[float]:
    """The widths of nodes in a crowded drawing: cut branches are narrow, and a node is as wide as
    the nodes below it, up to its natural width.
    """
    widths = [NARROW if node.kind == "cut" else 1.0 for node in nodes]
    enough = natural * max(tidy([node.parent for node in nodes], widths)) / WIDEST
    below = [0.0] * len(nodes)
    for index, node in reversed([*enumerate(nodes)]):
        widths[index] = max(widths[index], min(below[index], enough))
        if node.parent != NO_PARENT:
            below[node.parent] += widths[index]
    return widths


def _natural_pitch(texts: Texts) -> float:
    widest = [
        max((width_of(text, VALUE_FONT) for text in texts.values), default=0.0),
        max((width_of(text, WINDOW_FONT) for text in texts.windows), default=0.0),
        max((width_of(text, MOVE_FONT) for text in texts.moves), default=0.0) / MOVE_ROOM,
    ]
    return min(WIDEST_TEXT, max(2 * RADIUS, *widest) + 14.0)


def _level(width: float, deepest: int, least: float) -> float:
    """The height of a level: more in a wide drawing, so that its branches are not too flat."""
    if deepest == 0:
        return least
    return min(max(least, 0.25 * width / deepest), TALLEST_LEVEL, TALLEST / deepest)


@dataclass(frozen=True)
class _Row:
    """The nodes, their places in their plies, and their planned widths."""

    nodes: Sequence[RecordedNode]
    x: Sequence[float]
    widths: Sequence[float]

    def gaps(self, chosen: Iterable[int]) -> list[float]:
        """Each chosen node's share of the way to its nearest chosen neighbour in the ply."""
        gaps = [WIDEST] * len(self.nodes)
        last_in: dict[int, int] = {}
        for index in chosen:
            left = last_in.get(self.nodes[index].ply)
            if left is not None:
                gap = 2 * (self.x[index] - self.x[left]) / (self.widths[index] + self.widths[left])
                gaps[left] = min(gaps[left], gap * self.widths[left])
                gaps[index] = min(gaps[index], gap * self.widths[index])
            last_in[self.nodes[index].ply] = index
        return gaps


def _rooms(row: _Row, principal: Collection[int], values: Sequence[str]) -> list[float]:
    """How wide each node may be: up to its neighbours, but over cut branches as far as its value
    needs; on the principal line always wide enough to be read.
    """
    visits = [index for index, node in enumerate(row.nodes) if node.kind != "cut"]
    rooms = row.gaps(range(len(row.nodes)))
    among_visits = row.gaps(visits)
    for index in visits:
        needed = max(ROOM_OVER_CUT, width_of(values[index], LEAST_FONT) / VALUE_ROOM)
        rooms[index] = min(among_visits[index], max(rooms[index], needed))
    for index in principal:
        rooms[index] = max(rooms[index], ROOM_ON_LINE)
    return rooms
