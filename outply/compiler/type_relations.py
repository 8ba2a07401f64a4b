"""What can be said of two types, and of what a type holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.object_types import Closure, Iterator_, Known, Member, Object, RecordReference
from outply.compiler.type_join import join_all
from outply.compiler.type_parts import is_sequence, tuple_type
from outply.compiler.types import (
    BITS,
    BOOL,
    FLOAT,
    INT,
    NONE,
    TEXT,
    WIDE,
    WIDE_BITS,
    Type,
    is_number,
)

__all__ = [
    "alternative",
    "as_made_now",
    "class_of",
    "has_references",
    "holds",
    "is_changeable",
    "is_copyable",
    "is_instance",
    "unhashable_part",
]

EMPTY: dict[int, int] = {}
VIEWS = {type(v).__name__: type(v) for v in (EMPTY.keys(), EMPTY.values(), EMPTY.items())}


def holds(kind: Type, other: Type, promote: bool = False) -> bool:
    """Whether values of another type can be converted to this one, and stay what they are.

    If `promote`, an int may become a float: where an annotation declares one.
    """
    if kind == other:
        return True
    if is_number(kind) and is_number(other):
        if kind == FLOAT:
            return promote
        return other == BOOL or {kind, other} <= {INT, BITS, WIDE, WIDE_BITS}
    if isinstance(kind, Union):
        wanted = other.items if isinstance(other, Union) else (other,)
        return all(alternative(kind, one) is not None for one in wanted)
    return _container_holds(kind, other, promote)


def _container_holds(kind: Type, other: Type, promote: bool) -> bool:
    if isinstance(kind, View) or isinstance(other, View):
        is_alike = isinstance(kind, View) and isinstance(other, View) and kind.name == other.name
        return is_alike and holds(kind.item, other.item, promote)  # type: ignore[attr-defined]
    if isinstance(kind, Series) and isinstance(other, (Row, Tuple, Series)):
        items = other.items if isinstance(other, Tuple) else (other.item,)
        return all(holds(kind.item, item, promote) for item in items)
    if isinstance(kind, (Row, Tuple)) and isinstance(other, (Row, Tuple)):
        pairs = zip(kind.items, other.items, strict=False)
        return kind.size == other.size and all(holds(*pair, promote) for pair in pairs)
    if isinstance(kind, Struct) and isinstance(other, Struct):
        pairs = zip(kind.items, other.items, strict=False)
        return kind.cls is other.cls and all(holds(*pair, promote) for pair in pairs)
    return isinstance(kind, List) and isinstance(other, List) and other.item is None


def alternative(kind: Union, wanted: Type) -> int | None:
    """Which alternative of a union holds values of a type."""
    for index, item in enumerate(kind.items):
        if item == wanted:
            return index
    for index, item in enumerate(kind.items):
        if holds(item, wanted) and (item == BOOL) == (wanted == BOOL):
            return index
    return None


def has_references(kind: Type | None) -> bool:
    """Whether a value of this type refers to the region."""
    if isinstance(kind, (Row, Tuple, Struct, Union, Closure)):
        return any(has_references(item) for item in set(kind.items))
    return kind == TEXT or isinstance(kind, (Series, List, Dict, Set, Iterator_, Object))


def is_copyable(kind: Type) -> bool:
    """Whether `deep_copied` takes values of this type: those of strings and tuples."""
    if isinstance(kind, (Row, Tuple, Struct, Union)):
        return all(is_copyable(item) for item in set(kind.items))
    if isinstance(kind, Series):
        return is_copyable(kind.item)
    return kind == TEXT or not has_references(kind)


def is_changeable(kind: Type) -> bool:
    """Whether a value of this type can be changed by who has it."""
    if isinstance(kind, (Row, Tuple, Struct, Union, Closure)):
        return any(is_changeable(item) for item in set(kind.items))
    if isinstance(kind, Series):
        return is_changeable(kind.item)
    is_set = isinstance(kind, Set) and not kind.frozen
    return is_set or isinstance(kind, (List, Dict, Iterator_, Object))


def is_instance(kind: Type, wanted: tuple[type, ...]) -> bool:
    """Whether values of a type are instances of one of some classes."""
    cls = class_of(kind)
    return cls is not None and issubclass(cls, wanted)


def class_of(kind: Type) -> type | None:
    """The class of all values of a type, if they have one."""
    if isinstance(kind, (Struct, Member, RecordReference, Object, List, Dict)):
        return kind.cls
    names: dict[Type, type] = {INT: int, BITS: int, BOOL: bool, FLOAT: float, TEXT: str}
    names[NONE] = type(None)
    if isinstance(kind, Known):
        return type(kind.value) if kind.can_be_chosen else None
    if kind in names:
        return names[kind]
    if is_number(kind):
        return int
    if isinstance(kind, Set):
        return frozenset if kind.frozen else set
    if isinstance(kind, View):
        return VIEWS[kind.name]
    return tuple if is_sequence(kind) else None


def unhashable_part(kind: Type, refused: Any) -> str:
    """The name of the type for which a value of a type cannot be a key; "" if it can."""
    if isinstance(kind, (Struct, Object)) and kind.cls.__hash__ is None:
        return kind.cls.__name__
    if isinstance(kind, (Row, Tuple, Struct)):
        return next(filter(None, (unhashable_part(item, refused) for item in kind.items)), "")
    if isinstance(kind, View) and kind.is_set:
        return kind.name
    if isinstance(kind, Series):
        return unhashable_part(kind.item, refused)
    if not isinstance(kind, refused) or (isinstance(kind, Set) and kind.frozen):
        return ""
    return "dict" if isinstance(kind, Dict) else "set" if isinstance(kind, Set) else "list"


def as_made_now(
    kind: Type, sites: Mapping[Any, Type], around: frozenset[Any] = frozenset()
) -> Type:
    """A type in which each container holds what those made in the same place hold by now.

    `sites` says what that is. A type that was remembered before a list in it was widened would
    otherwise clash with the same list, written again. A site in itself (`around`) is left alone.
    """
    if isinstance(kind, (List, Dict, Set)):
        return _container_now(kind, sites, around)
    if isinstance(kind, Series):
        return kind.replace(item=as_made_now(kind.item, sites, around))
    if isinstance(kind, Row):
        item = as_made_now(kind.item, sites, around)
        return kind if item == kind.item else Row(item, kind.size)
    if not isinstance(kind, (Tuple, Struct, Union)):
        return kind
    items = tuple(as_made_now(item, sites, around) for item in kind.items)
    if items == kind.items:
        return kind
    if isinstance(kind, Union):
        return join_all(items)
    return tuple_type(items) if isinstance(kind, Tuple) else kind.replace(items=items)


def _container_now(
    kind: List | Dict | Set, sites: Mapping[Any, Type], around: frozenset[Any]
) -> Type:
    if kind.site in around:
        return kind
    found: dict[str, Type] = {}
    for name in ("item", "key"):
        before = getattr(kind, name, None)
        now = sites.get((kind.site, name), before) if kind.site is not None else before
        if now is not None:
            now = as_made_now(now, sites, around | {kind.site})
            if now != before:
                found[name] = now
    return kind.replace(**found) if found else kind
