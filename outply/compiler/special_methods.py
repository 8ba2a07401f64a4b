"""Whether Python raises TypeError for an operation on a value of an author's class.

It does if the class has no special method at all. If there is one, Python may call it, or another
one that falls back on it, in ways that compiled code does not follow: that is refused.
"""

from __future__ import annotations

import enum
from collections.abc import Set
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Generic

from outply.compiler.container_types import Struct, Union
from outply.compiler.object_types import RANGE, Known, Member, Object
from outply.compiler.types import Type

__all__ = ["NUMERIC", "has_special_method", "may_support"]

NUMERIC = {
    *("__abs__", "__int__", "__float__", "__index__", "__round__", "__trunc__", "__floor__"),
    *("__ceil__", "__divmod__", "__rdivmod__"),
}
COMPARED = {"__lt__", "__le__", "__gt__", "__ge__"}
CONTAINERS = {
    *("__len__", "__iter__", "__getitem__", "__contains__", "__reversed__", "__next__"),
    *("__format__", "__instancecheck__"),
}
OPERATORS = {
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift"),
    *("rshift", "matmul"),
}
SPECIAL = {
    *(NUMERIC | COMPARED | CONTAINERS | {"__neg__", "__pos__", "__invert__"}),
    *(f"__{before}{name}__" for name in OPERATORS for before in ("", "r", "i")),
}
PLAIN = (object, enum.Enum, enum.IntEnum, enum.ReprEnum, enum.StrEnum, tuple, Generic)
"""Classes whose special methods the compiler knows."""


def has_special_method(cls: type, names: Set[str], *known: type) -> bool:
    """Whether a class, or one that it is derived from, defines one of some methods itself.

    What the classes in `known` define does not count.
    """
    own = [base for base in cls.__mro__ if base not in (*PLAIN, *known)]
    return any(name in vars(base) and not _is_made(base, name) for base in own for name in names)


def may_support(kind: Type, names: Set[str] = SPECIAL) -> bool:
    """Whether Python may do something with a value, by methods the compiler does not know."""
    if isinstance(kind, Union):
        return any(may_support(item, names) for item in kind.items)
    if isinstance(kind, (Struct, Object, Member)):
        return kind != RANGE and has_special_method(kind.cls, names)
    return isinstance(kind, Known) and not _is_function(kind.value)


def _is_function(thing: Any) -> bool:
    """Whether it is a function, a plain class, or something of the compiler's own."""
    if isinstance(thing, type):
        return type(thing) is type
    is_own = type(thing).__module__.startswith("outply.compiler")
    return is_own or isinstance(thing, (FunctionType, BuiltinFunctionType, MethodType))


def _is_made(cls: Any, name: str) -> bool:
    """Whether Python gave a class a method: an enum, or a dataclass that is ordered by fields."""
    if getattr(vars(cls)[name], "__module__", "") == "enum":
        return True
    parameters = getattr(cls, "__dataclass_params__", None)
    return name in COMPARED and parameters is not None and bool(parameters.order)
