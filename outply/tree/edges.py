"""The branches of a drawing: lines between nodes, and the moves written on them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from outply.tree.marks import number, text_svg
from outply.tree.node import NO_PARENT
from outply.tree.plan import MOVE_AT, MOVE_FONT, MOVE_ROOM, DrawingPlan, fitting

if TYPE_CHECKING:
    from outply.tree.recorded_tree import Tree

__all__ = ["Edges"]

KINDS = ("cut-edge", "edge", "principal-edge")
"""Each is drawn over the ones before."""
SLASH_AT = 0.3
SLASH = 6.0
LEAST_ROOM_FOR_SLASH = 12.0
THIN, THICK = 0.5, 14.0
"""The widths of a branch without simulations, and of one that all simulations took."""


class Edges:
    """The branches of a drawing; `gaps` is the space between each node and its branches."""

    def __init__(self, tree: Tree, plan: DrawingPlan, gaps: Sequence[float]) -> None:
        self._tree = tree
        self._plan = plan
        self._gaps = gaps
        self._principal = set(tree.principal)
        self._below = [index for index, node in enumerate(tree.nodes) if node.parent != NO_PARENT]

    def lines(self) -> Iterator[str]:
        """Draw all branches of the same look as one path, and the principal line over them."""
        paths: dict[tuple[int, int, int], list[int]] = defaultdict(list)
        for index in self._below:
            node = self._tree.nodes[index]
            kind = KINDS.index(self._kind(index))
            paths[kind, node.ply, node.visits or 0].append(index)
        for (kind, _, _), indices in sorted(paths.items()):
            path = "".join(map(self._line, indices))
            yield f'<path class="{KINDS[kind]}" {self._thickness(indices)} d="{path}"/>'
        slashes = "".join(self._slash(index) for index in self._below if self._has_slash(index))
        if slashes:
            yield f'<path class="slash" d="{slashes}"/>'

    def moves(self, texts: Sequence[str]) -> Iterator[str]:
        """Draw the moves, where there is room for them."""
        for index in self._below:
            font = fitting(texts[index], MOVE_FONT, MOVE_ROOM * self._plan.room[index])
            (x, top), (end_x, end_y) = self._ends(index)
            if font is not None and end_y - top > 2 * font:
                style = "cut-move" if self._kind(index) == "cut-edge" else "move"
                x, y = x + MOVE_AT * (end_x - x), top + MOVE_AT * (end_y - top)
                yield text_svg(texts[index], x, y, font, style)

    def _thickness(self, indices: Sequence[int]) -> str:
        """By the number of simulations; without those, thinner where branches are dense, unless the
        style of the principal line overrides that.
        """
        if (visits := self._tree.nodes[indices[0]].visits) is not None:
            share = visits / (self._tree.root.visits or 1)
            return f'style="stroke-width:{number(THIN + (THICK - THIN) * share)}"'
        mean_room = sum(self._plan.room[index] for index in indices) / len(indices)
        return f'stroke-width="{number(min(max(mean_room / 16, 0.2), 1.3))}"'

    def _kind(self, index: int) -> str:
        if self._tree.nodes[index].kind == "cut":
            return "cut-edge"
        return "principal-edge" if index in self._principal else "edge"

    def _ends(self, index: int) -> tuple[tuple[float, float], tuple[float, float]]:
        plan, parent = self._plan, self._tree.nodes[index].parent
        start = plan.x[parent], plan.y[parent] + plan.radius[parent] + self._gaps[parent]
        is_box = self._tree.nodes[index].kind in ("truth", "cut")
        above = plan.radius[index] * (0.5 if is_box else 1.0)
        return start, (plan.x[index], plan.y[index] - above)

    def _line(self, index: int) -> str:
        (x, y), (end_x, end_y) = self._ends(index)
        return f"M{number(x)},{number(y)}L{number(end_x)},{number(end_y)}"

    def _has_slash(self, index: int) -> bool:
        is_cut = self._tree.nodes[index].kind == "cut"
        return is_cut and self._plan.room[index] >= LEAST_ROOM_FOR_SLASH

    def _slash(self, index: int) -> str:
        """Two short strokes across a branch."""
        (x, y), (end_x, end_y) = self._ends(index)
        across, down = end_x - x, end_y - y
        scale = SLASH / math.hypot(across, down)
        return "".join(
            f"M{number(x + at * across - down * scale)},{number(y + at * down + across * scale)}"
            f"l{number(2 * down * scale)},{number(-2 * across * scale)}"
            for at in (SLASH_AT, SLASH_AT + 0.6 * scale)
        )
