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
    arrays    behind each other in a block of their own; each begins on a cache line
"""

from __future__ import annotations

import ctypes
import mmap
import threading
from collections.abc import Callable, Iterator
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

__all__ = ["PRIVATE", "Array", "Atomic", "Field", "Record", "overlay"]

WORD = 8  # bytes
CACHE_LINE = 64  # bytes
LEAST, MOST, MOST_BITS = -(1 << 63), (1 << 63) - 1, (1 << 64) - 1
OUTSIDE = "array index out of range"
TOO_LARGE = "a number needs more than 64 bits"
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


class _Overlay(NamedTuple):
    name: str


def overlay(name: str) -> Any:
    """An array over the memory of another array of the same record: another view of its words."""
    return _Overlay(name)


class Field(NamedTuple):
    """A field of a record, as it is declared."""

    name: str
    word: int  # its offset
    kind: str  # int, Bits, float or bool: of the field, or of an array's elements
    is_atomic: bool = False
    is_array: bool = False
    element: Any = None  # the class of an array's elements, if they are records
    over: str | None = None  # the array whose memory it shares


_lock = threading.Lock()
_CTYPES: dict[str, Any] = {
    **{"int": ctypes.c_int64, "bool": ctypes.c_int64},
    **{"Bits": ctypes.c_uint64, "float": ctypes.c_double},
}
_FORMATS: dict[str, Any] = {"int": "q", "Bits": "Q", "float": "d"}


class Array(Generic[T]):
    """The elements of an array field: numbers, or views of records. Indices count from 0."""

    __slots__ = ("_items", "_memory")

    def __init__(self, field: Field, memory: memoryview, length: int) -> None:
        self._memory = memory
        self._items: Any = (
            memory.cast(_FORMATS[field.kind])
            if field.element is None
            else (field.element * length).from_buffer(memory)
        )

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: int) -> T:
        if index < 0:
            raise IndexError(OUTSIDE)
        try:
            return self._items[index]  # type: ignore[no-any-return]
        except IndexError:
            raise IndexError(OUTSIDE) from None

    def __setitem__(self, index: int, value: T) -> None:
        if index < 0:
            raise IndexError(OUTSIDE)
        if type(self._items) is not memoryview:
            raise TypeError("the elements of an array stay in their places; use copy_from")
        try:
            self._items[index] = value
        except IndexError:
            raise IndexError(OUTSIDE) from None
        except ValueError:
            raise OverflowError(TOO_LARGE) from None

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    # -- what the host does ---------------------------------------------------------------

    @property
    def memory(self) -> memoryview:
        """The bytes of all elements."""
        return self._memory

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

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        overlays = {n: v.name for n, v in namespace.items() if isinstance(v, _Overlay)}
        for each in overlays:
            del namespace[each]
        made: Any = super().__new__(cls, name, bases, namespace)
        own = namespace.get("__annotations__", {})
        known: dict[str, Field] = dict(getattr(made, "__fields__", {}))
        word = sum(2 if field.is_array else 1 for field in known.values())
        layout: list[tuple[str, Any]] = []
        for each, hint in get_type_hints(made, include_extras=True).items():
            if each not in own or get_origin(hint) is ClassVar:
                continue
            if each in known or hasattr(made, each):
                raise TypeError(f"{name}.{each} is already defined")
            known[each] = field = _field(f"{name}.{each}", each, word, hint, overlays.get(each))
            if field.over is not None and not (field.over in known and known[field.over].is_array):
                raise TypeError(f"{name}.{each}: {field.over} is not an array")
            if field.is_array:
                layout += [(_word_name(each, at), ctypes.c_uint64) for at in range(2)]
            else:
                layout.append((_word_name(each), _CTYPES[field.kind]))
            word += 2 if field.is_array else 1
        made._fields_ = layout
        for each in own:
            if each in known and not known[each].is_array:
                setattr(made, each, _property(vars(made)[_word_name(each)], known[each].kind))
        made.__fields__, made.__words__ = known, word
        made.__layout__ = _described(known)
        return made


def _word_name(name: str, at: int = 0) -> str:
    """What the words of a field are called in the structure: no name that a class could use."""
    return f"{name}:{at}"


def _field(full: str, name: str, word: int, hint: Any, over: str | None) -> Field:
    if get_origin(hint) is not Array:
        return Field(name, word, _kind_of(full, hint), _is_atomic(hint))
    (inner,) = get_args(hint)
    if isinstance(inner, type) and issubclass(inner, Record):
        if any(field.is_array for field in inner.__fields__.values()):
            raise TypeError(f"{full}: the elements of an array have no arrays of their own")
        return Field(name, word, "", False, True, inner, over)
    kind = _kind_of(full, inner)
    if kind == "bool":
        raise TypeError(f"{full}: an array holds int, Bits, float or records; use 0 and 1")
    return Field(name, word, kind, _is_atomic(inner), True, None, over)


def _kind_of(full: str, hint: Any) -> str:
    marks = getattr(hint, "__metadata__", ())
    plain = get_args(hint)[0] if marks else hint
    if plain is int and "uint64" in marks:
        return "Bits"
    kind = {int: "int", float: "float", bool: "bool"}.get(plain)
    if kind is None:
        raise TypeError(f"{full}: a field is an int, Bits, float or bool, or an Array")
    return kind


def _is_atomic(hint: Any) -> bool:
    return any(isinstance(mark, _Shared) for mark in getattr(hint, "__metadata__", ()))


def _described(fields: dict[str, Field]) -> tuple[Any, ...]:
    """The layout as plain data: what compiled code depends on."""
    return tuple(
        (*field[:5], field.element.__layout__ if field.element else "", field.over or "")
        for field in fields.values()
    )


def _property(words: Any, kind: str) -> property:
    """Read and write a word of the structure; what does not fit is refused."""
    get, put = words.__get__, words.__set__
    if kind == "float":
        return property(get, put)
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


if TYPE_CHECKING:

    class _Structure:
        pass

else:
    _Structure = ctypes.Structure


class Record(_Structure, metaclass=_RecordType):
    """Zeroed memory with the fields that a subclass declares.

    Compiled methods use the fields, the constants of modules and each other; other attributes
    belong to the host. The system provides pages when they are first touched, so a large array
    that is little used costs little. Large pages suit an array that is read all over, as a table.
    """

    __fields__: ClassVar[dict[str, Field]]
    __words__: ClassVar[int]
    __layout__: ClassVar[tuple[Any, ...]]

    def __new__(cls, *given: Any, **named: Any) -> Self:
        return cls.over(mmap.mmap(-1, max(WORD * cls.__words__, 1), **PRIVATE))

    def __init__(self, *, large_pages: bool = False, **arrays: int | memoryview) -> None:
        """Each array with its length, or with writable memory that it lies over."""
        wanted = [f for f in self.__fields__.values() if f.is_array]
        names = {field.name for field in wanted if field.over is None}
        if names != arrays.keys():
            raise TypeError(f"{type(self).__name__} has the arrays {', '.join(names) or '(none)'}")
        sizes = {
            field.name: _size(field) * given
            for field in wanted
            if isinstance(given := arrays.get(field.name), int)
        }
        block = memoryview(_block(sum(map(_in_lines, sizes.values())), large_pages))
        given_memory: dict[str, memoryview] = {}
        begin = 0
        for name, given in arrays.items():
            if isinstance(given, int):
                given_memory[name] = block[begin : begin + sizes[name]]
                begin += _in_lines(sizes[name])
            else:
                given_memory[name] = given.cast("B")
        for field in wanted:
            self._lay(field, given_memory[field.over or field.name])

    def _lay(self, field: Field, memory: memoryview) -> None:
        """Let an array lie over some memory."""
        length = len(memory) // _size(field)
        memory = memory[: length * _size(field)]
        made: Array[Any] = Array(field, memory, length)
        vars(self)[field.name] = made
        setattr(self, _word_name(field.name), _address_of(memory) if length else 0)
        setattr(self, _word_name(field.name, 1), length)

    @classmethod
    def over(cls, memory: Any) -> Self:
        """A record without arrays over the beginning of writable memory, such as a mapped file."""
        made: Self = cls.from_buffer(memory)
        return made

    @property
    def address(self) -> int:
        return ctypes.addressof(self)  # type: ignore[arg-type]

    def copy_from(self, other: Self) -> None:
        """Copy all fields of another record of the same class, which has no arrays."""
        if type(other) is not type(self) or any(f.is_array for f in self.__fields__.values()):
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


def _require_atomic(cls: type[Record], name: str) -> None:
    field = cls.__fields__.get(name)
    if field is None or not field.is_atomic or field.is_array or field.kind == "bool":
        raise TypeError(f"{cls.__name__}.{name} is not an atomic number")


def _size(field: Field) -> int:
    """The bytes of an array's element."""
    return WORD * (field.element.__words__ if field.element else 1)


def _in_lines(size: int) -> int:
    """So many bytes, in whole cache lines."""
    return -(-size // CACHE_LINE) * CACHE_LINE


def _block(size: int, large_pages: bool) -> mmap.mmap:
    memory = mmap.mmap(-1, max(size, 1), **PRIVATE)
    if large_pages and hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def _address_of(memory: memoryview) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory)) if len(memory) else 0
