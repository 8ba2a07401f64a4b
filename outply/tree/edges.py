"""The branches of a drawing: lines between nodes, and the moves written on them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from outply.tree.marks import number, painted, text_svg
from outply.tree.node import NO_PARENT
from outply.tree.plan import MOVE_AT, MOVE_FONT, MOVE_ROOM, DrawingPlan, fitting, width_of

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["Edges"]

KINDS = ("cut-edge", "edge", "principal-edge")
"""Each is drawn over the ones before."""
SLASH_AT = 0.3
SLASH = 6.0
LEAST_ROOM_FOR_SLASH = 12.0
THIN, THICK = 0.5, 14.0
"""The widths of a branch without simulations, and of one that all simulations took."""
PRINCIPAL_WIDTH = 3.2

Point = tuple[float, float]


class Label(NamedTuple):
    """A move as it is written on its branch."""

    text: str
    x: float
    y: float
    font: float


class Edges:
    """The branches of a drawing; `gaps` is the space between each node and its branches.

    Those to the nodes in `principal` are drawn as the principal line.
    """

    def __init__(
        self,
        tree: RecordedTree,
        plan: DrawingPlan,
        gaps: Sequence[float],
        moves: Sequence[str],
        principal: Collection[int],
    ) -> None:
        self._tree, self._plan, self._gaps = tree, plan, gaps
        self._moves, self._principal = moves, principal
        self._below = [index for index, node in enumerate(tree.nodes) if node.parent != NO_PARENT]

    def lines(self) -> Iterator[str]:
        """Draw all branches of the same look as one path, and the principal line over them."""
        paths: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        for index in self._below:
            node = self._tree.nodes[index]
            kind = KINDS.index(self._kind(index))
            paths[kind, node.ply, node.visits or 0].append(index)
        for (_, _, _), indices in sorted(paths.items()):
            yield self.line(indices)
        slashes = "".join(self._slash(index) for index in self._below if self._has_slash(index))
        if slashes:
            yield f'<path {painted("slash")} d="{slashes}"/>'

    def line(self, indices: Sequence[int]) -> str:
        """Draw branches of the same look as one path."""
        path = "".join(map(self._line, indices))
        look, width = painted(self._kind(indices[0])), number(self._thickness(indices))
        return f'<path {look} stroke-width="{width}" d="{path}"/>'

    def slash(self, index: int) -> str:
        """Draw the strokes across a cut branch, if there is room."""
        if not self._has_slash(index):
            return ""
        return f'<path {painted("slash")} d="{self._slash(index)}"/>'

    def moves(self) -> Iterator[str]:
        """Draw the moves, where there is room for them."""
        for index in self._below:
            if drawn := self.move(index):
                yield drawn

    def move(self, index: int) -> str:
        """Draw the move on a branch; nothing where there is no room."""
        label = self.label(index)
        if label is None:
            return ""
        style = "cut-move" if self._kind(index) == "cut-edge" else "move"
        return text_svg(label.text, label.x, label.y, label.font, style)

    def label(self, index: int) -> Label | None:
        """Where a move is written; None where there is no room."""
        text = self._moves[index]
        font = fitting(text, MOVE_FONT, MOVE_ROOM * self._plan.room[index])
        (x, top), (end_x, end_y) = self.ends(index)
        if font is None or end_y - top <= 2 * font:
            return None
        return Label(text, x + MOVE_AT * (end_x - x), top + MOVE_AT * (end_y - top), font)

    def _thickness(self, indices: Sequence[int]) -> float:
        """By the number of simulations; without those, thinner where branches are dense, and thick
        on the principal line.
        """
        if (visits := self._tree.nodes[indices[0]].visits) is not None:
            return THIN + (THICK - THIN) * visits / (self._tree.root.visits or 1)
        if self._kind(indices[0]) == "principal-edge":
            return PRINCIPAL_WIDTH
        mean_room = sum(self._plan.room[index] for index in indices) / len(indices)
        return min(max(mean_room / 16, 0.2), 1.3)

    def _kind(self, index: int) -> str:
        if self._tree.nodes[index].kind == "cut":
            return "cut-edge"
        return "principal-edge" if index in self._principal else "edge"

    def ends(self, index: int) -> tuple[Point, Point]:
        """Where a branch starts and ends."""
        plan, parent = self._plan, self._tree.nodes[index].parent
        start = plan.x[parent], plan.y[parent] + plan.radius[parent] + self._gaps[parent]
        is_box = self._tree.nodes[index].kind in ("utility", "cut")
        above = plan.radius[index] * (0.5 if is_box else 1.0)
        return start, (plan.x[index], plan.y[index] - above)

    def _line(self, index: int) -> str:
        """A line with a gap for the move: text over a line is hard to read."""
        (x, y), (end_x, end_y) = self.ends(index)
        across, down = end_x - x, end_y - y
        gap = self._half_gap(index, across, down)
        if gap == 0.0:
            return f"M{number(x)},{number(y)}l{number(across)},{number(down)}"
        before, after = MOVE_AT - gap, MOVE_AT + gap
        first = f"M{number(x)},{number(y)}l{number(before * across)},{number(before * down)}"
        if after >= 1.0:
            return first
        second = f"M{number(x + after * across)},{number(y + after * down)}"
        return f"{first}{second}L{number(end_x)},{number(end_y)}"

    def _half_gap(self, index: int, across: float, down: float) -> float:
        """Half of the share of a line that its move covers."""
        label = self.label(index)
        if label is None:
            return 0.0
        flat = (0.5 * width_of(label.text, label.font) + 2.0) / max(abs(across), 1e-9)
        steep = 0.65 * label.font / max(abs(down), 1e-9)
        return min(flat, steep, MOVE_AT)

    def _has_slash(self, index: int) -> bool:
        is_cut = self._tree.is_cut_branch(index)
        return is_cut and self._plan.room[index] >= LEAST_ROOM_FOR_SLASH

    def _slash(self, index: int) -> str:
        """Two short strokes across a branch."""
        (x, y), (end_x, end_y) = self.ends(index)
        across, down = end_x - x, end_y - y
        scale = SLASH / math.hypot(across, down)
        return "".join(
            f"M{number(x + at * across - down * scale)},{number(y + at * down + across * scale)}"
            f"l{number(2 * down * scale)},{number(-2 * across * scale)}"
            for at in (SLASH_AT, SLASH_AT + 0.6 * scale)
        )
