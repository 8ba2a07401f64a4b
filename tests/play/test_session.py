"""A game in progress: hidden information, and moves taken back."""

from __future__ import annotations

import pytest

from outply import load
from outply.play.session import Session
from outply.search import Clock


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
def test_the_viewer_of_a_session(people, moves, viewer):
    session = session_of("kuhn-poker", "- -", people, moves)
    assert session.viewer == viewer
    assert session.hides_information == (bool(people) and "fold" not in moves)


@pytest.mark.parametrize(
    ("people", "texts"),
    [([0], ["K", "?", "bet"]), ([1], ["?", "Q", "bet"]), ([0, 1], ["?", "?", "bet"])],
)
def test_unseen_moves_are_question_marks(people, texts):
    session = session_of("kuhn-poker", "- -", people, ["K", "Q", "bet"])
    assert session.public_texts() == texts
    assert session.texts() == ["K", "Q", "bet"]


def test_a_game_without_hidden_information_hides_nothing():
    assert not session_of("pig", "0 0 0 X", [0, 1]).hides_information


def test_taking_back_skips_chance():
    session = session_of("pig", "0 0 0 X", [0], ["roll", "3", "roll", "1"])
    assert session.mover == 1
    assert session.take_back()
    assert session.texts() == ["roll", "3"]
    assert session.take_back()
    assert session.texts() == []
    assert not session.take_back()


def test_a_move_that_is_taken_back_loses_its_increment():
    session = session_of("tic-tac-toe", ".../.../... X", [0, 1])
    session.clocks = [Clock(60.0, increment=30.0), Clock(60.0, increment=30.0)]
    for _ in range(3):
        session.make(4)
        assert session.clocks[0].remaining == 90.0
        assert session.take_back()
        assert session.clocks[0].remaining == 60.0
