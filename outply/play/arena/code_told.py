"""What makes a function, by which it is known again in another process.

That is its code and the plain values that it was made with: numbers, texts, other functions. What
it calls by a global name is not looked at, and neither is what may change while it plays.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import Any

__all__ = ["code_told"]

PLAIN = (int, float, complex, str, bytes, type(None), type(...))


def code_told(value: Any, around: tuple[Any, ...] = ()) -> Any:
    """As lists of texts, the same for the same code; `around` are the functions that hold it."""
    if any(value is outer for outer in around):
        return "recursive"
    inside = (*around, value)
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, tuple):
        return [code_told(item, inside) for item in value]
    if isinstance(value, frozenset):  # has another order in another process
        return sorted(str(code_told(item, inside)) for item in value)
    if isinstance(value, CodeType):
        return _of_code(value, inside)
    return [_name(value), *(code_told(part, inside) for part in _parts(value))]


def _of_code(code: CodeType, inside: tuple[Any, ...]) -> list[Any]:
    """Without file names and lines, which may change while the code does not."""
    return [code.co_code.hex(), code.co_names, code_told(code.co_consts, inside)]


def _parts(value: Any) -> Iterable[Any]:
    """What a function, or an object that is called, consists of."""
    if isinstance(value, FunctionType):
        defaults = value.__defaults__, tuple(sorted((value.__kwdefaults__ or {}).items()))
        return value.__code__, *defaults, *_held(value)
    if isinstance(value, MethodType):
        return value.__func__, value.__self__
    if isinstance(value, partial):
        return value.func, value.args, tuple(sorted(value.keywords.items()))
    called = vars(type(value)).get("__call__")
    return (called if isinstance(called, FunctionType) else None), _fields(value)


def _held(function: FunctionType) -> Iterable[Any]:
    """What it holds of the functions around it; a name that is not bound yet holds nothing."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            yield None


def _fields(value: Any) -> tuple[Any, ...]:
    """Of a frozen dataclass; what other objects hold may change while they play."""
    made_as = getattr(value, "__dataclass_params__", None)
    if isinstance(value, type) or made_as is None or not made_as.frozen:
        return ()
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value))


def _name(value: Any) -> str:
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{getattr(named, '__module__', '')}.{named.__qualname__}"
