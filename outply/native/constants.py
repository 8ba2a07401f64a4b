"""Values that are known when a module is generated, written into its source."""

from __future__ import annotations

import base64
import enum
import math
import sys
from collections.abc import Iterator
from typing import Any

from outply.native.errors import NotCompilable
from outply.native.shapes import Scalar

__all__ = ["TUPLE_LIMIT", "Constants", "is_plain"]

TUPLE_LIMIT = 32  # items; Numba unrolls tuples, so a longer one serves as an array
WORD = 8  # bytes
TABLE_LIMIT = 1 << 16  # bytes; larger arrays stay where they are and are passed by address
UNSIGNED = Scalar("uint64")


def is_plain(value: Any) -> bool:
    """Whether generated source can hold this value."""
    if isinstance(value, tuple | list):
        return all(is_plain(item) for item in value)
    return isinstance(value, bool | int | float | str | None) or _is_numpy(value)


def _is_numpy(value: Any) -> bool:
    """Whether this is an array or a number of NumPy's, which may not have been imported."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray | numpy.number | numpy.bool_)


class Constants:
    """Named constants of the generated module."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tables: dict[str, Any] = {}  # arrays that are passed by address
        self.unsigned = False
        self._names: dict[str, str] = {}
        self._made: dict[int, tuple[Any, Any]] = {}

    def source_of(self, value: Any, kind: Scalar | None, stem: str) -> str:
        """An expression for `value`: a literal, or the name of a constant."""
        if isinstance(value, tuple | list):
            if WORD * len(value) > TABLE_LIMIT and (shape := _shape(value)):
                return self._array(self._as_array(value, kind, shape), stem)
            return self._named(self._tuple(tuple(value), kind), stem)
        if _is_numpy(value) and value.ndim:
            return self._array(value, stem)
        text = self._scalar(value, kind)
        return self._named(text, stem) if "(" in text else text

    def _scalar(self, value: Any, kind: Scalar | None) -> str:
        if _is_numpy(value):
            kind = UNSIGNED if value.dtype.name == "uint64" else kind
            value = value.item()
        if isinstance(value, enum.Enum):
            value = value.value
        if isinstance(value, bool | str | None):
            return repr(value)
        if isinstance(value, float) or kind == Scalar("float64"):
            return repr(float(value)) if math.isfinite(value) else f"float('{value}')"
        if not -(1 << 63) <= value < 1 << 64:
            raise NotCompilable(f"{value} does not fit 64 bits")
        if kind == UNSIGNED or value >= 1 << 63:
            self.unsigned = True
            return f"np.uint64({value})"
        return repr(value)

    def _tuple(self, value: Any, kind: Scalar | None) -> str:
        if not isinstance(value, tuple | list):
            return self._scalar(value, kind)
        if len(value) > TUPLE_LIMIT and (shape := _shape(value)):
            return self._array_text(value, kind, shape)
        return f"({''.join(f'{self._tuple(item, kind)}, ' for item in value)})"

    def _array_text(self, value: Any, kind: Scalar | None, shape: tuple[int, ...]) -> str:
        """A long tuple as an array, which is indexed, measured and looped over alike."""
        numbers = list(_flat(value))
        kind = _kind_of(numbers, kind)
        self.unsigned |= kind == UNSIGNED
        return f"np.array({numbers}, dtype=np.{kind.kind}).reshape({shape})"

    def _as_array(self, value: Any, kind: Scalar | None, shape: tuple[int, ...]) -> Any:
        """A very long tuple as an array that is made once, for all who use it."""
        if id(value) not in self._made:
            import numpy as np

            numbers = list(_flat(value))
            array = np.array(numbers, dtype=_kind_of(numbers, kind).kind).reshape(shape)
            self._made[id(value)] = (value, array)
        return self._made[id(value)][1]

    def _array(self, array: Any, stem: str) -> str:
        if array.dtype.kind not in "biuf":
            raise NotCompilable(f"an array of {array.dtype} holds no numbers")
        array = array.astype(array.dtype.newbyteorder("="), copy=False)
        self.unsigned |= array.dtype.name == "uint64"
        if array.nbytes > TABLE_LIMIT:
            return self._table(array, stem)
        data = base64.b64encode(array.tobytes()).decode()
        numbers = f"np.frombuffer(b64decode({data!r}), dtype={array.dtype.str!r})"
        return self._named(f"{numbers}.reshape({array.shape})", stem)

    def _table(self, array: Any, stem: str) -> str:
        for name, known in self.tables.items():
            if known is array:
                return name
        name = f"{stem}__t{len(self.tables)}"
        contiguous = array.flags.c_contiguous
        self.tables[name] = array if contiguous else array.copy(order="C")
        return name

    def _named(self, text: str, stem: str) -> str:
        if text not in self._names:
            self._names[text] = f"{stem}__c{len(self._names)}"
            self.lines.append(f"{self._names[text]} = {text}")
        return self._names[text]


def _kind_of(numbers: list[Any], declared: Scalar | None) -> Scalar:
    if any(isinstance(number, float) for number in numbers):
        return Scalar("float64")
    return UNSIGNED if max(numbers) >= 1 << 63 else declared or Scalar("int64")


def _shape(value: Any) -> tuple[int, ...] | None:
    """The shape of nested tuples of numbers, if they have one."""
    if not isinstance(value, tuple | list):
        return () if isinstance(value, int | float) else None
    shapes = {_shape(item) for item in value}
    inner = shapes.pop() if len(shapes) == 1 else None
    return None if inner is None else (len(value), *inner)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for item in value:
            yield from _flat(item)
    else:
        yield value
