"""`functools.cache` has no effect when compiled, so what needs it is refused."""

from __future__ import annotations

from functools import cache

import pytest

from outply.compiler import NotCompilable, compile_function


@cache
def two_calls(n):
    return n if n < 2 else two_calls(n - 1) + two_calls(n - 2)


@cache
def in_a_generator(n):
    return 1 + sum(in_a_generator(n - k) for k in (1, 2) if n >= k)


@cache
def in_a_list(n):
    return max([in_a_list(k) for k in range(n)], default=0) + 1


@cache
def through_another(n):
    return True if n < 1 else _other(n - 1) or _other(n - 2)


def _other(n):
    return n == 1 or through_another(n - 1)


@cache
def through_a_nested_generator(n):
    def parts():
        for k in range(n):
            yield through_a_nested_generator(k)

    return sum(parts()) + 1


class Rules:
    @staticmethod
    @cache
    def ways(n):
        return 1 if n < 2 else Rules.ways(n - 1) + Rules.ways(n - 2)


@cache
def one_call(n):
    return 0 if n == 0 else 1 + one_call(n - 1)


@cache
def one_of_two_calls(n):
    if n < 2:
        return n
    return one_of_two_calls(n // 2) if n % 2 else one_of_two_calls(n - 1)


@cache
def no_call(n):
    return 2 * n


CALLED = {
    "two_calls": lambda n: two_calls(n),
    "in_a_generator": lambda n: in_a_generator(n),
    "in_a_list": lambda n: in_a_list(n),
    "through_another": lambda n: through_another(n),
    "through_a_nested_generator": lambda n: through_a_nested_generator(n),
    "ways": lambda n: Rules.ways(n),
}


@pytest.mark.parametrize("name", CALLED)
def test_what_branches_is_refused(name):
    with pytest.raises(NotCompilable, match=f"{name} calls itself more than once") as caught:
        compile_function(CALLED[name], 5)
    assert caught.value.line


def unbranched(n):
    return one_call(n), one_of_two_calls(n), no_call(n) + no_call(n + 1)


def test_what_does_not_branch_is_compiled():
    compiled = compile_function(unbranched, 5)
    assert compiled(9) == unbranched(9)
