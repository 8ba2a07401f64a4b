"""The types of objects: those known before the program runs, members of enums, records."""

from __future__ import annotations

import enum
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType
from typing import Any

from outply.compiler.container_types import Layout, Struct
from outply.compiler.types import INT, Type

__all__ = [
    "FUNCTIONS",
    "MADE_BY_CLASS",
    "RANGE",
    "Closure",
    "Iterator_",
    "Known",
    "Maybe",
    "Member",
    "NumberTable",
    "Object",
    "RecordArray",
    "RecordReference",
    "Reference",
    "RefusedType",
    "Unpacked",
]

FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, MethodDescriptorType, type)
MADE_BY_CLASS = 1 << 9  # in `__flags__`: a class that was written in Python


class RefusedType(Type):
    """Of a variable whose value was refused: using it adds no further complaint."""

    parts = ()
    words = 0


class Known(Type, uncompared=("value",)):
    """An object that is known before the program runs and takes no memory then."""

    value: Any
    key: Any = None
    parts = ()
    words = 0

    @property
    def can_be_chosen(self) -> bool:
        """Whether a variable may hold this object or another: a function or class that Python can
        call as it is, or an instance of a class that is written in Python.
        """
        if isinstance(self.value, FUNCTIONS):
            return True
        cls = type(self.value)
        is_own = cls.__module__.startswith("outply.compiler")
        return bool(cls.__flags__ & MADE_BY_CLASS) and not is_own


class Unpacked(Type):
    """Of `*items` in a call, where the number of items varies: the sequence itself."""

    type: Type


class Maybe(Type):
    """Of a variable that is set on some of the ways that lead here."""

    type: Type


class Reference(Type):
    """Of a variable that holds a large constant, or a part of an argument, by its address."""

    type: Type


class Member(Type):
    """A member of an enum, by its position."""

    cls: type[enum.Enum]
    parts = ("i64",)


class RecordReference(Type):
    """The address of a record of `outply.compiler.records`, or of an element of an array."""

    cls: Any  # of Record


class RecordArray(Type):
    """An array of a record: the address of its elements, and how many there are."""

    element: Type  # a number, or a RecordReference
    is_atomic: bool = False
    is_checked: bool = True  # whether indices are tested
    narrow: str = ""  # uint16, int16, int32 or float32, if an element takes less than a word
    parts = ("ptr", "i64")
    words = 2


class Object(Type):
    """The address of an object whose attributes can change; `objects.py` says where each is."""

    cls: type


class Iterator_(Type):  # noqa: N801  (Iterator is Python's)
    """The address of (address of the items, length, position, what it raises at its end)."""

    item: Type


class Closure(Layout, Type):  # type: ignore[override]
    """A function defined in another one, with the values of the variables that it uses."""

    function: Any
    names: tuple[tuple[Any, str], ...]  # (where a variable belongs, its name)
    items: tuple[Type, ...]


class NumberTable(Type):
    """A table of numbers that are narrower than a word, which the host keeps or the code holds."""

    element: str  # i8, u8, … f32
    shape: tuple[int, ...]


RANGE = Struct(range, ("start", "stop", "step"), (INT, INT, INT))
