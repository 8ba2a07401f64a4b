"""The types that compiled code can hold, read off annotations.

A shape is a scalar, a row (a tuple of shapes) or a record (a NamedTuple of shapes). Every
scalar takes one 64-bit word, so a state is packed into an array of words for a kernel.
"""

from __future__ import annotations

import contextlib
import inspect
import struct
import sys
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from outply.native.errors import NotCompilable

__all__ = ["Record", "Row", "Scalar", "Shape", "hints_of", "pack", "record_shape", "scalar_of"]

PACKED = {"int64": "q", "uint64": "Q", "float64": "d", "boolean": "q"}


@dataclass(frozen=True)
class Scalar:
    kind: str  # int64, uint64, float64 or boolean


@dataclass(frozen=True)
class Row:
    items: tuple[Shape, ...]


@dataclass(frozen=True)
class Record:
    cls: type
    names: tuple[str, ...]
    items: tuple[Shape, ...]


Shape = Union[Scalar, Row, Record]  # noqa: UP007  (a forward reference cannot use |)


def scalar_of(annotation: Any) -> Scalar | None:
    """The scalar that an annotation means, if it means one."""
    if get_origin(annotation) is Annotated and "uint64" in annotation.__metadata__:
        return Scalar("uint64")
    if isinstance(annotation, type):
        return {int: Scalar("int64"), float: Scalar("float64"), bool: Scalar("boolean")}.get(
            annotation
        )
    return None


def hints_of(thing: Any) -> dict[str, Any]:
    """The annotations of a function or class, those that resolve.

    An annotation that cannot be evaluated at run time (a name imported for type checkers
    only) is left out rather than spoiling the others.
    """
    try:
        return get_type_hints(thing, include_extras=True)
    except Exception:
        return dict(_resolvable_hints(thing))


def _resolvable_hints(thing: Any) -> Iterator[tuple[str, Any]]:
    name = getattr(thing, "__module__", None) or getattr(thing, "__name__", "")
    scope = getattr(thing, "__globals__", None) or vars(sys.modules.get(str(name), typing))
    for name, annotation in getattr(thing, "__annotations__", {}).items():
        with contextlib.suppress(Exception):
            # The author's own annotation, in the author's own module.
            known = eval(annotation, dict(scope)) if isinstance(annotation, str) else annotation  # noqa: S307
            yield name, known


def record_shape(state: Any) -> Record:
    """The shape of a NamedTuple, from its annotations; lengths of tuples from this value."""
    cls = type(state)
    if not (isinstance(state, tuple) and hasattr(cls, "_fields")):
        reason = f"a state is a {cls.__name__}, not a NamedTuple of numbers"
        raise NotCompilable(reason, *_place(cls))
    hints = hints_of(cls)
    items = []
    for name, value in zip(cls._fields, state, strict=True):
        shape = _field_shape(hints.get(name), value)
        if shape is None:
            raise NotCompilable(_misfit(cls, name, hints.get(name)), *_place(cls))
        items.append(shape)
    return Record(cls, cls._fields, tuple(items))


def _misfit(cls: type, name: str, annotation: Any) -> str:
    shown = getattr(annotation, "__name__", None) or annotation or "nothing"
    return (
        f"{cls.__name__}.{name} is annotated {shown}; compiled states hold int, Bits, float, bool "
        "and non-empty tuples of them"
    )


def _place(cls: type) -> tuple[str, int]:
    """Where a class is written, as far as that can be known."""
    try:
        return inspect.getsourcefile(cls) or "", inspect.getsourcelines(cls)[1]
    except (OSError, TypeError):
        return "", 0


def _field_shape(annotation: Any, value: Any) -> Shape | None:
    scalar = scalar_of(annotation)
    if scalar is not None:
        return scalar
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return record_shape(value)
    if get_origin(annotation) is not tuple or not isinstance(value, tuple):
        return None
    kinds = get_args(annotation)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * len(value)
    if len(kinds) != len(value) or not value:
        return None
    items = [_field_shape(kind, item) for kind, item in zip(kinds, value, strict=True)]
    return None if None in items else Row(tuple(items))  # type: ignore[arg-type]


def scalars(shape: Shape) -> Iterator[Scalar]:
    """The words of a shape, in order."""
    if isinstance(shape, Scalar):
        yield shape
    else:
        for item in shape.items:
            yield from scalars(item)


def pack(shape: Record) -> Callable[[Any], bytes]:
    """A function that packs a state of this shape into words."""
    layout = struct.Struct("=" + "".join(PACKED[scalar.kind] for scalar in scalars(shape)))
    flat = all(isinstance(item, Scalar) for item in shape.items)
    size = len(list(scalars(shape)))

    def packed(state: Any) -> bytes:
        words = state if flat else tuple(_flatten(state))
        if len(words) != size:
            raise NotCompilable(
                f"a {shape.cls.__name__} has {len(words)} numbers where the first had {size}"
            )
        try:
            return layout.pack(*words)
        except struct.error as error:
            raise NotCompilable(f"{state} does not fit 64-bit words: {error}") from None

    return packed


def _flatten(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flatten(item)
    else:
        yield value
