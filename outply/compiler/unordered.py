"""Where a comprehension or list may be made of a set: what is made of its items has no order."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import itertools
from typing import Any

from outply.compiler.compare import BY_FIELDS, equality_of
from outply.compiler.container_types import Row, Set, Struct, Tuple
from outply.compiler.object_types import Member
from outply.compiler.special_methods import has_special_method
from outply.compiler.syntax import walk
from outply.compiler.type_parts import leaves
from outply.compiler.types import BITS, BOOL, INT, TEXT, Type, is_whole

__all__ = [
    *("PASSING_ON", "SET_ITEMS", "SOME_ITEMS", "has_subsets", "is_exact", "is_free_of_effects"),
    *("tells_apart", "use_of"),
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
ORDERS = {"__lt__", "__gt__", "__le__", "__ge__"}
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
    """Whether two values of a type that differ in any way are not equal, and one is less."""
    if isinstance(kind, Struct):
        return _is_compared_by_all_fields(kind.cls) and all(map(is_exact, kind.items))
    if isinstance(kind, (Row, Tuple)):
        return all(map(is_exact, kind.items))
    if isinstance(kind, Member) and has_special_method(kind.cls, ORDERS | {"__eq__"}, int, str):
        return False
    return kind in (INT, BITS, BOOL, TEXT) or isinstance(kind, Member) or is_whole(kind)


def has_subsets(kind: Type | None) -> bool:
    """Whether values are compared as sets: of two different ones, neither need be less."""
    return kind is not None and any(isinstance(leaf, Set) for leaf in leaves(kind))


def tells_apart(key: ast.AST | None, kind: Type | None) -> bool:
    """Whether a lambda gives any two different items different keys.

    It does if its value holds the item itself, or each part of a tuple, or a set's sorted items.
    """
    if kind is None:
        return True
    if not isinstance(key, ast.Lambda) or len(key.args.args) != 1:
        return False
    item = key.args.args[0].arg
    parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
    parts = [_without_sign(part) for part in parts]
    if isinstance(kind, Set):
        is_key = any(_is_sorted(part, item) for part in parts)
        return is_key and (kind.key is None or is_exact(kind.key))
    if not is_exact(kind):
        return False
    if any(isinstance(part, ast.Name) and part.id == item for part in parts):
        return True
    found = {_part_of(part, item, kind) for part in parts}
    return isinstance(kind, (Row, Tuple, Struct)) and found >= set(range(kind.size))


def _is_compared_by_all_fields(cls: Any) -> bool:
    """Whether Python itself compares records of a class, by what they hold and by nothing else."""
    if has_special_method(cls, ORDERS | {"__getitem__", "__iter__"}):
        return False
    if issubclass(cls, tuple):
        return not has_special_method(cls, {"__eq__"})
    if not dataclasses.is_dataclass(cls) or equality_of(cls) != BY_FIELDS:
        return False
    return all(field.compare for field in dataclasses.fields(cls))


def _without_sign(node: ast.expr) -> ast.expr:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return operand
    return node


def _is_sorted(node: ast.AST, item: str) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="sorted"), args=[ast.Name(id=name)], keywords=[]):
            return name == item
    return False


def _part_of(node: ast.AST, item: str, kind: Type) -> int | None:
    """Which part of an item an expression is, as `square[0]` or `square.row`."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as index)):
            return index if name == item else None
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if isinstance(kind, Struct):
            return kind.names.index(attr) if name == item and attr in kind.names else None
    return None
