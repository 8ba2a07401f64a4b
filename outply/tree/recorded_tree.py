"""The recorded tree of one search."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

from outply.game import Game, OutplyError
from outply.search.base import Result
from outply.tree import svg, text, tikz
from outply.tree.events import Event, events_of
from outply.tree.labels import counted
from outply.tree.node import NO_PARENT, RecordedNode

__all__ = ["RecordedTree", "require_format"]

FORMATS = (".svg", ".tex", ".txt", ".json")


@dataclass(frozen=True)
class RecordedTree:
    """The nodes that a search visited, in the order of the visits: parents first.

    There is more than one root if the search came back to its state, as MTD(f) does with one
    window after another. `searched` counts the nodes visited, `line` is the principal line as the
    search reported it, `values_for` says whose side the values are from: `MAX`; `mover` for the
    player to move at each node; `chooser` for the player who moved there; `root` for the player at
    the root, which is also the meaning of `MAX` in a game of more than two players. `growth` has
    the events of a search that grows its tree path by path, if they were recorded.
    """

    game: Game[Any]
    nodes: tuple[RecordedNode, ...]
    searched: int
    line: tuple[int, ...]
    search: str = ""
    values_for: str = "MAX"
    result: Result | None = None
    growth: tuple[Event, ...] = ()

    def made_by(self, search: str, values_for: str, result: Result) -> RecordedTree:
        """The same tree, with the search that made it and its result."""
        line = result.line or self.line
        return replace(self, search=search, values_for=values_for, result=result, line=line)

    # -- nodes ------------------------------------------------------------------------

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The indices of each node's children, cut branches included."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for index, node in enumerate(self.nodes):
            if node.parent != NO_PARENT:
                below[node.parent].append(index)
        return tuple(map(tuple, below))

    @cached_property
    def roots(self) -> tuple[int, ...]:
        return tuple(index for index, node in enumerate(self.nodes) if node.parent == NO_PARENT)

    @cached_property
    def principal(self) -> tuple[int, ...]:
        """The indices of the nodes on the principal line, its root first."""
        return max((self._follow(root) for root in reversed(self.roots)), key=len)

    @property
    def root(self) -> RecordedNode:
        """Where the principal line starts."""
        return self.nodes[self.principal[0]]

    @cached_property
    def visits(self) -> tuple[RecordedNode, ...]:
        """The nodes that the search visited: all but the cut branches."""
        return tuple(node for node in self.nodes if node.kind != "cut")

    @cached_property
    def visited(self) -> int:
        """How many of the searched nodes are kept here."""
        return len(self.visits)

    @cached_property
    def leaves(self) -> int:
        """How many of the kept nodes have a utility or an evaluation."""
        return sum(node.kind in ("utility", "evaluation") for node in self.nodes)

    @cached_property
    def cut(self) -> int:
        """How many branches were cut, and not searched."""
        return sum(self.is_cut_branch(index) for index in range(len(self.nodes)))

    def is_cut_branch(self, index: int) -> bool:
        """Whether a node is where a branch was cut, and not below such a place."""
        node = self.nodes[index]
        return node.kind == "cut" and self.nodes[node.parent].kind != "cut"

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the search did, step by step."""
        return self.growth or events_of(self)

    @cached_property
    def cut_reasons(self) -> dict[int, str]:
        """Why each cut branch was not searched."""
        cuts = (event for event in self.events if event.kind == "cut")
        return {branch: event.text for event in cuts for branch in event.cut}

    def move_text(self, index: int) -> str:
        """The move that led to a node, as people write it."""
        node = self.nodes[index]
        if node.move is None:
            return ""
        return self.game.format_move(self.nodes[node.parent].state, node.move)

    def position_text(self, index: int) -> str:
        """The position at a node, as people write it; empty at a cut branch."""
        node = self.nodes[index]
        return "" if node.kind == "cut" else self.game.format(node.state)

    @property
    def title(self) -> str:
        """The search, the game, the value and the move."""
        name = f"{self.search} on {self.game.name}" if self.search else self.game.name
        move = self.move_text(self.principal[1]) if len(self.principal) > 1 else ""
        return f"{name}: value {self.root.value_text}" + (f", move {move}" if move else "")

    def counts_text(self) -> str:
        """The number of nodes, leaves and cut branches, and how many of the nodes are kept."""
        leaves = counted(self.leaves, "leaf", "leaves")
        if self.visited == self.searched:
            return f"{counted(self.searched, 'node')}, {leaves}, {self.cut:,} cut"
        kept = f"the upper {self.visited:,} of {self.searched:,} nodes"
        return f"{kept} are shown, with {leaves}, {self.cut:,} cut"

    # -- formats ----------------------------------------------------------------------

    def svg(self, *, windows: bool = False, animated: bool = False) -> str:
        """The tree as a picture; with `windows`, each node's alpha and beta as well.

        With `animated`, the picture plays the search, node by node.
        """
        return svg.draw(self, windows=windows, animated=animated)

    def tikz(self, *, windows: bool = False) -> str:
        """The tree as a LaTeX document with a TikZ picture."""
        return tikz.draw(self, windows=windows)

    def text(self, *, windows: bool = False) -> str:
        """The tree as lines of plain text."""
        return text.draw(self, windows=windows)

    def _repr_html_(self) -> str:
        """What a notebook shows: the picture, in a box that scrolls."""
        return f'<div style="overflow:auto;max-height:42em">{self.svg()}</div>'

    def to_dict(self) -> dict[str, Any]:
        """The tree for programs, ready for JSON: nodes in a flat list, parents by index.

        `counts` is of this tree alone: `nodes` visited, how many of them are `kept` here, how
        many of those are `leaves`, and the `cut` branches. A search that deepened visited more
        nodes before: `result` has its `nodes_of_all_iterations`.
        """
        return {
            "game": self.game.name,
            "search": self.search,
            "values_for": self.values_for,
            "counts": {
                "nodes": self.searched,
                "kept": self.visited,
                "leaves": self.leaves,
                "cut": self.cut,
            },
            "principal": list(self.principal),
            "result": self.result and self._result_dict(self.result),
            "nodes": [self._node_dict(index) for index in range(len(self.nodes))],
        }

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def save(self, path: str | Path, *, windows: bool = False, animated: bool = False) -> None:
        """Write the tree in the format that the path's suffix names."""
        path = Path(path)
        formats: dict[str, Callable[[], str]] = {
            ".svg": lambda: self.svg(windows=windows, animated=animated),
            ".tex": lambda: self.tikz(windows=windows),
            ".txt": lambda: self.text(windows=windows),
            ".json": self.to_json,
        }
        require_format(path)
        path.write_text(formats[path.suffix.lower()]() + "\n", encoding="utf-8")

    # -- details ----------------------------------------------------------------------

    def _follow(self, root: int) -> tuple[int, ...]:
        """The nodes that the principal line's moves reach from a root."""
        nodes = [root]
        for move in self.line:
            visits = [child for child in self.children[nodes[-1]] if self._is_visit(child, move)]
            if not visits:
                break
            nodes.append(visits[-1])
        return tuple(nodes)

    def _is_visit(self, index: int, move: int) -> bool:
        return self.nodes[index].move == move and self.nodes[index].kind != "cut"

    def _result_dict(self, result: Result) -> dict[str, Any]:
        line = self._texts(result.line)
        move = None if result.move is None else self._texts((result.move,))[0]
        found: dict[str, Any] = _for_json(asdict(result))
        nodes = found.pop("nodes")
        return {**found, "move": move, "line": line, "nodes_of_all_iterations": nodes}

    def _texts(self, moves: Sequence[int]) -> list[str]:
        """Moves from the root on, as people write them."""
        states = accumulate(moves, self.game.result, initial=self.root.state)
        return [self.game.format_move(at, move) for at, move in zip(states, moves, strict=False)]

    def _node_dict(self, index: int) -> dict[str, Any]:
        node = self.nodes[index]
        return {
            "parent": None if node.parent == NO_PARENT else node.parent,
            "move": self.move_text(index) or None,
            "probability": node.probability,
            "again": node.again,
            "kind": node.kind,
            **(self._cut_dict(index) if node.kind == "cut" else self._visit_dict(index)),
        }

    def _cut_dict(self, index: int) -> dict[str, Any]:
        given = {"reason": self.cut_reasons.get(index), "value": _for_json(self.nodes[index].value)}
        return {name: value for name, value in given.items() if value is not None}

    def _visit_dict(self, index: int) -> dict[str, Any]:
        node = self.nodes[index]
        return {
            "position": self.position_text(index),
            "player": node.player,
            "window": _for_json([node.alpha, node.beta]),
            "value": _for_json(node.value),
            "bound": node.bound,
            "changed": node.changed,
            "visits": node.visits,
            "urgency": node.urgency,
        }


def _for_json(value: Any) -> Any:
    """Replace infinity, which JSON has not, by the text `inf` or `-inf`."""
    if isinstance(value, dict):
        return {key: _for_json(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_for_json(entry) for entry in value]
    return str(value) if isinstance(value, float) and math.isinf(value) else value


def require_format(path: str | Path) -> None:
    """Raise, in one sentence, if a tree cannot be saved under this name."""
    name = Path(path)
    if name.suffix.lower() not in FORMATS:
        raise OutplyError(
            f"A tree cannot be saved as {name.name!r}; end the name in .svg, .tex, .txt or .json."
        )
