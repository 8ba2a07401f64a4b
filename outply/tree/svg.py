"""A recorded tree as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from outply.tree.edges import Edges
from outply.tree.labels import counted, number_text, player_name, window_text
from outply.tree.legend import LEAST_WIDTH, legend_svg
from outply.tree.marks import STYLE, Mark, mark_svg, number, shape_of, text_svg
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
    from outply.tree.recorded_tree import Tree

__all__ = ["draw"]

MARGIN = 24.0
HEADING = 17.0
LEAST_TO_POINT_AT = 0.5
"""Nodes with a smaller radius have no title, since nobody can point at them."""

VALUE_DROP = {"max": 0.32, "min": -0.28}
"""How far below its centre a shape is widest, in radii; its value is written there."""


def draw(tree: Tree, *, windows: bool = False) -> str:
    """Draw the tree with its heading and its legend, as one SVG document."""
    drawing = _Drawing(tree, windows=windows)
    place = drawing.plan
    width = max(place.width, LEAST_WIDTH) + 2 * MARGIN
    top = 2 * MARGIN + HEADING + WINDOW_LINE + place.radius[0]
    below = top + place.height + 2 * MARGIN + 2 * WINDOW_LINE
    legend, legend_height = legend_svg(tree, MARGIN, below, width - 2 * MARGIN)
    heading = text_svg(_heading(tree), MARGIN, MARGIN, HEADING, "note principal")
    shift = f"{number((width - place.width) / 2)} {number(top)}"
    size = number(width), number(below + legend_height)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="outply-tree"'
        f' width="{size[0]}" height="{size[1]}" viewBox="0 0 {size[0]} {size[1]}">'
        f"<style>{STYLE}</style>"
        f'<rect width="100%" height="100%" fill="#fff"/>\n{heading}\n'
        f'<g transform="translate({shift})">\n{drawing.svg()}\n</g>\n{legend}\n</svg>'
    )


def _heading(tree: Tree) -> str:
    name = f"{tree.search} on {tree.game.name}" if tree.search else tree.game.name
    move = tree.move_text(tree.principal[1]) if len(tree.principal) > 1 else ""
    return f"{name}: value {tree.root.value_text}" + (f", move {move}" if move else "")


class _Drawing:
    """The tree itself: its branches, and its nodes over them."""

    def __init__(self, tree: Tree, *, windows: bool) -> None:
        nodes = tree.nodes
        self.tree = tree
        self.principal = set(tree.principal)
        self.texts = Texts(
            values=[node.value_text for node in nodes],
            moves=[_branch_text(tree, index) for index in range(len(nodes))],
            windows=[_window(node) if windows else "" for node in nodes],
        )
        self.plan = plan(nodes, self.principal, self.texts)
        self.window_fonts = [self.window_font(index) for index in range(len(nodes))]

    def svg(self) -> str:
        gaps = [WINDOW_LINE if font else 0.0 for font in self.window_fonts]
        edges = Edges(self.tree, self.plan, gaps)
        nodes = map(self.node, sorted(range(len(self.tree.nodes)), key=self.layer))
        return "\n".join([*edges.lines(), *edges.moves(self.texts.moves), *nodes])

    def layer(self, index: int) -> int:
        """The order of drawing: cut branches first, the principal line last."""
        if self.tree.nodes[index].kind == "cut":
            return 0
        return 2 if index in self.principal else 1

    def node(self, index: int) -> str:
        if self.plan.radius[index] < LEAST_TO_POINT_AT:
            return mark_svg(self.mark(index))
        names = "principal" * (index in self.principal), "changed" * self.tree.nodes[index].changed
        style = f' class="{" ".join(filter(None, names))}"' if any(names) else ""
        title = f"<title>{escape(self.title(index))}</title>"
        mark = self.mark(index)
        notes = self.value(index, mark.shape) + self.window(index) + self.beside(index, mark.shape)
        return f"<g{style}>{title}{mark_svg(mark)}{notes}</g>"

    def title(self, index: int) -> str:
        """The text that is shown when a pointer is over the node."""
        node = self.tree.nodes[index]
        if node.kind == "cut":
            return f"{self.texts.moves[index]}: cut, not searched"
        ending = {"truth": "end of the game", "guess": "guessed at the horizon"}
        role = ending.get(node.kind, f"{player_name(node.player, self.tree.game.players)} to move")
        effort = f"window {_window(node)}"
        if node.visits is not None:
            effort = counted(node.visits, "simulation")
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
            half_width=0.0 if node.kind == "cut" else half,
            player=node.player,
            kind=node.kind,
            is_principal=index in self.principal,
        )

    def value(self, index: int, shape: str) -> str:
        text, place = self.texts.values[index], self.plan
        largest = min(VALUE_FONT, 0.8 * place.radius[index])
        font = fitting(text, largest, VALUE_ROOM * place.room[index])
        if font is None:
            return ""
        drop = VALUE_DROP.get(shape, 0.0) * place.radius[index]
        return text_svg(text, place.x[index], place.y[index] + drop, font)

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


def _branch_text(tree: Tree, index: int) -> str:
    node = tree.nodes[index]
    chance = f" ({number_text(node.probability)})" if node.probability is not None else ""
    return tree.move_text(index) + chance + (" ↻" if node.again else "")


def _window(node: RecordedNode) -> str:
    return "" if node.kind == "cut" else window_text(node.alpha, node.beta)
