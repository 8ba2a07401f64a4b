"""Places the nodes of a tree: a tidy layout in linear time.

Source: Buchheim, Jünger and Leipert, "Improving Walker's Algorithm to Run in Linear
Time" (2002). Their recursion is a loop here: nodes come parents first, so going
backwards meets every subtree before the node above it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

__all__ = ["tidy"]

NONE = -1
SIBLINGS_APART = 1.0
COUSINS_APART = 1.25


def tidy(parents: Sequence[int], widths: Sequence[float] | None = None) -> list[float]:
    """The x of each node, from 0, in widths of a node; y is its ply.

    `parents` lists each node's parent before the node, siblings from left to right, and
    -1 for a root. Several roots stand side by side. `widths` are 1 unless given.
    """
    return _Tidy(parents, widths or [1.0] * len(parents)).places()


class _Contour:
    """A walk down one edge of a subtree; `moved` is what the nodes above add to a place."""

    __slots__ = ("moved", "node", "tree")

    def __init__(self, tree: _Tidy, node: int) -> None:
        self.tree = tree
        self.node = node
        self.moved = 0.0

    def step(self, below: int) -> None:
        self.moved = self.moved_below()
        self.node = below

    def place(self) -> float:
        return self.tree.prelim[self.node] + self.moved

    def moved_below(self) -> float:
        return self.moved + self.tree.mod[self.node]

    def go_on(self, below: int, moved: float) -> None:
        """Thread the end of this edge to a node of the deeper subtree beside it."""
        self.tree.thread[self.node] = below
        self.tree.mod[self.node] += moved - self.moved_below()


class _Tidy:
    """The fields of the paper, by node; the last node is above all roots."""

    def __init__(self, parents: Sequence[int], widths: Sequence[float]) -> None:
        self.width = widths
        above = len(parents)
        count = above + 1
        self.parent = [above if parent < 0 else parent for parent in parents] + [NONE]
        self.children: list[list[int]] = [[] for _ in range(count)]
        self.number = [0] * count
        for node, parent in enumerate(self.parent[:above]):
            self.number[node] = len(self.children[parent])
            self.children[parent].append(node)
        self.prelim = [0.0] * count
        self.mod = [0.0] * count
        self.middle = [0.0] * count
        self.shift = [0.0] * count
        self.change = [0.0] * count
        self.thread = [NONE] * count
        self.ancestor = list(range(count))

    def places(self) -> list[float]:
        above = len(self.parent) - 1
        for node in (*reversed(range(above)), above):
            if self.children[node]:
                self.place_children(node)
        moved = [0.0] * len(self.parent)
        for node, parent in enumerate(self.parent[:-1]):
            moved[node] = moved[parent] + self.mod[parent]
        places = [prelim + by for prelim, by in zip(self.prelim, moved, strict=True)][:-1]
        least = min(places, default=0.0)
        return [place - least for place in places]

    def place_children(self, node: int) -> None:
        """Put the subtrees of a node side by side; each has its own layout already."""
        children = self.children[node]
        default = children[0]
        self.start(children[0], self.middle[children[0]])
        for left, child in itertools.pairwise(children):
            self.start(child, self.prelim[left] + self.apart(left, child))
            default = self.apportion(child, left, default)
        self.execute_shifts(children)
        self.middle[node] = (self.prelim[children[0]] + self.prelim[children[-1]]) / 2

    def start(self, node: int, place: float) -> None:
        self.prelim[node] = place
        if self.children[node]:
            self.mod[node] = place - self.middle[node]

    def apportion(self, node: int, left: int, default: int) -> int:
        """Push `node` right until its subtree clears the ones to its left."""
        first = self.children[self.parent[node]][0]
        left_in, left_out = _Contour(self, left), _Contour(self, first)
        right_in, right_out = _Contour(self, node), _Contour(self, node)
        while NONE not in (
            below_left := self.rightmost(left_in.node),
            below_right := self.leftmost(right_in.node),
        ):
            left_in.step(below_left)
            right_in.step(below_right)
            left_out.step(self.leftmost(left_out.node))
            right_out.step(self.rightmost(right_out.node))
            self.ancestor[right_out.node] = node
            apart = self.apart(left_in.node, right_in.node)
            push = left_in.place() + apart - right_in.place()
            if push > 0:
                self.move(self.pusher(left_in.node, node, default), node, push)
                right_in.moved += push
                right_out.moved += push
        if below_left != NONE and self.rightmost(right_out.node) == NONE:
            right_out.go_on(below_left, left_in.moved_below())
        if below_right != NONE and self.leftmost(left_out.node) == NONE:
            left_out.go_on(below_right, right_in.moved_below())
            default = node
        return default

    def leftmost(self, node: int) -> int:
        return self.children[node][0] if self.children[node] else self.thread[node]

    def rightmost(self, node: int) -> int:
        return self.children[node][-1] if self.children[node] else self.thread[node]

    def apart(self, left: int, right: int) -> float:
        are_siblings = self.parent[left] == self.parent[right]
        mean_width = (self.width[left] + self.width[right]) / 2
        return mean_width * (SIBLINGS_APART if are_siblings else COUSINS_APART)

    def pusher(self, inner_left: int, node: int, default: int) -> int:
        """The sibling of `node` whose subtree is in its way."""
        ancestor = self.ancestor[inner_left]
        return ancestor if self.parent[ancestor] == self.parent[node] else default

    def move(self, pusher: int, node: int, push: float) -> None:
        """Move a subtree; the subtrees between share the new room."""
        share = push / (self.number[node] - self.number[pusher])
        self.change[node] -= share
        self.shift[node] += push
        self.change[pusher] += share
        self.prelim[node] += push
        self.mod[node] += push

    def execute_shifts(self, children: Sequence[int]) -> None:
        shift = change = 0.0
        for child in reversed(children):
            self.prelim[child] += shift
            self.mod[child] += shift
            change += self.change[child]
            shift += self.shift[child] + change
