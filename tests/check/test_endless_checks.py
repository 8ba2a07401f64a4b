"""A method that does not return ends the check, with one finding."""

import signal
import threading
import time

import pytest

from outply import endless_calls
from outply.check import check, play_statistics
from outply.games.nim import Nim
from tests.check.test_check import BROKEN, check_path
from tests.tiers import only_full, slow

SOON = 0.5  # seconds of the processor, in which a call that returns has long done so


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(endless_calls, "PROCESSOR_SECONDS", SOON)


class Hangs(Nim):
    def result(self, state, move):
        while True:
            pass


class CatchesExceptions(Nim):
    def result(self, state, move):
        while True:
            try:
                move += 1
            except Exception:
                return state


@only_full
@slow
@pytest.mark.parametrize("game", [Hangs(), CatchesExceptions()], ids=lambda g: g.name)
def test_the_check_ends(game):
    [finding] = check(game, plays=5, compiled=False).findings
    assert finding.rule == "returns"
    first = type(game).result.__code__.co_firstlineno
    assert finding.message.startswith("`result` has not returned after 0.5 seconds for move ")
    assert first < finding.line < first + 6


def test_a_check_in_another_thread_is_not_interrupted():
    """Python handles signals in the main thread only."""
    entered = []

    def enter():
        with endless_calls.endless_calls_interrupted(Nim(), 0.0):
            entered.append(signal.getitimer(signal.ITIMER_VIRTUAL))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert entered == [(0.0, 0.0)]


@only_full
@slow
def test_compiled_rules_are_not_compared():
    """Nothing could interrupt them."""
    for name in ("moves_without_end", "result_never_returns"):
        report = check_path(str(BROKEN / f"{name}.py"), plays=5)
        assert len(report.findings) == 1
        assert not report.compiled


@slow
def test_a_play_that_is_only_counted_ends(monkeypatch):
    """Where no rule is being looked at, the state is read from the call."""
    counting = []

    class HangsLater(Nim):
        def result(self, state, move):
            while counting:
                pass
            return super().result(state, move)

    monkeypatch.setattr(play_statistics._Lines, "__enter__", lambda lines: counting.append(1))
    monkeypatch.setattr(play_statistics._Lines, "__exit__", lambda *_: counting.clear())
    [finding] = check(HangsLater(), plays=2, seconds=600, compiled=False).findings
    assert finding.message == (
        "`result` has not returned after 0.5 seconds at position Piles(piles=(3, 4, 5), player=0); "
        "does a loop never end?"
    )


@only_full
@slow
def test_only_one_call_is_measured():
    """Many short calls may take as long as they like."""

    class Short(Nim):
        def to_move(self, state):
            until = time.process_time() + SOON / 5
            while time.process_time() < until:
                pass
            return super().to_move(state)

    game = Short()
    with endless_calls.endless_calls_interrupted(game, SOON):
        until = time.process_time() + 4 * SOON
        while time.process_time() < until:
            game.to_move(game.initial())


@slow
def test_a_check_leaves_tracing_usable():
    """An interrupt that is taken back makes traced code of Python 3.11 loop for ever."""
    for _ in range(3):
        assert check(Nim(), plays=5, compiled=False).ok
