"""Engines begin with code that LLVM made quickly, and go on with optimised code."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest

import outply
from outply import AlphaBeta, Engine, Limit, load
from outply.compiler import fully_optimised, kernels, later_optimisation, optimise_in_background
from outply.compiler.cache import cache_usage
from outply.compiler.effort import VARIABLE
from outply.compiler.errors import FasterCodeReady
from outply.compiler.later_optimisation import LaterOptimisation
from outply.search.base import Request
from outply.search.engine.runner import EngineRunner
from tests.tiers import only_full

GAME = load("nim")
LIMIT = Limit(depth=3)
LONGEST = 120.0  # seconds that a test waits for another process


@pytest.fixture(autouse=True)
def empty(monkeypatch, tmp_path):
    """No kernels in this process or on disk; the user has not chosen how hard LLVM works."""
    monkeypatch.setattr("outply.compiler._kernels", {})
    monkeypatch.setattr("outply.search.engine.engine._last", (None,) * 4)
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    monkeypatch.delenv(VARIABLE)


@pytest.fixture
def efforts(monkeypatch):
    """How hard LLVM worked in this process, for each kernel."""
    made = []
    machine_code = kernels.machine_code
    monkeypatch.setattr(
        kernels,
        "machine_code",
        lambda text, effort: (made.append(effort), machine_code(text, effort))[1],
    )
    return made


def forget(monkeypatch):
    """As another process, which has what is on disk."""
    monkeypatch.setattr("outply.compiler._kernels", {})
    monkeypatch.setattr("outply.search.engine.engine._last", (None,) * 4)


def found(limit=LIMIT):
    result = Engine().search(GAME, GAME.initial(), limit, compiled=True)
    return result.value, result.move, result.line, result.nodes


def later() -> LaterOptimisation | None:
    return Engine()._runner(GAME, request()).function.later


def request():
    return Request(LIMIT, True, None, None)


def wait_for(is_so) -> None:
    end = time.monotonic() + LONGEST
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_short_search_is_not_optimised(efforts):
    found()
    assert efforts == ["quick"]
    assert not later().is_done() and cache_usage().kernels == 1


def test_a_kernel_that_has_run_for_a_while_is_optimised_elsewhere(efforts, monkeypatch):
    monkeypatch.setattr(later_optimisation, "WORTHWHILE", 0.0)
    quick = found()
    optimisation = later()
    wait_for(optimisation.is_done)
    assert found() == quick and later() is None
    assert efforts == ["quick"] and cache_usage().kernels == 2
    forget(monkeypatch)
    assert found() == quick and later() is None and efforts == ["quick"]


@only_full
def test_it_may_be_optimised_before_it_has_run(efforts):
    found()
    optimise_in_background()
    optimisation = later()
    wait_for(optimisation.is_done)
    found()
    assert later() is None and efforts == ["quick"]


@only_full
@pytest.mark.parametrize("executable", ["/nonexistent/python", "/usr/bin/blender", None])
def test_it_is_optimised_here_if_no_other_process_can(efforts, monkeypatch, executable):
    monkeypatch.setattr(later_optimisation.sys, "executable", executable)
    quick = found()
    optimise_in_background()
    assert later().is_done()
    assert found() == quick and later() is None
    assert efforts == ["quick", "full"]


@only_full
def test_it_is_optimised_here_if_the_other_process_fails(efforts, monkeypatch, tmp_path):
    fails = tmp_path / "python"
    fails.write_text("#!/bin/sh\nexit 1\n")
    fails.chmod(0o700)
    monkeypatch.setattr(later_optimisation.sys, "executable", str(fails))
    quick = found()
    optimise_in_background()
    wait_for(later().is_done)
    assert found() == quick and later() is None
    assert efforts == ["quick", "full"]


class DoneWhileCalled:
    """An optimisation that is done at the first look during a call of the kernel."""

    is_called = has_ended = False

    def is_done(self):
        self.has_ended = self.has_ended or self.is_called
        return self.has_ended

    def begin_call(self):
        self.is_called = True

    def end_call(self):
        self.is_called = False


def test_a_search_under_way_begins_its_iteration_again(monkeypatch):
    game = load("connect-four")
    stopped = []
    searched = EngineRunner._searched

    def noting(self, *given):
        try:
            return searched(self, *given)
        except FasterCodeReady:
            stopped.append(self.nodes)
            raise

    monkeypatch.setattr(EngineRunner, "_searched", noting)
    kernel = Engine()._runner(game, request()).function
    quick = kernel._kernel
    kernel.later, kernel._faster = DoneWhileCalled(), lambda: quick
    limit = Limit(depth=30, nodes=3_000_000)
    result = Engine().search(game, game.initial(), limit, compiled=True)
    assert kernel.later is None
    assert len(stopped) == 1 and stopped[0] > 0
    assert 2_900_000 < result.nodes <= limit.nodes


@only_full
def test_a_plain_search_under_way_begins_again_and_visits_the_same_nodes():
    game, limit = load("connect-four"), Limit(depth=12)
    first = AlphaBeta().search(game, game.initial(), limit, compiled=True)
    [kernel] = outply.compiler._kernels.values()
    quick = kernel._kernel
    kernel.later, kernel._faster = DoneWhileCalled(), lambda: quick
    second = AlphaBeta().search(game, game.initial(), limit, compiled=True)
    assert kernel.later is None, "it was not stopped"
    assert replace(second, seconds=0.0) == replace(first, seconds=0.0)


@only_full
def test_what_compares_times_begins_with_optimised_code(efforts):
    with fully_optimised():
        assert os.environ[VARIABLE] == "full"
        found()
    assert VARIABLE not in os.environ and efforts == ["full"]


def test_what_the_user_chose_is_kept(monkeypatch):
    monkeypatch.setenv(VARIABLE, "quick")
    with fully_optimised():
        assert os.environ[VARIABLE] == "quick"
    assert os.environ[VARIABLE] == "quick"
