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

import enum
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

__all__ = [
    "BITS",
    "BOOL",
    "FLOAT",
    "INT",
    "NONE",
    "RANGE",
    "TEXT",
    "UNKNOWN",
    "WIDE",
    "WIDE_BITS",
    "Closure",
    "Dict",
    "Iterator_",
    "Known",
    "List",
    "Maybe",
    "Member",
    "NumberTable",
    "Object",
    "Poison",
    "RecordArray",
    "RecordReference",
    "Reference",
    "Row",
    "Scalar",
    "Series",
    "Set",
    "Struct",
    "Tuple",
    "Type",
    "Union",
    "Unpacked",
    "Value",
    "View",
    "is_aggregate",
    "is_int_member",
    "is_mixed_number",
    "is_number",
    "is_sequence",
    "is_whole",
    "item_types",
    "mentions",
    "show",
    "tuple_type",
]

WORD = 8  # bytes
MOST_SHAPES = 4  # tuples of different lengths that a union holds
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


FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType, MethodDescriptorType, type)
MADE_BY_CLASS = 1 << 9  # in `__flags__`: a class that was written in Python


class Poison(Type):
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

    cls: Any  # of Struct


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


class Series(Type):
    """A tuple of varying length."""

    item: Type
    parts = ("ptr", "i64")
    words = 2


class View(Series):
    """The items of `d.keys()`, `d.values()` or `d.items()`: in memory a tuple, to authors none."""

    name: str = "dict_keys"

    @property
    def is_set(self) -> bool:
        """Whether Python compares it as a set."""
        return self.name != "dict_values"


class List(Type, uncompared=("site",)):
    """The address of (address of the items, length, capacity).

    `site` is the expression that made the list, where a wider item type can be asked for.
    """

    item: Type | None
    constant: bool = False  # of a module: it can be read only
    site: Any = None
    cls: type = list  # or deque
    size: int | None = None  # of a list whose length is known and never changes


class Iterator_(Type):  # noqa: N801  (Iterator is Python's)
    """The address of (address of the items, length, position, what it raises at its end)."""

    item: Type


class Dict(Type, uncompared=("site",)):
    """The address of (address of entries, length, capacity); entries in order of insertion."""

    key: Type | None
    item: Type | None
    constant: bool = False
    site: Any = None
    cls: type = dict  # or defaultdict, or Counter
    factory: Known | None = None  # of a defaultdict


class Set(Type, uncompared=("site",)):
    """The address of (address of entries, length, capacity)."""

    key: Type | None
    frozen: bool = False  # a frozenset
    constant: bool = False
    site: Any = None


class NumberTable(Type):
    """A table of numbers that are narrower than a word, which the host keeps or the code holds."""

    element: str  # i8, u8, … f32
    shape: tuple[int, ...]


class Row(Type):
    """A tuple of one type and a known length: an array."""

    item: Type
    size: int

    @cached_property
    def words(self) -> int:  # type: ignore[override]
        return self.size * self.item.words

    @property
    def items(self) -> tuple[Type, ...]:
        return (self.item,) * self.size

    def offset(self, index: int) -> int:
        return index * self.item.words


class _Layout:
    items: tuple[Type, ...]

    @property
    def size(self) -> int:
        return len(self.items)

    @cached_property
    def words(self) -> int:
        return sum(item.words for item in self.items)

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        return (0, *accumulate(item.words for item in self.items))[:-1]

    def offset(self, index: int) -> int:
        return self._offsets[index]


class Tuple(_Layout, Type):  # type: ignore[override]
    """A tuple of several types and a known length."""

    items: tuple[Type, ...]


class Struct(_Layout, Type):  # type: ignore[override]
    """A NamedTuple or a dataclass."""

    cls: type
    names: tuple[str, ...]
    items: tuple[Type, ...]

    @property
    def is_tuple(self) -> bool:
        return issubclass(self.cls, tuple)


class Union(_Layout, Type):
    """One of several types: a word that says which, then room for each."""

    items: tuple[Type, ...]

    @cached_property
    def words(self) -> int:  # type: ignore[override]
        return 1 + sum(item.words for item in self.items)

    def offset(self, index: int) -> int:
        return 1 + self._offsets[index]


class Closure(_Layout, Type):  # type: ignore[override]
    """A function defined in another one, with the values of the variables that it uses."""

    function: Any
    names: tuple[tuple[Any, str], ...]  # (where a variable belongs, its name)
    items: tuple[Type, ...]


RANGE = Struct(range, ("start", "stop", "step"), (INT, INT, INT))


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
        return f"Value({show(self.type)}, {', '.join(self.parts)})"


def is_whole(kind: Type) -> bool:
    return kind in (INT, BITS, BOOL, WIDE, WIDE_BITS)


def is_number(kind: Type) -> bool:
    return is_whole(kind) or kind == FLOAT


def is_mixed_number(kind: Type) -> bool:
    """Whether a union holds floats and whole numbers."""
    return isinstance(kind, Union) and FLOAT in kind.items and any(map(is_whole, kind.items))


def is_int_member(kind: Type) -> bool:
    """Whether values are members of an IntEnum, which are numbers as well."""
    return isinstance(kind, Member) and issubclass(kind.cls, int)


def is_aggregate(kind: Type) -> bool:
    """Whether a value is the address of its items."""
    return isinstance(kind, (Row, Tuple, Struct, Union, Closure))


def is_sequence(kind: Type) -> bool:
    """Whether it is a tuple or can be used like one."""
    if isinstance(kind, View):
        return False
    return isinstance(kind, (Row, Tuple, Series)) or (isinstance(kind, Struct) and kind.is_tuple)


def tuple_type(items: Iterable[Type]) -> Row | Tuple:
    items = tuple(items)
    alike = bool(items) and all(item == items[0] for item in items)
    return Row(items[0], len(items)) if alike else Tuple(items)


def item_types(kind: Row | Tuple | Series) -> tuple[Type, ...]:
    if isinstance(kind, Tuple):
        return kind.items
    return () if isinstance(kind, Row) and not kind.size else (kind.item,)


# -- in words --------------------------------------------------------------------------------


def show(kind: Type | None) -> str:
    """The type as an author would write it."""
    if kind is None:
        return "nothing yet"
    if isinstance(kind, Scalar):
        return kind.name
    if isinstance(kind, (Struct, Object)):
        return kind.cls.__name__
    if isinstance(kind, Union):
        return " | ".join(show(item) for item in kind.items)
    if isinstance(kind, Known):
        names = (getattr(kind.value, name, None) for name in ("shown", "__name__"))
        return next((name for name in names if isinstance(name, str)), type(kind.value).__name__)
    if isinstance(kind, (Maybe, Reference)):
        return show(kind.type)
    return _show_container(kind)


def _show_container(kind: Type) -> str:
    if isinstance(kind, Row):
        return f"tuple[{', '.join([show(kind.item)] * min(kind.size, 3))}{_more(kind.size)}]"
    if isinstance(kind, Tuple):
        return f"tuple[{', '.join(map(show, kind.items[:3])) or '()'}{_more(kind.size)}]"
    if isinstance(kind, View):
        return kind.name
    if isinstance(kind, Series):
        return f"tuple[{show(kind.item)}, ...]"
    if isinstance(kind, List):
        return f"{kind.cls.__name__}[{show(kind.item)}]"
    if isinstance(kind, Dict):
        return f"{kind.cls.__name__}[{show(kind.key)}, {show(kind.item)}]"
    if isinstance(kind, Set):
        return f"{'frozenset' if kind.frozen else 'set'}[{show(kind.key)}]"
    if isinstance(kind, RecordArray):
        element = kind.narrow or show(kind.element)
        return f"Array[{f'Atomic[{element}]' if kind.is_atomic else element}]"
    if isinstance(kind, Iterator_):
        return f"iterator of {show(kind.item)}"
    cls = getattr(kind, "cls", None)
    return cls.__name__ if cls is not None else type(kind).__name__.lower()


def _more(size: int) -> str:
    return f", … {size} items" if size > 3 else ""


def changeable(kind: Type) -> Type:
    """The type of an argument: what is in it is not a constant of the program."""
    if isinstance(kind, List):
        return List(None if kind.item is None else changeable(kind.item), cls=kind.cls)
    if isinstance(kind, Set):
        return Set(kind.key, kind.frozen)
    if isinstance(kind, Dict):
        item = None if kind.item is None else changeable(kind.item)
        return Dict(kind.key, item, cls=kind.cls, factory=kind.factory)
    if isinstance(kind, Row):
        return Row(changeable(kind.item), kind.size)
    if isinstance(kind, Tuple):
        return Tuple(tuple(map(changeable, kind.items)))
    if isinstance(kind, Struct):
        return Struct(kind.cls, kind.names, tuple(map(changeable, kind.items)))
    return kind


def leaves(kind: Type) -> Iterator[Type]:
    """The parts of a fixed-size value that are not tuples themselves."""
    if isinstance(kind, (Row, Tuple, Struct)):
        for item in kind.items:
            yield from leaves(item)
    else:
        yield kind


def nesting(kind: object, counted: type = Type) -> int:
    """How deep types of a class are nested in themselves and others."""
    if isinstance(kind, tuple):
        return max((nesting(item, counted) for item in kind), default=0)
    if not isinstance(kind, Type) or isinstance(kind, (Scalar, Known)):
        return 0
    parts = (nesting(part, counted) for part in vars(kind).values())
    return isinstance(kind, counted) + max(parts, default=0)


def mentions(kind: object, cls: type) -> bool:
    """Whether a type is a record of a class, or holds one."""
    if isinstance(kind, tuple):
        return any(mentions(item, cls) for item in kind)
    if not isinstance(kind, Type) or isinstance(kind, (Scalar, Known)):
        return False
    if isinstance(kind, Struct) and kind.cls is cls:
        return True
    return any(mentions(part, cls) for part in vars(kind).values())
