"""The legend of a drawing: the meaning of its marks, and how many nodes it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from outply.game import INFINITY
from outply.tree.labels import player_name, values_note
from outply.tree.marks import Mark, mark_svg, number, painted, shape_of, text_svg
from outply.tree.plan import width_of

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["LEAST_WIDTH", "legend_svg"]

LEAST_WIDTH = 560.0
FONT = 13.0
LINE = 26.0
ICON = 9.0

SHAPES = {
    "max": "MAX to move",
    "min": "MIN to move",
    "chance": "chance (probability on its branches)",
    "end": "end of the game",
    "cut": "cut, not searched",
}
KINDS = {"evaluation": "≈ an evaluation, at the horizon", "open": "? not finished"}


def legend_svg(tree: RecordedTree, left: float, top: float, width: float) -> tuple[str, float]:
    """The legend, and its height."""
    parts: list[str] = []
    x, y = left, top
    for icon, meaning in _entries(tree):
        needed = 4 * ICON + width_of(meaning, FONT)
        if x > left and x + needed > left + width:
            x, y = left, y + LINE
        parts.append(_icon(icon, x + ICON, y))
        parts.append(text_svg(meaning, x + 2.6 * ICON, y, FONT, "note"))
        x += needed
    for sentence in (values_note(tree), f"{tree.counts_text()}."):
        y += LINE
        parts.append(text_svg(sentence, left, y, FONT, "note"))
    return "".join(parts), y + LINE - top


class Icon(NamedTuple):
    """A mark, or a text that stands in for one."""

    shape: str
    player: int = 0
    kind: str = "value"
    changed: bool = False


def _entries(tree: RecordedTree) -> Iterator[tuple[Icon, str]]:
    """The icons that the tree needs, with their meanings."""
    shapes = {shape_of(tree.game, node) for node in tree.nodes}
    yield from _players(tree)
    yield from ((Icon(shape), text) for shape, text in SHAPES.items() if shape in shapes)
    yield from _values(tree)
    if any(node.again for node in tree.nodes):
        yield Icon("↻"), "searched again"
    if node := next((node for node in tree.nodes if node.changed), None):
        icon = Icon(shape_of(tree.game, node), node.player, changed=True)
        yield icon, "changed by the newest path"
    has_visits = any(node.visits is not None for node in tree.nodes)
    yield Icon("line"), "principal line" + (", wide as simulations took it" if has_visits else "")


def _values(tree: RecordedTree) -> Iterator[tuple[Icon, str]]:
    """How the values of nodes are marked."""
    for kind, text in KINDS.items():
        if node := next((node for node in tree.nodes if node.kind == kind), None):
            yield Icon(shape_of(tree.game, node), node.player, kind), text
    if bounds := [node for node in tree.nodes if node.bound != "exact"]:
        windows = any(node.alpha > -INFINITY or node.beta < INFINITY for node in bounds)
        why = "outside the window" if windows else "not all was searched"
        yield Icon("≤"), f"at most, ≥ at least ({why})"
    if any(node.kind == "cut" and node.value is not None for node in tree.nodes):
        yield Icon("grey"), "value of what was cut, computed afterwards"


def _players(tree: RecordedTree) -> Iterator[tuple[Icon, str]]:
    """Each player of a game of more than two, by number and colour."""
    numbered = (node for node in tree.nodes if shape_of(tree.game, node) == "player")
    for player in sorted({node.player for node in numbered}):
        yield Icon("player", player), f"{player_name(player, tree.game.players)} to move"


def _icon(icon: Icon, x: float, y: float) -> str:
    if icon.shape in ("≤", "↻"):
        return text_svg(icon.shape, x, y, FONT)
    if icon.shape == "grey":
        return text_svg("7", x, y, FONT, "pruned")
    if icon.shape == "line":
        across = f"M{number(x - ICON)},{number(y)}h{number(2 * ICON)}"
        return f'<path {painted("principal-edge")} stroke-width="3.2" d="{across}"/>'
    radius = 2 * ICON if icon.shape == "cut" else ICON
    half_width = 0.0 if icon.shape == "cut" else 0.8 * ICON
    mark = Mark(icon.shape, x, y, radius, half_width, icon.player, icon.kind)
    return mark_svg(replace(mark, is_changed=icon.changed))
