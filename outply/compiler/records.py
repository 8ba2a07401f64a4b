"""Memory that kernels and Python share, declared as a class with named and typed fields.

    class Item(Record):
        move: int
        order: float

    class Stack(Record):
        count: int
        nodes: Atomic[int]  # several threads read and write it at once
        items: Array[Item]

        def __init__(self) -> None:
            super().__init__(items=1024)

Interpreted, `stack.items[3]` is a view of the element: its attributes read and write the memory.
Compiled, a record or a view is an address, and a field a load or store at a fixed offset.

    record    a 64-bit word for each field; an array has two: the address of its elements, and
              how many there are
    elements  a 64-bit word for each number, or less: `Array[Int16]` takes two bytes for each
    arrays    behind the fields, or in a block of their own; each begins on a cache line
"""

from __future__ import annotations

import ctypes
import inspect
import mmap
import struct
import threading
import weakref
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

__all__ = [
    "PRIVATE",
    "Array",
    "Atomic",
    "Bits16",
    "Field",
    "Float32",
    "Int16",
    "Int32",
    "MemoryProperty",
    "Record",
    "overlay",
    "setter_of",
]

WORD = 8  # bytes
CACHE_LINE = 64  # bytes
FEW = 4096  # elements
SMALL = 4096  # bytes: a record of this size takes no pages of its own
LEAST, MOST, MOST_BITS = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
MOST_ELEMENTS = 1 << 31  # so that compiled code need not check products of indices
OUTSIDE = "array index out of range"
TOO_LARGE = "a number needs more than 64 bits"
TOO_WIDE = "a number does not fit the elements of the array"
NEGATIVE = "a negative number is not Bits"

# A process that is forked has its own: by default it would share such memory with its parent.
PRIVATE: dict[str, int] = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)

T = TypeVar("T")


class _Shared:
    """The mark of a field that several threads use at once."""


Atomic = Annotated[T, _Shared()]
"""Several threads may read and write such a field at once: none of them sees half a value."""


class _Narrow(NamedTuple):
    """The mark of elements that take less than a word."""

    kind: str


Bits16 = Annotated[int, _Narrow("uint16")]
Int16 = Annotated[int, _Narrow("int16")]
Int32 = Annotated[int, _Narrow("int32")]
Float32 = Annotated[float, _Narrow("float32")]
"""Elements of arrays that take two or four bytes: a number must fit, and a float is rounded."""


class _Overlay(NamedTuple):
    name: str


def overlay(name: str) -> Any:
    """An array over the memory of another array of the same record: another view of its words."""
    return _Overlay(name)


class Field(NamedTuple):
    """A field of a record, as it is declared."""

    name: str
    word: int  # its offset
    kind: str  # int, Bits, float or bool: of the field, or of an array's elements; or int16, …
    is_atomic: bool = False
    is_array: bool = False
    element: Any = None  # the class of an array's elements, if they are records
    over: str | None = None  # the array whose memory it shares
    is_checked: bool = True  # whether compiled code tests the indices of the array


_lock = threading.Lock()
_CTYPES: dict[str, Any] = {
    **{"int": ctypes.c_int64, "bool": ctypes.c_int64},
    **{"Bits": ctypes.c_uint64, "float": ctypes.c_double},
}
_FORMATS: dict[str, Any] = {
    **{"int": "q", "bool": "q", "Bits": "Q", "float": "d"},
    **{"uint16": "H", "int16": "h", "int32": "i", "float32": "f"},
}
NARROW = {"uint16": 2, "int16": 2, "int32": 4, "float32": 4}  # bytes


class _NotYetMade:
    """Stands for the elements of an array until they are used: kernels use none of them."""

    __slots__ = ("_array",)

    def __init__(self, array: Array[Any]) -> None:
        self._array = weakref.ref(array)  # so that its memory goes with it

    def __getitem__(self, index: int | slice) -> Any:
        return self._made()[index]

    def __setitem__(self, index: int, value: Any) -> None:
        self._made()[index] = value

    def __iter__(self) -> Iterator[Any]:
        return iter(self._made())

    def _made(self) -> Any:
        array = self._array()
        assert array is not None  # who uses the elements holds it
        return array._make_items()


class Array(Generic[T]):
    """The elements of an array field: numbers, or views of records. Indices count from 0."""

    __slots__ = ("__weakref__", "_field", "_items", "_length", "_memory")

    def __init__(self, field: Field, memory: memoryview, length: int) -> None:
        self._field, self._memory, self._length = field, memory, length
        self._items: Any = _NotYetMade(self)

    def _make_items(self) -> Any:
        field, length = self._field, self._length
        if field.element is None:
            self._items = self._memory.cast(_FORMATS[field.kind])
        else:
            views = (field.element * length).from_buffer(self._memory)  # which views keep
            self._items = list(views) if length <= FEW else views  # found three times as fast
        return self._items

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> T:
        if index < 0:
            raise IndexError(OUTSIDE)
        try:
            return self._items[index]  # type: ignore[no-any-return]
        except IndexError:
            raise IndexError(OUTSIDE) from None

    def __setitem__(self, index: int, value: T) -> None:
        if not 0 <= index < self._length:
            raise IndexError(OUTSIDE)
        if self._field.element is not None:
            raise TypeError("the elements of an array stay in their places; use copy_from")
        try:
            self._items[index] = value
        except ValueError:
            raise OverflowError(TOO_WIDE if self._field.kind in NARROW else TOO_LARGE) from None

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    # -- what the host does ---------------------------------------------------------------

    @property
    def memory(self) -> memoryview:
        """The bytes of all elements."""
        return self._memory

    def first(self, count: int) -> list[T]:
        """The first `count` elements of an array of numbers."""
        return self._items[:count].tolist()  # type: ignore[no-any-return]

    def clear(self) -> None:
        """Set all words to zero."""
        ctypes.memset(_address_of(self._memory), 0, len(self._memory))

    def copy_from(self, other: Array[T]) -> None:
        """Copy the elements of another array, which is not longer, to the beginning of this one."""
        if len(other) > len(self):
            raise ValueError("the other array is longer")
        self._memory[: len(other.memory)] = other.memory


class _RecordType(type if TYPE_CHECKING else type(ctypes.Structure)):  # type: ignore[misc]
    """Lays out the fields of a class."""

    def __new__(
        cls,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        checked: bool = True,
        per_call: bool = False,
    ) -> Any:
        overlays = {n: v.name for n, v in namespace.items() if isinstance(v, _Overlay)}
        for each in overlays:
            del namespace[each]
        made: Any = super().__new__(cls, name, bases, namespace)
        known: dict[str, Field] = dict(getattr(made, "__fields__", {}))
        own = _declared(made, known, overlays, checked)
        made._fields_ = [word for field in own for word in _words_of(field)]
        for field in own:
            if not field.is_array:
                words = vars(made)[_word_name(field.name)]
                setattr(made, field.name, _property(words, field.kind))
        made.__fields__, made.__words__ = known, _size_of(known)
        made.__arrays__ = [_Layer.of(made, field) for field in known.values() if field.is_array]
        made.__layout__ = _described(known)
        made.__per_call__ = per_call
        if per_call and not (known.get("is_copy") and known["is_copy"].kind == "bool"):
            raise TypeError(f"{name} is used per call; declare is_copy: bool")
        return made

    def __init__(
        self,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        checked: bool = True,
        per_call: bool = False,
    ) -> None:
        super().__init__(name, bases, namespace)


class _Layer(NamedTuple):
    """How an array of a record is put over memory."""

    field: Field
    size: int  # of an element, in bytes
    put_address: Callable[[Any, int], None]
    put_length: Callable[[Any, int], None]

    @staticmethod
    def of(cls: Any, field: Field) -> _Layer:
        setters = (getattr(cls, _word_name(field.name, at)).__set__ for at in range(2))
        size = WORD * field.element.__words__ if field.element else NARROW.get(field.kind, WORD)
        return _Layer(field, size, *setters)

    def lay(self, record: Any, memory: memoryview) -> None:
        length = len(memory) // self.size
        if length > MOST_ELEMENTS:
            raise ValueError(f"{self.field.name} has {length} elements; {MOST_ELEMENTS} fit")
        made: Array[Any] = Array(self.field, memory[: self.size * length], length)
        vars(record)[self.field.name] = made
        self.put_address(record, _address_of(made.memory))
        self.put_length(record, length)


def _declared(
    cls: Any, known: dict[str, Field], overlays: dict[str, str], checked: bool
) -> list[Field]:
    """The fields that a class declares, which are added to those that are known."""
    own = inspect.get_annotations(cls)
    found: list[Field] = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name not in own or get_origin(hint) is ClassVar:
            continue
        full = f"{cls.__name__}.{name}"
        if name in known or hasattr(cls, name):
            raise TypeError(f"{full} is already defined")
        over = overlays.get(name)
        if over is not None and not (over in known and known[over].is_array):
            raise TypeError(f"{full}: {over} is not an array")
        field = _field(full, name, _size_of(known), hint, over)
        known[name] = field._replace(is_checked=checked)
        found.append(known[name])
    return found


def _size_of(fields: dict[str, Field]) -> int:
    """In words."""
    return sum(2 if field.is_array else 1 for field in fields.values())


def _words_of(field: Field) -> list[tuple[str, Any]]:
    """The words of a field, as a structure of ctypes declares them."""
    if field.is_array:
        return [(_word_name(field.name, at), ctypes.c_uint64) for at in range(2)]
    return [(_word_name(field.name), _CTYPES[field.kind])]


def _word_name(name: str, at: int = 0) -> str:
    """What the words of a field are called in the structure: no name that a class could use."""
    return f"{name}:{at}"


def _field(full: str, name: str, word: int, hint: Any, over: str | None) -> Field:
    if get_origin(hint) is not Array:
        kind = _kind_of(full, hint)
        if kind in NARROW:
            raise TypeError(f"{full}: only elements of an array are narrow")
        return Field(name, word, kind, _is_atomic(hint))
    (inner,) = get_args(hint)
    if isinstance(inner, type) and issubclass(inner, Record):
        if any(field.is_array for field in inner.__fields__.values()):
            raise TypeError(f"{full}: the elements of an array have no arrays of their own")
        return Field(name, word, "", False, True, inner, over)
    kind = _kind_of(full, inner)
    if kind == "bool":
        raise TypeError(f"{full}: an array holds int, Bits, float or records; use 0 and 1")
    if kind in NARROW and _is_atomic(inner):
        raise TypeError(f"{full}: narrow elements are not atomic")
    return Field(name, word, kind, _is_atomic(inner), True, None, over)


def _kind_of(full: str, hint: Any) -> str:
    marks = getattr(hint, "__metadata__", ())
    plain = get_args(hint)[0] if marks else hint
    if plain is int and "uint64" in marks:
        return "Bits"
    if narrow := [mark.kind for mark in marks if isinstance(mark, _Narrow)]:
        return narrow[0]
    kind = {int: "int", float: "float", bool: "bool"}.get(plain)
    if kind is None:
        raise TypeError(f"{full}: a field is an int, Bits, float or bool, or an Array")
    return kind


def _is_atomic(hint: Any) -> bool:
    return any(isinstance(mark, _Shared) for mark in getattr(hint, "__metadata__", ()))


def _described(fields: dict[str, Field]) -> tuple[Any, ...]:
    """The layout as plain data: what compiled code depends on."""
    return tuple(
        (*field[:5], field.element.__layout__ if field.element else "", *field[6:])
        for field in fields.values()
    )


def _property(words: Any, kind: str) -> Any:
    """Read and write a word of the structure; what does not fit is refused."""
    if kind == "float":
        return words
    get, put = words.__get__, words.__set__
    if kind == "bool":
        return property(lambda self: get(self) != 0, _bool_setter(put))
    return property(get, _bits_setter(put) if kind == "Bits" else _int_setter(put))


def _int_setter(put: Callable[[Any, int], None]) -> Callable[[Any, int], None]:
    def set_int(self: Any, value: int) -> None:
        if not LEAST <= value <= MOST:
            raise OverflowError(TOO_LARGE)
        put(self, value)

    return set_int


def _bits_setter(put: Callable[[Any, int], None]) -> Callable[[Any, int], None]:
    def set_bits(self: Any, value: int) -> None:
        if not 0 <= value <= MOST_BITS:
            raise OverflowError(NEGATIVE if value < 0 else TOO_LARGE)
        put(self, value)

    return set_bits


def _bool_setter(put: Callable[[Any, int], None]) -> Callable[[Any, bool], None]:
    def set_bool(self: Any, value: bool) -> None:
        if type(value) is not bool:
            raise TypeError(f"a bool belongs here, not {value!r}")
        put(self, value)

    return set_bool


def setter_of(cls: type[Record], *names: str) -> Callable[..., None]:
    """A function `put(record, *values)` of fields that lie side by side, which sets them all.

    For the host: to set each field on its own takes several times as long.
    """
    fields = [cls.__fields__[name] for name in names]
    first = fields[0].word
    if [field.word for field in fields] != list(range(first, first + len(fields))):
        raise TypeError(f"{', '.join(names)} do not lie side by side in {cls.__name__}")
    layout = struct.Struct("=" + "".join(_FORMATS[field.kind] for field in fields))

    def put(record: Record, *values: Any) -> None:
        try:
            layout.pack_into(record, WORD * first, *values)  # type: ignore[arg-type]
        except struct.error:
            raise OverflowError(TOO_LARGE) from None

    return put


if TYPE_CHECKING:

    class _Structure:
        _room: memoryview  # from its first field on

        @classmethod
        def from_buffer(cls, memory: Any, offset: int = 0) -> Any: ...

else:
    _Structure = ctypes.Structure


class Record(_Structure, metaclass=_RecordType):
    """Zeroed memory with the fields that a subclass declares.

    Compiled methods use the fields, the constants of modules and each other; other attributes
    belong to the host. The system provides pages when they are first touched, so a large array
    that is little used costs little. Large pages suit an array that is read all over, as a table.

    A subclass that is declared with `checked=False` promises that all its indices are in range:
    compiled code does not test them, interpreted code does.

    If it is declared with `per_call=True` and a game holds one, no two calls of compiled code use
    it at once: each has a copy, which keeps what one call wrote for a later one. It declares the
    field `is_copy: bool`, which tells them apart.
    """

    __fields__: ClassVar[dict[str, Field]]
    __words__: ClassVar[int]
    __arrays__: ClassVar[list[_Layer]]
    __layout__: ClassVar[tuple[Any, ...]]
    __per_call__: ClassVar[bool]

    def __new__(cls, *given: Any, **named: Any) -> Self:
        room = (ctypes.c_char * (max(WORD * cls.__words__, SMALL) + CACHE_LINE))()
        begin = -ctypes.addressof(room) % CACHE_LINE
        made: Self = cls.from_buffer(room, begin)
        made._room = memoryview(room)[begin:].cast("B")
        return made

    def __init__(self, *, large_pages: bool = False, **arrays: int | memoryview) -> None:
        """Each array with its length, or with writable memory that it lies over."""
        known = self.__arrays__
        names = [array.field.name for array in known if array.field.over is None]
        if arrays.keys() != set(names):
            raise TypeError(f"{type(self).__name__} has the arrays {', '.join(names) or '(none)'}")
        size = 0
        places: dict[str, tuple[int, int]] = {}
        for field, element_size, _, _ in known:
            given = arrays.get(field.name)
            if isinstance(given, int):
                places[field.name] = size, size + element_size * given
                size += -(-element_size * given // CACHE_LINE) * CACHE_LINE
        block = self._block(size, large_pages)
        for array in known:
            name = array.field.over or array.field.name
            given = arrays[name]
            if isinstance(given, int):
                begin, end = places[name]
                array.lay(self, block[begin:end])
            else:
                array.lay(self, given.cast("B"))

    def _block(self, size: int, large_pages: bool) -> memoryview:
        """Zeroed memory for arrays: behind the fields, if they fit there, or pages of its own."""
        first = -(-WORD * self.__words__ // CACHE_LINE) * CACHE_LINE
        if first + size <= len(self._room):
            return self._room[first:]
        block = mmap.mmap(-1, size, **PRIVATE)
        if large_pages and hasattr(mmap, "MADV_HUGEPAGE"):
            block.madvise(mmap.MADV_HUGEPAGE)
        return memoryview(block)

    @classmethod
    def over(cls, memory: Any) -> Self:
        """A record without arrays over the beginning of writable memory, such as a mapped file."""
        _require_flat(cls)
        made: Self = cls.from_buffer(memory)
        return made

    def copy_for_call(self) -> Self:
        """Another record with the same content, which knows that it is a copy."""
        made = type(self).__new__(type(self))
        arrays = [layer.field.name for layer in self.__arrays__ if layer.field.over is None]
        lengths = {name: len(getattr(self, name)) for name in arrays}
        Record.__init__(made, large_pages=False, **lengths)
        for field in self.__fields__.values():
            if field.is_array and field.over is None:
                getattr(made, field.name).copy_from(getattr(self, field.name))
            elif not field.is_array:
                setattr(made, field.name, getattr(self, field.name))
        made.is_copy = True  # type: ignore[attr-defined]
        return made

    @cached_property
    def address(self) -> int:
        return ctypes.addressof(self)  # type: ignore[arg-type]

    def clear_arrays(self) -> None:
        """Set all words of all arrays to zero."""
        for layer in self.__arrays__:
            getattr(self, layer.field.name).clear()

    def copy_from(self, other: Self) -> None:
        """Copy all fields of another record of the same class, which has no arrays."""
        _require_flat(type(self))
        if type(other) is not type(self):
            raise TypeError("copy_from takes a record of the same class, without arrays")
        ctypes.memmove(self.address, other.address, WORD * self.__words__)

    @overload
    def fetch_add(self, field: str, amount: int) -> int: ...
    @overload
    def fetch_add(self, field: str, amount: float) -> float: ...
    def fetch_add(self, field: str, amount: float) -> float:
        """Add to an atomic field, whatever other threads do; what it was before."""
        _require_atomic(type(self), field)
        with _lock:
            before: float = getattr(self, field)
            setattr(self, field, before + amount)
        return before

    @overload
    def exchange(self, field: str, value: int) -> int: ...
    @overload
    def exchange(self, field: str, value: float) -> float: ...
    def exchange(self, field: str, value: float) -> float:
        """Write an atomic field after all that was written before; what it was before."""
        _require_atomic(type(self), field)
        with _lock:
            before: float = getattr(self, field)
            setattr(self, field, value)
        return before

    def __eq__(self, other: object) -> bool:
        """Whether two views are of the same memory."""
        return type(other) is type(self) and other.address == self.address

    def __hash__(self) -> int:
        return hash(self.address)


class MemoryProperty(property):
    """A property of a game that reads a record.

    Compiled code calls it. The value of any other property of a known object is a constant.
    """


def _require_atomic(cls: type[Record], name: str) -> None:
    field = cls.__fields__.get(name)
    if field is None or not field.is_atomic or field.is_array or field.kind == "bool":
        raise TypeError(f"{cls.__name__}.{name} is not an atomic number")


def _require_flat(cls: type[Record]) -> None:
    if any(field.is_array for field in cls.__fields__.values()):
        raise TypeError(f"{cls.__name__} has arrays")


def _address_of(memory: memoryview) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory)) if len(memory) else 0
