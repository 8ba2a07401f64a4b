"""Where everything in a drawing goes, and how large it may be there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from outply.tree.layout import tidy
from outply.tree.node import Node

__all__ = [
    "MOVE_AT",
    "MOVE_FONT",
    "MOVE_ROOM",
    "VALUE_FONT",
    "WINDOW_FONT",
    "WINDOW_LINE",
    "Plan",
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
ROOM_OVER_CUT = 20.0
ROOM_ON_LINE = 24.0
MOVE_AT = 0.6
"""How far down its branch a move is written: further down, siblings are further apart."""
MOVE_ROOM = 0.8 * MOVE_AT
"""How much of a node's room the move above it may take."""


@dataclass(frozen=True)
class Texts:
    """What is written at each node."""

    values: Sequence[str]
    moves: Sequence[str]
    windows: Sequence[str]


@dataclass(frozen=True)
class Plan:
    """Centres and radii of the nodes, and how much room each has from left to right."""

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


def plan(nodes: Sequence[Node], principal: Collection[int], texts: Texts) -> Plan:
    """Roomy as long as it fits; then tighter, so that a thousand leaves stay one picture."""
    units = tidy([node.parent for node in nodes])
    span, deepest = max(units), max(node.ply for node in nodes)
    pitch = min(_natural_pitch(texts), WIDEST / max(span, 1.0))
    level = _level(span * pitch, deepest, LEVEL + (WINDOW_LINE if any(texts.windows) else 0.0))
    room = _rooms(nodes, principal, [unit * pitch for unit in units])
    return Plan(
        x=[(unit + 0.5) * pitch for unit in units],
        y=[node.ply * level for node in nodes],
        radius=[min(RADIUS, 0.42 * across, 0.28 * level) for across in room],
        room=room,
        level=level,
        width=(span + 1) * pitch,
        height=deepest * level,
    )


def _natural_pitch(texts: Texts) -> float:
    widest = [
        max((width_of(text, VALUE_FONT) for text in texts.values), default=0.0),
        max((width_of(text, WINDOW_FONT) for text in texts.windows), default=0.0),
        max((width_of(text, MOVE_FONT) for text in texts.moves), default=0.0) / MOVE_ROOM,
    ]
    return min(WIDEST_TEXT, max(2 * RADIUS, *widest) + 14.0)


def _level(width: float, deepest: int, least: float) -> float:
    """Higher levels in a wide drawing, so that its branches do not lie flat."""
    if deepest == 0:
        return least
    wished = min(max(least, 0.25 * width / deepest), TALLEST_LEVEL)
    return min(wished, TALLEST / deepest)


def _rooms(nodes: Sequence[Node], principal: Collection[int], x: Sequence[float]) -> list[float]:
    """How wide each node may be: to its neighbours, but a little over branches that were cut;
    on the principal line always enough to be read.
    """
    visits = [index for index, node in enumerate(nodes) if node.kind != "cut"]
    rooms = _gaps(nodes, range(len(nodes)), x)
    among_visits = _gaps(nodes, visits, x)
    for index in visits:
        rooms[index] = min(among_visits[index], max(rooms[index], ROOM_OVER_CUT))
    for index in principal:
        rooms[index] = max(rooms[index], ROOM_ON_LINE)
    return rooms


def _gaps(nodes: Sequence[Node], chosen: Iterable[int], x: Sequence[float]) -> list[float]:
    """How far each chosen node is from its nearest chosen neighbour in the same ply."""
    gaps = [WIDEST] * len(nodes)
    last_in: dict[int, int] = {}
    for index in chosen:
        left = last_in.get(nodes[index].ply)
        if left is not None:
            gap = x[index] - x[left]
            gaps[left] = min(gaps[left], gap)
            gaps[index] = min(gaps[index], gap)
        last_in[nodes[index].ply] = index
    return gaps
