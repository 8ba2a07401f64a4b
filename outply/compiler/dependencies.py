"""What a program was made from, so that a warm start can tell whether it is still the same.

While a program is written, every object that it looks up is noted by its *path*: where it starts
(the game, the search, a module, a class) and the attributes that lead to it. A kernel on disk
lists the paths with a fingerprint of what was found there. It is still good if each path leads to
the same, which takes a few milliseconds and no linking.
"""

from __future__ import annotations

import builtins
import contextlib
import dataclasses
import enum
import hashlib
import inspect
import marshal
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from types import (
    BuiltinFunctionType,
    CodeType,
    DynamicClassAttribute,
    FunctionType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any, get_origin

from outply.compiler.records import MemoryProperty, Record

__all__ = [
    "PROPERTIES",
    "SHARES_PARTS",
    "Dependencies",
    "Path",
    "fingerprint",
    "resolve",
    "shares_parts",
]

Path = tuple[str, ...]
PROPERTIES = (property, DynamicClassAttribute)
FUNCTIONS = (FunctionType, MethodType, *PROPERTIES, staticmethod, classmethod)
MEMORY = "()memory "  # before the name of a property that reads memory: itself, not its value
SHARES_PARTS = "()shares_parts"  # at the end of a path: what `shares_parts` says of the rest
COMPILER = "outply.compiler."  # every kernel's name says which version of it was used


class Dependencies:
    """The paths that a program used; `is_complete` is false if some object has none."""

    def __init__(self, roots: Mapping[str, Any]) -> None:
        self.roots = dict(roots)
        self.found: dict[Path, str] = {}
        self.is_complete = True
        self._paths: dict[int, Path] = {id(value): ("root", name) for name, value in roots.items()}
        self._kept: list[Any] = list(roots.values())

    def name(self, module: str, name: str, value: Any) -> None:
        """A variable of a module."""
        if module not in sys.modules or vars(sys.modules[module]).get(name, self) is not value:
            self.is_complete = False
            return
        self._note(("module", module, name), value)

    def attribute(self, owner: Any, name: str, value: Any) -> None:
        """An attribute of an object."""
        path = self.path_of(owner)
        if path is None:
            self.is_complete = False
        else:
            self._note((*path, name), value)

    def memory_property(self, owner: Any, name: str, found: MemoryProperty) -> None:
        """A property of an object, whose value may change."""
        self.attribute(owner, MEMORY + name, found)
        if (path := self.path_of(found)) is not None:
            self._paths.setdefault(id(found.fget), path)

    def function(self, function: Any) -> None:
        """A function that was found in some way that is noted, or that only its name tells."""
        if id(function) in self._paths:
            return
        path = _path_of_function(function)
        if path is None:
            self.is_complete = False
        else:
            self._note(path, function)

    def sharing(self, value: Any) -> bool:
        """Whether a constant refers to some part of it twice, on which the program depends."""
        found, path = shares_parts(value), self.path_of(value)
        if path is None:
            self.is_complete = False
        else:
            self._note((*path, SHARES_PARTS), found)
        return found

    def path_of(self, value: Any) -> Path | None:
        if id(value) in self._paths:
            return self._paths[id(value)]
        if isinstance(value, ModuleType):
            return ("module", value.__name__)
        if isinstance(value, type):
            path = ("module", value.__module__, *value.__qualname__.split("."))
            try:
                return path if resolve(path, {}) is value else None
            except (LookupError, AttributeError):
                return None  # a class that a function defines
        if isinstance(value, super):
            return None
        return None

    def _note(self, path: Path, value: Any) -> None:
        if path[0] == "module" and f"{path[1]}.".startswith(COMPILER):
            return
        if path not in self.found:
            print_ = fingerprint(value)
            if print_ is None:
                self.is_complete = False
                return
            self.found[path] = print_
        self._kept.append(value)  # a property may make an object each time it is read
        if not isinstance(value, (int, float, str, bool, NoneType)):
            self._paths.setdefault(id(value), path)
        if isinstance(value, MethodType):
            self._paths.setdefault(id(value.__func__), path)


def resolve(path: Path, roots: Mapping[str, Any]) -> Any:
    """What a path leads to; raises LookupError or AttributeError if nowhere."""
    if path[0] == "root":
        value, rest = roots[path[1]], path[2:]
    else:
        value, rest = sys.modules[path[1]], path[2:]
    for name in rest:
        if (held := _property_of_enum(value, name)) is not None:
            value = held
        elif name.startswith(MEMORY):
            value = inspect.getattr_static(type(value), name.removeprefix(MEMORY))
        else:
            value = shares_parts(value) if name == SHARES_PARTS else getattr(value, name)
    return value


def _property_of_enum(value: Any, name: str) -> DynamicClassAttribute | None:
    """A property that `enum.property` made: only members have the attribute."""
    if not isinstance(value, enum.EnumType):
        return None
    found = inspect.getattr_static(value, name, None)
    return found if isinstance(found, DynamicClassAttribute) else None


def shares_parts(value: Any) -> bool:
    """Whether a constant refers to some list, dict or set in two places, or to itself."""
    seen, waiting = set[int](), [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, (list, dict, set, deque)):
            if id(one) in seen:
                return True
            seen.add(id(one))
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, (list, tuple, deque)):
            waiting += one
        elif dataclasses.is_dataclass(one) and not isinstance(one, type):
            waiting += [getattr(one, field.name) for field in dataclasses.fields(one)]
    return False


def _path_of_function(function: Any) -> Path | None:
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    if module is None or "<" in name:
        return None
    path = ("module", module, *name.split("."))
    try:
        found = resolve(path, {})
    except (LookupError, AttributeError):
        return None
    inner = getattr(found, "fget", None) or getattr(found, "func", None) or found
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    return path if inner is function else None


# -- fingerprints ----------------------------------------------------------------------------


def fingerprint(value: Any) -> str | None:
    """Text that is the same for values that compile to the same; None if there is none.

    Of an object of a plain class it tells only the class: the attributes that a program uses
    have paths of their own.
    """
    content = _content(value, 0)
    return None if content is None else hashlib.sha256(content).hexdigest()[:20]


def _content(value: Any, depth: int) -> bytes | None:
    if depth > 20:
        return None
    if isinstance(value, enum.Enum):
        return repr((type(value).__module__, str(type(value)), value.name, value.value)).encode()
    if isinstance(value, (int, float, str, bytes, NoneType)):
        return repr((type(value).__name__, value)).encode()
    if isinstance(value, FUNCTIONS):
        return _function_content(value, depth)
    if isinstance(value, type):
        return _class_content(value)
    if isinstance(value, ModuleType):
        return value.__name__.encode()
    return _container_content(value, depth)


def _container_content(value: Any, depth: int) -> bytes | None:
    if isinstance(value, Record):
        return _record_content(value)
    if isinstance(value, BuiltinFunctionType):
        return repr((value.__module__, value.__qualname__)).encode()
    if isinstance(value, (tuple, list)):
        return _sequence_content(value, depth)
    if isinstance(value, dict):
        return _sequence_content([type(value).__name__, *value.items()], depth)
    if isinstance(value, (set, frozenset)):
        return repr(sorted(map(repr, value))).encode()
    if isinstance(value, deque):
        return _sequence_content([value.maxlen, *value], depth)
    if isinstance(value, range) or get_origin(value) is not None:  # as `list[int]`
        return repr(value).encode()
    if dataclasses.is_dataclass(value):
        fields = [(f.name, _field_value(value, f.name)) for f in dataclasses.fields(value)]
        return _sequence_content([_class_content(type(value)), *fields], depth)
    return _other_content(value, depth)


def _field_value(value: Any, name: str) -> Any:
    """What a field holds; of a record its layout, since `marshal` would write its memory."""
    found = inspect.getattr_static(type(value), name, None)
    held = found if isinstance(found, MemoryProperty) else getattr(value, name)
    return _record_content(held) if isinstance(held, Record) else held


def _record_content(record: Record) -> bytes:
    """A record is passed by address: what it holds is not compiled in."""
    return _class_content(type(record)) + repr(record.__layout__).encode()


def _other_content(value: Any, depth: int) -> bytes | None:
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        content: bytes = value.tobytes()
        return repr((value.dtype.str, value.shape)).encode() + content
    if numpy is not None and isinstance(value, numpy.generic):
        return repr((value.dtype.str, value.item())).encode()
    inner = getattr(value, "__wrapped__", None) or getattr(value, "func", None)
    if inner is not None:
        return _content(inner, depth + 1)
    if getattr(builtins, getattr(value, "__name__", ""), None) is value:
        return repr(value).encode()
    return _class_content(type(value)) if depth == 0 else None


def _sequence_content(value: Any, depth: int) -> bytes | None:
    try:
        if type(value) in (tuple, list):
            return marshal.dumps(value, 2)
    except ValueError:
        pass
    parts = [str(type(value).__name__).encode()]
    for item in value:
        part = item if isinstance(item, bytes) else _content(item, depth + 1)
        if part is None:
            return None
        parts.append(part)
    return b"\0".join(parts)


def _class_content(value: type) -> bytes:
    order = [(base.__module__, base.__qualname__) for base in value.__mro__]
    return repr((order, sorted(_annotations(value).items()))).encode()


def _annotations(value: Any) -> dict[str, str]:
    return {name: str(hint) for name, hint in getattr(value, "__annotations__", {}).items()}


def _held(function: FunctionType) -> Iterator[Any]:
    """What the variables around a function hold."""
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):
            yield cell.cell_contents


def _cell_content(held: Any, depth: int) -> bytes | None:
    return held.__qualname__.encode() if isinstance(held, type) else _content(held, depth + 1)


def _function_content(value: Any, depth: int) -> bytes | None:
    function = getattr(value, "fget", None) or getattr(value, "__func__", None) or value
    if not isinstance(function, FunctionType):
        return None
    cells = [_cell_content(held, depth) for held in _held(function)]
    defaults = _content((function.__defaults__ or ()), depth + 1)
    named = _content((function.__kwdefaults__ or {}), depth + 1)
    parts = [*cells, defaults, named]
    if None in parts:
        return None
    code = repr((_code(function.__code__), sorted(_annotations(function).items())))
    return b"\0".join([code.encode(), *(part for part in parts if part is not None)])


def _code(code: CodeType) -> tuple[Any, ...]:
    """What a function does, and at which lines: a kernel on disk names them in its errors."""
    constants = tuple(_code(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts)
    names = code.co_names, code.co_varnames, code.co_freevars
    return code.co_code, constants, *names, code.co_firstlineno, code.co_linetable
