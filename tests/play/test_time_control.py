"""Clocks as people write them, and in a session."""

from __future__ import annotations

import pytest

from outply import Clock, OutplyError, load
from outply.play.session import Session
from outply.play.time_control import after_move, clock_text, parse_clock, time_text


@pytest.mark.parametrize(
    ("text", "remaining", "increment"),
    [
        ("5+3", 300, 3),
        ("5", 300, 0),
        ("0.5+0", 30, 0),
        ("90s+1s", 90, 1),
        ("10s + 0.1s", 10, 0.1),
        ("2m+1", 120, 1),
        ("1h+1m", 3600, 60),
        ("0:30+0.5", 30, 0.5),
        ("1:30+.5", 90, 0.5),
        ("1:30:00+30", 5400, 30),
        ("0:01.5", 1.5, 0),
    ],
)
def test_clocks_are_read(text, remaining, increment):
    assert parse_clock(text) == Clock(remaining, increment)


@pytest.mark.parametrize(
    "text",
    ["", "+3", "5+", "abc", "-5+3", "5+-3", "0+3", "5:75", "nan", "inf", "5++3", "5+3+1", "1e3"],
)
def test_nonsense_is_refused_in_one_sentence(text):
    with pytest.raises(OutplyError) as refusal:
        parse_clock(text)
    assert str(refusal.value) == (
        f"{text!r} is not a clock; write minutes + seconds for each move, as in 5+3, 90s+1s or "
        "0:30+0.5."
    )


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (300, "5:00"),
        (298.99, "4:58"),
        (60, "1:00"),
        (20, "0:20"),
        (19.99, "0:19.9"),
        (0.04, "0:00.0"),
        (-1, "0:00.0"),
        (3723, "1:02:03"),
    ],
)
def test_times_are_never_more_than_is_left(seconds, text):
    assert time_text(seconds) == text


def test_a_move_takes_its_time_and_adds_the_increment():
    assert after_move(Clock(10, 2), 3) == Clock(9, 2)
    assert after_move(Clock(10), 3) == Clock(7)
    assert after_move(Clock(1, 2), 1.05) == Clock(2, 2)  # within a margin


def test_clocks_are_written_as_in_pgn():
    assert clock_text(Clock(300, 3)) == "300+3"
    assert clock_text(Clock(10.5)) == "10.5"


def session_with(clock, moves=()):
    session = Session(load("tic-tac-toe"), load("tic-tac-toe").initial(), frozenset({0}), [*moves])
    session.clocks = [clock, clock]
    return session


def test_the_clock_of_the_mover_runs():
    session = session_with(Clock(10, 2))
    assert session.spend(3)
    session.make(0)
    assert session.spend(1)
    assert session.clocks == [Clock(9, 2), Clock(9, 2)]
    assert session.spend(0.5)
    session.make(1)
    assert session.clocks == [Clock(9, 2), Clock(10.5, 2)]
    assert (session.over, session.winner, session.reason) == (False, None, "")


def test_a_player_without_time_has_lost():
    session = session_with(Clock(10, 2), [4])
    assert not session.spend(10)
    assert session.clocks == [Clock(10, 2), Clock(0, 2)]
    assert (session.over, session.late, session.winner) == (True, 1, 0)
    assert (session.reason, session.utilities) == ("time", None)


def test_a_session_without_clocks_never_ends_by_time():
    session = Session(load("tic-tac-toe"), load("tic-tac-toe").initial(), frozenset({0}))
    assert session.spend(1e9)
    assert (session.clock, session.over) == (None, False)


def test_chance_has_no_clock():
    game = load("pig")
    session = Session(game, game.initial(), frozenset())
    session.clocks = [Clock(1), Clock(1)]
    session.make(game.parse_move(session.state, "roll"))
    assert session.clock is None
    assert session.spend(5)
