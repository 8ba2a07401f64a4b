"""Values that are known when a module is generated, written into its source."""

from __future__ import annotations

import base64
import enum
import math
from typing import Any

import numpy as np

from outply.native.shapes import Scalar

__all__ = ["Constants", "is_plain"]

TUPLE_LIMIT = 32  # Numba unrolls tuples; a longer one serves as an array
TABLE_LIMIT = 1 << 16  # bytes; Numba stops caching a module with large constants


def is_plain(value: Any) -> bool:
    """Whether generated source can hold this value."""
    if isinstance(value, tuple | list):
        return all(is_plain(item) for item in value)
    plain = bool | int | float | str | np.ndarray | np.number | np.bool_ | None
    return isinstance(value, plain)


class Constants:
    """Named constants of the generated module."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tables: dict[str, np.ndarray[Any, Any]] = {}
        self.unsigned = False
        self._names: dict[str, str] = {}
        self._arrays: list[Any] = []

    def source_of(self, value: Any, kind: Scalar | None, stem: str) -> str:
        """An expression for `value`: a literal, or the name of a constant."""
        if isinstance(value, np.ndarray):
            return self._array(value, stem)
        if isinstance(value, tuple | list):
            return self._tuple(tuple(value), kind, stem)
        if isinstance(value, enum.Enum):
            value = value.value
        text = self._scalar(value, kind)
        return text if text[0] not in "nf" else self._named(text, stem)

    def _scalar(self, value: Any, kind: Scalar | None) -> str:
        if isinstance(value, bool | np.bool_ | str | None):
            return repr(bool(value) if isinstance(value, np.bool_) else value)
        if isinstance(value, float | np.floating) or (kind and kind.kind == "float64"):
            return repr(float(value)) if math.isfinite(value) else f"float('{float(value)}')"
        unsigned = (kind and kind.kind == "uint64") or isinstance(value, np.uint64)
        if unsigned or int(value) >= 1 << 63:
            self.unsigned = True
            return f"np.uint64({int(value)})"
        return repr(int(value))

    def _tuple(self, value: tuple[Any, ...], kind: Scalar | None, stem: str) -> str:
        if len(value) > TUPLE_LIMIT:
            numbers = np.array(value, dtype=np.uint64 if kind and kind.kind == "uint64" else None)
            if numbers.dtype.kind in "iufb":
                self.unsigned |= numbers.dtype == np.uint64
                return self._array(numbers, stem)
        return self._named(self._tuple_text(value, kind), stem)

    def _tuple_text(self, value: Any, kind: Scalar | None) -> str:
        if isinstance(value, tuple | list):
            items = "".join(f"{self._tuple_text(item, kind)}, " for item in value)
            return f"({items})"
        return self._scalar(value, kind)

    def _array(self, value: np.ndarray[Any, Any], stem: str) -> str:
        wide = {"i": np.int64, "u": np.uint64, "f": np.float64, "b": np.bool_}[value.dtype.kind]
        array = np.ascontiguousarray(value, dtype=wide if value.nbytes < TABLE_LIMIT else None)
        self.unsigned |= array.dtype == np.uint64
        self._arrays.append(value)
        if array.nbytes > TABLE_LIMIT:
            return self._table(array, f"{stem}_table")
        data = base64.b64encode(array.tobytes()).decode()
        return self._named(
            f"np.frombuffer(b64decode({data!r}), dtype={array.dtype.str!r}).reshape({array.shape})",
            stem,
        )

    def _table(self, array: np.ndarray[Any, Any], stem: str) -> str:
        for name, known in self.tables.items():
            if known is array:
                return name
        name = f"{stem}_{len(self.tables)}"
        self.tables[name] = array
        return name

    def _named(self, text: str, stem: str) -> str:
        if text not in self._names:
            self._names[text] = f"{stem}_c{len(self._names)}"
            self.lines.append(f"{self._names[text]} = {text}")
        return self._names[text]
