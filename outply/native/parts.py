"""Functions of generated modules, compiled once for all kernels of a process that have them.

Two kernels have much in common: the rules of a game under two searches, or one search's tables
under the rules of two games. A function is the same as one before if its code is, and all that it
refers to. One that calls itself is always new: Numba can compile it only in its own module.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any

__all__ = ["forget", "nothing_shared", "record", "shared"]

MOST_SHARED = 10_000

_functions: dict[Any, Any] = {}
_records: dict[Any, type] = {}


def forget() -> None:
    """As if nothing had been compiled."""
    _functions.clear()


@contextmanager
def nothing_shared() -> Iterator[None]:
    """While inside, as if nothing had been compiled; and what is compiled there is not shared."""
    aside = dict(_functions)
    _functions.clear()
    try:
        yield
    finally:
        _functions.clear()
        _functions.update(aside)


def record(name: str, fields: list[str]) -> type:
    """A NamedTuple class, the same for the same fields."""
    stem = name.rpartition("__")[0]
    key = stem, tuple(fields)
    if key not in _records:
        _records[key] = namedtuple(stem, fields)
    return _records[key]


def shared(function: Callable[..., Any], compiled: Callable[[Callable[..., Any]], Any]) -> Any:
    """The function compiled, or the one that was when it came for the first time."""
    code: CodeType = function.__code__
    if function.__name__ in code.co_names:
        return compiled(function)
    key = (
        *(code.co_code, code.co_flags, code.co_argcount),
        *(_identity(code.co_consts), tuple(_meanings(function))),
    )
    if len(_functions) >= MOST_SHARED:
        forget()
    if key not in _functions:
        _functions[key] = compiled(function)
    return _functions[key]


def _meanings(function: Callable[..., Any]) -> Iterator[Any]:
    """What each name in a function's code stands for."""
    known = function.__globals__
    for name in function.__code__.co_names:
        yield _identity(known[name]) if name in known else name


def _identity(value: Any) -> Any:
    """Something that is the same for values that compile to the same."""
    numpy = sys.modules["numpy"]
    if isinstance(value, numpy.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, tuple):
        return tuple(_identity(item) for item in value)
    if isinstance(value, int | float | str | numpy.number | None):
        return type(value), repr(value)
    return id(value)  # of a shared function, a record, a module, or one of the primitives
