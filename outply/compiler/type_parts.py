"""What types are made of, at any depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.object_types import Closure, Known, Member
from outply.compiler.types import FLOAT, Scalar, Type, is_whole

__all__ = [
    "changeable",
    "is_aggregate",
    "is_empty_sequence",
    "is_int_member",
    "is_mixed_number",
    "is_sequence",
    "item_types",
    "leaves",
    "mentions",
    "nesting",
    "tuple_type",
]


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


def is_empty_sequence(kind: Type) -> bool:
    """Whether a type is that of `()`, or of a list of which no item is known yet."""
    return kind == Tuple(()) or (isinstance(kind, List) and kind.item is None)
