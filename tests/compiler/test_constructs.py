"""Each construct gives the same, compiled and interpreted: value and type, or kind of error."""

from __future__ import annotations

import copy
import dataclasses
import inspect
from enum import Enum

import pytest

from outply.compiler import compile_function
from tests.compiler.constructs import CONSTRUCTS


def described(value):
    """A value with the types of all its parts, so that 1, 1.0 and True are different."""
    kind = type(value)
    if isinstance(value, Enum):
        return kind, value.name
    if isinstance(value, float):
        return kind, value.hex()
    if isinstance(value, tuple | list):
        return kind, [described(item) for item in value]
    if isinstance(value, set | frozenset):
        return kind, sorted((described(item) for item in value), key=repr)
    if isinstance(value, dict):
        return kind, [(described(key), described(item)) for key, item in value.items()]
    if dataclasses.is_dataclass(value):
        return kind, [described(getattr(value, field.name)) for field in dataclasses.fields(value)]
    return kind, value


def outcome(function, arguments, several):
    """What a call gives, or the type of the error that it raises.

    Where a function gives its items one by one, only the items are compared.
    """
    try:
        value = function(*copy.deepcopy(arguments))
        return described(list(value) if several else value)
    except Exception as error:
        return "raises", type(error)


def gives_items_one_by_one(function, arguments):
    return inspect.isgenerator(function(*copy.deepcopy(arguments)))


CASES = [pytest.param(function, calls, id=function.__name__) for function, calls in CONSTRUCTS]


@pytest.mark.parametrize(("function", "calls"), CASES)
def test_compiled_equals_interpreted(function, calls):
    several = gives_items_one_by_one(function, calls[0])
    compiled = compile_function(function, *copy.deepcopy(calls[0]))
    for arguments in calls:
        expected = outcome(function, arguments, several)
        assert outcome(compiled, arguments, several) == expected, arguments
