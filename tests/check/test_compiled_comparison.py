"""`check` finds compiled rules that fail, or say something else than interpreted ones."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from outply import CHANCE, Bits, Game
from outply.check import check, compiled_comparison

TOO_LARGE = "; a number may not fit 64 bits; annotate bitboards with Bits."
COMPILER_FAULT = "; this is a fault of Outply's compiler: use --interpreted, and please report it."


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
        (GrowingValue, "evaluate"),
        (GrowingKey, "key"),
        (GrowingChance, "outcomes"),
        (GrowingView, "observation"),
        (TopBit, "result"),
    ],
)
def test_a_number_too_large_is_found(game, method):
    report = check(game(), plays=20)
    assert report.compiled
    [finding] = [finding for finding in report.findings if finding.rule == "compiled"]
    said = "compiled rules fail where interpreted do not (OverflowError) at "
    assert finding.message.startswith(said)
    assert finding.message.endswith(TOO_LARGE)
    assert finding.file == __file__
    assert finding.line == getattr(game, method).__code__.co_firstlineno


# -- rules that compute something else when compiled ---------------------------------------


class Counting(GrowingValue):
    """Small numbers only, and a method for each part of the comparison."""

    def evaluate(self, state: Number, player: int) -> float:
        return 0.25 if player == 0 else -0.25

    def key(self, state: Number) -> int:
        return state.value * 16 + state.turn


class CountingChance(Counting):
    def to_move(self, state: Number) -> int:
        return CHANCE if state.turn == 3 else state.turn % 2

    def moves(self, state: Number):
        if state.turn != 3:
            yield 1
            yield 2

    def outcomes(self, state: Number):
        yield 1, 0.5
        yield 2, 0.5


def miscompiled(place: int | None, turn: int = 0):
    """Stand in for the compiler: one of the answers is wrong from one turn on."""

    def kernel(part, game, answers):
        def compiled(state):
            found = part(answers, game, state)
            if state.turn < turn:
                return found
            if isinstance(found, tuple) and place is not None:
                return *found[:place], wrong(found[place]), *found[place + 1 :]
            return found if isinstance(found, tuple) or place is not None else wrong(found)

        return compiled

    return kernel


def wrong(answer):
    return answer[:-1] if isinstance(answer, list) else answer + 1


@pytest.mark.parametrize(
    ("game", "place", "turn", "method", "numbers"),
    [
        (Counting, 0, 0, "to_move", " (1 and 0)"),
        (Counting, 1, 0, "is_terminal", " (1 and False)"),
        (Counting, 2, 5, "utility", " (1.0 and 0.0)"),
        (Counting, 4, 0, "evaluate", " (1.25 and 0.25)"),
        (Counting, 6, 0, "moves", ""),
        (Counting, 7, 0, "result", ""),
        (Counting, None, 0, "key", ""),
        (CountingChance, 6, 3, "outcomes", ""),
    ],
)
def test_a_difference_is_found(game, place, turn, method, numbers, monkeypatch):
    monkeypatch.setattr(compiled_comparison, "kernel", miscompiled(place, turn))
    [finding] = check(game(), plays=20).findings
    assert finding.rule == "compiled"
    said = f"compiled and interpreted rules disagree on `{method}`{numbers} at "
    assert finding.message.startswith(said)
    assert finding.message.endswith(COMPILER_FAULT)
    assert finding.file == __file__
    assert finding.line == getattr(game, method).__code__.co_firstlineno


def test_a_failure_of_compiled_rules_is_the_compilers(monkeypatch):
    def kernel(part, game, answers):
        def compiled(state):
            raise IndexError

        return compiled

    monkeypatch.setattr(compiled_comparison, "kernel", kernel)
    [finding] = check(Counting(), plays=20).findings
    assert finding.message.startswith("compiled rules fail where interpreted do not (IndexError)")
    assert finding.message.endswith(COMPILER_FAULT)


@pytest.mark.parametrize("game", [Counting, CountingChance])
def test_no_difference_is_found_where_there_is_none(game):
    report = check(game(), plays=20)
    assert report.compiled
    assert report.findings == ()


# -- all 64 bits ---------------------------------------------------------------------------


def test_bits_may_use_all_64():
    assert check(TopBitOfBits(), plays=20).findings == ()


class LargeKey(TopBitOfBits):
    def key(self, state: Unsigned) -> Bits:
        return state.cells | 1 << 63


def test_keys_may_use_all_64():
    assert check(LargeKey(), plays=20).findings == ()


def test_unsound_rules_are_not_timed():
    report = check(Growing(), plays=20)
    assert report.interpreted_speed is None
    assert report.compiled_speed is None
