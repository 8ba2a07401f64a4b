"""Where a comprehension or list may be made of a set: what is made of its items has no order."""

from __future__ import annotations

import ast
import builtins
import itertools
from typing import Any

from outply.compiler.container_types import Row, Tuple
from outply.compiler.object_types import Member
from outply.compiler.syntax import walk
from outply.compiler.type_parts import leaves
from outply.compiler.types import BITS, BOOL, INT, TEXT, Type, is_whole

__all__ = [
    *("PASSING_ON", "SET_ITEMS", "SOME_ITEMS", "is_exact", "is_free_of_effects", "use_of"),
]

SOME_ITEMS = "some items"  # are looked at, until the answer is known
ALL_ITEMS = "all items"
SET_ITEMS = "all items, of which the first of several equal ones counts"
USES: dict[Any, str] = {
    **{any: SOME_ITEMS, all: SOME_ITEMS},
    **{sum: ALL_ITEMS, min: ALL_ITEMS, max: ALL_ITEMS},
    **{set: SET_ITEMS, frozenset: SET_ITEMS, sorted: SET_ITEMS, len: SET_ITEMS},
}
PASSING_ON = (list, tuple, itertools.chain)  # what gives the items of its arguments as they are
SAFE_CALLS = ("abs", "len", "bool")  # of what the compiler accepts there, they raise nothing
PURE_CALLS = (*SAFE_CALLS, "int", "ord", "min", "max")
NEVER = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await, ast.Lambda)
RAISING = (ast.Subscript, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)


def use_of(function: Any, node: ast.Call) -> str | None:
    """Which items of its argument a call looks at, if their order does not matter."""
    if len(node.args) != 1 or node.keywords:
        return None
    return USES.get(function) if isinstance(function, (type(sum), type)) else None


def is_free_of_effects(node: Any, use: str, is_local: Any) -> bool:
    """Whether a comprehension does the same in any order of its items.

    Where only some items are looked at, none may raise an exception. `is_local` says of a name
    whether it is a variable of a function.
    """
    calls = SAFE_CALLS if use == SOME_ITEMS else PURE_CALLS
    parts = [node.elt, *(part.target for part in node.generators)]
    parts += [test for part in node.generators for test in part.ifs]
    parts += [part.iter for part in node.generators[1:]]
    for inner in (inner for part in parts for inner in walk(part)):
        if isinstance(inner, NEVER) or (use == SOME_ITEMS and isinstance(inner, RAISING)):
            return False
        if isinstance(inner, ast.Call):
            name = inner.func.id if isinstance(inner.func, ast.Name) else ""
            if name not in calls or is_local(name) or not hasattr(builtins, name):
                return False
    return True


def is_exact(kind: Type) -> bool:
    """Whether values of a type that are equal cannot be told apart."""
    if isinstance(kind, (Row, Tuple)):
        return all(map(is_exact, leaves(kind)))
    return kind in (INT, BITS, BOOL, TEXT) or isinstance(kind, Member) or is_whole(kind)
