"""Arithmetic of signed and unsigned numbers together, at the edges of both."""

from __future__ import annotations

import pytest

from outply.compiler import compile_function
from outply.game import Bits

NEAR = [0, 1, 2, 3, 7, 1 << 31, (1 << 62) - 1, (1 << 63) - 1]
UNSIGNED = [*NEAR, 1 << 63, (1 << 63) + 5, (1 << 64) - 1]
SIGNED = [*NEAR, *(-number for number in NEAR), -(1 << 63)]


def rest_of_bits(bits: Bits, number: int) -> int:
    return bits % number


def rest_by_bits(bits: Bits, number: int) -> Bits:
    return number % bits


def masked(bits: Bits, number: int) -> Bits:
    return bits & number


def either(bits: Bits, number: int) -> bool:
    return bool(bits | number)


def order(bits: Bits, number: int) -> int:
    return (bits > number) - (bits < number)


def outcome(function, *given):
    try:
        return function(*given)
    except ZeroDivisionError as error:
        return str(error)


@pytest.mark.parametrize("function", [rest_of_bits, rest_by_bits, masked, either, order])
def test_compiled_is_python(function):
    compiled = compile_function(function, 5, 6)
    for bits in UNSIGNED:
        for number in SIGNED:
            assert outcome(compiled, bits, number) == outcome(function, bits, number)
