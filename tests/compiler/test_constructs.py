"""Each construct gives the same, compiled and interpreted: value and type, or kind of error."""

from __future__ import annotations

import copy
import dataclasses
import inspect
from enum import Enum
from pathlib import Path

import pytest

from outply.compiler import NotCompilable, compile_function
from tests.compiler.constructs import CONSTRUCTS
from tests.tiers import sampled, slow


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


REFUSED = {
    *("closures_in_a_loop_see_the_last_value", "error_message"),
    *("generators_are_lazy", "is_and_equality", "keyword_dict_call"),
    *("string_of_float", "sum_of_objects"),
}
"""What is not compiled yet; each is refused, with its line."""

TOO_LARGE = {"float_too_large_for_int"}
"""What Python computes with more than 64 bits, and compiled code does not: it says so."""

CASES = [
    pytest.param(function, calls, id=function.__name__)
    for function, calls in CONSTRUCTS
    if function.__name__ not in REFUSED
]
LEFT = [f for f, _ in CONSTRUCTS if f.__name__ in REFUSED]


@sampled(4)
@slow
@pytest.mark.parametrize(("function", "calls"), CASES)
def test_compiled_equals_interpreted(function, calls):
    several = gives_items_one_by_one(function, calls[0])
    compiled = compile_function(function, *copy.deepcopy(calls[0]))
    for arguments in calls:
        expected = outcome(function, arguments, several)
        found = outcome(compiled, arguments, several)
        if function.__name__ in TOO_LARGE:
            assert found in (expected, ("raises", OverflowError)), arguments
        else:
            assert found == expected, arguments


@pytest.mark.parametrize("function", LEFT, ids=lambda function: function.__name__)
def test_what_is_not_compiled_is_refused_at_its_line(function):
    calls = next(calls for each, calls in CONSTRUCTS if each is function)
    with pytest.raises(NotCompilable) as caught:
        compile_function(function, *copy.deepcopy(calls[0]))
    first = inspect.getsourcelines(function)[1]
    last = first + len(inspect.getsourcelines(function)[0])
    for refusal in caught.value.refusals:
        assert Path(refusal.file).parent.name == "constructs"
        if function.__name__ not in ELSEWHERE:
            assert first <= refusal.line < last


ELSEWHERE = {"keyword_dict_call", "sum_of_objects"}
"""The line that is refused is one of a helper's."""


def test_most_of_what_people_write_is_compiled():
    assert len(REFUSED) < 0.1 * len(CONSTRUCTS)
