"""`outply check`."""

import re
from pathlib import Path

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
    assert "Not compiled: engine runs interpreted. Compiled rules are usually" in result.stdout
    assert result.stdout.count("my_game.py:") == 1
    assert "eval('state.left == 0')\n" in result.stdout


KEY = """def key(self, state):
        return hash(str(state)) % 2**63

    def to_move"""


def test_rules_that_no_search_can_compile(my_game, outply):
    """The rules alone can be compiled, and searches call more than the rules."""
    result = outply("check", my_game("def to_move", KEY), "--plays", "20")
    assert result.exit_code == 0
    assert "Compiled: " not in result.stdout
    assert re.search(
        r"Not compiled: engine runs interpreted. Compiled, random plays are \d+ times faster.\n\n"
        r"my_game.py:\d+: .*; leave key out: .*\n"
        r"            return hash\(str\(state\)\)",
        result.stdout,
    )


WHO = """class Who(IntEnum):
    FIRST = 0
    SECOND = 1


class Pile"""


def test_a_player_may_be_a_member_of_an_int_enum(my_game, outply):
    file = Path(my_game("return state.player", "return Who(state.player)"))
    text = file.read_text().replace("class Pile", WHO, 1)
    file.write_text(text.replace("from typing", "from enum import IntEnum\nfrom typing", 1))
    result = outply("check", str(file), "--plays", "20")
    assert result.exit_code == 0
    assert "Compiled: " in result.stdout


def test_parameters(my_game, answered, refused):
    file = my_game()
    small = answered("check", file, "--set", "start=2", *EFFORT)
    assert small["states"] < answered("check", file, *EFFORT)["states"]
    assert "has no parameter 'nope'" in refused("check", file, "--set", "nope=2")
