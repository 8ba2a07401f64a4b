"""Functions that kernels share: the same only where everything about them is."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np
import pytest

from outply import Limit, OutplyError, load, named
from outply.native import parts


def function(text: str, **known: Any) -> FunctionType:
    exec(text, known)
    made = known["f"]
    assert isinstance(made, FunctionType)
    return made


def compiled(python: Any) -> list[Any]:
    """Stands for a compiled function, each a new one."""
    return [python]


def is_shared(one: FunctionType, other: FunctionType) -> bool:
    return parts.shared(one, compiled) is parts.shared(other, compiled)


@pytest.fixture(autouse=True)
def _nothing_shared_before():
    parts.forget()
    yield
    parts.forget()


def test_the_same_code_with_the_same_meanings_is_shared():
    text = "def f(x):\n    return x + SIZE"
    assert is_shared(function(text, SIZE=3), function(text, SIZE=3))
    assert is_shared(function(text, SIZE=np.arange(3)), function(text, SIZE=np.arange(3)))
    helper = parts.shared(function("def f(x):\n    return x"), compiled)
    calls = "def f(x):\n    return {}(x)"
    one = function(calls.format("help__1"), help__1=helper)
    assert is_shared(one, function(calls.format("help__7"), help__7=helper))


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, 1.0), (1, True), (0.0, -0.0), (1, np.uint64(1)), ((1, 2), (1, 2.0)), (1, 2)],
)
def test_constants_that_only_look_the_same_are_not_shared(one, other):
    assert not is_shared(
        function("def f(x):\n    return x + SIZE", SIZE=one),
        function("def f(x):\n    return x + SIZE", SIZE=other),
    )
    text = "def f(x):\n    return x + {!r}"
    if not isinstance(other, np.uint64):
        assert not is_shared(function(text.format(one)), function(text.format(other)))


def test_arrays_differ_by_their_kind_and_shape():
    text = "def f(x):\n    return ROW[x]"
    rows = [np.arange(4), np.arange(4.0), np.arange(4).reshape(2, 2), np.arange(4) + 1]
    made = [parts.shared(function(text, ROW=row), compiled) for row in rows]
    assert len({id(each) for each in made}) == 4


def test_what_calls_itself_is_never_shared():
    text = "def f(x):\n    return f(x - 1) if x else 0"
    assert not is_shared(function(text), function(text))


def test_records_are_the_same_for_the_same_fields():
    assert parts.record("Spot__3", ["x", "y"]) is parts.record("Spot__5", ["x", "y"])
    assert parts.record("Spot__3", ["x", "y"]) is not parts.record("Spot__3", ["x", "z"])
    assert parts.record("Spot__3", ["x", "y"]) is not parts.record("Place__3", ["x", "y"])


def test_games_that_differ_by_a_number_do_not_get_each_others_rules(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))  # so all is compiled here
    for columns in (3, 5, 4):
        game = load("connect-four", columns=columns, rows=3)
        both = [
            named("minimax").search(game, game.initial(), Limit(depth=3), compiled=speed)
            for speed in (True, False)
        ]
        assert both[0].nodes == both[1].nodes
        assert both[0].line == both[1].line


def test_a_complaint_tells_of_the_module_that_is_being_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(SMALL_GAME.replace("RETURNED", "0.0"))
    bad.write_text("# one line more\n" + SMALL_GAME.replace("RETURNED", "float(max((1, 2), 3))"))
    lines = bad.read_text().splitlines()
    (place,) = (number for number, line in enumerate(lines, start=1) if "max((" in line)
    game = load(str(good))
    named("minimax").search(game, game.initial(), Limit(depth=2), compiled=True)
    game = load(str(bad))
    with pytest.raises(OutplyError, match=rf"bad\.py:{place}: Numba cannot"):
        named("minimax").search(game, game.initial(), Limit(depth=2), compiled=True)


SMALL_GAME = """
from typing import NamedTuple

from outply import Game


class Left(NamedTuple):
    left: int
    player: int


class Countdown(Game[Left]):
    def initial(self):
        return Left(5, 0)

    def to_move(self, state: Left) -> int:
        return state.player

    def moves(self, state: Left):
        yield from range(1, min(state.left, 2) + 1)

    def result(self, state: Left, move: int) -> Left:
        return Left(state.left - move, 1 - state.player)

    def is_terminal(self, state: Left) -> bool:
        return state.left == 0

    def utility(self, state: Left, player: int) -> float:
        return 1.0 if player != state.player else -1.0

    def evaluate(self, state: Left, player: int) -> float:
        return RETURNED
"""
