"""Parameters that are equal and of different types are compiled apart, in memory and on disk."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from outply import Game, compiler


class Nothing(NamedTuple):
    number: int


@dataclass(frozen=True)
class Scaled(Game[Nothing]):
    factor: Any = 1

    def initial(self) -> Nothing:
        return Nothing(7)


def factor(game, state):
    return game.factor


def scaled(game, state):
    return state.number * game.factor[0]


@pytest.mark.parametrize("process", ["cold", "warm"])
def test_equal_parameters_of_different_types(process, monkeypatch):
    monkeypatch.setattr(compiler, "_kernels", {})  # the second time, all kernels come from disk
    for value in (1, 1.0, True, 0.0, -0.0):
        found = compiler.kernel(factor, Scaled(value))(Nothing(7))
        assert (type(found), repr(found)) == (type(value), repr(value))


@pytest.mark.parametrize("process", ["cold", "warm"])
def test_equal_parameters_inside_tuples(process, monkeypatch):
    monkeypatch.setattr(compiler, "_kernels", {})
    for value in (2, 2.0):
        found = compiler.kernel(scaled, Scaled((value,)))(Nothing(7))
        assert (type(found), found) == (type(value), 14)
