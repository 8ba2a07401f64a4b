"""Whether a game can come back to where it was."""

from __future__ import annotations

import pytest

from outply import load
from outply.play.states import finds_repetition


@pytest.mark.parametrize("position", ["0 0 0 X", "99 99 0 O", "40 60 7 X rolls"])
def test_who_rolls_a_one_twice_is_back(position):
    game = load("pig")
    assert finds_repetition(game, game.parse(position))


@pytest.mark.parametrize("name", ["dice-tree", "ein-stein", "nim", "kuhn-poker"])
def test_games_that_only_go_on_do_not_repeat(name):
    game = load(name)
    assert not finds_repetition(game, game.initial())


def test_a_game_that_is_over_does_not_repeat():
    game = load("pig")
    assert not finds_repetition(game, game.parse("100 50 0 O"))
