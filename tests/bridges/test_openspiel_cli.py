"""The command line on OpenSpiel's games."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from outply.cli import main
from tests.tiers import slow


def run(*arguments, stdin=""):
    result = CliRunner().invoke(main, list(arguments), input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def document(*arguments):
    result = run(*arguments, "--json", "--interpreted")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@slow
def test_analyze():
    found = document("analyze", "openspiel:hex(board_size=3)", "--search", "mtdf", "--depth", "9")
    assert found["game"] == "openspiel:hex(board_size=3)"
    assert (found["value"], found["proved"], found["compiled"]) == (1.0, True, False)
    assert len(found["moves"]) == 9 and found["moves"]["b2"] == 1.0


def test_a_parameter_by_set_and_moves_by_number():
    given = ("--set", "board_size=2", "--moves", "0 1", "--search", "alphabeta", "--depth", "4")
    found = document("analyze", "openspiel:hex", *given)
    assert found["game"] == "openspiel:hex(board_size=2)"
    assert found["position"] == "0 1"


def test_a_position_and_its_picture():
    result = run(
        "analyze", "openspiel:tic_tac_toe", "--position", "4 0", "--depth", "2",
        "--search", "alphabeta", "--interpreted",
    )  # fmt: skip
    assert result.exit_code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[:3] == ["o..", ".x.", "..."]


@pytest.mark.parametrize("text", ["tic_tac_toe", "kuhn_poker", "pig(horizon=20)", "bargaining"])
def test_play(text):
    found = document(
        "play", f"openspiel:{text}", "--human", "none", "--search", "random", "--seed", "1"
    )
    assert found["over"]
    assert len(found["moves"]) > 1


def test_a_person_plays_by_text_and_sees_no_more_than_the_own_card():
    given = ("--human", "1", "--search", "random", "--seed", "1", "--interpreted")
    result = run("play", "openspiel:kuhn_poker", *given, stdin="pass\nquit\n")
    assert result.exit_code == 0
    assert result.stdout.count("Chance: hidden") >= 1


def test_tree(tmp_path):
    drawn = tmp_path / "tree.svg"
    given = ("--depth", "2", "--search", "alphabeta", "--out", str(drawn))
    result = run("tree", "openspiel:tic_tac_toe", *given)
    assert result.exit_code == 0, result.stderr
    assert "<svg" in drawn.read_text()


@slow
def test_check():
    result = run("check", "openspiel:kuhn_poker")
    assert result.exit_code == 0
    assert "the rules are sound" in result.stdout


@pytest.mark.parametrize("command", ["analyze", "play", "tree", "check", "solve"])
def test_what_openspiel_does_not_have_is_refused(command):
    result = run(command, "openspiel:nosuch")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip() == (
        "OpenSpiel has no game 'nosuch'; pyspiel.registered_names() lists those it has."
    )


def test_games_lists_outplys_own():
    result = run("games")
    assert result.exit_code == 0
    assert "openspiel" not in result.stdout
