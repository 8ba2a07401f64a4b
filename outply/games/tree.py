"""Game trees as such: written out leaf by leaf, or grown at random from a seed.

MAX moves at the root, then MIN, and so on level by level; a leaf is what MAX gets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outply.game import MAX, Bits, Game, OutplyError

DEEPEST = 500  # levels of an explicit tree, whose nested tuples Python must hash
DEEPEST_RANDOM = 1000
WIDEST = 1000
LARGEST_AMOUNT = 1023  # on an edge of a correlated tree: ten bits
FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
TEXTBOOK = ((3, 12, 8), (2, 4, 6), (14, 5, 2))  # Russell and Norvig's two-ply tree
LECTURE = ((3, 9), (4,), (6, 7, 5))


# -- trees that are written out -----------------------------------------------------------


class Node(NamedTuple):
    node: int  # its number, breadth first: the children of a node are neighbours


class Entry(NamedTuple):
    """What the tables say of one node."""

    path: tuple[str, ...]  # the moves that lead here
    first: int  # the first child's number
    children: int
    value: float  # of a leaf


@dataclass(frozen=True)
class Tree(Game[Node]):
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

    def initial(self) -> Node:
        return Node(0)

    def to_move(self, state: Node) -> int:
        return int(self.level[state.node]) % 2

    def moves(self, state: Node) -> Iterator[int]:
        yield from range(self.children[state.node])

    def result(self, state: Node, move: int) -> Node:
        return Node(int(self.first[state.node]) + move)

    def is_terminal(self, state: Node) -> bool:
        return bool(self.children[state.node] == 0)

    def utility(self, state: Node, player: int) -> float:
        value = float(self.value[state.node])
        return value if player == MAX else -value

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        most = max(abs(entry.value) for entry in self.entries)
        return (-most, most)

    # -- tables, one entry a node -----------------------------------------------------

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        entries: list[Entry] = []
        found: list[tuple[tuple[str, ...], Any]] = [((), self.leaves)]
        for path, tree in found:
            if isinstance(tree, tuple):
                entries.append(Entry(path, len(found), len(tree), 0.0))
                found += [((*path, name), subtree) for name, subtree in branches(tree)]
            else:
                entries.append(Entry(path, 0, 0, float(tree)))
        return tuple(entries)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        return np.array([entry.first for entry in self.entries], dtype=np.int64)

    @cached_property
    def children(self) -> NDArray[np.int64]:
        return np.array([entry.children for entry in self.entries], dtype=np.int64)

    @cached_property
    def level(self) -> NDArray[np.int64]:
        return np.array([len(entry.path) for entry in self.entries], dtype=np.int64)

    @cached_property
    def value(self) -> NDArray[np.float64]:
        return np.array([entry.value for entry in self.entries], dtype=np.float64)

    # -- text -------------------------------------------------------------------------

    def format(self, state: Node) -> str:
        return "/" + "/".join(self.entries[state.node].path)

    def parse(self, text: str) -> Node:
        state = self.initial()
        for name in text.strip().strip("/").split("/"):
            if name:
                state = self.result(state, self.parse_move(state, name))
        return state

    def format_move(self, state: Node, move: int) -> str:
        return self.entries[self.result(state, move).node].path[-1]


@dataclass(frozen=True)
class TextbookTree(Tree):
    """The tree on which textbooks show minimax: worth 3, by the first move."""

    leaves: Any = TEXTBOOK


@dataclass(frozen=True)
class LectureTree(Tree):
    """The tree on which lectures show minimax: worth 5, by the third move."""

    leaves: Any = LECTURE


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


# -- trees that are grown -----------------------------------------------------------------


class Spot(NamedTuple):
    path: Bits  # a hash of the moves that led here
    level: int
    total: int  # of the amounts on the edges passed, in a correlated tree


@dataclass(frozen=True)
class RandomTree(Game[Spot]):
    """A full tree whose leaves are random whole numbers from 0 to `spread` - 1.

    The same parameters always give the same tree; none of it is ever stored. Leaves are
    independent of each other and evenly spread, or `correlated`: then every edge carries
    a random amount and a leaf is the sum along its path, so that leaves whose paths part
    late are close. The value of a position is guessed as what a leaf below it is on average.
    """

    branching: int = 3
    depth: int = 4
    seed: int = 0
    correlated: bool = False
    spread: int = 100

    def __post_init__(self) -> None:
        limits = (
            ("branching", self.branching, 1, WIDEST),
            ("depth", self.depth, 0, DEEPEST_RANDOM),
            ("seed", self.seed, 0, 2**63 - 1),
            ("spread", self.spread, 1, 2**31),
        )
        for name, amount, least, most in limits:
            if type(amount) is not int or not least <= amount <= most:
                raise OutplyError(f"{name} is {amount!r}; give a whole number, {least} to {most}.")
        if type(self.correlated) is not bool:
            raise OutplyError(f"correlated is {self.correlated!r}; give True or False.")

    @property
    def utility_range(self) -> tuple[float, float]:  # type: ignore[override]
        return (1.0 - self.spread, self.spread - 1.0)

    def initial(self) -> Spot:
        return Spot(mixed(self.seed), 0, 0)

    def to_move(self, state: Spot) -> int:
        return state.level % 2

    def moves(self, state: Spot) -> Iterator[int]:
        if state.level < self.depth:
            yield from range(self.branching)

    def result(self, state: Spot, move: int) -> Spot:
        path = mixed(state.path ^ move)
        return Spot(path, state.level + 1, state.total + self.amount_on(path))

    def is_terminal(self, state: Spot) -> bool:
        return state.level == self.depth

    def utility(self, state: Spot, player: int) -> float:
        value = float(self.leaf(state))
        return value if player == MAX else -value

    def evaluate(self, state: Spot, player: int) -> float:
        guess = (self.spread - 1) / 2
        if self.correlated:
            total = state.total + (self.depth - state.level) * LARGEST_AMOUNT / 2
            guess = total * (self.spread - 1) / (self.depth * LARGEST_AMOUNT + 1)
        return guess if player == MAX else -guess

    def amount_on(self, path: Bits) -> int:
        """What the last edge of a path adds."""
        if not self.correlated:
            return 0
        return path >> 54

    def leaf(self, state: Spot) -> int:
        if self.correlated:
            return state.total * self.spread // (self.depth * LARGEST_AMOUNT + 1)
        return ((state.path >> 32) * self.spread) >> 32


def mixed(bits: Bits) -> Bits:
    """The next number of the splitmix64 generator (Steele, Lea and Flood, 2014)."""
    bits = (bits + 0x9E3779B97F4A7C15) & FULL
    bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & FULL
    bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & FULL
    return bits ^ (bits >> 31)
