"""The functions of `math` at the edges of their domains: as in Python, errors included."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable

import pytest

from outply.compiler import builtin_math, compile_function
from outply.compiler.callees import BUILTINS

EDGES = [0.0, 1.0, 2.0, 0.5, 1e308, 1.7e308, 1000.0, 1e-320, 3.7, math.inf]
EDGES = [*EDGES, *(-x for x in EDGES), math.nan]

OF_ONE = {
    math.sqrt: lambda x: math.sqrt(x),
    math.cbrt: lambda x: math.cbrt(x),
    math.exp: lambda x: math.exp(x),
    math.exp2: lambda x: math.exp2(x),
    math.expm1: lambda x: math.expm1(x),
    math.log: lambda x: math.log(x),
    math.log2: lambda x: math.log2(x),
    math.log10: lambda x: math.log10(x),
    math.log1p: lambda x: math.log1p(x),
    math.sin: lambda x: math.sin(x),
    math.cos: lambda x: math.cos(x),
    math.tan: lambda x: math.tan(x),
    math.asin: lambda x: math.asin(x),
    math.acos: lambda x: math.acos(x),
    math.atan: lambda x: math.atan(x),
    math.sinh: lambda x: math.sinh(x),
    math.cosh: lambda x: math.cosh(x),
    math.tanh: lambda x: math.tanh(x),
    math.asinh: lambda x: math.asinh(x),
    math.acosh: lambda x: math.acosh(x),
    math.atanh: lambda x: math.atanh(x),
    math.fabs: lambda x: math.fabs(x),
    math.floor: lambda x: math.floor(x),
    math.ceil: lambda x: math.ceil(x),
    math.trunc: lambda x: math.trunc(x),
    math.isnan: lambda x: math.isnan(x),
    math.isinf: lambda x: math.isinf(x),
    math.isfinite: lambda x: math.isfinite(x),
}
OF_TWO = {
    math.log: lambda x, y: math.log(x, y),
    math.pow: lambda x, y: math.pow(x, y),
    math.atan2: lambda x, y: math.atan2(x, y),
    math.hypot: lambda x, y: math.hypot(x, y),
    math.fmod: lambda x, y: math.fmod(x, y),
    math.copysign: lambda x, y: math.copysign(x, y),
}
OF_INTS = {
    math.gcd: lambda n, k: math.gcd(n, k),
    math.lcm: lambda n, k: math.lcm(n, k),
    math.comb: lambda n, k: math.comb(n, k),
    math.isqrt: lambda n, k: math.isqrt(n),
    math.factorial: lambda n, k: math.factorial(n),
}
SMALL = [0, 1, -1, 2, -2, 5, 9, 20]
TO_INT = {math.floor, math.ceil, math.trunc}


def outcome(function, *given):
    """What a call gives, exactly, or the type of its error."""
    try:
        found = function(*given)
    except Exception as error:
        return type(error)
    return (type(found), found.hex()) if isinstance(found, float) else (type(found), found)


def named(thing):
    return thing.__name__


def test_every_function_is_tested():
    assert builtin_math  # it registers them
    functions = {thing for thing in vars(math).values() if callable(thing)}
    assert functions & set(BUILTINS) == {*OF_ONE, *OF_TWO, *OF_INTS, math.prod, math.isclose}


@pytest.mark.parametrize("thing", OF_ONE, ids=named)
def test_functions_of_one_number(thing):
    function = OF_ONE[thing]
    compiled = compile_function(function, 1.0)
    for x in EDGES:
        if thing in TO_INT and 2**63 < abs(x) < math.inf:
            assert outcome(compiled, x) is OverflowError  # 64 bits do not hold it
        else:
            assert outcome(compiled, x) == outcome(function, x), x


@pytest.mark.parametrize("thing", OF_TWO, ids=named)
def test_functions_of_two_numbers(thing):
    function = OF_TWO[thing]
    compiled = compile_function(function, 1.0, 2.0)
    for given in itertools.product(EDGES, repeat=2):
        assert outcome(compiled, *given) == outcome(function, *given), given


@pytest.mark.parametrize("thing", OF_TWO, ids=named)
def test_functions_of_two_ordinary_numbers(thing):
    function = OF_TWO[thing]
    compiled = compile_function(function, 1.0, 2.0)
    source = random.Random(1)
    for _ in range(1000):
        given = source.uniform(0.1, 9), source.uniform(-9, 9) * 10.0 ** source.randint(-9, 9)
        assert outcome(compiled, *given) == outcome(function, *given), given


@pytest.mark.parametrize("thing", OF_INTS, ids=named)
def test_functions_of_ints(thing):
    function = OF_INTS[thing]
    compiled = compile_function(function, 1, 2)
    for given in itertools.product(SMALL, repeat=2):
        assert outcome(compiled, *given) == outcome(function, *given), given


def power(x, y):
    return x**y


def test_powers():
    compiled = compile_function(power, 1.0, 2.0)
    for given in itertools.product(EDGES, repeat=2):
        expected = outcome(power, *given)
        is_complex = isinstance(expected, tuple) and expected[0] is complex
        assert outcome(compiled, *given) == (OverflowError if is_complex else expected), given


@pytest.mark.fully_optimised
@pytest.mark.parametrize(
    "function",
    [
        lambda x: x**0.5,
        lambda x: x**2,
        lambda x: math.pow(2.0, x),
        lambda x: 10.0**x,
        lambda x: math.exp(x) + math.exp2(x) - math.sin(x) * math.cos(x),
    ],
    ids=["root", "square", "power of two", "power of ten", "others"],
)
def test_powers_are_rounded_as_in_python(function: Callable[[float], float]) -> None:
    """LLVM would put functions in their place that round better, such as the square root."""
    luck = random.Random(1)
    compiled = compile_function(function, 1.5)
    numbers = [luck.uniform(0.0, 300.0) for _ in range(20_000)]
    assert [compiled(number) for number in numbers] == [function(number) for number in numbers]


def of_constants(n):
    return (-8) ** (1 / 3) if n else 0


def test_a_power_of_constants_that_is_complex():
    compiled = compile_function(of_constants, 0)
    assert compiled(0) == 0 and outcome(compiled, 1) is OverflowError
