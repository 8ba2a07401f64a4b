"""The types of compiled values.

A value is a few LLVM operands, its *parts*: an int is one 64-bit operand, a string an address
and a length. A value of fixed size with several items (a tuple, a record) is the address of its
memory. In memory every value takes whole 64-bit words:

    int, Bits, float, bool, enum member, list, dict, set    1 word
    str, tuple of varying length                            2 words: address, length
    fixed tuple, record                                     its items, one after the other
    union (int or None, ...)                                1 word that says which, then all of them
    None                                                    0 words
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

__all__ = [
    "BITS",
    "BOOL",
    "CHARACTER",
    "FLOAT",
    "INT",
    "NONE",
    "TEXT",
    "UNKNOWN",
    "WIDE",
    "WIDE_BITS",
    "WORD",
    "Scalar",
    "Type",
    "Value",
    "is_number",
    "is_whole",
]

WORD = 8  # bytes
UNKNOWN = object()
"""In place of a value that is not known before the program runs."""


@dataclass_transform(frozen_default=True)
class Type:
    """What every type has: LLVM types of its parts, and its size in memory.

    A subclass is like a frozen dataclass: its annotations are its fields. To define as many
    dataclasses takes 20 ms, a tenth of a warm start, and they do not keep their hashes.
    """

    parts: tuple[str, ...] = ("ptr",)
    words: int = 1

    fields: ClassVar[tuple[str, ...]] = ()
    uncompared: ClassVar[tuple[str, ...]] = ()  # fields in which equal types may differ

    def __init_subclass__(cls, uncompared: tuple[str, ...] = ()) -> None:
        own = vars(cls).get("__annotations__", {})
        cls.fields = (*(name for name in cls.fields if name not in own), *own)
        cls.uncompared = (*cls.uncompared, *uncompared)

    def __init__(self, *values: Any, **named: Any) -> None:
        self.__dict__.update(zip(self.fields, values, strict=False), **named)

    def replace(self, **changed: Any) -> Self:
        """The type with other values of some fields."""
        return type(self)(**{name: getattr(self, name) for name in self.fields} | changed)

    @cached_property
    def _compared(self) -> tuple[Any, ...]:
        names = (name for name in self.fields if name not in self.uncompared)
        return (type(self), *(getattr(self, name) for name in names))

    @cached_property
    def _hash(self) -> int:
        return hash(self._compared)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Type) or self._hash != other._hash:
            return False
        return self._compared == other._compared

    def __repr__(self) -> str:
        values = (f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({', '.join(values)})"


class Scalar(Type):
    """A number, None or a string."""

    name: str
    parts: tuple[str, ...] = ("i64",)
    words: int = 1
    rank: int = 0  # of two numbers that meet, the type of higher rank holds both


BOOL = Scalar("bool", ("i1",), rank=1)
INT = Scalar("int", rank=2)
BITS = Scalar("Bits", rank=3)
# A whole number that may need more than 64 bits: its lowest 64, whether they differ from it as a
# signed number, and as an unsigned one. It is checked once an exact number is needed; until then
# `(b << 8) & FULL` and `b & -b` cost nothing.
WIDE_BITS = Scalar("Bits", ("i64", "i1", "i1"), 3, rank=4)  # taken as Bits where possible
WIDE = Scalar("int", ("i64", "i1", "i1"), 3, rank=5)  # taken as an int where possible
FLOAT = Scalar("float", ("double",), rank=6)
NONE = Scalar("None", (), 0)
TEXT = Scalar("str", ("ptr", "i64"), 2)
CHARACTER = 4  # bytes of a string's character


T = TypeVar("T")


class Value:
    """Operands of a type; `known` is what they are, if that is known before the program runs."""

    __slots__ = ("known", "parts", "type")

    def __init__(self, type_: Type, *parts: str, known: Any = UNKNOWN) -> None:
        self.type, self.parts, self.known = type_, parts, known

    @property
    def text(self) -> str:
        return self.parts[0]

    @property
    def is_known(self) -> bool:
        return self.known is not UNKNOWN

    def type_as(self, cls: type[T]) -> T:
        """The type, which is known to be of a class."""
        assert isinstance(self.type, cls)
        return self.type

    def __repr__(self) -> str:
        return f"Value({self.type!r}, {', '.join(self.parts)})"


def is_whole(kind: Type) -> bool:
    return kind in (INT, BITS, BOOL, WIDE, WIDE_BITS)


def is_number(kind: Type) -> bool:
    return is_whole(kind) or kind == FLOAT
