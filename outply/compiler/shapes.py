"""Between Python objects and memory: the type of an object, its words, and back.

The host hands states to kernels this way and reads their results; constants of a program are
written into its machine code as the same words.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import functools
import struct
import sys
import types
import typing
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin

from outply.compiler.errors import NotCompilable
from outply.compiler.relations import alternative
from outply.compiler.types import (
    BITS,
    BOOL,
    CHARACTER,
    FLOAT,
    INT,
    NONE,
    TEXT,
    WIDE,
    WIDE_BITS,
    WORD,
    Array,
    Dict,
    Differing,
    Iterator_,
    Known,
    List,
    Member,
    Record,
    RecordReference,
    Row,
    Scalar,
    Series,
    Set,
    Tuple,
    Type,
    Union,
    join,
    join_all,
    show,
    tuple_type,
)

__all__ = [
    "Data",
    "Misfit",
    "annotated_type",
    "decoder",
    "encode",
    "encoder",
    "fields_of",
    "is_record",
    "scalar_of",
    "type_of",
]

MASK = (1 << 64) - 1
NARROW = {
    **{"int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64"},
    **{"uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64"},
    **{"float32": "f32", "float64": "f64", "bool": "b8"},
}


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
    if isinstance(value, bool | int | float | str):
        return _scalar_type(value, annotation)
    if is_record(type(value)):
        return _record_type(value, hints)
    if isinstance(value, tuple):
        return _tuple_type(value, annotation, hints)
    return _container_type(value, annotation, hints)


def _record_type(value: Any, hints: Callable[[type], Any]) -> Type:
    cls, known = type(value), hints(type(value))
    names = fields_of(cls)
    items = (type_of(getattr(value, n), known.get(n), hints) for n in names)
    return Record(cls, names, tuple(items))


def _container_type(value: Any, annotation: Any, hints: Callable[[type], Any]) -> Type:
    if isinstance(value, list | deque):
        item = _items_type(value, annotation, hints)
        return List(item, constant=True, cls=deque if isinstance(value, deque) else list)
    if isinstance(value, set | frozenset):
        is_frozen = isinstance(value, frozenset)
        return Set(_items_type(value, annotation, hints), is_frozen, not is_frozen)
    if isinstance(value, dict):
        return _dict_type(value, annotation, hints)
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
        if isinstance(one, Row | Tuple) and isinstance(other, Row | Tuple):
            if one.size != other.size:
                raise
            return tuple_type(map(_join_held, one.items, other.items))
        if isinstance(one, Record) and isinstance(other, Record):
            items = map(_join_held, one.items, other.items)
            return Record(one.cls, one.names, tuple(items))
        if type(one) is not type(other) or not isinstance(one, List | Dict | Set):
            raise
        pairs = {name: (getattr(one, name), getattr(other, name)) for name in PARTS[type(one)]}
        held = {n: joint_of_held(k for k in pair if k is not None) for n, pair in pairs.items()}
        container: Any = one
        joint: Type = dataclasses.replace(container, **held)
        return joint


PARTS = {List: ("item",), Dict: ("key", "item"), Set: ("key",)}


def _items_type(value: Any, annotation: Any, hints: Callable[[type], Any]) -> Type | None:
    arguments = get_args(annotation) or (None,)
    kinds = [type_of(item, arguments[0], hints) for item in value]
    return joint_of_held(kinds)


def is_numpy(value: Any) -> bool:
    """Whether this is an array or a number of NumPy's, which may not have been imported."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray | numpy.number | numpy.bool_)


def _numpy_type(value: Any) -> Type:
    name = value.dtype.name
    if name not in NARROW:
        raise Misfit(f"an array of {name} holds no numbers")
    if value.ndim == 0:
        return {"uint64": BITS, "bool": BOOL}.get(name, FLOAT if "float" in name else INT)
    return Array(NARROW[name], tuple(value.shape))


# -- words -----------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Data:
    """Memory that a word refers to: words, or bytes; `mutable` is where a list's header is."""

    words: tuple[Any, ...] = ()
    raw: bytes = b""


def encode(kind: Type, value: Any) -> list[int | Data]:
    """The words of a value: numbers, and data that is elsewhere."""
    found: list[int | Data] = []
    _encode(kind, value, found)
    return found


def _encode(kind: Type, value: Any, into: list[int | Data]) -> None:
    if isinstance(kind, Scalar):
        _encode_scalar(kind, value, into)
    elif isinstance(kind, RecordReference):
        if type(value) is not kind.cls:
            raise Misfit(f"{_shown(value)} is not a record of the class {kind.cls.__name__}")
        into.append(value.address)
    elif isinstance(kind, Member):
        if type(value) is not kind.cls:
            raise Misfit(f"{value!r} is not a member of {kind.cls.__name__}")
        cls: Any = kind.cls
        into.append(list(cls).index(value))
    elif isinstance(kind, Record):
        if type(value) is not kind.cls:
            raise Misfit(f"a {type(value).__name__} is not a {kind.cls.__name__}")
        for name, item in zip(kind.names, kind.items, strict=True):
            _encode(item, getattr(value, name), into)
    elif isinstance(kind, Row | Tuple):
        if not isinstance(value, tuple) or len(value) != kind.size:
            raise LengthMisfit(f"{_shown(value)} is not a tuple of {kind.size} items")
        for item, one in zip(kind.items, value, strict=True):
            _encode(item, one, into)
    elif isinstance(kind, Union):
        _encode_union(kind, value, into)
    else:
        _encode_container(kind, value, into)


def _encode_scalar(kind: Scalar, value: Any, into: list[int | Data]) -> None:
    if kind == NONE:
        if value is not None:
            raise Misfit(f"{_shown(value)} is not None")
    elif kind == TEXT:
        if not isinstance(value, str):
            raise Misfit(f"{_shown(value)} is not a str")
        into += [Data(raw=value.encode("utf-32-le", "surrogatepass")), len(value)]
    elif kind == FLOAT:
        if not isinstance(value, int | float):
            raise Misfit(f"{_shown(value)} is not a number")
        into.append(struct.unpack("=Q", struct.pack("=d", value))[0])
    elif kind in (WIDE, WIDE_BITS):
        low, high = -(1 << 63) <= value < 1 << 63, 0 <= value <= MASK
        into += [value & MASK, int(not low), int(not high)]
    else:
        low, high = (0, MASK) if kind == BITS else (-(1 << 63), (1 << 63) - 1)
        if not isinstance(value, int) or not low <= value <= high:
            raise Misfit(f"{_shown(value)} does not fit {show(kind)}")
        into.append(int(value) & MASK)


def _encode_union(kind: Union, value: Any, into: list[int | Data]) -> None:
    wanted = alternative(kind, type_of(value))
    if wanted is None:
        raise Misfit(f"{_shown(value)} is not {show(kind)}")
    into.append(wanted)
    for index, item in enumerate(kind.items):
        if index == wanted:
            _encode(item, value, into)
        else:
            into += [0] * item.words


def _encode_container(kind: Type, value: Any, into: list[int | Data]) -> None:
    if isinstance(kind, Series):
        if not isinstance(value, tuple):
            raise Misfit(f"{_shown(value)} is not a tuple")
        into += [_run(kind.item, value), len(value)]
    elif isinstance(kind, List):
        into.append(Data((_run(kind.item, value), len(value), len(value))))
    elif isinstance(kind, Set):
        items = sorted(value, key=repr)  # the same in every process: constants are part of the code
        into.append(Data((_run(kind.key, items), len(value), len(value))))
    elif isinstance(kind, Dict):
        words: list[int | Data] = []
        for key, item in value.items():
            assert kind.key is not None and kind.item is not None
            _encode(kind.key, key, words)
            _encode(kind.item, item, words)
        into.append(Data((Data(tuple(words)), len(value), len(value))))
    else:
        raise Misfit(f"{_shown(value)} cannot be handed to compiled code")


def _run(item: Type | None, values: Any) -> Data:
    words: list[int | Data] = []
    for value in values:
        if item is None:
            raise Misfit(f"{_shown(value)} is in a list that was empty before")
        _encode(item, value, words)
    return Data(tuple(words))


class LengthMisfit(Misfit):
    """A tuple that is longer or shorter than those before."""


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:57]}…"


# -- from the host to a kernel ---------------------------------------------------------------


PACKED = {INT: "q", BITS: "Q", FLOAT: "d", BOOL: "q"}


def encoder(kind: Type) -> Callable[[Any], tuple[bytes, list[Any]]]:
    """A function that gives a value's words as bytes, and what must be kept while they are used."""
    if isinstance(kind, Record) and kind.is_tuple and all(i in PACKED for i in kind.items):
        layout = struct.Struct("=" + "".join(PACKED[item] for item in kind.items))  # type: ignore[index]
        return lambda value: (_packed(layout, value, kind), _NOTHING)
    return lambda value: _placed(encode(kind, value))


_NOTHING: list[Any] = []


def _packed(layout: struct.Struct, value: Any, kind: Record) -> bytes:
    try:
        return layout.pack(*value)
    except struct.error:
        encode(kind, value)  # says what is wrong
        raise Misfit(f"{_shown(value)} does not fit 64-bit words") from None


def _placed(words: list[int | Data]) -> tuple[bytes, list[Any]]:
    kept: list[Any] = []
    return _bytes(words, kept), kept


def _bytes(words: Any, kept: list[Any]) -> bytes:
    numbers = [word if isinstance(word, int) else _address(word, kept) for word in words]
    return struct.pack(f"={len(numbers)}Q", *numbers)


def _address(data: Data, kept: list[Any]) -> int:
    content = data.raw or _bytes(data.words, kept)
    if not content:
        return 0
    memory = ctypes.create_string_buffer(content, len(content))
    kept.append(memory)
    return ctypes.addressof(memory)


# -- from a kernel to the host ---------------------------------------------------------------


def _record_decoder(kind: Record) -> Callable[[int], Any]:
    parts, cls = list(_parts(kind)), kind.cls
    if kind.is_tuple:
        make = cls._make  # type: ignore[attr-defined]
        return lambda place: make(read(place + at) for at, read in parts)
    if cls is range:
        return lambda place: range(*(read(place + at) for at, read in parts))
    if hasattr(cls, "__post_init__") or not all(f.init for f in dataclasses.fields(cls)):
        return lambda place: _remade(cls, kind.names, (read(place + at) for at, read in parts))
    return lambda place: cls(*(read(place + at) for at, read in parts))


def decoder(kind: Type) -> Callable[[int], Any]:
    """A function that reads the value at an address."""
    if isinstance(kind, Scalar):
        return _scalar_decoder(kind)
    if isinstance(kind, Member):
        members = list(kind.cls)
        return lambda place: members[_word(place)]
    if isinstance(kind, Record):
        return _record_decoder(kind)
    if isinstance(kind, Row | Tuple):
        parts = list(_parts(kind))
        return lambda place: tuple(read(place + at) for at, read in parts)
    if isinstance(kind, Union):
        parts = list(_parts(kind))

        def read_union(place: int) -> Any:
            at, read = parts[_word(place)]
            return read(place + at)

        return read_union
    return _container_decoder(kind)


def _remade(cls: type, names: tuple[str, ...], values: Iterator[Any]) -> Any:
    """A dataclass of these fields, without what its `__post_init__` does."""
    made: Any = object.__new__(cls)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)
    return made


def _parts(kind: Any) -> Iterator[tuple[int, Callable[[int], Any]]]:
    for index, item in enumerate(kind.items):
        yield WORD * kind.offset(index), decoder(item)


def _word(place: int) -> int:
    return ctypes.c_int64.from_address(place).value


def _scalar_decoder(kind: Scalar) -> Callable[[int], Any]:
    if kind == NONE:
        return lambda place: None
    if kind == INT:
        return _word
    if kind == BITS:
        return lambda place: ctypes.c_uint64.from_address(place).value
    if kind == FLOAT:
        return lambda place: ctypes.c_double.from_address(place).value
    if kind == BOOL:
        return lambda place: bool(_word(place))
    if kind == TEXT:
        return _read_text
    return _read_wide


def _read_text(place: int) -> str:
    address, length = _word(place), _word(place + WORD)
    data = ctypes.string_at(address, CHARACTER * length) if length else b""
    return data.decode("utf-32-le", "surrogatepass")


def _read_wide(place: int) -> int:
    if not _word(place + WORD):
        return _word(place)
    if not _word(place + 2 * WORD):
        return ctypes.c_uint64.from_address(place).value
    raise OverflowError("a number needs more than 64 bits")


def _container_decoder(kind: Type) -> Callable[[int], Any]:
    if isinstance(kind, Series):
        read = _run_decoder(kind.item)
        return lambda place: tuple(read(_word(place), _word(place + WORD)))
    if isinstance(kind, List | Set):
        inner = kind.item if isinstance(kind, List) else kind.key
        make: Any = kind.cls if isinstance(kind, List) else frozenset if kind.frozen else set
        read = _run_decoder(inner)
        return lambda place: make(read(_word(_word(place)), _word(_word(place) + WORD)))
    if isinstance(kind, Dict):
        read = _run_decoder(tuple_type((kind.key or NONE, kind.item or NONE)))
        made: Any = _dict_maker(kind)
        return lambda place: made(read(_word(_word(place)), _word(_word(place) + WORD)))
    if isinstance(kind, Iterator_):
        read = _run_decoder(kind.item)
        return lambda place: iter(list(read(_word(_word(place)), _word(_word(place) + WORD))))
    raise NotCompilable(f"a kernel cannot return {show(kind)}")


def _dict_maker(kind: Dict) -> Callable[[Iterator[Any]], Any]:
    """What makes a dict of its items."""
    if kind.cls is defaultdict:
        return lambda items: defaultdict(kind.factory.value if kind.factory else None, items)
    return lambda items: kind.cls(dict(items))


def _run_decoder(item: Type | None) -> Callable[[int, int], Iterator[Any]]:
    if item is None:
        return lambda place, count: iter(())
    read, size = decoder(item), WORD * item.words
    return lambda place, count: (read(place + size * index) for index in range(count))


# -- types on disk ---------------------------------------------------------------------------


NAMED = {
    **{"int": INT, "Bits": BITS, "float": FLOAT, "bool": BOOL, "None": NONE, "str": TEXT},
    **{"wide": WIDE, "wide Bits": WIDE_BITS},
}


def to_json(kind: Type | None) -> Any:
    """A type as plain data; raises Misfit for what another process cannot find again."""
    for name, scalar in NAMED.items():
        if kind == scalar:
            return name
    if kind is None:
        return None
    if isinstance(kind, Row):
        return ["row", to_json(kind.item), kind.size]
    if isinstance(kind, Tuple | Union):
        return [type(kind).__name__.lower(), *map(to_json, kind.items)]
    if isinstance(kind, Record):
        return ["record", _class_name(kind.cls), list(kind.names), *map(to_json, kind.items)]
    if isinstance(kind, Member | RecordReference):
        return [type(kind).__name__.lower(), _class_name(kind.cls)]
    if isinstance(kind, List | Dict) and kind.cls not in (list, dict):
        raise Misfit(f"{show(kind)} cannot be kept")
    if isinstance(kind, Series | List | Iterator_):
        return [type(kind).__name__.lower().strip("_"), to_json(kind.item)]
    if isinstance(kind, Set):
        return ["set", to_json(kind.key), kind.frozen]
    if isinstance(kind, Dict):
        return ["dict", to_json(kind.key), to_json(kind.item)]
    if isinstance(kind, Array):
        return ["array", kind.element, list(kind.shape)]
    raise Misfit(f"{show(kind)} cannot be kept")


def from_json(data: Any) -> Type:
    """The type that `to_json` wrote; raises LookupError if a class is no longer there."""
    if data is None or isinstance(data, str):
        return NAMED[data or "None"]
    name, *rest = data
    if name == "row":
        return Row(from_json(rest[0]), rest[1])
    if name in ("tuple", "union"):
        items = tuple(map(from_json, rest))
        return Tuple(items) if name == "tuple" else Union(items)
    if name == "record":
        return Record(find_class(rest[0]), tuple(rest[1]), tuple(map(from_json, rest[2:])))
    if name in ("member", "recordreference"):
        cls = find_class(rest[0])
        return Member(cls) if name == "member" else RecordReference(cls)
    if name in ("series", "list", "iterator"):
        inner = from_json(rest[0])
        return (
            Series(inner)
            if name == "series"
            else List(inner)
            if name == "list"
            else Iterator_(inner)
        )
    if name == "set":
        return Set(from_json(rest[0]), rest[1])
    if name == "dict":
        return Dict(from_json(rest[0]), from_json(rest[1]))
    return Array(rest[0], tuple(rest[1]))


def _class_name(cls: type) -> str:
    name = f"{cls.__module__}:{cls.__qualname__}"
    try:
        if find_class(name) is cls:
            return name
    except (LookupError, AttributeError):
        pass
    raise Misfit(f"{cls.__name__} cannot be found by its name")


def find_class(name: str) -> Any:
    module, _, path = name.partition(":")
    return functools.reduce(getattr, path.split("."), sys.modules[module])
