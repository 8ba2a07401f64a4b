"""Whether two values are the same, and whether one value has changed."""

from __future__ import annotations

import copy
import enum
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["GameGuard", "Guard", "has_no_equality", "is_hashable", "same"]

IMMUTABLE = (int, float, complex, str, bytes, frozenset, enum.Enum, np.generic, type(None))


def same(one: Any, other: Any) -> bool:
    """Equal, or made of the same parts where a class does not define equality."""
    if one is other or _equal(one, other):
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return one != one and other != other
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    return has_no_equality(one) and same(_parts(one), _parts(other))


def _equal(one: Any, other: Any) -> bool:
    try:
        answer = one == other
        return bool(np.all(answer)) if isinstance(answer, np.ndarray) else bool(answer)
    except Exception:
        return False


def has_no_equality(value: Any) -> bool:
    """Whether a value is equal to itself alone, as instances of plain classes are."""
    return not any("__eq__" in vars(cls) for cls in type(value).__mro__[:-1])


def is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except Exception:
        return False
    return True


def _parts(value: Any) -> dict[str, Any]:
    slots = (name for cls in type(value).__mro__ for name in vars(cls).get("__slots__", ()))
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**held, **getattr(value, "__dict__", {})}


def _is_immutable(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_immutable, value))
    return isinstance(value, IMMUTABLE)


class Guard:
    """Remembers what a value was."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.can_change = not _is_immutable(value)
        try:
            self.before = copy.deepcopy(value) if self.can_change else value
        except Exception:
            self.before, self.can_change = value, False  # what cannot be copied is trusted

    @property
    def changed(self) -> bool:
        return self.can_change and not same(self.before, self.value)

    def restored(self) -> Any:
        """The value as it was."""
        return copy.deepcopy(self.before) if self.can_change else self.value


class GameGuard:
    """Remembers what the attributes of a game were, those it caches left out."""

    def __init__(self, game: Any) -> None:
        self._held: dict[str, Any] = getattr(game, "__dict__", {})
        self._cached = {
            name
            for cls in type(game).__mro__
            for name, member in vars(cls).items()
            if isinstance(member, cached_property)
        }
        self.renew()

    def renew(self) -> None:
        """Take what the attributes are now for what they should be."""
        self._guards = {n: Guard(v) for n, v in self._held.items() if n not in self._cached}
        self._size = len(self._held)

    def changed(self, thoroughly: bool) -> str | None:
        """The name of an attribute that is no longer what it was; parts of it only if asked."""
        for name, guard in self._guards.items():
            value = self._held.get(name)
            if value is not guard.value and not same(value, guard.before):
                return name
            if thoroughly and guard.changed:
                return name
        return self._added() if len(self._held) != self._size else None

    def _added(self) -> str | None:
        self._size = len(self._held)
        known = self._cached | self._guards.keys()
        return next((name for name in self._held if name not in known), None)
