"""Signals while a kernel runs: handlers run, and what they raise comes through."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from outply import Engine, Limit, Minimax, load
from outply.compiler.native_watch import HOST_INTERVAL, NativeWatch
from outply.game import INFINITY
from outply.search import interrupts
from outply.search.base import Request
from outply.search.runner import (
    INLINE_DEPTH,
    end_observing,
    observe_kernels,
    run_kernel,
    running_kernels,
)
from outply.search.threads import SearchThread
from tests.clock import computing_at_most
from tests.tiers import only_full

SEARCHES = [
    pytest.param(Engine(), Limit(seconds=20), id="engine"),
    pytest.param(Minimax(), Limit(depth=30), id="minimax"),
    pytest.param(Minimax(), Limit(depth=300), id="minimax with a stack of its own"),
]


class Alarm(Exception):
    pass


class Other(Exception):
    pass


@contextmanager
def handled(handler: Callable[..., Any]) -> Iterator[None]:
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGUSR1, before)


def send_soon(number: int) -> None:
    """Sends a signal to this process, from a thread."""
    threading.Timer(0.2, os.kill, [os.getpid(), number]).start()


def begin(search: Any) -> Any:
    game = load("connect-four")
    search.search(game, game.initial(), Limit(depth=1))  # compiled by now
    return game


@pytest.mark.parametrize(("search", "limit"), SEARCHES)
def test_what_a_handler_raises_is_raised(search, limit):
    def handler(*_: object) -> None:
        raise Alarm

    game = begin(search)
    with handled(handler), computing_at_most(10):
        send_soon(signal.SIGUSR1)
        with pytest.raises(Alarm):
            search.search(game, game.initial(), limit)
    assert search.search(game, game.initial(), Limit(depth=2)).depth == 2


def test_a_handler_runs_while_the_search_goes_on():
    """The handler sends another signal, which ends the search."""
    seen: list[int] = []

    def handler(number: int, _: object) -> None:
        seen.append(number)
        send_soon(signal.SIGINT)

    game = begin(Engine())
    with handled(handler):
        send_soon(signal.SIGUSR1)
        result = Engine().search(game, game.initial(), Limit(seconds=60))
    assert seen == [signal.SIGUSR1]
    assert result.interrupted


@pytest.mark.parametrize(("search", "limit"), SEARCHES)
def test_ctrl_c_gives_the_answer_so_far(search, limit):
    game = begin(search)
    with computing_at_most(10):
        send_soon(signal.SIGINT)
        result = search.search(game, game.initial(), limit)
    assert result.interrupted
    assert result.move in list(game.moves(game.initial()))


def test_searches_in_threads_keep_their_own_time():
    game = begin(Engine())
    late: list[float] = []

    def work(seconds: float) -> None:
        result = Engine().search(game, game.initial(), Limit(seconds=seconds))
        late.append(result.seconds - seconds)

    threads = [threading.Thread(target=work, args=[seconds]) for seconds in (0.2, 0.4, 0.6)]
    with computing_at_most(5):  # generous: how closely is a matter for benchmarks
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(late) == 3
    assert min(late) >= 0


def test_two_signals_at_once_do_no_lasting_harm():
    def first(*_: object) -> None:
        raise Alarm

    def second(*_: object) -> None:
        raise Other

    def both() -> None:
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            signal.pthread_kill(main, number)

    game, main = begin(Engine()), threading.main_thread().ident
    before = signal.signal(signal.SIGUSR2, second)
    observe_kernels(game)
    try:
        with handled(first):
            threading.Timer(0.2, both).start()
            with pytest.raises((Alarm, Other)):
                Engine().search(game, game.initial(), Limit(seconds=10))
        assert running_kernels() == []
    finally:
        end_observing(game)
        signal.signal(signal.SIGUSR2, before)
    after = Engine().search(game, game.initial(), Limit(depth=10))
    assert after.depth == 10
    assert Engine().search(game, game.initial(), Limit(seconds=0.2)).seconds > 0.19


def test_a_handler_may_search():
    game = begin(Engine())
    alone = Engine().search(game, game.initial(), Limit(depth=10))
    nested: list[Any] = []

    def handler(*_: object) -> None:
        nested.append(Engine().search(game, game.initial(), Limit(depth=10)))

    with handled(handler):
        send_soon(signal.SIGUSR1)
        outer = Engine().search(game, game.initial(), Limit(seconds=1))
    assert nested[0].nodes == alone.nodes
    assert outer.seconds > 0.99


def test_a_stop_is_for_one_search_only():
    game = begin(Engine())
    early = Engine().run(game, game.initial(), Request(Limit(seconds=10)))
    early.stop()
    with computing_at_most(1):
        early.result()
    done = Engine().run(game, game.initial(), Request(Limit(depth=2)))
    done.result()
    threading.Timer(0.1, done.stop).start()
    assert Engine().search(game, game.initial(), Limit(seconds=0.4)).seconds > 0.39


@only_full
def test_no_thread_goes_on_behind_an_interrupt():
    game, search = begin(Engine(threads=2)), Engine(threads=2)
    for delay in (0.002, 0.01, 0.05, 0.1, 0.2):
        try:
            threading.Timer(delay, os.kill, [os.getpid(), signal.SIGINT]).start()
            search.search(game, game.initial(), Limit(depth=30))
            time.sleep(0.3)
        except KeyboardInterrupt:
            pass
    began, used = time.perf_counter(), time.process_time()
    time.sleep(0.3)
    assert time.process_time() - used < 0.5 * (time.perf_counter() - began)


def test_a_kernel_reads_the_clock_itself_and_calls_python_rarely(monkeypatch):
    """So that a busy Python thread, which holds the interpreter's lock, hardly slows it."""
    game = begin(Minimax())
    calls = []
    allow = interrupts.SignalHost._allow_more

    def counting(self: interrupts.SignalHost) -> None:
        calls.append(1)
        allow(self)

    monkeypatch.setattr(interrupts.SignalHost, "_allow_more", counting)
    found = Minimax().search(game, game.initial(), Limit(nodes=3_000_000))
    assert found.nodes == 3_000_000
    assert len(calls) <= found.depth + 1 + found.seconds / HOST_INTERVAL


def test_a_deep_search_needs_no_second_thread_in_a_thread_with_room():
    """Each thread that a search starts delays it, on a busy machine by milliseconds."""
    threads: list[list[int]] = []

    def kernel() -> int:
        threads.append([threading.get_ident()])
        return 7

    def work() -> None:
        assert run_kernel(kernel, INLINE_DEPTH + 1, NativeWatch(1), 10, INFINITY) == 7
        threads[-1].append(threading.get_ident())

    work()
    assert len(set(threads[0])) == 2
    thread = SearchThread(work)
    thread.start()
    thread.wait()
    assert len(set(threads[1])) == 1
