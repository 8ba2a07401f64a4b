"""Types that would grow without end are refused at once."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

import pytest

import outply
from outply.check import check
from outply.compiler import NotCompilable, compile_function
from tests.tiers import only_full


def nested_argument(number, items):
    return 0 if number == 0 else nested_argument(number - 1, (items, number))


def in_a_list(number, items):
    return 0 if number == 0 else in_a_tuple(number - 1, [items])


def in_a_tuple(number, items):
    return 0 if number == 0 else in_a_list(number - 1, (items, 1))


def nested_dict(number, items):
    return items if number == 0 else nested_dict(number - 1, {number: items})


def nested_result(number, items):
    return None if number == 0 else (nested_result(number - 1, 0), nested_result(number - 1, 0))


@pytest.mark.parametrize(
    "function", [nested_argument, in_a_list, nested_dict, nested_result], ids=lambda f: f.__name__
)
def test_refused_within_a_second(function):
    began = process_time()
    with pytest.raises(NotCompilable, match=r"a value here contains others of its own kind"):
        compile_function(function, 3, 1)
    assert process_time() - began < 1


@dataclass(frozen=True)
class Sheet:
    scores: tuple
    dice: tuple
    pending: int


class Dice(outply.Game):
    """Outcomes are tuples of numbers, moves are tuples of a verb and something."""

    def initial(self):
        return Sheet(((), ()), (), 2)

    def to_move(self, state):
        return outply.CHANCE if state.pending else len(state.scores[0]) % 2

    def outcomes(self, state):
        for face in (1, 2):
            yield (face,) * state.pending, 0.5

    def moves(self, state):
        yield "keep", state.dice[:1]
        yield "score", "sum"

    def result(self, state, move):
        if state.pending:
            return Sheet(state.scores, tuple(sorted(state.dice + move)), 0)
        verb, what = move
        if verb == "keep":
            return Sheet(state.scores, what, 2 - len(what))
        scores = list(state.scores)
        scores[0] = (*scores[0], (what, sum(state.dice)))
        return Sheet(tuple(scores), (), 2)

    def is_terminal(self, state):
        return len(state.scores[0]) > 2

    def utility(self, state, player):
        return 0.0


@only_full
def test_outcomes_and_moves_of_different_shapes_take_no_longer_than_asked():
    began = process_time()
    check(Dice(), plays=2, seconds=2)
    assert process_time() - began < 8
