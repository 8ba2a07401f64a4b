"""Recursion without an end raises RecursionError, in every thread; deep recursion does not."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest

from outply.compiler import compile_function, stack
from outply.compiler.stack import ThreadStack


@pytest.fixture(autouse=True)
def without_garbage_collection() -> Iterator[None]:
    """Where Python's stack is full, it could not finish what older objects do when they go."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def for_ever(n):
    return for_ever(n + 1)


def length(n):
    return 1 + length(n - 1) if n else 0


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def listed(n):
    return [n, *listed(n + 1)]


def within(n):
    def inner(k):
        return inner(k) + 1

    return inner(n)


def lazily(n):
    return list(range(1)) and (n < 0 or lazily(n + 1))


def begins(n):
    if ends(n) < 0:
        return 0
    return begins(n - 1) + 1


def ends(n):
    if begins(n) < 0:
        return 0
    return ends(n - 1) + 1


def caught(n):
    try:
        return for_ever(n)
    except RecursionError:
        return -1


def caught_by_its_base(n):
    try:
        return for_ever(n)
    except RuntimeError:
        return -2


ENDLESS = (for_ever, is_even, listed, within, lazily, begins)


@pytest.mark.parametrize("function", ENDLESS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("effort", ["quick", "full"])
def test_endless_recursion_raises(function, effort, monkeypatch):
    monkeypatch.setenv("OUTPLY_OPTIMIZE", effort)
    given = -1 if function is is_even else 1
    with pytest.raises(RecursionError):
        function(given)
    compiled = compile_function(function, given)
    for _ in range(3):
        with pytest.raises(RecursionError) as raised:
            compiled(given)
        assert raised.value.place[0] == __file__


def test_recursion_goes_deeper_than_in_python():
    assert compile_function(length, 1)(5000) == 5000
    with pytest.raises(RecursionError):
        compile_function(length, 1)(10**9)


@pytest.mark.parametrize("function", [caught, caught_by_its_base])
def test_the_error_can_be_caught(function):
    assert compile_function(function, 1)(1) == function(1)


@pytest.mark.parametrize("size", [256 << 10, 64 << 20])
def test_each_thread_has_a_stack_of_its_own(size):
    compiled, found = compile_function(caught, 1), []
    deep = compile_function(length, 1)
    before = threading.stack_size(size)
    try:
        thread = threading.Thread(target=lambda: found.extend([compiled(1), ThreadStack().limit]))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert found[0] == -1 and found[1] != ThreadStack().limit
    assert deep(1000) == 1000


def test_a_system_that_does_not_tell_has_no_limit(monkeypatch):
    monkeypatch.setattr(stack, "_stack_by_attributes", lambda: (0, 0))
    monkeypatch.setattr(stack.sys, "platform", "linux")
    assert ThreadStack().limit == 0
