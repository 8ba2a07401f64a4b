"""Whether two values are the same, and whether one value has changed."""

from __future__ import annotations

import copy
import enum
from collections import deque
from collections.abc import Collection
from functools import cached_property
from typing import Any

import numpy as np

from outply.check.check_report import FAILURES

__all__ = ["GameGuard", "Guard", "has_no_equality", "is_equal_to_its_copy", "is_hashable", "same"]

ATOMS = (int, float, complex, str, bytes, enum.Enum, np.generic, type(None))


def same(one: Any, other: Any) -> bool:
    """Equal, or made of the same parts, for many classes do not define equality.

    What refers to too much to be compared is taken to be the same.
    """
    try:
        return _Comparison().same(one, other)
    except RecursionError:
        return True


class _Comparison:
    """Remembers what it compares, and so comes to an end where parts refer to each other."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[int, int], tuple[Any, Any]] = {}

    def same(self, one: Any, other: Any) -> bool:
        if one is other or _equal(one, other):
            return True
        if type(one) is not type(other):
            return False
        if isinstance(one, ATOMS):
            return not (_equal(one, one) or _equal(other, other))  # both are NaN
        pair = id(one), id(other)
        if pair in self._pairs:
            return True
        self._pairs[pair] = one, other
        if self._parts_are_same(one, other):
            return True
        del self._pairs[pair]
        return False

    def _parts_are_same(self, one: Any, other: Any) -> bool:
        if isinstance(one, np.ndarray):
            return one.shape == other.shape and self.same(one.tolist(), other.tolist())
        if isinstance(one, list | tuple | deque):
            return len(one) == len(other) and all(map(self.same, one, other))
        if isinstance(one, dict) and one.keys() == other.keys():
            return all(self.same(one[key], other[key]) for key in one)
        if isinstance(one, dict):
            return self._match(list(one.items()), list(other.items()))
        if isinstance(one, set | frozenset):
            return self._match(one, other)
        mine, others = _attributes(one), _attributes(other)
        return self.same(mine, others) if mine or others else has_no_equality(one)

    def _match(self, some: Collection[Any], others: Collection[Any]) -> bool:
        """Whether each is the same as one of the others, in whatever order."""
        return len(some) == len(others) and all(
            any(self.same(one, other) for other in others) for one in some
        )


def _equal(one: Any, other: Any) -> bool:
    """What `==` says, if it gives an answer at all."""
    try:
        answer = one == other
        return not isinstance(answer, np.ndarray) and bool(answer)
    except FAILURES:
        return False


def _attributes(value: Any) -> dict[str, Any]:
    """What an object holds, that which it only caches left out."""
    slots = (_slots(cls) for cls in type(value).__mro__)
    held = {n: getattr(value, n) for names in slots for n in names if hasattr(value, n)}
    held.update(getattr(value, "__dict__", {}))
    return {name: part for name, part in held.items() if not _is_cached(value, name)}


def _slots(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _is_cached(owner: Any, name: str) -> bool:
    return isinstance(getattr(type(owner), name, None), cached_property)


def has_no_equality(value: Any) -> bool:
    """Whether a value is equal to itself alone, as instances of plain classes are."""
    return not any("__eq__" in vars(cls) for cls in type(value).__mro__[:-1])


def is_equal_to_its_copy(value: Any) -> bool:
    """Whether `==` compares by value; what cannot be copied is trusted."""
    if _is_immutable(value):
        return True
    try:
        return _equal(copy.deepcopy(value), value)
    except FAILURES:
        return True


def is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except FAILURES:
        return False
    return True


def _is_immutable(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_is_immutable, value))
    return isinstance(value, ATOMS)


class Guard:
    """Remembers what a value was."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.can_change = not _is_immutable(value)
        try:
            self.before = copy.deepcopy(value) if self.can_change else value
        except FAILURES:
            self.before, self.can_change = value, False  # what cannot be copied is trusted

    @property
    def changed(self) -> bool:
        return self.can_change and not same(self.before, self.value)

    @property
    def is_comparable(self) -> bool:
        """Whether `==` knows a copy again."""
        return not has_no_equality(self.value) and _equal(self.before, self.value)

    def restored(self) -> Any:
        """The value as it was."""
        return copy.deepcopy(self.before) if self.can_change else self.value


class GameGuard:
    """Remembers what the attributes of a game were, those it caches left out."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._held: dict[str, Any] = getattr(game, "__dict__", {})
        self.renew()

    def renew(self) -> None:
        """Take what the attributes are now for what they should be."""
        lasting = (name for name in self._held if not _is_cached(self._game, name))
        self._guards = {name: Guard(self._held[name]) for name in lasting}
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
        added = (name for name in self._held if name not in self._guards)
        return next((name for name in added if not _is_cached(self._game, name)), None)
