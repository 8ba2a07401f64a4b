"""At a real terminal: what is going on is shown, and cleared away."""

import os
import pty
import subprocess
import sys

import pytest

from outply import native
from outply.cli import stderr


def at_a_terminal(*arguments: str, typed: str = "") -> str:
    """All that a terminal of 80 columns is sent."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "outply", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    heard = b""
    try:
        while chunk := os.read(ours, 4096):
            heard += chunk
    except OSError:  # the other end was closed
        pass
    process.wait(timeout=30)
    os.close(ours)
    return heard.decode()


def test_play_asks_a_person():
    heard = at_a_terminal("play", "nim", typed="a2\nquit\n")
    assert "Player 1, your move (? for help): " in heard
    assert "Player 2 plays " in heard
    assert "│" in heard
    assert "engine plays every side" not in heard


def test_analyze_shows_how_far_it_is():
    heard = at_a_terminal("analyze", "connect-four", "--seconds", "1")
    assert "depth 5" in heard
    assert "The other moves: " in heard
    assert "Best move" in heard


def test_json_is_all_there_is_on_stdout():
    process = subprocess.run(
        [sys.executable, "-m", "outply", "analyze", "nim", "--json"], capture_output=True, text=True
    )
    assert process.stdout.count("\n") == 1


def test_things_going_on_inside_each_other(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with stderr.doing("outer") as change:
        with stderr.doing("inner"):
            assert stderr._line.things == ["outer", "inner"]
        change("more")
        assert stderr._line.things == ["more"]
    assert stderr._line.things == []


def test_compiling_is_told_in_one_line(tmp_path, monkeypatch, outply):
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    monkeypatch.setattr(native, "_kernels", {})
    result = outply("analyze", "inc-square", "--set", "modulus=17", "--depth", "1", "--json")
    assert result.stderr == "Compiling alphabeta for inc-square (once)…\n"
