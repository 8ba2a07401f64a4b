"""Parameters of games and searches, given by name: are they theirs, and of the right kind?"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import typing
from collections.abc import Mapping
from typing import Any

from outply.game import OutplyError

__all__ = ["check_parameters", "parameter_kinds", "parameter_value"]

WORDS = {int: "a whole number", float: "a number", bool: "True or False"}


def parameter_value(text: str) -> Any:
    """A value as it is written on a command line: a Python literal, or else a text."""
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text.strip()


def parameter_kinds(cls: type) -> dict[str, Any]:
    """What a class takes, each with its annotation."""
    try:
        hints = typing.get_type_hints(cls)
    except Exception:  # an annotation that means nothing at run time checks nothing
        hints = {}
    if dataclasses.is_dataclass(cls):
        return {field.name: hints.get(field.name) for field in dataclasses.fields(cls)}
    given = inspect.signature(cls).parameters.values()
    return {p.name: p.annotation for p in given if p.kind is p.POSITIONAL_OR_KEYWORD}


def check_parameters(owner: str, kinds: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Refuse, in one sentence, what the owner does not take."""
    for name, value in given.items():
        if name not in kinds:
            takes = f"it takes {', '.join(kinds)}" if kinds else "it takes none"
            raise OutplyError(f"{owner} has no parameter {name!r}; {takes}.")
        if kinds[name] in WORDS and not _is_a(value, kinds[name]):
            raise OutplyError(f"{name} of {owner} is {value!r}; give {WORDS[kinds[name]]}.")


def _is_a(value: Any, kind: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind
