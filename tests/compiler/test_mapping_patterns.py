"""`match` on dicts."""

from __future__ import annotations

import pytest

from outply.compiler import compile_function


def keys_and_values(number):
    found = {"kind": number, "to": 3} if number > 1 else {"kind": number}
    match found:
        case {"kind": 2, "to": to}:
            return to
        case {"kind": 5, "to": to} if to > 9:
            return -1
        case {"to": 3 | 4, "kind": kind}:
            return 10 * kind
        case {"kind": 1}:
            return 100
        case {}:
            return 7


def patterns_of_values(number):
    match {1: (number, 2), 3: (4, 5)}:
        case {3: (4, last), 1: (0, other)}:
            return last + other
        case {1: (first, _)}:
            return first
    return -1


def a_dict_or_a_number(number):
    value = {"a": 1} if number else 5
    match value:
        case {"a": found} | int(found):
            return found
    return -1


@pytest.mark.parametrize("function", [keys_and_values, patterns_of_values, a_dict_or_a_number])
def test_the_same_as_interpreted(function):
    compiled = compile_function(function, 1)
    for number in range(7):
        assert compiled(number) == function(number)
