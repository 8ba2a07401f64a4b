"""What the marks of a drawing mean, and how much it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.tree.plan import width_of
from outply.tree.shapes import Mark, mark_svg, number, shape_of, text_svg
from outply.tree.words import values_note

if TYPE_CHECKING:
    from outply.tree.tree import Tree

__all__ = ["LEAST_WIDTH", "legend_svg"]

LEAST_WIDTH = 560.0
FONT = 13.0
LINE = 26.0
ICON = 9.0

SHAPES = {
    "max": "MAX to move",
    "min": "MIN to move",
    "chance": "chance (probability on its branches)",
    "player": "a player to move, by number",
    "end": "end of the game",
    "cut": "cut, not searched",
}


def legend_svg(tree: Tree, left: float, top: float, width: float) -> tuple[str, float]:
    """The legend, and its height."""
    parts: list[str] = []
    x, y = left, top
    for icon, words in _entries(tree):
        needed = 4 * ICON + width_of(words, FONT)
        if x > left and x + needed > left + width:
            x, y = left, y + LINE
        parts.append(_icon(icon, x + ICON, y))
        parts.append(text_svg(words, x + 2.6 * ICON, y, FONT, "note"))
        x += needed
    for sentence in (values_note(tree.values_for), f"{tree.counts_text()}."):
        y += LINE
        parts.append(text_svg(sentence, left, y, FONT, "note"))
    return "".join(parts), y + LINE - top


def _entries(tree: Tree) -> list[tuple[str, str]]:
    """The icons and their meanings, of what the tree has."""
    present = {shape_of(tree.game, node) for node in tree.nodes}
    kinds = {node.kind for node in tree.nodes}
    entries = [(shape, words) for shape, words in SHAPES.items() if shape in present]
    if "guess" in kinds:
        entries.append(("guess", "≈ a guess, at the horizon"))
    if "open" in kinds:
        entries.append(("open", "? not finished"))
    if any(node.bound != "exact" for node in tree.nodes):
        entries.append(("≤", "at most, ≥ at least (outside the window)"))
    if any(node.again for node in tree.nodes):
        entries.append(("↻", "searched again"))
    if any(node.changed for node in tree.nodes):
        entries.append(("changed", "changed by the newest path"))
    return [*entries, ("line", "principal line")]


def _icon(name: str, x: float, y: float) -> str:
    if name in ("≤", "↻"):
        return text_svg(name, x, y, FONT)
    if name == "line":
        across = f"M{number(x - ICON)},{number(y)}h{number(2 * ICON)}"
        return f'<path class="principal-edge" d="{across}"/>'
    if name == "changed":
        return f'<g class="changed">{mark_svg(Mark("max", x, y, ICON))}</g>'
    shape, kind = ("max", name) if name in ("guess", "open") else (name, "value")
    radius = 2 * ICON if name == "cut" else ICON
    return mark_svg(Mark(shape, x, y, radius, half_width=0.8 * ICON, kind=kind))
