"""Sound games have nothing found, whatever they are made of."""

import re
from pathlib import Path

import pytest

import outply
from outply.check import check, check_path
from tests.tiers import sampled, slow

SOUND = Path(__file__).parent / "sound"


@slow
@sampled(2)
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_games_of_ours(name):
    report = check(outply.load(name), plays=100, seconds=600)
    assert report.findings == ()
    assert report.compiled
    assert report.not_compiled is None
    assert report.plays == 100
    assert f"compiled and interpreted rules agree in {report.states} states" in report.passed
    assert report.compiled_speed > report.interpreted_speed > 0


@sampled(2)
@slow
@pytest.mark.parametrize(
    "name", ["dice", "full_boards", "pennies", "secret_card", "three_take", "unequal_dice"]
)
def test_chance_many_players_hidden_information_and_full_words_are_compared(name):
    report = check_path(str(SOUND / f"{name}.py"), plays=100, seconds=600)
    assert report.findings == ()
    assert report.notes == ()
    assert report.compiled


NO_EQUALITY = (
    "{} has no __eq__, so states are compared here by what they hold, and a position reached "
    "twice is taken for two; a NamedTuple or a dataclass has one."
)
NO_PARSE = "Positions cannot be read back; define `parse` for that."


@slow
@pytest.mark.parametrize(
    ("name", "what", "compared"),
    [
        ("plain_lists", "a state cannot be compiled: a Board", "Board"),
        (
            "plain_objects",
            "the field table of a state cannot be compiled: a Table",
            "A part of State",
        ),
    ],
)
def test_plain_classes_are_checked_interpreted(name, what, compared):
    report = check_path(str(SOUND / f"{name}.py"), plays=20, seconds=600)
    assert report.findings == ()
    assert not report.compiled
    wanted = rf"{name}\.py:\d+: {what} cannot be a compiled value.*"
    assert re.fullmatch(wanted, report.not_compiled)
    assert report.interpreted_speed > 0
    assert report.compiled_speed is None
    assert report.notes == (NO_EQUALITY.format(compared), NO_PARSE)
    assert report.passed == (
        "no method raises",
        "the required methods are there",
        "class settings are not methods",
        "methods have the parameters of the contract",
        "there are players",
        "utility_range goes from the least to the most",
        "states are hashable",
        "is_terminal is True or False",
        "to_move is a player, or CHANCE",
        "there are moves until the game is over, each once",
        "nothing is changed, and the same question has the same answer",
        "moves can be written and read back",
        "utilities are finite and within utility_range",
        "what one player gains the others lose",
        "plays end",
    )


def test_what_was_checked_of_chance_is_said():
    passed = check_path(str(SOUND / "dice.py"), plays=5, compiled=False).passed
    assert "outcomes are distinct, their probabilities sum to 1" in passed
    assert "what follows from an outcome is a state" in passed


@slow
def test_what_was_checked_of_hidden_information_is_said():
    passed = check_path(str(SOUND / "secret_card.py"), plays=50, compiled=False).passed
    assert "observations can be made" in passed
    assert "states that look the same to a player are alike to that player" in passed
    assert "players remember what they saw and did" in passed
    assert "players are shown what they have seen" in passed
    assert "worlds are what a player cannot tell apart" in passed
    assert "something is hidden from somebody" in passed


def test_worlds_that_are_not_given_are_noted(tmp_path):
    text = (SOUND / "pennies.py").read_text().replace("def worlds", "def spheres")
    file = tmp_path / "pennies.py"
    file.write_text(text)
    report = check_path(str(file), plays=20, compiled=False)
    assert report.findings == ()
    assert report.notes == (
        "`worlds` is not defined, so searches cannot sample what a player does not see; it "
        "yields the states that a player cannot tell apart.",
    )
    assert "worlds are what a player cannot tell apart" not in report.passed


@slow
def test_what_was_checked_is_said():
    passed = check(outply.load("nim"), plays=5, compiled=False).passed
    assert "no method raises" in passed
    assert "nothing is changed, and the same question has the same answer" in passed
    assert "symmetric positions are alike" in passed
    assert "states can be compared" in passed
    assert "positions can be written and read back" in passed
    assert "positions with the same key are alike" in passed
    assert "noisy moves are legal moves" not in passed  # nim defines none
