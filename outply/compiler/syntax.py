"""Syntax trees: the nodes of a tree, faster than Python's `ast.walk` lists them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

__all__ = ["SCOPES", "children", "own_nodes", "walk"]

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, without `ctx`, which says only how a name is used."""
    found: list[ast.AST] = []
    for name in node._fields:
        value = None if name == "ctx" else getattr(node, name, None)
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
