"""Sound games have nothing found, whatever they are made of."""

from pathlib import Path

import pytest

import outply
from outply.check import check, check_path

SOUND = Path(__file__).parent / "sound"


@pytest.mark.parametrize("name", ["connect-four", "tic-tac-toe"])
def test_games_of_ours(name):
    report = check(outply.load(name), plays=100)
    assert report.findings == ()
    assert report.compiled
    assert report.not_compiled is None
    assert report.plays == 100
    assert f"compiled and interpreted rules agree in {report.states} states" in report.passed
    assert report.compiled_speed > report.interpreted_speed > 0


@pytest.mark.parametrize("name", ["dice", "full_boards"])
def test_chance_many_players_and_full_words_are_compared(name):
    report = check_path(str(SOUND / f"{name}.py"), plays=100)
    assert report.findings == ()
    assert report.notes == ()
    assert report.compiled


def test_plain_classes_and_lists_are_checked_interpreted():
    report = check_path(str(SOUND / "plain_lists.py"), plays=100)
    assert report.findings == ()
    assert not report.compiled
    assert report.not_compiled == "a state is a Board, not a NamedTuple of numbers"
    assert report.interpreted_speed > 0
    assert report.compiled_speed is None
    assert report.notes == (
        "Board has no __eq__, so a position reached twice is taken for two; "
        "a NamedTuple or a dataclass has one.",
        "Positions cannot be read back; define `parse` for that.",
    )


def test_what_was_checked_is_said():
    passed = check(outply.load("nim"), plays=5, compiled=False).passed
    assert "no method raises" in passed
    assert "nothing is changed, and the same question has the same answer" in passed
    assert "symmetric twins are alike" in passed
    assert "noisy moves are legal moves" not in passed  # nim defines none
