"""Where a recursive function is split in two, so that its beginning can be inlined.

Most calls of a recursive function end soon: a search's leaves by far outnumber its inner nodes.

    def minimax(state, depth):                     def minimax(state, depth):
        if depth == 0:                                 if depth == 0:
            return evaluate(state)                         return evaluate(state)
        best = -INFINITY                               return rest(state, depth)
        for move in moves(state):           →
            child = minimax(…)                     def rest(state, depth):
            best = max(best, child)                    best = -INFINITY
        return best                                    for move in moves(state): …

`rest` is never inlined and `minimax` nearly always, also into `rest`. A leaf then costs no call.

That pays where a leaf costs little more than a call. Where `evaluate` is long, or where the rest
computes again what the beginning did (LLVM sees that only within one function), the two parts
become one function again: `rest` is inlined into `minimax`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from outply.compiler.source import Code, remembered
from outply.compiler.syntax import SCOPES, walk

if TYPE_CHECKING:
    from outply.compiler.module import Instance

__all__ = ["Split", "settle_inlining", "split"]

SHORT = 400  # instructions before they are optimised: of a beginning that is worth inlining
FEW = 40  # of those, how many the rest may have as well


class Split:
    """The beginning of a function, which may end it, and the code of its rest."""

    def __init__(self, code: Code, place: int) -> None:
        assert isinstance(code.node, ast.FunctionDef)
        self.beginning, body = code.body[:place], code.body[place:]
        self.names = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name)}
        self._code, self._body = code, body
        self._rests: dict[tuple[str, ...], Code] = {}

    def rest(self, names: tuple[str, ...]) -> Code:
        """The rest as a function of the variables that the beginning has set."""
        if names not in self._rests:
            code = self._code
            arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
            node = ast.FunctionDef(f"{code.name}.rest", arguments, self._body, [], None, None)
            ast.copy_location(node, code.node)
            hints = {key: hint for key, hint in code.hints.items() if key == "return"}
            self._rests[names] = Code(node, code.file, code.scope, code.cells, hints, {})
        return self._rests[names]


def split(code: Code) -> Split | None:
    """A function in two parts; None if it does not call itself or has no such beginning."""
    return remembered(code, "_split", lambda: _split(code))


def settle_inlining(instances: Iterable[Instance]) -> None:
    """Choose for each function in two parts whether it stays so."""
    for instance in instances:
        if instance.rest is not None:
            is_apart = _pays(instance, instance.rest)
            instance.inlining = "nearly always" if is_apart else ""
            instance.rest.inlining = "never" if is_apart else "always"


def _pays(beginning: Instance, rest: Instance) -> bool:
    """Whether a leaf is short enough for the cost of a call to matter."""
    first, later = _reached(beginning, rest), _reached(rest, beginning)
    shared = [instance for instance in first if instance in later]
    return _size(first) <= SHORT and _size(shared) <= FEW


def _reached(start: Instance, other: Instance) -> list[Instance]:
    """The functions that a part of a function calls, itself included, without the other part.

    Functions that are rarely called are never inlined, so they do not count.
    """
    found = [start]
    for instance in found:
        callees = dict.fromkeys(callee for callee, _ in instance.calls if callee is not other)
        found += [c for c in callees if c not in found and c.inlining != "rarely called"]
    return found


def _size(instances: list[Instance]) -> int:
    lines = [line for instance in instances for line in instance.lines]
    return sum(not (isinstance(line, str) and line.endswith(":")) for line in lines)


def _split(code: Code) -> Split | None:
    place = _place(code)
    return Split(code, place) if place else None


def _place(code: Code) -> int:
    """How many statements come before the rest; 0 if the function stays whole."""
    nodes = code.nodes
    if code.is_generator or code.nonlocals or code.deleted or any(map(_belongs_to_whole, nodes)):
        return 0
    if not any(_is_own_call(node, code) for node in nodes):
        return 0
    place = 0
    for index, statement in enumerate(code.body, 1):
        within = list(walk(statement))
        if any(isinstance(n, (ast.For, ast.While)) or _is_own_call(n, code) for n in within):
            return place
        if isinstance(statement, ast.If) and any(isinstance(n, ast.Return) for n in within):
            place = index
    return 0


def _belongs_to_whole(node: ast.AST) -> bool:
    """Whether a node means something else in another function: inner functions and `super`."""
    return isinstance(node, SCOPES) or (isinstance(node, ast.Name) and node.id == "super")


def _is_own_call(node: ast.AST, code: Code) -> bool:
    """Whether a function calls itself here, as `f(…)` or `self.f(…)`."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name == code.name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)):
            return name == code.name and code.parameters[:1] == [owner]
    return False
