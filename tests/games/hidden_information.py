"""What the tests of games with hidden information share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from outply.check import assert_sound
from outply.compiler import kernel
from tests.oracles import strategies

__all__ = ["assert_both_modes_know_the_same", "assert_tells_apart"]


def assert_tells_apart(game: Any, state: Any, others: Iterable[str]) -> None:
    """The first player sees that a state is none of the others; the second sees something else."""
    for other in others:
        assert game.observation(state, 0) != game.observation(game.parse(other), 0)
    assert game.observation(state, 0) != game.observation(state, 1)


def assert_both_modes_know_the_same(game: Any, states: Iterable[Any]) -> None:
    report = assert_sound(game, plays=100)
    assert report.compiled, report.not_compiled
    compiled = kernel(strategies.knowledge, game)
    for state in states:
        assert compiled(state) == strategies.knowledge(game, state)
