"""An animated drawing: each part appears when the search comes to it.

A part is visible by itself, and is hidden until its time. So a program that shows no animations
shows the whole tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outply.game import OutplyError
from outply.tree.marks import number, text_svg
from outply.tree.plan import DrawingPlan

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["CAPTION", "MOST_EVENTS", "Timeline"]

STEP = 1.2
"""Seconds from one event to the next."""
MOST_EVENTS = 1000
CAPTION = 30.0
CAPTION_FONT = 14.0
MARKER = 'fill="none" stroke="#d97706" stroke-width="3"'


class Timeline:
    """When each node of a drawing appears, and when its value does."""

    def __init__(self, tree: RecordedTree) -> None:
        self._events = tree.events
        if len(self._events) > MOST_EVENTS:
            raise OutplyError(
                f"The search has {len(self._events):,} steps, and an animation has at most "
                f"{MOST_EVENTS:,}; search less deep."
            )
        self.begins = [0.0] * len(tree.nodes)
        self.ends = [0.0] * len(tree.nodes)
        self._time_nodes()
        for index, node in enumerate(tree.nodes):
            if node.kind == "cut" and not tree.is_cut_branch(index):  # as its branch
                self.begins[index] = self.ends[index] = self.begins[node.parent]

    def group(self, drawn: str, begin: float) -> str:
        """Hide a part of the drawing until its time."""
        if not drawn or begin == 0.0:
            return drawn
        return f"<g>{_hidden(0.0, begin)}{drawn}</g>"

    def captions(self, x: float, y: float) -> str:
        """The text of each event, for as long as it is the present one; the last one stays."""
        last = len(self._events) - 1
        return "".join(self._caption(number, x, y, number == last) for number in range(last + 1))

    def marker(self, plan: DrawingPlan) -> str:
        """A ring around the present node; it is gone at the end."""
        nodes = [event.node for event in self._events]
        moves = "".join(
            f'<animate attributeName="{name}" calcMode="discrete" dur="{number(self._duration)}s"'
            f' values="{";".join(number(values[node]) for node in nodes)}"/>'
            for name, values in (("cx", plan.x), ("cy", plan.y))
        )
        radius = max(plan.radius) + 6
        shown = f'<set attributeName="visibility" to="visible" dur="{number(self._duration)}s"/>'
        return f'<circle {MARKER} r="{number(radius)}" visibility="hidden">{shown}{moves}</circle>'

    @property
    def _duration(self) -> float:
        return STEP * len(self._events)

    def _time_nodes(self) -> None:
        """Set when each node begins, which is its first event, and ends."""
        for step, event in reversed(list(enumerate(self._events))):
            changed = [change.node for change in event.changes]
            for node in (event.node, *event.cut, *changed):
                self.begins[node] = STEP * step
        for step, event in enumerate(self._events):
            changed = [change.node for change in event.changes]
            ended = changed if event.kind == "path" else [event.node] * (event.kind == "value")
            for node in (*ended, *event.cut):
                self.ends[node] = STEP * step if event.kind != "path" else self.begins[node]

    def _caption(self, step: int, x: float, y: float, is_last: bool) -> str:
        text = text_svg(self._events[step].text, x, y, CAPTION_FONT, "note")
        if is_last:
            return self.group(text, STEP * step)
        shown = f'<set attributeName="visibility" to="visible" begin="{number(STEP * step)}s"'
        return f'<g visibility="hidden">{shown} dur="{number(STEP)}s"/>{text}</g>'


def _hidden(begin: float, duration: float) -> str:
    times = f'begin="{number(begin)}s" dur="{number(duration)}s"'
    return f'<set attributeName="visibility" to="hidden" {times}/>'
