"""The words that a game's moves may contain: texts in the code that makes the moves."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

from outply.game import Game

__all__ = ["words_of"]

MAKERS = ("moves", "outcomes", "candidates", "noisy_moves", "pick")
MOST_WORDS, LONGEST = 64, 24


@functools.cache
def words_of(cls: Any) -> tuple[str, ...]:
    """The short texts in what makes the moves of a class of games, in order.

    The same in each process, since a move's code depends on it. A text that is not found here
    has no exact code, which costs time and changes nothing else.
    """
    found: set[str] = set()
    seen: set[Any] = set()
    own = (name for name in MAKERS if getattr(cls, name) is not getattr(Game, name))
    functions = [getattr(cls, name) for name in own]
    while functions:
        function = _unwrapped(functions.pop())
        if not isinstance(function, FunctionType) or function in seen:
            continue
        seen.add(function)
        codes = _codes_in(function.__code__)
        found.update(*(_texts(code.co_consts) for code in codes))
        named = [*_named_in(codes, function.__globals__, cls)]
        found.update(_texts(named))
        functions += named
    words = sorted(word for word in found if 1 < len(word) <= LONGEST)
    return tuple(words) if len(words) <= MOST_WORDS else ()


def _unwrapped(function: Any) -> Any:
    """What a decorator or a property was put around."""
    return getattr(function, "__wrapped__", None) or getattr(function, "fget", function)


def _named_in(codes: list[CodeType], variables: dict[str, Any], cls: Any) -> Iterator[Any]:
    """What the names in some code mean: variables of its module, and members of the class."""
    for name in {name for code in codes for name in code.co_names}:
        yield variables.get(name)
        yield from (vars(base).get(name) for base in cls.__mro__ if base is not Game)


def _codes_in(code: CodeType) -> list[CodeType]:
    """The code of a function and of those that are nested in it."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return [code, *(found for each in inner for found in _codes_in(each))]


def _texts(values: Iterable[Any]) -> set[str]:
    """The texts among some values, and in tuples, lists, sets and dicts of them."""
    found: set[str] = set()
    for value in values:
        if type(value) is str:
            found.add(value)
        elif isinstance(value, dict):
            found |= _texts([*value.keys(), *value.values()])
        elif isinstance(value, tuple | list | set | frozenset):
            found |= _texts(value)
    return found
