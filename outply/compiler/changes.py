"""What a statement or function may change, as far as its text tells.

A value is changed by a method that is not known to only read, by setting an item or attribute, and
by a function that receives it.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeGuard

from outply.compiler.escape import fresh_variables
from outply.compiler.refusals import NotCompilable
from outply.compiler.source import Code, code_of, global_object, global_path
from outply.compiler.syntax import children, walk
from outply.package_files import is_of_rules

__all__ = ["changed_names", "changes_by", "is_pythons", "receives_changes", "stores"]

READING = {  # methods that change nothing
    *("copy", "count", "index", "get", "keys", "values", "items", "union", "intersection"),
    *("difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint", "join"),
    *("most_common", "elements", "total", "startswith", "endswith", "split", "format"),
    *("upper", "lower", "title", "capitalize", "swapcase", "casefold", "strip", "lstrip", "rstrip"),
    *("isalpha", "isdigit", "isupper", "islower", "isspace", "isalnum", "replace", "find", "rfind"),
    *("partition", "rpartition", "rsplit", "splitlines", "center", "ljust", "rjust", "zfill"),
    *("bit_count", "bit_length"),
}
CHANGING = {  # methods that change their owner, also where they are not called at once
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "add", "discard"),
    *("update", "setdefault", "popitem", "appendleft", "popleft", "extendleft", "rotate"),
    *("subtract", "difference_update", "intersection_update", "symmetric_difference_update"),
}
NOT_READING = {"setattr", "delattr", "exec", "eval"}  # built-in functions that change
CHANGING_MODULES = {"bisect", "heapq", "random"}


class Change(NamedTuple):
    """A variable through which a value is changed: its own value, or what that refers to."""

    name: str
    is_deep: bool


def changes_by(node: ast.AST, code: Code, made: ast.AST | None = None) -> Iterator[Change]:
    """What a node may change; `made` is a lazy value that it may be given."""
    match node:
        case ast.Attribute(value=owner, attr=attr):
            if stores(node) or attr in CHANGING or _is_changing_property(attr):
                yield from _root(owner)
        case ast.Subscript(value=owner) if stores(node):
            yield from _root(owner)
        case ast.AugAssign(target=ast.Name(id=name)):
            yield Change(name, False)
        case ast.Call(func=function):
            if isinstance(function, ast.Attribute):
                if _is_reading_method_of_self(function, code):
                    return
                if function.attr not in CHANGING and not _only_reads(function.attr):
                    yield from _root(function)
            if not _is_reading(function, code):
                for argument in (*node.args, *(k.value for k in node.keywords)):
                    for name in _handed_on(argument, made):
                        yield Change(name, True)


def changed_names(tree: ast.AST, code: Code) -> set[str]:
    """The variables whose values an expression or function may change."""
    return {change.name for node in walk(tree) for change in changes_by(node, code)}


def receives_changes(code: Code) -> bool:
    """Whether a function may change what it is given or what it uses around it."""
    known: bool | None = code.__dict__.get("_receives_changes")
    if known is None:
        mark = len(_TENTATIVE)
        code.__dict__["_receives_changes"] = False  # of a function that calls itself
        _TENTATIVE.append(code)
        changed = set().union(*(changed_names(statement, code) for statement in code.body))
        known = not changed <= fresh_variables(code) | _globals(changed, code)
        if known:  # what was found of functions that call this one is no longer true
            for one in _TENTATIVE[mark:]:
                one.__dict__.pop("_receives_changes", None)
        if known or mark == 0:
            del _TENTATIVE[mark:]
        if known:
            code.__dict__["_receives_changes"] = known
    return known


_TENTATIVE: list[Code] = []
"""Functions that change nothing if those that are being looked at, further up, do not either."""


def _globals(names: set[str], code: Code) -> set[str]:
    """The names that are no variables of functions: the objects of a module do not change."""
    return {n for n in names if n not in code.locals | code.nonlocals and n in code.scope}


def _handed_on(node: ast.AST, made: ast.AST | None) -> Iterable[str]:
    """The variables whose values may be reached through an argument."""
    if node is made or isinstance(node, (ast.Compare, ast.Constant)):
        return
    if isinstance(node, ast.Name):
        yield node.id
        return
    for child in children(node):
        yield from _handed_on(child, made)


def _root(node: ast.AST) -> Iterator[Change]:
    """The variables through which an expression reaches its value."""
    is_deep = not isinstance(node, ast.Name)
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    for each in walk(node):
        if isinstance(each, ast.Name):
            yield Change(each.id, is_deep)


def stores(node: Any) -> bool:
    return isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))


def _is_reading_method(function: ast.Attribute, code: Code) -> bool:
    owner = global_path(function.value, code)
    if isinstance(owner, type) and owner.__module__ in PYTHONS:
        return inspect.isbuiltin(getattr(owner, function.attr, None))  # as chain.from_iterable
    if isinstance(owner, ModuleType):
        thing = getattr(owner, function.attr, None)
        return owner.__name__ not in CHANGING_MODULES and is_pythons(thing)
    if function.attr in CHANGING:  # its owner is looked at
        return not any(map(changes_its_arguments, _own_methods(function.attr)))
    return _only_reads(function.attr)


def _only_reads(name: str) -> bool:
    """Whether methods of this name change nothing: Python's, and those of the author's classes."""
    return name in READING and not any(map(changes_its_arguments, _own_methods(name)))


def _is_changing_property(name: str) -> bool:
    """Whether a property of this name, of some class of the author's, changes its object."""
    getters = (thing.fget for thing in _of_all_classes(name) if isinstance(thing, property))
    return any(_is_authors_function(one) and changes_its_arguments(one) for one in getters)


def _own_methods(name: str) -> Iterator[FunctionType]:
    """What classes that are neither Python's nor Outply's have under a name."""
    yield from (thing for thing in _of_all_classes(name) if _is_authors_function(thing))


def _of_all_classes(name: str) -> Iterator[Any]:
    return (vars(cls).get(name) for cls in set(_with_subclasses(object)))


def _package(function: FunctionType) -> str:
    return (function.__module__ or "").partition(".")[0]


def _is_authors_function(thing: Any) -> TypeGuard[FunctionType]:
    if not isinstance(thing, FunctionType) or _package(thing) in sys.stdlib_module_names:
        return False
    file = thing.__code__.co_filename
    return "site-packages" not in file and not file.startswith("<") and is_of_rules(file)


def _is_reading_method_of_self(function: ast.Attribute, code: Code) -> bool:
    """Whether a method calls a method of its own object that changes nothing, in any subclass."""
    owner, parts = function.value, code.path.split(".")
    is_self = isinstance(owner, ast.Name) and owner.id in code.parameters[:1]
    if not is_self or owner.id in code.stored or len(parts) != 2:  # type: ignore[attr-defined]
        return False
    cls = code.scope.get(parts[0])
    if not inspect.isclass(cls) or code.name not in vars(cls):
        return False
    found = (inspect.getattr_static(one, function.attr, None) for one in _with_subclasses(cls))
    return all(isinstance(each, FunctionType) and not changes_its_arguments(each) for each in found)


def _with_subclasses(cls: type) -> Iterator[type]:
    yield cls
    below: list[type] = type.__subclasses__(cls)
    for one in below:
        yield from _with_subclasses(one)


def _is_reading(function: ast.expr, code: Code) -> bool:
    """Whether a function of Python's own changes none of its arguments."""
    if isinstance(function, ast.Attribute):
        return _is_reading_method(function, code)
    if isinstance(function, ast.Name) and function.id in NOT_READING:
        return False
    thing = global_object(function, code)
    if thing is None and isinstance(function, ast.Name) and _is_itself(function.id, code):
        return not receives_changes(code)
    if isinstance(thing, FunctionType):
        return not changes_its_arguments(thing)
    return is_pythons(thing)


def _is_itself(name: str, code: Code) -> bool:
    """Whether a nested function calls itself by a name."""
    return name == code.name and name not in code.locals


def changes_its_arguments(function: FunctionType) -> bool:
    try:
        return receives_changes(code_of(function))
    except NotCompilable:  # its source cannot be read
        return True


def is_pythons(thing: Any) -> bool:
    module = getattr(thing, "__module__", None)
    return module not in CHANGING_MODULES | {"_bisect"} and (
        inspect.isbuiltin(thing) or (inspect.isclass(thing) and module in PYTHONS)
    )


PYTHONS = {"builtins", "itertools", "collections", "functools"}
