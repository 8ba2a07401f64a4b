"""Which parts of the language a program uses, for the table that the fuzzer prints."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

__all__ = ["FEATURES", "features"]

SIMPLE: dict[type[ast.AST], str] = {
    **{ast.GeneratorExp: "generator expression", ast.ListComp: "list comprehension"},
    **{ast.SetComp: "set comprehension", ast.DictComp: "dict comprehension"},
    **{ast.Dict: "dict", ast.Set: "set", ast.List: "list", ast.Lambda: "lambda"},
    **{ast.JoinedStr: "f-string", ast.Slice: "slice", ast.Starred: "starred item"},
    **{ast.IfExp: "conditional expression", ast.NamedExpr: "walrus"},
    **{ast.While: "while", ast.For: "for", ast.Break: "break", ast.Continue: "continue"},
    **{ast.Match: "match", ast.Raise: "raise", ast.Nonlocal: "nonlocal", ast.Delete: "del"},
    **{ast.Yield: "generator function", ast.YieldFrom: "yield from", ast.AugAssign: "augmented"},
}
METHODS = {
    **dict.fromkeys(("append", "extend", "insert", "pop", "remove", "sort"), "changed list"),
    **dict.fromkeys(("get", "items", "keys", "values", "setdefault"), "method of a dict"),
    **dict.fromkeys(("add", "discard", "issubset", "union"), "method of a set"),
    **dict.fromkeys(("upper", "lower", "split", "strip", "join", "find", "replace"), "str method"),
    "_replace": "changed record",
}
CALLS = {
    **dict.fromkeys(("sorted", "min", "max"), "sorted, min or max"),
    **dict.fromkeys(("next", "any", "all", "zip", "enumerate", "reversed"), "iterator function"),
    **{"replace": "changed record", "sum": "sum", "str": "str", "int": "int", "float": "float"},
    **{"divmod": "divmod", "round": "round", "ord": "ord", "chr": "chr", "abs": "abs"},
}
OTHER = (
    *("NamedTuple", "frozen dataclass", "method", "property", "recursion", "closure", "default"),
    *("try with except", "try with finally", "loop with else", "nested tuple", "None", "float"),
    *("kept generator", "key function", "power", "shift", "division", "variable number of items"),
)
FEATURES = (*sorted({*SIMPLE.values(), *METHODS.values(), *CALLS.values(), *OTHER}),)


def features(text: str) -> frozenset[str]:
    """The names of what a program uses."""
    tree = ast.parse(text)
    found = {SIMPLE[type(node)] for node in ast.walk(tree) if type(node) in SIMPLE}
    for node in ast.walk(tree):
        look = LOOKS.get(type(node))
        if look is not None:
            found.update(look(node))
    return frozenset(found)


def _of_class(node: ast.ClassDef) -> Iterator[str]:
    yield "frozen dataclass" if node.decorator_list else "NamedTuple"
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef):
            yield "property" if inner.decorator_list else "method"


def _of_function(node: ast.FunctionDef) -> Iterator[str]:
    inside = [n for n in ast.walk(node) if n is not node]
    if any(isinstance(n, ast.FunctionDef) for n in inside):
        yield "closure"
    if any(isinstance(n, ast.Name) and n.id == node.name for n in inside):
        yield "recursion"
    if node.args.defaults:
        yield "default"
    if node.args.vararg:
        yield "variable number of items"


def _of_try(node: ast.Try) -> Iterator[str]:
    if node.handlers:
        yield "try with except"
    if node.finalbody:
        yield "try with finally"


def _of_loop(node: ast.For | ast.While) -> Iterator[str]:
    if node.orelse:
        yield "loop with else"


def _of_call(node: ast.Call) -> Iterator[str]:
    if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        yield METHODS[node.func.attr]
    if isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield CALLS[node.func.id]
    if any(keyword.arg == "key" for keyword in node.keywords):
        yield "key function"


def _of_assign(node: ast.Assign) -> Iterator[str]:
    target = node.targets[0]
    if isinstance(target, ast.Name) and target.id.startswith("g"):  # as `programs` names them
        yield "kept generator"


def _of_tuple(node: ast.Tuple) -> Iterator[str]:
    if any(isinstance(item, ast.Tuple) for item in node.elts):
        yield "nested tuple"


def _of_constant(node: ast.Constant) -> Iterator[str]:
    if node.value is None:
        yield "None"
    elif isinstance(node.value, float):
        yield "float"


def _of_operation(node: ast.BinOp) -> Iterator[str]:
    if isinstance(node.op, ast.Pow):
        yield "power"
    elif isinstance(node.op, ast.LShift | ast.RShift):
        yield "shift"
    elif isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
        yield "division"


LOOKS: dict[type[ast.AST], Callable[..., Iterator[str]]] = {
    **{ast.ClassDef: _of_class, ast.FunctionDef: _of_function, ast.Try: _of_try},
    **{ast.For: _of_loop, ast.While: _of_loop, ast.Call: _of_call, ast.Assign: _of_assign},
    **{ast.Tuple: _of_tuple, ast.Constant: _of_constant, ast.BinOp: _of_operation},
}
