"""A recorded tree as a message."""

from __future__ import annotations

from outply.game import CHANCE, INFINITY
from outply.tree import Event, NodeChange, RecordedNode, RecordedTree
from outply.tree.labels import counted, number_text, values_note
from outply.tree.marks import shape_of
from outply.tree.viewpoint import Viewpoint
from outply.web.messages import At, TreeChange, TreeEvent, TreeNode
from outply.web.messages import Tree as TreeMessage

__all__ = ["tree_message"]


def tree_message(id: int, at: At, tree: RecordedTree) -> TreeMessage:
    """The message that has all nodes and events of a tree."""
    writer = _Writer(tree)
    return TreeMessage(
        id=id,
        at=at,
        title=tree.title,
        note=_note(tree),
        counts=tree.counts_text(),
        cuts_on_equality=writer.cuts_on_equality,
        nodes=[writer.node(index) for index in range(len(tree.nodes))],
        events=[writer.event(event) for event in tree.events],
    )


def _note(tree: RecordedTree) -> str:
    """Whose the values are, and whether they rest on estimates at a horizon."""
    result = tree.result
    has_estimates = any(node.kind == "evaluation" for node in tree.nodes)
    if result is None or result.proved or not has_estimates or not result.depth:
        return values_note(tree)
    if result.visits:  # a search that simulates has no horizon
        return values_note(tree)
    depth = counted(result.depth, "ply", "plies")
    return f"{values_note(tree)} The search goes {depth} deep and estimates the values there."


class _Writer:
    """Writes nodes and events with their numbers as texts."""

    def __init__(self, tree: RecordedTree) -> None:
        self._tree = tree
        self._principal = set(tree.principal)
        self._ranks = _ranks(tree)
        windows = (abs(n.alpha) < INFINITY or abs(n.beta) < INFINITY for n in tree.visits)
        self._has_windows = any(windows)

    @property
    def cuts_on_equality(self) -> bool | None:
        root = self._tree.nodes[0]
        return not root.has_exact_ends if self._has_windows else None

    def node(self, index: int) -> TreeNode:
        node = self._tree.nodes[index]
        return TreeNode(
            parent=node.parent,
            move=self._tree.move_text(index),
            probability="" if node.probability is None else number_text(node.probability),
            shape=shape_of(self._tree.game, node),
            kind=node.kind,
            player=node.player,
            label=node.value_text,
            alpha=self._bound(node.alpha) if node.kind != "cut" else "",
            beta=self._bound(node.beta) if node.kind != "cut" else "",
            again=node.again,
            changed=node.changed,
            principal=index in self._principal,
            rank=self._ranks[index],
            visits=-1 if node.visits is None else node.visits,
            urgency="" if node.urgency is None else number_text(node.urgency),
            reason=self._tree.cut_reasons.get(index, ""),
        )

    def event(self, event: Event) -> TreeEvent:
        return TreeEvent(
            kind=event.kind,
            node=event.node,
            value="" if event.value is None else number_text(event.value),
            alpha=self._bound(event.alpha),
            beta=self._bound(event.beta),
            text=event.text,
            child=-1 if event.child is None else event.child,
            cut=list(event.cut),
            changes=[self._change(change) for change in event.changes],
        )

    def _change(self, change: NodeChange) -> TreeChange:
        node = self._tree.nodes[change.node]._replace(value=change.value)
        return TreeChange(
            node=change.node,
            label=node.value_text,
            visits=-1 if change.visits is None else change.visits,
            urgency="" if change.urgency is None else number_text(change.urgency),
        )

    def _bound(self, number: float) -> str:
        return number_text(number) if self._has_windows else ""


def _ranks(tree: RecordedTree) -> list[int]:
    """The place of each node among its siblings, best first; cut branches come last."""
    viewpoint = Viewpoint(tree.game, tree.nodes, tree.values_for)
    principal, ranks = set(tree.principal), [0] * len(tree.nodes)
    for parent, children in zip(tree.nodes, tree.children, strict=True):
        sign = -1 if viewpoint.maximizes(parent) or tree.values_for == "chooser" else 1

        def place(child: int, parent: RecordedNode = parent, sign: int = sign) -> tuple[float, ...]:
            node = tree.nodes[child]
            is_last = node.kind == "cut", child not in principal
            likely = -(node.probability or 0.0)
            value = sign * (viewpoint.from_below(parent, node) or 0.0)
            return (*is_last, -(node.visits or 0), likely if parent.player == CHANCE else value)

        for rank, child in enumerate(sorted(children, key=place)):
            ranks[child] = rank
    return ranks
