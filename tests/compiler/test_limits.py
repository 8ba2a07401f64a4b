"""Limits of compiled code: where Python would go on, the program's own handlers catch nothing."""

# No future import here: the annotation of a nested function must not look like a change.

import pytest

from outply.compiler import compile_function


def caught_by_name(number):
    try:
        return number**4
    except OverflowError:
        return 0


def caught_by_any(number):
    try:
        return number * number * number * number
    except:  # noqa: E722
        return 0


def passed_on(number):
    try:
        power = number**4
    finally:
        number = 0
    return power


@pytest.mark.parametrize("function", [caught_by_name, caught_by_any, passed_on])
def test_a_large_number_is_not_caught(function):
    compiled = compile_function(function, 3)
    assert compiled(7) == function(7)
    with pytest.raises(OverflowError, match="more than 64 bits"):
        compiled(10**5)


def annotated_within(number):
    def more(other: int) -> int:
        return other + 1

    return more(number)


def test_a_nested_function_may_have_annotations():
    assert compile_function(annotated_within, 3)(4) == 5
