"""Who can_see what, where information is hidden."""

from __future__ import annotations

import pytest

from outply import load
from outply.play.session import Session
from outply.play.states import can_see, choices

DEALT, CHECKED = "K Q", "K Q | check"


@pytest.mark.parametrize(
    ("position", "count"), [("- -", 3), ("K -", 2), (DEALT, 2), ("K Q | check check", 0)]
)
def test_what_can_come_next(position, count):
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
def test_cards_are_seen_by_their_owner_and_bets_by_both(position, choice, seen_by):
    game = load("kuhn-poker")
    state = game.parse(position)
    move = game.parse_move(state, choice)
    assert [can_see(game, state, move, player) for player in (0, 1)] == seen_by


def test_where_nothing_is_hidden_everyone_sees_everything():
    game = load("pig")
    state = game.parse("0 0 0 X rolls")
    assert all(can_see(game, state, face, player) for face in range(1, 7) for player in (0, 1))


def session_of(name, position, people, moves=()):
    game = load(name)
    session = Session(game, game.parse(position), frozenset(people))
    for move in moves:
        session.make(game.parse_move(session.state, move))
    return session


@pytest.mark.parametrize(
    ("people", "moves", "viewer"),
    [
        ([0], [], 0),
        ([1], [], 1),
        ([1], ["K", "Q"], 1),
        ([0, 1], [], None),
        ([0, 1], ["K", "Q"], 0),
        ([0, 1], ["K", "Q", "bet"], 1),
        ([0, 1], ["K", "Q", "bet", "fold"], None),
        ([], ["K"], None),
    ],
)
def test_through_whose_eyes(people, moves, viewer):
    session = session_of("kuhn-poker", "- -", people, moves)
    assert session.viewer == viewer
    assert session.hides_information == (bool(people) and "fold" not in moves)


@pytest.mark.parametrize(
    ("people", "texts"),
    [([0], ["K", "?", "bet"]), ([1], ["?", "Q", "bet"]), ([0, 1], ["?", "?", "bet"])],
)
def test_moves_that_a_person_has_not_seen_are_question_marks(people, texts):
    session = session_of("kuhn-poker", "- -", people, ["K", "Q", "bet"])
    assert session.public_texts() == texts
    assert session.texts() == ["K", "Q", "bet"]


def test_nothing_is_secret_where_all_is_seen():
    assert not session_of("pig", "0 0 0 X", [0, 1]).hides_information


def test_taking_back_passes_over_chance():
    session = session_of("pig", "0 0 0 X", [0], ["roll", "3", "roll", "1"])
    assert session.mover == 1
    assert session.take_back()
    assert session.texts() == ["roll", "3"]
    assert session.take_back()
    assert session.texts() == []
    assert not session.take_back()
