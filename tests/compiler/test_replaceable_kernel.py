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


class Ready:
    """An optimisation of which the code is ready from the second look on."""

    looks = failures = 0
    has_failed = False

    def is_ready(self):
        self.looks += 1
        return self.looks > 1

    def fail(self):
        self.failures += 1

    def begin_call(self):
        pass

    end_call = begin_call


def test_code_that_became_faster_during_a_call_becomes_wider_after_it():
    begun, replaced = threading.Event(), threading.Event()
    found = []

    def slow(state):
        begun.set()
        assert replaced.wait(60)
        return narrow(state)

    kernel = ReplaceableKernel(slow, lambda: wide, Ready(), lambda: narrow)
    thread = threading.Thread(target=lambda: found.append(kernel(["a", "b"])))
    thread.start()
    assert begun.wait(60)
    assert kernel(["a"]) == "narrow" and kernel.later is None
    replaced.set()
    thread.join(60)
    assert found == ["wide"]


def test_a_signal_handler_may_search_while_code_is_replaced():
    found = []

    def handled():
        if not found:
            found.append("handler")
            found.append(kernel(["a"]))
        return wide

    kernel = ReplaceableKernel(narrow, lambda: wide, Ready(), handled)
    kernel(["a"])
    thread = threading.Thread(target=lambda: found.append(kernel(["a"])), daemon=True)
    thread.start()
    thread.join(60)
    assert found == ["handler", "wide", "wide"]


def test_code_that_is_gone_when_it_is_wanted_leaves_the_present_code():
    later = Ready()
    kernel = ReplaceableKernel(narrow, lambda: wide, later, lambda: None)
    assert [kernel(["a"]), kernel(["a"])] == ["narrow", "narrow"]
    assert kernel.later is None and later.failures == 1
