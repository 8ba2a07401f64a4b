"""A speed that cannot be measured has a reason, and that is said."""

from typing import NamedTuple

import pytest

import outply
from outply import Game
from outply.check import check, checker, throughput
from outply.compiler import NotCompilable
from tests.tiers import slow


class Digits(NamedTuple):
    number: int
    count: int


class RarelyRaises(Game[Digits]):
    """Raises in one play of a hundred, which a single play does not bring to light."""

    def initial(self) -> Digits:
        return Digits(0, 0)

    def to_move(self, state: Digits) -> int:
        return state.count % 2

    def moves(self, state: Digits):
        yield from range(10)

    def result(self, state: Digits, move: int) -> Digits:
        return Digits(state.number * 10 + move, state.count + 1)

    def is_terminal(self, state: Digits) -> bool:
        return state.count == 2

    def utility(self, state: Digits, player: int) -> float:
        if state.number == 34:
            raise ZeroDivisionError("never 34")
        return 0.0


def test_plays_that_raise_when_timed_are_found(monkeypatch):
    monkeypatch.setattr(throughput, "LONG_ENOUGH", float("inf"))
    monkeypatch.setattr(throughput, "MOST_STEPS", 10_000)
    report = check(RarelyRaises(), plays=1, compiled=False)
    [finding] = report.findings
    assert finding.rule == "raises"
    assert finding.message == "a random play fails with ZeroDivisionError: never 34."
    assert finding.file == __file__
    assert finding.line == RarelyRaises.utility.__code__.co_firstlineno + 2
    assert report.interpreted_speed is None
    assert "no method raises" not in report.passed


def timed_with(monkeypatch, error):
    def compiled_speed(game):
        raise error

    monkeypatch.setattr(checker, "compiled_speed", compiled_speed)
    return check(outply.load("nim"), plays=5)


@slow
def test_compiled_plays_that_raise_when_timed_are_found(monkeypatch):
    report = timed_with(monkeypatch, MemoryError())
    [finding] = report.findings
    assert (finding.rule, finding.message) == (
        "compiled",
        "a compiled random play fails with MemoryError.",
    )
    assert report.compiled_speed is None
    assert report.interpreted_speed > 0


def test_plays_that_do_not_compile_are_noted(monkeypatch):
    report = timed_with(monkeypatch, NotCompilable("a move is odd"))
    assert report.findings == ()
    assert report.notes == ("The compiled speed cannot be measured: a move is odd.",)
    assert report.compiled_speed is None


@slow
def test_somebody_who_does_not_want_to_wait_can_stop(monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        timed_with(monkeypatch, KeyboardInterrupt())
