"""What can happen next in a state, who sees it, and whether it can recur."""

from __future__ import annotations

import pytest

from outply import load
from outply.play.states import can_see, choices, finds_repetition

DEALT, CHECKED = "K Q", "K Q | check"


@pytest.mark.parametrize(
    ("position", "count"), [("- -", 3), ("K -", 2), (DEALT, 2), ("K Q | check check", 0)]
)
def test_choices_are_the_moves_or_outcomes(position, count):
    game = load("kuhn-poker")
    assert len(choices(game, game.parse(position))) == count


@pytest.mark.parametrize(
    ("position", "choice", "seen_by"),
    [
        ("- -", "K", [True, False]),
        ("K -", "Q", [False, True]),
        (DEALT, "bet", [True, True]),
        (CHECKED, "check", [True, True]),
    ],
)
def test_owners_see_their_cards_and_both_see_bets(position, choice, seen_by):
    game = load("kuhn-poker")
    state = game.parse(position)
    move = game.parse_move(state, choice)
    assert [can_see(game, state, move, player) for player in (0, 1)] == seen_by


def test_without_hidden_information_everyone_sees_everything():
    game = load("pig")
    state = game.parse("0 0 0 X rolls")
    assert all(can_see(game, state, face, player) for face in range(1, 7) for player in (0, 1))


@pytest.mark.parametrize("position", ["0 0 0 X", "99 99 0 O", "40 60 7 X rolls"])
def test_rolling_a_one_twice_repeats_the_position(position):
    game = load("pig")
    assert finds_repetition(game, game.parse(position))


@pytest.mark.parametrize("name", ["dice-tree", "ein-stein", "nim", "kuhn-poker"])
def test_games_that_only_progress_do_not_repeat(name):
    game = load(name)
    assert not finds_repetition(game, game.initial())


def test_a_finished_game_does_not_repeat():
    game = load("pig")
    assert not finds_repetition(game, game.parse("100 50 0 O"))
