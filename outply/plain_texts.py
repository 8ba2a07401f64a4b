"""Texts of states and moves of games that define none, and moves as people may type them.

`Game.format`, `Game.format_move` and `Game.parse_move` call these functions.
"""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

__all__ = ["plain_text", "readable_repr", "shown_fields", "typed_choice"]

T = TypeVar("T")

FIELD = re.compile(r"[^\W\d]\w*\s*=")  # `src=`
ENUM = re.compile(r"[^\W\d]\w*\.(?=[^\W\d])")  # `Act.`
CLASS = re.compile(r"[^\W\d]\w*(?=\()")  # `Move` before its parenthesis
SIGNS = str.maketrans(dict.fromkeys("()[]{}\"',", " "))


def plain_text(value: Any) -> str:
    """`str` of a value; what is `repr` there, as of a tuple, is `readable_repr`."""
    kind: Any = type(value)
    return readable_repr(value) if kind.__str__ is object.__str__ else str(value)


def readable_repr(value: Any) -> str:
    """`repr` of a value, but everywhere in it enum members are short and sets in order.

    The order of a set and the `repr` of an enum member say nothing about a game: one differs
    between processes, the other has the member's number.
    """
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, set | frozenset) and value:
        name = "" if type(value) is set else type(value).__name__
        listed = "{" + ", ".join(map(readable_repr, _ordered(value))) + "}"
        return f"{name}({listed})" if name else listed
    has_own_repr = type(value) not in (tuple, list) and _joined(value, repr) != repr(value)
    return repr(value) if has_own_repr else _joined(value, readable_repr)


def shown_fields(value: Any) -> tuple[str, ...]:
    """The names of a value's fields; none if it has no fields, or a text of its own."""
    kind: Any = type(value)
    has_own_text = kind.__str__ is not object.__str__ or _joined(value, repr) != repr(value)
    return () if has_own_text else _fields_of(value) or ()


def _joined(value: Any, text: Callable[[Any], str]) -> str:
    """The texts of the parts of a value, joined as Python's `repr` does; empty if it has none."""
    if type(value) is tuple:
        return "(" + ", ".join(map(text, value)) + ("," if len(value) == 1 else "") + ")"
    if type(value) is list:
        return "[" + ", ".join(map(text, value)) + "]"
    names = _fields_of(value)
    if names is None:
        return ""
    fields = ", ".join(f"{name}={text(getattr(value, name))}" for name in names)
    return f"{type(value).__qualname__}({fields})"


def _fields_of(value: Any) -> tuple[str, ...] | None:
    """The names of the fields that a NamedTuple or a dataclass shows; None of other values."""
    if isinstance(value, tuple):
        return getattr(value, "_fields", None)
    if not dataclasses.is_dataclass(value):
        return None
    return tuple(field.name for field in dataclasses.fields(value) if field.repr)


def _ordered(values: Iterable[Any]) -> list[Any]:
    """By value where they can be compared, else by their texts."""
    by_text = sorted(values, key=readable_repr)
    try:
        return sorted(by_text)
    except TypeError:
        return by_text


# -- what people type ------------------------------------------------------------------


def typed_choice(text: str, choices: Mapping[str, T]) -> T:
    """The choice that people mean by a text; raises LookupError if there is not one.

    It is written as its own text is, without signs (`drop 1 2` for `Drop(at=(1, 2))`), or by its
    values alone (`1 2`). What could be written for two choices stands for neither.
    """
    exact = {each.lower(): choice for each, choice in choices.items()}
    if text.strip().lower() in exact:
        return exact[text.strip().lower()]
    for simplified in (_without_signs, _without_enums, _values_only):
        found = [choice for each, choice in choices.items() if simplified(each) == simplified(text)]
        if len(found) == 1:
            return found[0]
    raise LookupError(text)


def _without_signs(text: str) -> str:
    """`(1, 2)` as `1 2`, and `Move(src=(3, 0))` as `move 3 0`."""
    return " ".join(FIELD.sub(" ", text.lower()).translate(SIGNS).split())


def _without_enums(text: str) -> str:
    """`Drop(how=Act.FOLD)` as `drop fold`."""
    return _without_signs(ENUM.sub(" ", text))


def _values_only(text: str) -> str:
    """`Drop(how=Act.FOLD)` as `fold`."""
    return _without_enums(CLASS.sub(" ", text))
