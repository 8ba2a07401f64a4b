"""Stdout and stderr: what goes where, in which characters, and when it cannot be written."""

import json
import os
import re
import subprocess
import sys

import pytest

ASCII = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
PRINTING = "print('at import')\n\n\nclass Pile(NamedTuple):"


def piped(*arguments: str, **options) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "outply", *arguments],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60} | options,
    )


# -- stdout is for the answer ---------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    ["analyze", "tree", "play --human none", "check --plays 5", "analyze --file -"],
)
def test_what_an_author_prints_is_not_in_the_answer(command, my_game, tmp_path, outply):
    noisy = "        print('in result')\n        return Pile(state.left"
    file = my_game("        return Pile(state.left", noisy)
    text = (tmp_path / "my_game.py").read_text().replace("class Pile(NamedTuple):", PRINTING)
    (tmp_path / "my_game.py").write_text(text)
    name, *rest = command.split()
    interpreted = [] if name == "tree" else ["--interpreted"]
    result = outply(name, file, *rest, *interpreted, "--json", stdin="(3, 0)\n")
    assert json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert {"at import", "in result"} <= set(result.stderr.splitlines())


def test_what_an_author_prints_is_not_among_what_people_read(my_game, outply):
    file = my_game("class Pile(NamedTuple):", PRINTING)
    result = outply("analyze", file)
    assert "at import" not in result.stdout
    assert "Best move" in result.stdout


@pytest.mark.parametrize("command", ["games", "analyze gomoku --moves h8 --depth 1"])
def test_no_line_ends_in_blanks(command, outply):
    assert not re.search(r" $", outply(*command.split()).stdout, re.MULTILINE)


# -- streams that are not UTF-8 -------------------------------------------------------


def test_a_terminal_that_is_not_utf8_shows_the_sign(started, terminal):
    ends = dict.fromkeys(("stdin", "stdout", "stderr"), terminal.theirs)
    started("analyze", "connect-four", "--depth", "8", env=ASCII, **ends)
    terminal.hear(r"4 +-0\.028  #{16}", r"7 +-0\.041")
    assert re.search(r"Value +\S*-0\.028 for Player 1, not proved", terminal.heard)
    assert "Player 1 (X)" in terminal.heard
    assert "?" not in terminal.heard.replace("\x1b[?25", "")
    assert terminal.heard.isascii()


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("tree textbook-tree --windows", b"[-inf, inf]"),
        ("analyze connect-four --depth 8", b" -0.028 for Player 1"),
        ("analyze nim --depth 3 --interpreted", b"a  * * *"),
        ("check nim --plays 5 --interpreted", b"+ "),
    ],
)
def test_a_stream_that_is_not_utf8_gets_plain_characters(command, shown):
    done = piped(*command.split(), env=ASCII)
    assert done.returncode == 0
    assert shown in done.stdout
    assert b"?" not in done.stdout
    assert done.stdout.isascii()


def test_json_is_utf8_anywhere():
    arguments = ["analyze", "nim", "--file", "-"]
    done = piped(*arguments, env={**ASCII, "PYTHONIOENCODING": "ascii"}, input="−∞\n".encode())
    assert json.loads(done.stdout)["position"] == "−∞"


# -- streams that cannot be written ---------------------------------------------------


@pytest.mark.parametrize(
    "command", ["games --json", "games", "analyze MINE --interpreted", "--help"]
)
def test_a_full_disk_is_one_sentence(command, my_game):
    with open("/dev/full", "w") as full:
        done = piped(*command.replace("MINE", my_game()).split(), stdout=full)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left on device." in done.stderr


@pytest.mark.parametrize("command", ["games --json", "games", "tree textbook-tree"])
def test_a_closed_stdout_is_one_sentence(command):
    done = piped(*command.split(), preexec_fn=lambda: os.close(1))
    assert done.returncode == 2
    assert done.stderr == b"The result cannot be written: stdout is closed.\n"


@pytest.mark.parametrize("command", ["games", "games --json", "analyze MINE --interpreted"])
def test_a_closed_pipe_is_quiet(command, my_game, started):
    process = started(*command.replace("MINE", my_game()).split())
    process.stdout.close()
    assert process.stderr.read() == ""
    process.wait(timeout=600)
