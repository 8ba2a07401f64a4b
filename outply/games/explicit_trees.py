"""Game trees given leaf by leaf.

MAX moves at the root, then MIN, and so on level by level; a leaf is what MAX gets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from outply.game import MAX, BoardView, Game, OutplyError

DEEPEST = 500  # levels of a tree, whose nested tuples Python must hash
MOST_LETTERS = 60  # of a branch in a picture
TEXTBOOK = ((3, 12, 8), (2, 4, 6), (14, 5, 2))  # Russell and Norvig's two-ply tree
LECTURE = ((3, 9), (4,), (6, 7, 5))


class TreePosition(NamedTuple):
    node: int  # its number, breadth first: the children of a node are neighbours


class NodeData(NamedTuple):
    """What the tables say of one node."""

    path: tuple[str, ...]  # the moves that lead here
    first: int  # the first child's number
    children: int
    value: float  # of a leaf


@dataclass(frozen=True)
class Tree(Game[TreePosition]):
    """A tree given as nested lists of numbers, or as objects that name the moves.

    `[[3, 9], [4]]` and `{"left": {"a": 3, "b": 9}, "right": [4]}` have the same shape;
    unnamed moves are called 1, 2, 3, …. A `file` holds the same as JSON, and then the
    leaves come from there. A position is the path to it: `/`, `/2`, `/left/b`.
    """

    leaves: Any = TEXTBOOK
    file: str = ""

    def __post_init__(self) -> None:
        given = self.leaves
        if self.file:
            given = read_json(read_text(self.file), f"The file {self.file!r}")
        elif isinstance(given, str):
            given = read_json(given, f"The tree {given!r}")
        object.__setattr__(self, "leaves", as_tuples(given, 0))

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> TreePosition:
        return TreePosition(0)

    def to_move(self, state: TreePosition) -> int:
        return self.level[state.node] % 2

    def moves(self, state: TreePosition) -> Iterator[int]:
        yield from range(self.children[state.node])

    def result(self, state: TreePosition, move: int) -> TreePosition:
        return TreePosition(self.first[state.node] + move)

    def is_terminal(self, state: TreePosition) -> bool:
        return self.children[state.node] == 0

    def utility(self, state: TreePosition, player: int) -> float:
        value = self.value[state.node]
        return value if player == MAX else -value

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        most = max(abs(entry.value) for entry in self.entries)
        return (-most, most)

    # -- tables, one entry a node -----------------------------------------------------

    @cached_property
    def entries(self) -> tuple[NodeData, ...]:
        entries: list[NodeData] = []
        found: list[tuple[tuple[str, ...], Any]] = [((), self.leaves)]
        for path, tree in found:
            if isinstance(tree, tuple):
                entries.append(NodeData(path, len(found), len(tree), 0.0))
                found += [((*path, name), subtree) for name, subtree in branches(tree)]
            else:
                entries.append(NodeData(path, 0, 0, float(tree)))
        return tuple(entries)

    @cached_property
    def first(self) -> tuple[int, ...]:
        return tuple(entry.first for entry in self.entries)

    @cached_property
    def children(self) -> tuple[int, ...]:
        return tuple(entry.children for entry in self.entries)

    @cached_property
    def level(self) -> tuple[int, ...]:
        return tuple(len(entry.path) for entry in self.entries)

    @cached_property
    def value(self) -> tuple[float, ...]:
        return tuple(entry.value for entry in self.entries)

    # -- text -------------------------------------------------------------------------

    def format(self, state: TreePosition) -> str:
        return "/" + "/".join(self.entries[state.node].path)

    def parse(self, text: str) -> TreePosition:
        state = self.initial()
        for name in filter(None, text.strip().strip("/").split("/")):
            state = self.result(state, self.parse_move(state, name))
        return state

    def format_move(self, state: TreePosition, move: int) -> str:
        return self.entries[self.result(state, move).node].path[-1]

    def board(self, state: TreePosition) -> BoardView:
        """What is below each branch; at a leaf its value."""
        if self.is_terminal(state):
            return BoardView((("".join(self.written(state.node)),),), (), ("Value",), kind="table")
        first = self.first[state.node]
        nodes = range(first, first + self.children[state.node])
        rows = tuple((shortened(self.written(node)),) for node in nodes)
        labels = tuple(f"Branch {self.entries[node].path[-1]}" for node in nodes)
        return BoardView(rows, row_labels=labels, kind="table")

    def written(self, node: int) -> Iterator[str]:
        """The tree below a node as nested lists, in parts."""
        if self.children[node] == 0:
            yield f"{self.value[node]:g}"
            return
        yield "["
        for child in range(self.children[node]):
            yield ", " if child else ""
            yield from self.written(self.first[node] + child)
        yield "]"


@dataclass(frozen=True)
class TextbookTree(Tree):
    """The tree on which textbooks show minimax: worth 3, by the first move."""

    leaves: Any = TEXTBOOK


@dataclass(frozen=True)
class LectureTree(Tree):
    """The tree on which lectures show minimax: worth 5, by the third move."""

    leaves: Any = LECTURE


def shortened(parts: Iterator[str]) -> str:
    """The first letters of a text in parts."""
    text = ""
    for part in parts:
        text += part
        if len(text) > MOST_LETTERS:
            return text[:MOST_LETTERS] + "…"
    return text


def read_text(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as opened:
            return opened.read()
    except (OSError, UnicodeDecodeError) as problem:
        raise OutplyError(f"The tree file {file!r} cannot be read: {problem}.") from None


def read_json(text: str, what: str) -> Any:
    """Nested lists; an object becomes its (name, subtree) pairs."""
    try:
        return json.loads(text, object_pairs_hook=tuple)
    except ValueError as problem:
        raise OutplyError(f"{what} is not JSON, such as [[3, 9], [4]]: {problem}.") from None
    except RecursionError:
        raise too_deep() from None


def as_tuples(tree: Any, depth: int) -> Any:
    """The tree as nested tuples: a leaf is a number, a named branch (name, subtree)."""
    if depth > DEEPEST:
        raise too_deep()
    if isinstance(tree, dict):
        tree = tuple((str(name), subtree) for name, subtree in tree.items())
    if not isinstance(tree, (list, tuple)):
        return as_leaf(tree)
    if not tree:
        raise OutplyError("A node of the tree has no branches; give it some, or a number.")
    named = all(is_named(branch) for branch in tree)
    nodes = []
    for branch in tree:
        subtree = as_tuples(branch[1] if named else branch, depth + 1)
        nodes.append((branch[0], subtree) if named else subtree)
    if named:
        check_names([name for name, _ in nodes])
    return tuple(nodes)


def is_named(branch: Any) -> bool:
    return isinstance(branch, (list, tuple)) and len(branch) == 2 and isinstance(branch[0], str)


def as_leaf(leaf: Any) -> int | float:
    if isinstance(leaf, bool) or not isinstance(leaf, (int, float)):
        raise OutplyError(f"{leaf!r} is no leaf of a tree; give a number.")
    if not abs(leaf) < 1e300:  # which is not so of NaN either
        raise OutplyError(f"The leaf {leaf!r} is not a finite number.")
    return leaf


def check_names(names: list[str]) -> None:
    for name in names:
        if not name or name != name.strip() or "/" in name:
            raise OutplyError(f"{name!r} is no name for a move: no slash, no outer spaces.")
        if [other.lower() for other in names].count(name.lower()) > 1:
            raise OutplyError(f"Two moves of one node are called {name!r}.")


def branches(tree: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    for number, branch in enumerate(tree, start=1):
        yield branch if is_named(branch) else (str(number), branch)


def too_deep() -> OutplyError:
    return OutplyError(f"The tree is too deep; at most {DEEPEST} levels below the root.")
