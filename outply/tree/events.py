"""A recorded search as a list of events, for stepping through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from outply.game import CHANCE, INFINITY
from outply.tree.node import RecordedNode
from outply.tree.viewpoint import Viewpoint
from outply.tree.words import Situation, cut_reason, enter_text, update_text, value_text

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["Event", "EventKind", "NodeChange", "events_of"]

EventKind = Literal["enter", "update", "cut", "value", "path"]
"""A visit begins; a child's value came back; the other branches are cut; a visit ends. Or the
newest path from the root ends, in a tree that grows path by path."""


class NodeChange(NamedTuple):
    """What a node has after the newest path."""

    node: int
    value: float | None
    visits: int | None
    urgency: float | None


class Event(NamedTuple):
    """A step of a search at a node, with the node's value and window after it.

    `child` is the node whose value came back, in an update. `cut` has the branches that are cut,
    and `changes` the nodes that the newest paths changed.
    """

    kind: EventKind
    node: int
    value: float | None
    alpha: float
    beta: float
    text: str
    child: int | None = None
    cut: tuple[int, ...] = ()
    changes: tuple[NodeChange, ...] = ()


def events_of(tree: RecordedTree) -> tuple[Event, ...]:
    """The events of a search, in their order."""
    return _Narrator(tree).events()


@dataclass(slots=True)
class _OpenNode:
    """A node that the search has not left: what it has so far."""

    index: int
    alpha: float
    beta: float
    value: float | None = None
    cut: list[int] = field(default_factory=list)


class _Narrator:
    """Goes through the nodes in the order of the visits, which is depth first."""

    def __init__(self, tree: RecordedTree) -> None:
        self._tree = tree
        self._viewpoint = Viewpoint(tree.game, tree.nodes, tree.values_for)
        self._has_windows = any(n.alpha > -INFINITY or n.beta < INFINITY for n in tree.visits)
        self._visits: list[_OpenNode] = []
        self._events: list[Event] = []

    def events(self) -> tuple[Event, ...]:
        for index, node in enumerate(self._tree.nodes):
            if node.kind == "cut" and not self._tree.is_cut_branch(index):
                continue  # what lies below a cut was never a part of the search
            while self._visits and self._visits[-1].index != node.parent:
                self._leave()
            if node.kind == "cut":
                self._visits[-1].cut.append(index)
            else:
                self._enter(index, node)
        while self._visits:
            self._leave()
        return tuple(self._events)

    def _enter(self, index: int, node: RecordedNode) -> None:
        visit = _OpenNode(index, node.alpha, node.beta)
        self._visits.append(visit)
        if node.kind not in ("utility", "evaluation"):
            text = enter_text(self._situation(visit), self._tree.move_text(index))
            self._add("enter", visit, text)

    def _leave(self) -> None:
        visit = self._visits.pop()
        node = self._tree.nodes[visit.index]
        if node.kind == "open":
            return
        if visit.cut:
            text = cut_reason(self._situation(visit), len(visit.cut))
            self._add("cut", visit, text, cut=tuple(visit.cut))
        visit.value = node.value
        text = value_text(self._situation(visit), node.value_text)
        self._add("value", visit, text)
        if self._visits:
            self._update(self._visits[-1], visit.index)

    def _update(self, visit: _OpenNode, child: int) -> None:
        """Let the value of a child, which is finished, count at its parent."""
        nodes = self._tree.nodes
        parent = nodes[visit.index]
        found = self._viewpoint.from_below(parent, nodes[child])
        if found is None or parent.visits is not None:
            return
        before = self._situation(visit)
        if parent.player == CHANCE:
            visit.value = (visit.value or 0.0) + found * (nodes[child].probability or 0.0)
            self._add("update", visit, update_text(before, found, True), child=child)
            return
        is_better = visit.value is None or (
            found > visit.value if before.maximizes else found < visit.value
        )
        if is_better:
            self._improve(visit, found, before.maximizes)
        self._add("update", visit, update_text(before, found, is_better), child=child)

    def _improve(self, visit: _OpenNode, value: float, maximizes: bool) -> None:
        visit.value = value
        if self._has_windows and maximizes:
            visit.alpha = max(visit.alpha, value)
        elif self._has_windows:
            visit.beta = min(visit.beta, value)

    def _situation(self, visit: _OpenNode) -> Situation:
        node = self._tree.nodes[visit.index]
        maximizes = self._viewpoint.maximizes(node)
        alpha, beta = (node.alpha, visit.beta) if maximizes else (visit.alpha, node.beta)
        return Situation(self._tree.game, node, maximizes, visit.value, alpha, beta)

    def _add(
        self,
        kind: EventKind,
        visit: _OpenNode,
        text: str,
        child: int | None = None,
        cut: tuple[int, ...] = (),
    ) -> None:
        event = Event(kind, visit.index, visit.value, visit.alpha, visit.beta, text, child, cut)
        self._events.append(event)
