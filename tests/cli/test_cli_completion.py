"""Shell completion."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outply import games, search

README = Path(__file__).parents[2] / "README.md"


def completed(*words: str) -> list[str]:
    """What a shell is offered for the last word."""
    from click.shell_completion import ShellComplete

    from outply.cli import main

    *before, last = words
    found = ShellComplete(main, {}, "outply", "_OUTPLY_COMPLETE").get_completions(before, last)
    return [item.value for item in found]


def test_commands():
    assert completed("a") == ["analyze", "arena"]
    assert completed("arena", "") == ["export", "run", "show"]


@pytest.mark.parametrize("before", [("analyze",), ("arena", "run"), ("bench",)])
def test_games(before):
    assert completed(*before, "") == games.names()
    assert completed(*before, "connect-f") == ["connect-four"]


def test_a_file_where_no_game_has_such_a_name():
    from click.shell_completion import ShellComplete

    from outply.cli import main

    complete = ShellComplete(main, {}, "outply", "_OUTPLY_COMPLETE")
    [item] = complete.get_completions(["analyze"], "./my_")
    assert item.type == "file"


def test_options():
    assert completed("analyze", "nim", "--sec") == ["--seconds"]


@pytest.mark.parametrize(("game", "found"), [("connect-four", ["columns="]), ("no-such-game", [])])
def test_parameters_of_the_game(game, found, monkeypatch):
    monkeypatch.setenv("COMP_WORDS", f"outply analyze {game} --set col")
    assert completed("analyze", game, "--set", "col") == found


def test_searches_and_their_parameters():
    assert completed("analyze", "nim", "--search", "") == search.names()
    assert completed("analyze", "nim", "--search", "eng") == ["engine"]
    assert completed("analyze", "nim", "--search", "random:") == ["random:seed="]
    assert completed("analyze", "nim", "--search", "engine:lines=2,th") == [
        "engine:lines=2,threads="
    ]
    assert completed("analyze", "nim", "--search", "nonsense:") == []


def test_players_also_have_limits():
    assert completed("arena", "run", "nim", "random:s") == ["random:seed=", "random:seconds="]


def test_the_readme_has_the_line_that_enables_it():
    assert 'eval "$(_OUTPLY_COMPLETE=bash_source outply)"' in README.read_text(encoding="utf-8")
    variables = {"_OUTPLY_COMPLETE": "zsh_source"}  # bash is asked for its version, zsh is not
    code = "from outply.start import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | variables, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "_OUTPLY_COMPLETE=zsh_complete outply" in done.stdout
