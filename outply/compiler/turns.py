"""What a generator reads, and whether a loop changes that while the generator is in use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from outply.compiler.source import COMPREHENSIONS, SCOPES, Code

__all__ = ["free_names", "may_be_set_meanwhile"]

BLOCKS = ("body", "orelse", "finalbody")


def free_names(node: ast.AST) -> set[str]:
    """The names in an expression, without those that its comprehensions and lambdas define."""
    if isinstance(node, ast.Name):
        return {node.id}
    found = set().union(*map(free_names, ast.iter_child_nodes(node)))
    if isinstance(node, COMPREHENSIONS):
        parts = node.generators
        own = set().union(*(free_names(part.target) for part in parts))
        return (found - own) | free_names(parts[0].iter)  # which is read outside
    if isinstance(node, ast.Lambda):
        inner = free_names(node.body) - {
            n.arg for n in ast.walk(node.args) if isinstance(n, ast.arg)
        }
        return inner | free_names(node.args)
    return found


def may_be_set_meanwhile(code: Code, made: ast.expr, read: str) -> bool:
    """Whether a variable is set between the statement that keeps `made` and its last use.

    The variable is set once in the text of the function. If a loop sets it and keeps the generator
    too, the generator must only be used in what follows its statement in the same block.
    """
    stores = [n for n in _names(code.node, read) if isinstance(n.ctx, ast.Store)]
    if not any(set_here in _nodes(loop) for loop in _loops(code.node) for set_here in stores):
        return False
    if any(_place(node) > _place(made) for node in stores):
        return True
    loops = [loop for loop in _loops(code.node) if made in _nodes(loop)]
    if not any(set_here in _nodes(loop) for loop in loops for set_here in stores):
        return False
    for statement, following in _blocks(code.node):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is made:
            return not _is_used_within(code, statement, following)
    return True  # it is kept as part of something else


def _is_used_within(
    code: Code, statement: ast.Assign | ast.AnnAssign, block: list[ast.stmt]
) -> bool:
    """Whether a variable is read in these statements only, and nothing else refers to its value."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if len(targets) > 1 or not isinstance(targets[0], ast.Name):
        return False
    allowed = {
        id(name)
        for following in block
        for node in _nodes(following)
        for name in _consumed(node)
        if not isinstance(node, SCOPES)
    }
    name = targets[0].id
    reads = [n for n in _names(code.node, name) if isinstance(n.ctx, ast.Load)]
    inner = [f for f in _nodes(code.node) if isinstance(f, SCOPES) and f is not code.node]
    is_shared = any(read in _nodes(function) for function in inner for read in reads)
    return not is_shared and all(id(read) in allowed for read in reads)


def _consumed(node: ast.AST) -> list[ast.expr]:
    """What a node takes values from, without keeping it."""
    if isinstance(node, ast.For | ast.comprehension):
        return [node.iter]
    if isinstance(node, ast.Call):
        return node.args
    return [node.value] if isinstance(node, ast.Starred | ast.YieldFrom) else []


def _nodes(tree: ast.AST) -> list[ast.AST]:
    return list(ast.walk(tree))


def _names(tree: ast.AST, name: str) -> list[ast.Name]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == name]


def _loops(tree: ast.AST) -> list[ast.AST]:
    return [n for n in ast.walk(tree) if isinstance(n, ast.For | ast.While)]


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _blocks(tree: ast.AST) -> Iterator[tuple[ast.stmt, list[ast.stmt]]]:
    """Each statement, with those that follow it in its block."""
    for node in ast.walk(tree):
        for field in BLOCKS:
            found = getattr(node, field, None)
            block: list[ast.stmt] = found if isinstance(found, list) else []
            for index, statement in enumerate(block):
                yield statement, block[index + 1 :]
