"""What can be read off a Python function before it runs: its source and its annotations."""

from __future__ import annotations

import ast
import copy
import functools
import importlib.util
import linecache
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, ClassVar, Final, get_args, get_origin

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
    linecache.checkcache(file)
    found = _functions_in("".join(linecache.getlines(file))).get((function.__name__, first))
    if found is None:
        raise NotCompilable(f"the source of {function.__name__} cannot be read", file, first)
    tree, code = found
    if _words_of(code) != _words_of(function.__code__):
        raise NotCompilable(f"{function.__name__} was changed after it was loaded", file, first)
    return copy.deepcopy(tree)


@functools.lru_cache(maxsize=64)
def _functions_in(text: str) -> dict[tuple[str, int], tuple[ast.FunctionDef, CodeType]]:
    """Each function in a file, by its name and first line, decorators included."""
    try:
        whole = ast.parse(text)
        codes = {(c.co_name, c.co_firstlineno): c for c in _codes(compile(text, "", "exec"))}
    except (SyntaxError, ValueError):
        return {}
    found = {}
    for node in ast.walk(whole):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found[node.name, first] = (node, codes[node.name, first])
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _words_of(code: CodeType) -> tuple[Any, ...]:
    """What a function does, apart from where it stands."""
    plain = tuple(c for c in code.co_consts if not isinstance(c, CodeType))
    return code.co_code, code.co_names, code.co_varnames, repr(plain)


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
    owner = function.__qualname__.rpartition(".")[0]
    is_method = bool(owner) and not owner.endswith("<locals>")
    inherited = getattr(Game, function.__name__, None) if is_method else None
    known = hints_of(inherited) if isinstance(inherited, FunctionType) else {}
    return {**known, **hints_of(function)}


def module_hints(function: FunctionType) -> dict[str, Any]:
    """The annotations of a module's constants, imported ones included."""
    module = sys.modules.get(function.__module__)
    hints: dict[str, Any] = {}
    for name, (source, original) in _imported(function).items():
        if source in sys.modules:
            hints[name] = hints_of(sys.modules[source]).get(original)
    if module is not None and vars(module) is function.__globals__:
        return {**hints, **hints_of(module)}
    own = function.__globals__.get("__annotations__", {})
    return {**hints, **{n: _hint(a, function) for n, a in own.items()}}


def _hint(annotation: Any, function: FunctionType) -> Any:
    if not isinstance(annotation, str):
        return annotation
    return evaluated(ast.parse(annotation, mode="eval").body, function)


def _imported(function: FunctionType) -> dict[str, tuple[str, str]]:
    """Each name that the function's file imports from a module, with that module and its name."""
    text = "".join(linecache.getlines(function.__code__.co_filename))
    package = function.__globals__.get("__package__") or ""
    return _imports_in(text, package)


@functools.lru_cache(maxsize=64)
def _imports_in(text: str, package: str) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            dots = "." * node.level
            source = f"{dots}{node.module or ''}"
            full = importlib.util.resolve_name(source, package) if dots and package else source
            found |= {alias.asname or alias.name: (full, alias.name) for alias in node.names}
    return found


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
    while get_origin(annotation) in (tuple, Final, ClassVar) and get_args(annotation):
        annotation = get_args(annotation)[0]
    return scalar_of(annotation)
