"""A kernel whose code is replaced, while other threads call it."""

from __future__ import annotations

import threading

import pytest

from outply.compiler.errors import LengthChanged
from outply.compiler.kernels import ReplaceableKernel


def narrow(state):
    if len(state) != 1:
        raise LengthChanged("a list of another length")
    return "narrow"


def wide(state):
    return "wide"


def test_a_call_under_way_ends_with_the_code_it_began_with():
    begun, widened = threading.Event(), threading.Event()
    found = []

    def slow(state):
        if state == ["slow"]:
            begun.set()
            assert widened.wait(60)
        return narrow(state)

    kernel = ReplaceableKernel(slow, lambda: wide)
    thread = threading.Thread(target=lambda: found.append(kernel(["slow"])))
    thread.start()
    assert begun.wait(60)
    assert kernel(["a", "b"]) == "wide"
    widened.set()
    thread.join(60)
    assert found == ["narrow"] and kernel(["a"]) == "wide"


def test_threads_that_meet_the_same_state_compile_once():
    both, compiled, found = threading.Barrier(2), [], []

    def meet(state):
        both.wait(60)
        return narrow(state)

    def compile_wider():
        compiled.append(wide)
        return wide

    kernel = ReplaceableKernel(meet, compile_wider)
    threads = [threading.Thread(target=lambda: found.append(kernel([]))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == ["wide", "wide"] and len(compiled) == 1


def test_what_the_wider_kernel_refuses_too_is_raised():
    kernel = ReplaceableKernel(narrow, lambda: narrow)
    with pytest.raises(LengthChanged):
        kernel([])
