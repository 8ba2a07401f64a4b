"""A recorded tree drawn as SVG: shapes, texts and lines. `plan.py` and `layout.py` place them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from outply.tree.animation import CAPTION, Timeline
from outply.tree.edges import Edges
from outply.tree.labels import counted, number_text, player_name, window_text
from outply.tree.legend import LEAST_WIDTH, legend_svg
from outply.tree.marks import INK, PAPER, Mark, mark_svg, number, shape_of, text_svg
from outply.tree.node import NO_PARENT, RecordedNode
from outply.tree.plan import (
    VALUE_FONT,
    VALUE_ROOM,
    WINDOW_FONT,
    WINDOW_LINE,
    Texts,
    fitting,
    plan,
    width_of,
)

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["draw"]

FONTS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
MARGIN = 24.0
HEADING = 17.0
LEAST_TO_POINT_AT = 0.5
"""Nodes with a smaller radius have no title, since nobody can point at them."""

VALUE_DROP = {"max": 0.32, "min": -0.28}
"""How far below its centre a shape is widest, in radii; its value is written there."""


def draw(tree: RecordedTree, *, windows: bool = False, animated: bool = False) -> str:
    """Draw the tree with its heading and its legend, as one SVG document.

    With `animated`, it plays the search. A program that shows no animations shows the whole tree.
    """
    drawing = _Drawing(tree, windows=windows, timeline=Timeline(tree) if animated else None)
    place = drawing.plan
    width = max(place.width, LEAST_WIDTH) + 2 * MARGIN
    top = 2 * MARGIN + HEADING + WINDOW_LINE + place.radius[0]
    below = top + place.height + 2 * MARGIN + 2 * WINDOW_LINE
    said = ""
    if drawing.timeline is not None:
        said = drawing.timeline.captions(MARGIN, below)
        below += CAPTION
    legend, legend_height = legend_svg(tree, MARGIN, below, width - 2 * MARGIN)
    heading = text_svg(tree.title, MARGIN, MARGIN, HEADING, "note heading")
    shift = f"{number((width - place.width) / 2)} {number(top)}"
    size = number(width), number(below + legend_height)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="outply-tree"'
        f' width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}"'
        f' font-family="{FONTS}" text-anchor="middle" fill="{INK}">'
        f'<rect width="{size[0]}" height="{size[1]}" fill="{PAPER}"/>\n{heading}\n'
        f'<g transform="translate({shift})">\n{drawing.svg()}\n</g>\n{said}{legend}\n</svg>'
    )


class _Drawing:
    """The tree itself: its branches, and its nodes over them."""

    def __init__(self, tree: RecordedTree, *, windows: bool, timeline: Timeline | None) -> None:
        nodes = tree.nodes
        self.tree = tree
        self.timeline = timeline
        self.principal = set() if timeline else set(tree.principal)
        self.texts = Texts(
            values=[node.value_text for node in nodes],
            moves=[_branch_text(tree, index) for index in range(len(nodes))],
            windows=[_window(node) if windows else "" for node in nodes],
        )
        self.plan = plan(nodes, self.principal, self.texts)
        self.window_fonts = [self.window_font(index) for index in range(len(nodes))]

    def svg(self) -> str:
        gaps = [WINDOW_LINE if font else 0.0 for font in self.window_fonts]
        edges = Edges(self.tree, self.plan, gaps, self.texts.moves, self.principal)
        order = sorted(range(len(self.tree.nodes)), key=self.layer)
        if self.timeline is not None:
            return "\n".join(self.animated(edges, order, self.timeline))
        return "\n".join([*edges.lines(), *edges.moves(), *map(self.node, order)])

    def animated(self, edges: Edges, order: Sequence[int], timeline: Timeline) -> Iterator[str]:
        """Draw each branch and node by itself, so that it can appear when the search comes."""
        for index in order:
            if self.tree.nodes[index].parent != NO_PARENT:
                branch = edges.line([index]) + edges.slash(index) + edges.move(index)
                yield timeline.group(branch, timeline.begins[index])
        for index in order:
            yield timeline.group(self.node(index), timeline.begins[index])
        yield timeline.marker(self.plan)

    def layer(self, index: int) -> int:
        """The order of drawing: cut branches first, the principal line last."""
        if self.tree.nodes[index].kind == "cut":
            return 0
        return 2 if index in self.principal else 1

    def node(self, index: int) -> str:
        if self.plan.radius[index] < LEAST_TO_POINT_AT:
            return mark_svg(self.mark(index))
        names = "principal" * (index in self.principal), "changed" * self.tree.nodes[index].changed
        style = f' class="{" ".join(filter(None, names))}" font-weight="bold"' * any(names)
        title = f"<title>{escape(self.title(index))}</title>"
        mark = self.mark(index)
        value = self.value(index, mark.shape)
        if self.timeline is not None:
            value = self.timeline.group(value, self.timeline.ends[index])
        notes = value + self.window(index) + self.beside(index, mark.shape)
        return f"<g{style}>{title}{mark_svg(mark)}{notes}</g>"

    def title(self, index: int) -> str:
        """The text that is shown when a pointer is over the node."""
        node = self.tree.nodes[index]
        if node.kind == "cut":
            reason = self.tree.cut_reasons.get(index, "")
            return f"{self.texts.moves[index]}: cut, not searched\n{reason}".rstrip()
        ending = {"utility": "end of the game", "evaluation": "evaluated at the horizon"}
        role = ending.get(node.kind, f"{player_name(node.player, self.tree.game.players)} to move")
        effort = f"window {_window(node)}"
        if node.visits is not None:
            effort = counted(node.visits, "simulation")
        if node.urgency is not None:
            effort += f", selected by {number_text(node.urgency)}"
        value = f"value {self.texts.values[index]}"
        return f"{self.tree.position_text(index)}\n{role}\n{value}\n{effort}"

    def mark(self, index: int) -> Mark:
        node, place = self.tree.nodes[index], self.plan
        half = min(width_of(self.texts.values[index], VALUE_FONT) / 2 + 5, 0.46 * place.room[index])
        return Mark(
            shape_of(self.tree.game, node),
            place.x[index],
            place.y[index],
            place.radius[index],
            half_width=0.0 if node.kind == "cut" and node.value is None else half,
            player=node.player,
            kind=node.kind,
            is_principal=index in self.principal,
            is_changed=node.changed,
        )

    def value(self, index: int, shape: str) -> str:
        text, place = self.texts.values[index], self.plan
        largest = min(VALUE_FONT, 0.8 * place.radius[index])
        font = fitting(text, largest, VALUE_ROOM * place.room[index])
        if font is None:
            return ""
        drop = VALUE_DROP.get(shape, 0.0) * place.radius[index]
        style = "pruned" if self.tree.nodes[index].kind == "cut" else ""
        return text_svg(text, place.x[index], place.y[index] + drop, font, style)

    def window_font(self, index: int) -> float | None:
        room = 0.9 * self.plan.room[index]
        return fitting(self.texts.windows[index], min(WINDOW_FONT, 0.12 * self.plan.level), room)

    def window(self, index: int) -> str:
        """The window under a node, where windows were asked for and there is room."""
        font = self.window_fonts[index]
        if font is None:
            return ""
        y = self.plan.y[index] + self.plan.radius[index] + WINDOW_LINE / 2
        return text_svg(self.texts.windows[index], self.plan.x[index], y, font, "window")

    def beside(self, index: int, shape: str) -> str:
        """The player's number, if there are more than two; the pass, over one of many roots."""
        node, radius = self.tree.nodes[index], self.plan.radius[index]
        x, y = self.plan.x[index], self.plan.y[index]
        if node.parent == NO_PARENT and len(self.tree.roots) > 1:
            text = f"pass {self.tree.roots.index(index) + 1}"
            return text_svg(text, x, y - radius - WINDOW_LINE / 2, WINDOW_FONT, "window")
        name = str(node.player + 1)
        if shape == "player" and (font := fitting(name, 0.6 * radius, radius)):
            return text_svg(name, x - radius, y - 0.7 * radius, font, "window")
        return ""


def _branch_text(tree: RecordedTree, index: int) -> str:
    node = tree.nodes[index]
    chance = f" ({number_text(node.probability)})" if node.probability is not None else ""
    return tree.move_text(index) + chance + (" ↻" if node.again else "")


def _window(node: RecordedNode) -> str:
    return "" if node.kind == "cut" else window_text(node.alpha, node.beta)
