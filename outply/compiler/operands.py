"""Operands that are computed before others, which may change what they were read from.

Python takes the value of `rows[0]` in `(rows[0], change(rows))` before it calls `change`. Compiled
code has the address of a tuple or a union, so it copies such a value where two things hold: an
operand behind it has an effect, and the value lies where that effect may change it.
"""

from __future__ import annotations

import ast

from outply.compiler.container_types import Dict, List
from outply.compiler.source import Context
from outply.compiler.syntax import children
from outply.compiler.types import Type

__all__ = ["has_effect", "is_unchanging", "mark_as_followed", "mark_operands"]

EFFECTS = (ast.Call, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def has_effect(node: ast.AST) -> bool:
    """Whether an expression may change a variable, or what a variable refers to."""
    found: bool | None = getattr(node, "has_effect", None)
    if found is None:
        found = isinstance(node, EFFECTS) or any(map(has_effect, children(node)))
        node.has_effect = found  # type: ignore[attr-defined]
    return found


def mark_operands(node: ast.expr) -> None:
    """Mark the operands of an expression that are followed by one that has an effect."""
    if isinstance(node, COMPREHENSIONS):
        for part in node.generators:
            mark_as_followed(part.iter)
    operands = _operands(node)
    for index in reversed(range(len(operands) - 1)):
        if has_effect(operands[index + 1]):
            for operand in operands[: index + 1]:
                mark_as_followed(operand)
            return


def mark_as_followed(node: ast.AST) -> None:
    """Mark an operand; a sum is computed when all that is added is there."""
    node = node.value if isinstance(node, ast.Starred) else node
    node.is_followed = True  # type: ignore[attr-defined]
    if isinstance(node, ast.BinOp):
        mark_as_followed(node.left)
        mark_as_followed(node.right)


def _operands(node: ast.expr) -> list[ast.AST]:
    """The parts of an expression whose values are needed together, as they are computed."""
    match node:
        case ast.Tuple() | ast.List() | ast.Set():
            return list(node.elts)
        case ast.Dict():
            pairs = zip(node.keys, node.values, strict=True)
            return [part for pair in pairs for part in pair if part is not None]
        case ast.DictComp():
            return [node.key, node.value]
        case ast.BinOp():
            first = _operands(node.left) if isinstance(node.left, ast.BinOp) else [node.left]
            return [*first, node.right]
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.Subscript():
            return [node.value, node.slice]
        case ast.Call():
            owner = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            return [owner, *node.args, *(keyword.value for keyword in node.keywords)]
    return []


def is_unchanging(node: ast.expr, context: Context, containers: dict[ast.AST, Type]) -> bool:
    """Whether nothing that the rest of its expression does changes a value.

    `containers` has the type of `a` for each `a[b]` that was computed.
    """

    def is_kept(part: ast.expr) -> bool:
        return is_unchanging(part, context, containers)

    match node:
        case ast.Name():
            owner = context.owner(node.id)
            return owner is None or node.id not in owner.code.set_in_expressions
        case ast.Attribute():
            return is_kept(node.value)  # of an object, it is a copy
        case ast.Subscript():
            kind = containers.get(node)
            return kind is not None and not isinstance(kind, (List, Dict)) and is_kept(node.value)
        case ast.IfExp():
            return is_kept(node.body) and is_kept(node.orelse)
        case ast.BoolOp():
            return all(map(is_kept, node.values))
        case ast.Call():
            return False  # max(rows) is an item of rows
    return True
