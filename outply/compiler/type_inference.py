"""The type of a Python object, from its value and from annotations.

Types inside functions follow from these while the functions are written: see `statements.py`.
"""

from __future__ import annotations

import dataclasses
import enum
import sys
import types
import typing
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union
from outply.compiler.object_types import MADE_BY_CLASS, RANGE, Known, Member, NumberTable
from outply.compiler.type_join import Differing, join, join_all
from outply.compiler.type_parts import tuple_type
from outply.compiler.types import BITS, BOOL, FLOAT, INT, NONE, TEXT, WIDE, Scalar, Type

__all__ = [
    "Misfit",
    "annotated_type",
    "fields_of",
    "is_record",
    "joint_of_held",
    "scalar_of",
    "type_of",
]

MASK = (1 << 64) - 1
NARROW = {
    **{"int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64"},
    **{"uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64"},
    **{"float32": "f32", "float64": "f64", "bool": "b8"},
}


DERIVED = (int, float, str, tuple, list, dict, set, frozenset, deque)


class Misfit(Exception):
    """A value that is not of the type that it should have."""


# -- annotations -----------------------------------------------------------------------------


def scalar_of(annotation: Any) -> Scalar | None:
    """The number that an annotation means, if it means one."""
    while get_origin(annotation) in (Final, ClassVar) and get_args(annotation):
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is Annotated and "uint64" in annotation.__metadata__:
        return BITS
    return {int: INT, float: FLOAT, bool: BOOL}.get(annotation) if _is_class(annotation) else None


def _is_class(annotation: Any) -> bool:
    return isinstance(annotation, type) and get_origin(annotation) is None


def annotated_type(annotation: Any) -> Type | None:
    """The whole type that an annotation means, if it says enough."""
    scalar = scalar_of(annotation)
    if scalar is not None:
        return scalar
    if annotation is None or annotation is type(None):
        return NONE
    if annotation is str:
        return TEXT
    if _is_class(annotation) and issubclass(annotation, enum.Enum):
        return Member(annotation)
    return _annotated_container(annotation)


def _annotated_container(annotation: Any) -> Type | None:
    origin, arguments = get_origin(annotation), get_args(annotation)
    inner = [annotated_type(a) for a in arguments if a is not Ellipsis]
    if None in inner or not inner:
        return None
    kinds = typing.cast("list[Type]", inner)
    if origin is tuple:
        return Series(kinds[0]) if Ellipsis in arguments else tuple_type(kinds)
    if origin is list:
        return List(kinds[0])
    if origin is dict:
        return Dict(kinds[0], kinds[1])
    if origin in (set, frozenset):
        return Set(kinds[0], origin is frozenset)
    if origin in (typing.Union, types.UnionType):
        return join_all(kinds)
    return None


def is_record(cls: Any) -> bool:
    """Whether a class is a NamedTuple or a dataclass."""
    if not isinstance(cls, type):
        return False
    return (issubclass(cls, tuple) and hasattr(cls, "_fields")) or dataclasses.is_dataclass(cls)


def fields_of(cls: Any) -> tuple[str, ...]:
    if issubclass(cls, tuple):
        return tuple(cls._fields)
    return tuple(field.name for field in dataclasses.fields(cls))


# -- the type of an object -------------------------------------------------------------------


def _no_hints(cls: type) -> dict[str, Any]:
    return {}


def type_of(value: Any, annotation: Any = None, hints: Callable[[type], Any] = _no_hints) -> Type:
    """The type of an object; `annotation` and `hints` of a class say which ints are Bits."""
    if isinstance(value, enum.Enum):
        if isinstance(value, enum.Flag):
            raise Misfit(f"{type(value).__name__} is a Flag; use ints")
        return Member(type(value))
    if value is None:
        return NONE
    _require_python_class(value)
    if isinstance(value, (bool, int, float, str)):
        return _scalar_type(value, annotation)
    if is_record(type(value)):
        return _record_type(value, hints)
    if isinstance(value, tuple):
        return _tuple_type(value, annotation, hints)
    return _container_type(value, annotation, hints)


def _require_python_class(value: Any) -> None:
    """Refuse what an author derived from a class of Python's: it may have methods of its own."""
    cls = type(value)
    if not cls.__flags__ & MADE_BY_CLASS or not isinstance(value, DERIVED) or is_record(cls):
        return
    if cls.__module__.partition(".")[0] not in sys.stdlib_module_names | {"numpy"}:
        raise Misfit(f"a {cls.__name__} cannot be a compiled value")


def _record_type(value: Any, hints: Callable[[type], Any]) -> Type:
    cls, known = type(value), hints(type(value))
    names = fields_of(cls)
    items = (type_of(getattr(value, n), known.get(n), hints) for n in names)
    return Struct(cls, names, tuple(items))


def _container_type(value: Any, annotation: Any, hints: Callable[[type], Any]) -> Type:
    if isinstance(value, (list, deque)):
        item = _items_type(value, annotation, hints)
        return List(item, constant=True, cls=deque if isinstance(value, deque) else list)
    if isinstance(value, (set, frozenset)):
        is_frozen = isinstance(value, frozenset)
        return Set(_items_type(value, annotation, hints), is_frozen, not is_frozen)
    if isinstance(value, dict):
        return _dict_type(value, annotation, hints)
    if isinstance(value, range):
        return RANGE
    if is_numpy(value):
        return _numpy_type(value)
    raise Misfit(f"a {type(value).__name__} cannot be a compiled value")


def _dict_type(value: dict[Any, Any], annotation: Any, hints: Callable[[type], Any]) -> Type:
    arguments = get_args(annotation) or (None, None)
    keys = [type_of(key, arguments[0], hints) for key in value]
    held = [type_of(item, arguments[1], hints) for item in value.values()]
    key, item = joint_of_held(keys), joint_of_held(held)
    if isinstance(value, defaultdict):
        factory = value.default_factory
        known = None if factory is None else Known(factory, id(factory))
        return Dict(key, item, constant=True, cls=defaultdict, factory=known)
    return Dict(key, item, constant=True, cls=Counter if type(value) is Counter else dict)


def _scalar_type(value: Any, annotation: Any) -> Type:
    if isinstance(value, str):
        return TEXT
    wanted = scalar_of(annotation)
    if isinstance(value, bool):
        return wanted if wanted in (INT, FLOAT) else BOOL
    if isinstance(value, float):
        return FLOAT
    if wanted == FLOAT:
        return FLOAT
    if wanted == BITS and 0 <= value <= MASK:
        return BITS
    if wanted == BOOL and value in (0, 1):
        return INT
    if -(1 << 63) <= value < 1 << 63:
        return INT
    return BITS if 0 <= value <= MASK else WIDE


def _tuple_type(value: tuple[Any, ...], annotation: Any, hints: Callable[[type], Any]) -> Type:
    arguments = get_args(annotation) if get_origin(annotation) is tuple else ()
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        arguments = (arguments[0],) * len(value)
    if len(arguments) != len(value):
        arguments = (None,) * len(value)
    if len(value) > 64 and all(type(item) is int for item in value):
        return _long_row(value, arguments[0])
    kinds = [type_of(item, hint, hints) for item, hint in zip(value, arguments, strict=True)]
    if len(value) > 3 and len(set(kinds)) > 1:  # a board rather than a pair
        joint = _joint(kinds)
        if joint is not None:
            return Row(joint, len(value))
    return tuple_type(kinds)


def _long_row(value: tuple[int, ...], annotation: Any) -> Row:
    low, high = min(value), max(value)
    kind = _scalar_type(high, annotation)
    return Row(kind if low >= 0 or kind == FLOAT else join(kind, INT), len(value))


def _joint(kinds: list[Type]) -> Type | None:
    """One type for all items of a tuple, unless they are of quite different kinds."""
    joint = join_all(kinds)
    if isinstance(joint, Union) and not (len(joint.items) == 2 and NONE in joint.items):
        return joint if set(joint.items) == {FLOAT, INT} else None
    return joint


def joint_of_held(kinds: Iterable[Type]) -> Type | None:
    """One type for all items of a container; None if it is empty."""
    found = list(kinds)
    return reduce(_join_held, found) if found else None


def _join_held(one: Type, other: Type) -> Type:
    """As `join`, of what is in one object: containers in it are written with their joint type."""
    try:
        return join(one, other)
    except Differing:
        if isinstance(one, (Row, Tuple)) and isinstance(other, (Row, Tuple)):
            if one.size != other.size:
                raise
            return tuple_type(map(_join_held, one.items, other.items))
        if isinstance(one, Struct) and isinstance(other, Struct):
            items = map(_join_held, one.items, other.items)
            return Struct(one.cls, one.names, tuple(items))
        if type(one) is not type(other) or not isinstance(one, (List, Dict, Set)):
            raise
        pairs = {name: (getattr(one, name), getattr(other, name)) for name in PARTS[type(one)]}
        held = {n: joint_of_held(k for k in pair if k is not None) for n, pair in pairs.items()}
        return one.replace(**held)


PARTS = {List: ("item",), Dict: ("key", "item"), Set: ("key",)}


def _items_type(value: Any, annotation: Any, hints: Callable[[type], Any]) -> Type | None:
    arguments = get_args(annotation) or (None,)
    kinds = [type_of(item, arguments[0], hints) for item in value]
    return joint_of_held(kinds)


def is_numpy(value: Any) -> bool:
    """Whether this is an array or a number of NumPy's, which may not have been imported."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.ndarray, numpy.number, numpy.bool_))


def _numpy_type(value: Any) -> Type:
    name = value.dtype.name
    if name not in NARROW:
        raise Misfit(f"an array of {name} holds no numbers")
    if value.ndim == 0:
        return {"uint64": BITS, "bool": BOOL}.get(name, FLOAT if "float" in name else INT)
    return NumberTable(NARROW[name], tuple(value.shape))
