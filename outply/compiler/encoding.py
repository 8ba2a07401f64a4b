"""Between Python objects and memory: the words of an object, and back.

The host hands states to kernels this way and reads their results; constants of a program are
written into its machine code as the same words.
"""

from __future__ import annotations

import ctypes
import dataclasses
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from outply.compiler.container_types import Dict, List, Row, Series, Set, Struct, Tuple, Union, View
from outply.compiler.object_types import Iterator_, Member, RecordReference
from outply.compiler.refusals import NotCompilable
from outply.compiler.type_inference import MASK, Misfit, type_of
from outply.compiler.type_parts import tuple_type
from outply.compiler.type_relations import alternative
from outply.compiler.type_text import show
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
    Scalar,
    Type,
)

__all__ = ["Data", "LengthMisfit", "decoder", "encode", "encoder"]

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
    elif isinstance(kind, Struct):
        if type(value) is not kind.cls:
            raise Misfit(f"a {type(value).__name__} is not a {kind.cls.__name__}")
        for name, item in zip(kind.names, kind.items, strict=True):
            _encode(item, getattr(value, name), into)
    elif isinstance(kind, (Row, Tuple)):
        if not isinstance(value, tuple) or len(value) != kind.size:
            raise LengthMisfit(f"{_shown(value)} is not a tuple of {kind.size} items")
        if isinstance(kind, Row):
            _encode_all(kind.item, value, into)
            return
        for item, one in zip(kind.items, value, strict=True):
            _encode(item, one, into)
    elif isinstance(kind, Union):
        _encode_union(kind, value, into)
    else:
        _encode_container(kind, value, into)


def _encode_all(kind: Type, values: Any, into: list[int | Data]) -> None:
    """Encode values of one type; ints at once, since a table may have thousands."""
    if kind in (INT, BITS) and values and {*map(type, values)} == {int}:
        low, high = _bounds(kind)
        if low <= min(values) and max(values) <= high:
            into += [value & MASK for value in values]
            return
    for value in values:
        _encode(kind, value, into)


def _bounds(kind: Type) -> tuple[int, int]:
    return (0, MASK) if kind == BITS else (-(1 << 63), (1 << 63) - 1)


def _encode_scalar(kind: Scalar, value: Any, into: list[int | Data]) -> None:
    if kind == NONE:
        if value is not None:
            raise Misfit(f"{_shown(value)} is not None")
    elif kind == TEXT:
        if not isinstance(value, str):
            raise Misfit(f"{_shown(value)} is not a str")
        into += [Data(raw=value.encode("utf-32-le", "surrogatepass")), len(value)]
    elif kind == FLOAT:
        if not isinstance(value, (int, float)):
            raise Misfit(f"{_shown(value)} is not a number")
        into.append(struct.unpack("=Q", struct.pack("=d", value))[0])
    elif kind in (WIDE, WIDE_BITS):
        low, high = -(1 << 63) <= value < 1 << 63, 0 <= value <= MASK
        into += [value & MASK, int(not low), int(not high)]
    else:
        low, high = _bounds(kind)
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
    if item is None and values:
        first = next(iter(values))
        raise Misfit(f"{_shown(first)} is in a list that was empty before")
    if item is not None:
        _encode_all(item, values, words)
    return Data(tuple(words))


class LengthMisfit(Misfit):
    """A tuple that is longer or shorter than those before."""


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 60 else f"{text[:57]}…"


# -- from the host to a kernel ---------------------------------------------------------------


PACKED: dict[Type, str] = {INT: "q", BITS: "Q", FLOAT: "d", BOOL: "q"}


def encoder(kind: Type) -> Callable[[Any], tuple[bytes, list[Any]]]:
    """A function that gives a value's words as bytes, and what must be kept while they are used."""
    if isinstance(kind, Struct) and kind.is_tuple and all(i in PACKED for i in kind.items):
        layout = struct.Struct("=" + "".join(PACKED[item] for item in kind.items))
        return lambda value: (_packed(layout, value, kind), _NOTHING)
    return lambda value: _placed(encode(kind, value))


_NOTHING: list[Any] = []


def _packed(layout: struct.Struct, value: Any, kind: Struct) -> bytes:
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


def _record_decoder(kind: Struct) -> Callable[[int], Any]:
    parts, cls = list(_parts(kind)), kind.cls
    if kind.is_tuple:
        make = cls._make  # type: ignore[attr-defined]
        return lambda place: make(read(place + at) for at, read in parts)
    if cls is range:
        return lambda place: range(*(read(place + at) for at, read in parts))
    is_positional = all(f.init and not f.kw_only for f in dataclasses.fields(cls))
    if hasattr(cls, "__post_init__") or not is_positional:
        return lambda place: _remade(cls, kind.names, (read(place + at) for at, read in parts))
    return lambda place: cls(*(read(place + at) for at, read in parts))


def decoder(kind: Type) -> Callable[[int], Any]:
    """A function that reads the value at an address."""
    if isinstance(kind, Scalar):
        return _scalar_decoder(kind)
    if isinstance(kind, Member):
        members = list(kind.cls)
        return lambda place: members[_word(place)]
    if isinstance(kind, Struct):
        return _record_decoder(kind)
    if isinstance(kind, (Row, Tuple)):
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


def _view_decoder(kind: View) -> Callable[[int], Any]:
    """A view of a dict that is made for it."""
    read = _run_decoder(kind.item)

    def read_view(place: int) -> Any:
        items = read(_word(place), _word(place + WORD))
        if kind.name == "dict_keys":
            return dict.fromkeys(items).keys()
        return dict(items).items() if kind.is_set else dict(enumerate(items)).values()

    return read_view


def _container_decoder(kind: Type) -> Callable[[int], Any]:
    if isinstance(kind, View):
        return _view_decoder(kind)
    if isinstance(kind, Series):
        read = _run_decoder(kind.item)
        return lambda place: tuple(read(_word(place), _word(place + WORD)))
    if isinstance(kind, (List, Set)):
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
