"""Engines begin with code that LLVM made quickly, and go on with optimised code."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
import warnings
from dataclasses import replace

import pytest

import outply
from outply import AlphaBeta, Engine, Limit, OutplyWarning, load
from outply.compiler import fully_optimised, kernels, later_optimisation, optimise_in_background
from outply.compiler.cache_folder import cache_usage
from outply.compiler.effort import VARIABLE
from outply.compiler.errors import FasterCodeReady
from outply.compiler.later_optimisation import LaterOptimisation
from outply.search.base import Request
from outply.search.engine import runner as engine_runner
from outply.search.runner import run_kernel
from tests.tiers import only_full, sampled

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


def test_a_short_search_is_not_optimised(efforts, monkeypatch):
    monkeypatch.setattr(later_optimisation, "WORTHWHILE", LONGEST)  # on a busy machine, too
    monkeypatch.setattr(LaterOptimisation, "_start", lambda self: pytest.fail("started"))
    found()
    assert efforts == ["quick"]
    assert not later().is_ready() and cache_usage().kernels == 1


def test_a_kernel_that_has_run_for_a_while_is_optimised_elsewhere(efforts, monkeypatch):
    monkeypatch.setattr(later_optimisation, "WORTHWHILE", 0.0)
    quick = found()
    wait_for(later().is_ready)
    assert found() == quick and later() is None
    assert efforts == ["quick"] and cache_usage().kernels == 2
    forget(monkeypatch)
    assert found() == quick and later() is None and efforts == ["quick"]


@only_full
def test_it_may_be_optimised_before_it_has_run(efforts):
    found()
    optimise_in_background()
    wait_for(later().is_ready)
    found()
    assert later() is None and efforts == ["quick"]


@only_full
def test_another_version_of_the_rules_may_make_the_same_requests(efforts, tmp_path):
    quick = found()
    kernel = Engine()._runner(GAME, request()).function
    code, kept = kernel._kernel, kernel.later
    for file in (tmp_path / "by_request").glob("*.json"):  # as its process would write them
        facts = {**json.loads(file.read_text()), "dependencies": [[["static", "game"], "other"]]}
        file.write_text(json.dumps(facts))
    kept.start()
    wait_for(kept.is_ready)
    assert found() == quick and kernel.later is None and kernel._kernel is not code
    assert efforts == ["quick"]


def test_optimised_code_that_cannot_be_read_is_told(monkeypatch):
    quick = found()
    kernel = Engine()._runner(GAME, request()).function
    monkeypatch.setattr(kernel.later, "is_ready", lambda: True)
    monkeypatch.setattr(kernel, "_faster", lambda: None)
    with pytest.warns(OutplyWarning, match="No other process could optimise this search"):
        assert found() == quick


@sampled(3)
@pytest.mark.parametrize("executable", ["/usr/bin/blender", "", None])
def test_an_application_that_contains_python_optimises_first(efforts, monkeypatch, executable):
    monkeypatch.setattr(later_optimisation.sys, "executable", executable)
    found()
    assert efforts == ["full"] and later() is None


def test_it_is_optimised_first_if_the_cache_cannot_be_written(efforts, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path / "file" / "folder"))
    with pytest.warns(OutplyWarning, match="cannot hold compiled games"):
        found()
    assert efforts == ["quick", "full"] and later() is None


@only_full
def test_it_is_optimised_first_if_its_rules_cannot_be_found_again(efforts):
    doubled = lambda value: 2.0 * value  # noqa: E731  (no name leads to it)

    class Doubled(type(GAME)):
        def utility(self, state, player):
            return doubled(super().utility(state, player)) / 2.0

    game = Doubled()
    Engine().search(game, game.initial(), LIMIT, compiled=True)
    assert efforts == ["quick", "full"]


@pytest.fixture(params=["missing", "fails", "keeps nothing"])
def failing_python(request, monkeypatch, tmp_path):
    """A Python that cannot be started, one that fails, and one that ends without the code."""
    python = tmp_path / "python"
    if request.param != "missing":
        python.write_text(f"#!/bin/sh\nexit {int(request.param == 'fails')}\n")
        python.chmod(0o700)
    monkeypatch.setattr(later_optimisation.sys, "executable", str(python))


@pytest.mark.usefixtures("failing_python")
def test_a_search_keeps_its_code_if_the_other_process_fails(efforts):
    quick, optimisation = found(), later()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        optimise_in_background()
        wait_for(lambda: not optimisation.is_ready() and optimisation.has_failed)
        assert found() == quick
        assert later() is None  # from now on the quick code is the last
        optimise_in_background()
    assert "set OUTPLY_OPTIMIZE=full" in str(warned[0].message)
    assert efforts == ["quick"] and len(warned) == 1


def test_a_forked_process_starts_a_process_of_its_own(monkeypatch):
    found()
    optimisation = later()
    started = []
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: started.append(os.getpid()) or Ended)
    for forked in (1, 1, 2):
        monkeypatch.setattr(os, "getpid", lambda forked=forked: forked)
        optimisation.start()
    assert started == [1, 2]


class Ended:
    """A process that has ended."""

    poll = staticmethod(lambda: 0)


def test_threads_start_one_process(monkeypatch):
    found()
    optimisation, both, started = later(), threading.Barrier(2), []

    def start(*_, **__):
        time.sleep(0.05)  # in which the other thread may start, too
        started.append(1)
        return Ended

    monkeypatch.setattr(subprocess, "Popen", start)
    threads = [
        threading.Thread(target=lambda: (both.wait(60), optimisation.start())) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(started) == 1


class DoneWhileCalled:
    """An optimisation that is ready at the first look during a call of the kernel."""

    is_called = has_ended = has_failed = False

    def is_ready(self):
        self.has_ended = self.has_ended or self.is_called
        return self.has_ended

    def begin_call(self):
        self.is_called = True

    def end_call(self):
        self.is_called = False


@only_full
def test_a_search_under_way_begins_its_iteration_again(monkeypatch):
    game = load("connect-four")
    stopped = []

    def noting(kernel, depth, watch, *given):
        try:
            return run_kernel(kernel, depth, watch, *given)
        except FasterCodeReady:
            stopped.append(watch.nodes)
            raise

    monkeypatch.setattr(engine_runner, "run_kernel", noting)
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


class TakenElsewhere(DoneWhileCalled):
    """An optimisation whose code another thread takes before the search has seen it."""

    def __init__(self, kernel, faster):
        self._kernel, self._code = kernel, faster

    def is_ready(self):
        was_taken = self._kernel.later is None
        if self.is_called:
            self._kernel._kernel, self._kernel.later = self._code, None
        return was_taken


@only_full
def test_a_search_under_way_begins_again_if_another_thread_took_the_code():
    game, limit, calls = load("connect-four"), Limit(depth=11), []
    AlphaBeta().search(game, game.initial(), Limit(depth=1), compiled=True)
    [kernel] = outply.compiler._kernels.values()
    quick = kernel._kernel
    kernel.later = TakenElsewhere(kernel, lambda *given: (calls.append(1), quick(*given))[1])
    AlphaBeta().search(game, game.initial(), limit, compiled=True)
    assert calls == [1]


@only_full
def test_what_compares_times_begins_with_optimised_code(efforts):
    with fully_optimised():
        assert os.environ[VARIABLE] == "full"
        found()
    assert VARIABLE not in os.environ and efforts == ["full"]


@only_full
def test_an_engine_that_has_searched_is_optimised_there(efforts):
    engine, game = outply.Engine(), load("tic-tac-toe")
    for _ in range(2):
        engine.search(game, game.initial(), Limit(depth=1), compiled=True)
    with fully_optimised():
        engine.search(game, game.initial(), Limit(depth=1), compiled=True)
    assert efforts == ["quick", "full"]


def test_blocks_of_several_threads_overlap():
    first, second = fully_optimised(), fully_optimised()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert os.environ[VARIABLE] == "full"
    second.__exit__(None, None, None)
    assert VARIABLE not in os.environ


def test_what_the_user_chose_is_kept(monkeypatch):
    monkeypatch.setenv(VARIABLE, "quick")
    with fully_optimised():
        assert os.environ[VARIABLE] == "quick"
    assert os.environ[VARIABLE] == "quick"
