"""The types of tuples, lists and other values that hold values, and of unions."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from outply.compiler.types import Type

if TYPE_CHECKING:
    from outply.compiler.object_types import Known

__all__ = [
    "MOST_SHAPES",
    "Dict",
    "Layout",
    "List",
    "Row",
    "Series",
    "Set",
    "Struct",
    "Tuple",
    "Union",
    "View",
]

MOST_SHAPES = 4  # tuples of different lengths that a union holds


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


class Layout:
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


class Tuple(Layout, Type):  # type: ignore[override]
    """A tuple of several types and a known length."""

    items: tuple[Type, ...]


class Struct(Layout, Type):  # type: ignore[override]
    """A NamedTuple or a dataclass."""

    cls: type
    names: tuple[str, ...]
    items: tuple[Type, ...]

    @property
    def is_tuple(self) -> bool:
        return issubclass(self.cls, tuple)


class Union(Layout, Type):
    """One of several types: a word that says which, then room for each."""

    items: tuple[Type, ...]

    @cached_property
    def words(self) -> int:  # type: ignore[override]
        return 1 + sum(item.words for item in self.items)

    def offset(self, index: int) -> int:
        return 1 + self._offsets[index]
