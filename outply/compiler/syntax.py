"""Syntax trees: the nodes of a tree, faster than Python's `ast.walk` lists them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

__all__ = ["SCOPES", "children", "own_nodes", "statements", "walk"]

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
WITHOUT_NODES = frozenset({"ctx", "id", "attr", "kind", "conversion", "type_comment"})
"""Fields that hold no node that anyone looks for: texts, and how a name is used."""

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""The fields of statements that hold statements, or parts of them that do."""

_fields: dict[type[ast.AST], tuple[str, ...]] = {ast.Constant: ()}
"""The fields of each class of nodes that hold nodes, as they were needed."""


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, without `ctx`, which says only how a name is used."""
    cls, found = type(node), list[ast.AST]()
    if cls not in _fields:
        _fields[cls] = tuple(name for name in cls._fields if name not in WITHOUT_NODES)
    for name in _fields[cls]:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [item for item in value if isinstance(item, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(tree: ast.AST) -> list[ast.AST]:
    """All nodes of a tree, those nearer to its root first."""
    found = [tree]
    for node in found:
        found += children(node)
    return found


def own_nodes(body: Iterable[ast.stmt]) -> list[ast.AST]:
    """The nodes of a function, without those of functions that it defines."""
    found: list[ast.AST] = list(body)
    for node in found:
        if not isinstance(node, SCOPES):
            found += children(node)
    return found


def statements(tree: ast.Module) -> list[ast.AST]:
    """The statements of a file, those of its classes and functions too, and no expression."""
    found: list[ast.AST] = list(tree.body)
    for node in found:
        for name in BLOCKS:
            found += getattr(node, name, ())
    return found
