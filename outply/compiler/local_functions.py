"""Functions that another function defines, and methods and partial calls as values."""

from __future__ import annotations

import dataclasses
from typing import Any

from outply.compiler.flow import SpilledValue
from outply.compiler.source import Code, Context, free_names

__all__ = ["BoundMethod", "LocalFunction", "Partial", "captured_names"]


class LocalFunction:
    """A function that another one defines."""

    def __init__(self, code: Code, parent: Code) -> None:
        self.code, self.parent = code, parent
        self.scope: Context | None = None  # where it is defined: perhaps in a comprehension
        self.defaults: dict[str, str] = {}  # parameter -> variable that holds its default
        self.context: Context | None = None  # where it was handed on from
        self.of_one_turn = False  # it uses a variable that the next turn of a loop sets

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LocalFunction) and other.code is self.code

    def __hash__(self) -> int:
        return id(self.code)


@dataclasses.dataclass(frozen=True)
class Partial:
    """What a closure calls: its first item, with the other ones before what it is given.

    `method` is the name of a method of Python's own; the first item is then the method's owner.
    """

    name: str
    positional: int
    keywords: tuple[str, ...] = ()
    method: str = ""


class BoundMethod:
    """A method of a value, with the value."""

    def __init__(self, owner: SpilledValue, name: str, function: Any = None) -> None:
        self.owner, self.name, self.function = owner, name, function


def captured_names(code: Code) -> set[str]:
    """The names around a nested function that its body uses; defaults are computed before."""
    found: set[str] | None = code.__dict__.get("_captured_names")
    if found is None:
        found = (set().union(*map(free_names, code.body)) - code.locals) | code.nonlocals
        code.__dict__["_captured_names"] = found
    return found
