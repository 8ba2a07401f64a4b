"""Parameters of games and searches, given by name: their types, and whether they are valid."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from outply.did_you_mean import closest
from outply.game import OutplyError

__all__ = [
    "UnknownParameter",
    "check_parameters",
    "parameter_defaults",
    "parameter_kinds",
    "parameter_value",
]

TYPE_NAMES = {int: "a whole number", float: "a number", bool: "True or False"}


class UnknownParameter(OutplyError):
    """A parameter that its owner does not have; `meant` is the one that has a similar name."""

    def __init__(self, owner: str, parameter: str, known: Iterable[str]) -> None:
        names = list(known)
        self.parameter = parameter
        self.meant = closest(parameter, names)
        takes = f"did you mean {self.meant}? It takes" if self.meant else "it takes"
        super().__init__(
            f"{owner} has no parameter {parameter!r}; {takes} {', '.join(names) or 'none'}."
        )


def parameter_value(text: str) -> Any:
    """A value as it is written on a command line: a Python literal, true, false, or else a text."""
    if text.strip().lower() in ("true", "false"):
        return text.strip().lower() == "true"
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text.strip()


def parameter_kinds(cls: type) -> dict[str, Any]:
    """The parameters of a class, each with its annotation."""
    try:
        hints = typing.get_type_hints(cls)
    except Exception:  # an annotation that cannot be evaluated is not checked
        hints = {}
    if dataclasses.is_dataclass(cls):
        return {field.name: hints.get(field.name) for field in dataclasses.fields(cls)}
    given = inspect.signature(cls).parameters.values()
    return {p.name: p.annotation for p in given if p.kind is p.POSITIONAL_OR_KEYWORD}


def parameter_defaults(owner: Any) -> dict[str, Any]:
    """The parameters of an object that was made without any, each with its value."""
    return {name: getattr(owner, name, None) for name in parameter_kinds(type(owner))}


def check_parameters(owner: str, kinds: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Refuse, in one sentence, a parameter that is unknown or of another type."""
    for name, value in given.items():
        if name not in kinds:
            raise UnknownParameter(owner, name, kinds)
        if kinds[name] in TYPE_NAMES and not _is_a(value, kinds[name]):
            raise OutplyError(f"{name} of {owner} is {value!r}; give {TYPE_NAMES[kinds[name]]}.")


def _is_a(value: Any, kind: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind
