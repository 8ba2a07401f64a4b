"""What can be read off a Python function before it runs: its source and its annotations."""

from __future__ import annotations

import ast
import functools
import linecache
import textwrap
from types import FunctionType
from typing import Any, get_args, get_origin

from outply.game import Game
from outply.native.errors import NotCompilable
from outply.native.shapes import Scalar, hints_of, scalar_of

__all__ = [
    "bound_names",
    "class_hint",
    "closure",
    "contract_hints",
    "element",
    "evaluated",
    "function_tree",
    "module_hints",
    "parameters",
    "without_docstring",
]


# -- source ---------------------------------------------------------------------------


def function_tree(function: FunctionType) -> ast.FunctionDef:
    """A fresh syntax tree of a function, with the line numbers of its file."""
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    last = _functions_in(file).get(first)
    if last is None:
        raise NotCompilable(f"the source of {function.__name__} cannot be read", file, first)
    text = textwrap.dedent("".join(linecache.getlines(file)[first - 1 : last]))
    tree = ast.parse(text).body[0]
    if not isinstance(tree, ast.FunctionDef) or tree.name != function.__name__:
        raise NotCompilable(f"{function.__name__} is not the plain def it was", file, first)
    ast.increment_lineno(tree, first - 1)
    return tree


@functools.cache
def _functions_in(file: str) -> dict[int, int]:
    """The first and last line of each function in a file, decorators included."""
    try:
        whole = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    return {
        min([node.lineno, *(d.lineno for d in node.decorator_list)]): node.end_lineno or 0
        for node in ast.walk(whole)
        if isinstance(node, ast.FunctionDef)
    }


def parameters(tree: ast.FunctionDef) -> list[ast.arg]:
    return [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]


def bound_names(tree: ast.FunctionDef) -> set[str]:
    stored = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return stored | {arg.arg for arg in parameters(tree)}


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return body[1:] or [ast.copy_location(ast.Pass(), first)]
    return body


def closure(function: FunctionType) -> dict[str, Any]:
    cells = function.__closure__ or ()
    return {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, cells, strict=True)
    }


# -- annotations ----------------------------------------------------------------------


@functools.cache
def contract_hints(function: FunctionType) -> dict[str, Any]:
    """A function's annotations; for a method without them, those of the contract."""
    inherited = getattr(Game, function.__name__, None)
    known = hints_of(inherited) if isinstance(inherited, FunctionType) else {}
    return {**known, **hints_of(function)}


def module_hints(function: FunctionType) -> dict[str, Any]:
    scope = function.__globals__
    hints = {}
    for name, annotation in scope.get("__annotations__", {}).items():
        hints[name] = (
            evaluated(ast.parse(annotation, mode="eval").body, function)
            if isinstance(annotation, str)
            else annotation
        )
    return hints


def class_hint(cls: type, name: str) -> Any:
    """The annotation of a field, class attribute or property."""
    for base in cls.__mro__:
        member = vars(base).get(name)
        getter = getattr(member, "fget", None) or getattr(member, "func", None)
        if getter is not None:
            return hints_of(getter).get("return")
    return hints_of(cls).get(name)


def evaluated(annotation: ast.expr, function: FunctionType) -> Any:
    try:
        return eval(ast.unparse(annotation), function.__globals__)  # noqa: S307
    except Exception:
        return None


def element(annotation: Any) -> Scalar | None:
    """The scalar in an annotation of a scalar or of a tuple of them."""
    while get_origin(annotation) is tuple and get_args(annotation):
        annotation = get_args(annotation)[0]
    return scalar_of(annotation)
