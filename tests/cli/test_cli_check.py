"""`outply check`."""

from tests.tiers import slow

EFFORT = ["--plays", "20", "--interpreted"]


def test_sound_rules(my_game, outply):
    result = outply("check", my_game(), *EFFORT)
    assert result.exit_code == 0
    assert "✓ " in result.stdout
    assert "20 random plays" in result.stdout
    assert "Interpreted: " in result.stdout
    assert result.stdout.endswith("take: the rules are sound.\n")


@slow
def test_both_speeds(outply):
    result = outply("check", "nim", "--plays", "20", "--seconds", "5")
    assert result.exit_code == 0
    assert "Compiled: " in result.stdout


def test_findings_name_the_line_and_exit_with_1(my_game, outply):
    file = my_game("-1.0 if player == state.player else 1.0", "1.0")
    result = outply("check", file, *EFFORT)
    assert result.exit_code == 1
    assert "✗ my_game.py:" in result.stdout
    assert "finding" in result.stdout.splitlines()[-1]


def test_findings_in_json(my_game, answered):
    file = my_game("-1.0 if player == state.player else 1.0", "1.0")
    document = answered("check", file, *EFFORT, code=1)
    assert document["ok"] is False
    assert document["findings"][0]["message"]
    assert document["passed"]


def test_a_file_that_does_not_import_is_a_finding(my_game, outply):
    result = outply("check", my_game("from typing import NamedTuple", "from typing import ("))
    assert result.exit_code == 1
    assert "✗ my_game.py:4: cannot be imported: SyntaxError" in result.stdout


def test_why_rules_are_not_compiled(my_game, outply):
    result = outply("check", my_game("state.left == 0", "eval('state.left == 0')"), "--plays", "20")
    assert result.exit_code == 0
    assert "Not compiled: my_game.py:" in result.stdout


def test_parameters(my_game, answered, refused):
    file = my_game()
    small = answered("check", file, "--set", "start=2", *EFFORT)
    assert small["states"] < answered("check", file, *EFFORT)["states"]
    assert "has no parameter 'nope'" in refused("check", file, "--set", "nope=2")
