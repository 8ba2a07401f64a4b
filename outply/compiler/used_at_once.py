"""Lazy values that a variable holds only until the next statement, which alone reads it.

    line = ((row + n, column) for n in count(1))
    for row, column in takewhile(on_board, line): …

The expression then stands in the place of the variable: nothing is computed before it is asked
for, and what never ends is no list.
"""

from __future__ import annotations

import ast
import inspect
import itertools
from collections import Counter
from collections.abc import Iterator

from outply.compiler.source import Code, global_path, remembered
from outply.compiler.syntax import walk

__all__ = ["expression_of", "is_used_at_once"]

LAZY = {zip, map, filter, enumerate, reversed}
SETTING = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)


def expression_of(name: ast.Name, code: Code) -> ast.expr | None:
    """What stands for a variable in the only place that reads it."""
    return _found(code).get(name)


def is_used_at_once(node: ast.Assign, code: Code) -> bool:
    """Whether nothing is to be done where a variable is set."""
    return node.value in _found(code).values()


def _found(code: Code) -> dict[ast.AST, ast.expr]:
    return remembered(code, "_used_at_once", lambda: dict(_find(code)))


def _find(code: Code) -> Iterator[tuple[ast.AST, ast.expr]]:
    if any(isinstance(node, ast.Nonlocal) for node in code.nodes):
        return  # a function that the expression calls may set what the statement reads before
    uses = Counter(node.id for node in code.nodes if isinstance(node, ast.Name))
    given = {*code.parameters, *code.keyword_only}
    for block in _blocks(code):
        for statement, following in itertools.pairwise(block):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    if uses[name] == 2 and name not in given and _is_lazy(value, code):
                        read = _first_read(following, name)
                        if read is not None:
                            yield read, value


def _blocks(code: Code) -> Iterator[list[ast.stmt]]:
    yield code.body
    for node in code.nodes:
        if isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case)):
            yield from (getattr(node, field, []) for field in ("body", "orelse", "finalbody"))


def _is_lazy(made: ast.expr, code: Code) -> bool:
    """Whether an expression makes a lazy value, and sets no variable."""
    is_lazy = isinstance(made, ast.GeneratorExp) or _makes_lazy_value(made, code)
    return is_lazy and not any(isinstance(n, SETTING) for n in walk(made))


def _makes_lazy_value(node: ast.AST, code: Code) -> bool:
    """Whether an expression is a call of `zip`, `map`, a function of `itertools` or the like."""
    if not isinstance(node, ast.Call):
        return False
    thing = global_path(node.func, code)
    if isinstance(node.func, ast.Attribute) and thing is None:
        thing = global_path(node.func.value, code)  # as chain.from_iterable
        return thing is itertools.chain
    return inspect.isclass(thing) and (thing in LAZY or thing.__module__ == "itertools")


def _first_read(statement: ast.stmt, name: str) -> ast.Name | None:
    """Where a statement reads a variable once, before it does anything else."""
    match statement:
        case ast.For(iter=node) | ast.Expr(value=ast.YieldFrom(value=node)):
            return _first_within(node, name)
        case ast.Expr(value=node) | ast.Return(value=node) | ast.Assign(value=node):
            return _first_within(node, name)
    return None


def _first_within(node: ast.expr | None, name: str) -> ast.Name | None:
    match node:
        case ast.Name():
            return node if node.id == name else None
        case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name() | ast.Constant())):
            for argument in node.args:
                is_other = isinstance(argument, ast.Name) and argument.id != name
                if not is_other and not isinstance(argument, (ast.Lambda, ast.Constant)):
                    return _first_within(argument, name)
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
            return _first_within(node.generators[0].iter, name)
    return None
