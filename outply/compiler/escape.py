"""Escape analysis: the lists of a function that only one of its variables ever refers to.

The header of such a list (where its items are, how many, how many have room) can lie in the
function's frame instead of the region, so that LLVM keeps it in registers. A variable counts if
each of its uses is one of those below, which make no second reference to the list itself:

    line = [] or [… for …] or list(…)      line.append(x), line.pop(), …      line[i], line[i] = x
    for x in line    x in line    not line    if line:    line + other    other += line    [*line]
    len(line), sum(line), sorted(line), …

Such a list ends with its function, so `return State(tuple(line), …)` need not copy its items. The
first items of other lists lie in the frame, too. So do all items of `cells = list(board)`, where
the length of the tuple is known and no use changes it.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from outply.compiler.source import COMPREHENSIONS, Code, global_path, remembered
from outply.compiler.syntax import SCOPES, walk

__all__ = [
    "fresh_variables",
    "is_fixed_list",
    "is_last_use",
    "private_lists",
    "shared_lists",
    "sole_variables",
]

METHODS = {
    *("append", "extend", "insert", "pop", "remove", "clear", "copy", "sort", "reverse"),
    *("index", "count"),
}
STEADY = {"copy", "sort", "reverse", "index", "count"}  # methods that keep the length
READERS = {
    *("all", "any", "enumerate", "filter", "len", "list", "map", "max", "min", "print"),
    *("reversed", "set", "sorted", "sum", "tuple", "zip", "frozenset"),
}


class _Kinds(NamedTuple):
    """What a variable may hold, and what may be done with it."""

    displays: tuple[type[ast.expr], ...]
    makers: set[str]
    methods: set[str]
    readers: set[str]


LISTS = _Kinds((ast.List, ast.ListComp), {"list", "sorted"}, METHODS, READERS)
CONTAINERS = _Kinds(
    (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp),
    {"list", "sorted", "dict", "set"},
    METHODS
    | {"add", "discard", "update", "get", "setdefault", "popitem", "keys", "values", "items"},
    READERS | {"iter", "dict"},
)


def private_lists(code: Code) -> set[str]:
    """The variables of a function that hold lists to which nothing else refers."""
    return remembered(code, "_private_lists", lambda: _private(code, LISTS))


def sole_variables(code: Code) -> set[str]:
    """The variables of a function that hold lists, dicts and sets to which nothing else refers.

    An iterator over such a container counts as no reference.
    """
    return remembered(code, "_sole_variables", lambda: _private(code, CONTAINERS))


def fresh_variables(code: Code) -> set[str]:
    """The variables of a function that only ever hold containers that it has made itself."""
    parents = code.parents
    stored = [name for name in _names(code) if isinstance(name.ctx, ast.Store)]
    others = {n.id for n in stored if not _is_made(n, parents, code, CONTAINERS)}
    return {n.id for n in stored} - others - {*code.parameters, *code.keyword_only, *code.nonlocals}


def _private(code: Code, kinds: _Kinds) -> set[str]:
    parents = code.parents
    made = {name.id for name in _names(code) if _is_made(name, parents, code, kinds)}
    made -= {*code.parameters, *code.keyword_only, *code.nonlocals}
    for name in _names(code):
        if name.id in made and not _is_harmless(name, parents, code, kinds):
            made.discard(name.id)
    return made - _used_elsewhere(code)


def is_last_use(call: ast.AST, code: Code) -> bool:
    """Whether `tuple(line)` is the last that a function does with a list that only it refers to."""
    return call in remembered(code, "_last_uses", lambda: set(_last_uses(code)))


def shared_lists(code: Code) -> set[str]:
    """The lists whose items become those of a tuple that is returned."""
    is_last_use(code.node, code)
    return {call.args[0].id for call in code.__dict__["_last_uses"]}


def is_fixed_list(call: ast.AST, code: Code) -> bool:
    """Whether a new list belongs to one variable alone, and no use changes its length."""
    return call in remembered(code, "_fixed_lists", lambda: set(_fixed_lists(code)))


def _fixed_lists(code: Code) -> Iterator[ast.AST]:
    parents = code.parents
    names = [name for name in _names(code) if name.id in private_lists(code)]
    resized = {name.id for name in names if not _keeps_length(name, parents)}
    for name in names:
        made = getattr(parents.get(name), "value", None)
        if name.id not in resized and isinstance(name.ctx, ast.Store) and made is not None:
            yield made


def _keeps_length(name: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    parent: Any = parents.get(name)
    match parent:
        case ast.Attribute(attr=method):
            return method in STEADY
        case ast.AugAssign():
            return parent.target is not name
        case ast.Subscript():
            is_item = isinstance(parent.ctx, ast.Store) and not isinstance(parent.slice, ast.Slice)
            return is_item or isinstance(parent.ctx, ast.Load)
    return True


def _last_uses(code: Code) -> Iterator[ast.AST]:
    lists = private_lists(code)
    if any(isinstance(node, ast.Try) for node in code.nodes):
        return  # a `finally` may come after a `return`
    for statement in code.nodes:
        if isinstance(statement, ast.Return) and statement.value is not None:
            within = list(walk(statement.value))
            used = [node.id for node in within if isinstance(node, ast.Name)]
            for node in within:
                match node:
                    case ast.Call(func=ast.Name(id="tuple"), args=[ast.Name(id=name)]):
                        if name in lists and used.count(name) == 1:
                            yield node


def _names(code: Code) -> Iterator[ast.Name]:
    return (node for node in code.nodes if isinstance(node, ast.Name))


def _used_elsewhere(code: Code) -> set[str]:
    """Names that inner functions use, or that are variables of comprehensions too."""
    found: set[str] = set()
    for node in code.nodes:
        if isinstance(node, SCOPES):
            found |= {n.id for n in walk(node) if isinstance(n, ast.Name)}
        elif isinstance(node, COMPREHENSIONS):
            targets = [part.target for part in node.generators]
            found |= {n.id for t in targets for n in walk(t) if isinstance(n, ast.Name)}
    return found


def _is_made(name: ast.Name, parents: dict[ast.AST, ast.AST], code: Code, kinds: _Kinds) -> bool:
    """Whether a new container is assigned to a variable here, made without the variable."""
    parent = parents.get(name)
    if isinstance(parent, ast.Assign):
        targets = parent.targets
    elif isinstance(parent, ast.AnnAssign):
        targets = [parent.target]
    else:
        return False
    value = parent.value
    if value is None or not _is_new(value, code, kinds):
        return False
    return targets == [name] and not _mentions(value, name.id)


def _is_new(value: ast.expr, code: Code, kinds: _Kinds) -> bool:
    """Whether an expression makes a container."""
    return isinstance(value, kinds.displays) or (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in kinds.makers
        and _is_builtin(value.func.id, code)
    )


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in walk(node))


def _is_harmless(
    name: ast.Name, parents: dict[ast.AST, ast.AST], code: Code, kinds: _Kinds
) -> bool:
    """Whether a use of a variable makes no second reference to its list."""
    parent: Any = parents.get(name)
    if isinstance(name.ctx, ast.Store):
        is_changed = isinstance(parent, ast.AugAssign) and isinstance(
            parent.op, (ast.Add, ast.Mult)
        )
        return is_changed or (
            _is_made(name, parents, code, kinds) and not _is_within_a_loop_over(name, parents)
        )
    match parent:
        case ast.Attribute(attr=method):
            call = parents.get(parent)
            return isinstance(call, ast.Call) and call.func is parent and method in kinds.methods
        case ast.Call() if name in parent.args:
            is_reader = _is_reader(parent.func, code, kinds)
            return is_reader and not _may_return(parent, name)
        case ast.Subscript() | ast.For() | ast.comprehension():
            return name is getattr(parent, "value", None) or name is getattr(parent, "iter", None)
        case ast.Starred():
            return isinstance(parents.get(parent), (ast.List, ast.Tuple, ast.Set))
        case ast.If() | ast.While() | ast.IfExp():
            return name is parent.test
        case ast.UnaryOp(op=ast.Not()) | ast.BinOp(op=ast.Add() | ast.Mult()) | ast.AugAssign():
            return True
        case ast.Compare():
            return not any(isinstance(op, (ast.Is, ast.IsNot)) for op in parent.ops)
    return False


def _is_reader(function: ast.expr, code: Code, kinds: _Kinds) -> bool:
    """Whether a function keeps no reference to its arguments, or gives an iterator over them."""
    if isinstance(function, ast.Name) and function.id in kinds.readers:
        return _is_builtin(function.id, code)
    thing = global_path(function, code)
    is_iterator = inspect.isclass(thing) and thing.__module__ == "itertools"
    return kinds is CONTAINERS and is_iterator and thing is not itertools.repeat


def _may_return(call: ast.Call, name: ast.Name) -> bool:
    """Whether a call may return an argument itself: `min(a, b)`, `sum(rows, start)`."""
    if not isinstance(call.func, ast.Name):
        return False
    if call.func.id in ("min", "max"):
        return len(call.args) > 1 or any(keyword.arg == "default" for keyword in call.keywords)
    return call.func.id == "sum" and call.args[0] is not name


def _is_builtin(function: str, code: Code) -> bool:
    builtin = getattr(builtins, function)
    return function not in code.locals and code.scope.get(function, builtin) is builtin


def _is_within_a_loop_over(name: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a loop over the list that the variable had is still under way."""
    node: ast.AST | None = name
    while node is not None:
        if isinstance(node, ast.For) and _mentions(node.iter, name.id):
            return True
        node = parents.get(node)
    return False
