"""Compiled rules that say something else than interpreted ones are found out."""

import re
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from outply import CHANCE, Bits, Game
from outply.check import check

ADVICE = "; a number may not fit 64 bits; annotate bitboards with Bits."


class Number(NamedTuple):
    value: int
    turn: int


@dataclass(frozen=True)
class Growing(Game[Number]):
    """Numbers that outgrow 64 bits after a while."""

    factor: int = 1 << 20

    def initial(self) -> Number:
        return Number(1, 0)

    def to_move(self, state: Number) -> int:
        return state.turn % 2

    def moves(self, state: Number):
        yield 1
        yield 2

    def result(self, state: Number, move: int) -> Number:
        return Number(state.value * self.factor + move, state.turn + 1)

    def is_terminal(self, state: Number) -> bool:
        return state.turn == 5

    def utility(self, state: Number, player: int) -> float:
        return 0.0


class GrowingValue(Growing):
    """A number that outgrows 64 bits in between only."""

    def result(self, state: Number, move: int) -> Number:
        return Number(state.value + move, state.turn + 1)

    def evaluate(self, state: Number, player: int) -> float:
        value = (state.value + 7) ** 40 % 3 / 2
        return value if player == 0 else -value


class GrowingKey(GrowingValue):
    """A key by way of a number that outgrows 64 bits."""

    def evaluate(self, state: Number, player: int) -> float:
        return 0.0

    def key(self, state: Number) -> int:
        return (state.value + 7) ** 30 % 1_000_003 * 16 + state.turn


class GrowingChance(GrowingValue):
    """Probabilities by way of a number that outgrows 64 bits."""

    def evaluate(self, state: Number, player: int) -> float:
        return 0.0

    def to_move(self, state: Number) -> int:
        return CHANCE if state.turn == 3 else state.turn % 2

    def moves(self, state: Number):
        if state.turn != 3:
            yield 1
            yield 2

    def outcomes(self, state: Number):
        tilt = (state.value + 7) ** 40 % 3 / 10**12
        yield 1, 0.5 + tilt
        yield 2, 0.5 - tilt


class GrowingView(GrowingValue):
    """An observation by way of a number that outgrows 64 bits."""

    def evaluate(self, state: Number, player: int) -> float:
        return 0.0

    def observation(self, state: Number, player: int) -> tuple[int, int, int]:
        return player, state.turn, (state.value + 7) ** 40 % 3


class Signed(NamedTuple):
    cells: int  # should be Bits
    turn: int


class TopBit(Growing):
    def initial(self) -> Signed:
        return Signed(1 << 60, 0)

    def result(self, state: Signed, move: int) -> Signed:
        return Signed(state.cells << 1, state.turn + 1)


class Unsigned(NamedTuple):
    cells: Bits
    turn: int


class TopBitOfBits(Growing):
    def initial(self) -> Unsigned:
        return Unsigned(1 << 58, 0)

    def result(self, state: Unsigned, move: int) -> Unsigned:
        return Unsigned(state.cells << 1 | 1, state.turn + 1)


@pytest.mark.parametrize(
    ("game", "method"),
    [
        (Growing, "result"),
        (GrowingKey, "key"),
        (GrowingChance, "outcomes"),
        (TopBit, "result"),
    ],
)
def test_a_number_too_large_is_found(game, method):
    report = check(game(), plays=20)
    assert report.compiled
    [finding] = report.findings
    assert finding.rule == "compiled"
    said = f"compiled and interpreted rules disagree on `{method}` at "
    assert finding.message.startswith(said)
    assert finding.message.endswith(ADVICE)
    assert finding.file == __file__
    assert finding.line == getattr(game, method).__code__.co_firstlineno


def test_observations_that_differ_are_found():
    findings = check(GrowingView(), plays=20).findings
    [finding] = [finding for finding in findings if finding.rule == "compiled"]
    assert finding.message.startswith("compiled and interpreted rules disagree on `observation` at")


def test_values_that_differ_are_shown():
    [finding] = check(GrowingValue(), plays=20).findings
    assert re.search(r"disagree on `evaluate` \(\S+ and \S+\) at", finding.message)
    assert finding.line == GrowingValue.evaluate.__code__.co_firstlineno


def test_bits_may_use_all_64():
    assert check(TopBitOfBits(), plays=20).findings == ()


def test_unsound_rules_are_not_timed():
    report = check(Growing(), plays=20)
    assert report.interpreted_speed is None
    assert report.compiled_speed is None
