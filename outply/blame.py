"""Which file and line of an author's rules something is about."""

from __future__ import annotations

import inspect
import traceback
from typing import Any, NamedTuple

from outply.game import Game

__all__ = [
    "Place",
    "files_of",
    "is_defined",
    "last_place",
    "place_of_class",
    "place_of_error",
    "place_of_method",
]


class Place(NamedTuple):
    file: str
    line: int


def is_defined(game: Game[Any], method: str) -> bool:
    """Whether the author wrote this method, or took the contract's own."""
    return getattr(type(game), method) is not getattr(Game, method)


def place_of_method(game: Game[Any], method: str) -> Place:
    """Where a method is defined; the class, where it is the contract's own."""
    function = inspect.unwrap(getattr(type(game), method, None) or game.initial)
    code = getattr(function, "__code__", None)
    if code is None or not is_defined(game, method):
        return place_of_class(type(game))
    return Place(code.co_filename, code.co_firstlineno)


def place_of_class(cls: type) -> Place:
    try:
        return Place(inspect.getsourcefile(cls) or "", inspect.getsourcelines(cls)[1])
    except (OSError, TypeError):
        return min(_functions(cls), default=Place("", 0))


def place_of_error(game: Game[Any], error: BaseException, method: str) -> Place:
    """The innermost line of the author's that an exception passed."""
    return last_place(error, files_of(game)) or place_of_method(game, method)


def files_of(game: Game[Any]) -> set[str]:
    """The files in which a game's rules are written."""
    return {place.file for cls in _authored(type(game)) for place in _functions(cls)}


def last_place(error: BaseException, files: set[str]) -> Place | None:
    """The innermost line of these files that an exception passed."""
    frames = traceback.extract_tb(error.__traceback__)
    passed = [Place(f.filename, f.lineno or 0) for f in frames if f.filename in files]
    return passed[-1] if passed else None


def _authored(cls: type) -> list[type]:
    not_theirs = (Game.__module__, "builtins", "typing")
    return [base for base in cls.__mro__ if base.__module__ not in not_theirs]


def _functions(cls: type) -> list[Place]:
    members = (inspect.unwrap(m) if callable(m) else m for m in vars(cls).values())
    codes = [getattr(member, "__code__", None) for member in members]
    places = [Place(code.co_filename, code.co_firstlineno) for code in codes if code]
    return [place for place in places if place.file != "<string>"]  # what a dataclass made
