"""Find the part of a state or an observation that cannot be hashed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

from outply.check.equality import is_hashable

__all__ = ["UnhashablePart", "unhashable_part"]

WRITE_INSTEAD = {"list": "a tuple", "set": "a frozenset", "dict": "a tuple of pairs"}
WHOLE_STATE = "make the state a NamedTuple, a tuple or a frozen dataclass of such"


class UnhashablePart(NamedTuple):
    """A value without a hash, and where it is in the state: `rows[0]`; empty for the state."""

    path: str
    value: Any

    def description(self, whole: Any) -> str:
        """What it is a part of, and where it is."""
        what = f"a {type(whole).__name__}"
        return (
            f"{what} that has a {type(self.value).__name__} as {self.path}" if self.path else what
        )

    @property
    def advice(self) -> str:
        """What to write instead."""
        if not self.path:
            return WHOLE_STATE
        instead = WRITE_INSTEAD.get(type(self.value).__name__, "a NamedTuple or a frozen dataclass")
        return f"make {self.path} {instead}"


def unhashable_part(value: Any, path: str = "") -> UnhashablePart:
    """The innermost part of a value that is the reason why it cannot be hashed."""
    for name, part in _parts(value, path):
        if not is_hashable(part):
            return unhashable_part(part, name)
    return UnhashablePart(path, value)


def _parts(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The fields or items that make up the hash of a value, each with its path."""
    if dataclasses.is_dataclass(value) and type(value).__hash__ is not None:
        for field in dataclasses.fields(value):
            yield _joined(path, field.name), getattr(value, field.name)
    elif isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        for index, item in enumerate(value):
            yield _joined(path, names[index]) if names else f"{path or 'item '}[{index}]", item


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
