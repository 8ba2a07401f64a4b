"""At a real terminal: what is going on is shown, and cleared away."""

import subprocess
import sys
from functools import partial

import pytest

from outply import compiler
from outply.cli import progress
from tests.tiers import only_full


@pytest.fixture
def at_terminal(started, terminal):
    """The command line with all three streams at the terminal."""
    return partial(started, **dict.fromkeys(("stdin", "stdout", "stderr"), terminal.theirs))


def test_play_asks_a_person(at_terminal, terminal):
    at_terminal("play", "nim")
    terminal.hear(r"Player 1, your move \(\? for help\): ")
    terminal.type("a2\n")
    terminal.hear("Player 2 plays ", "Player 1, your move")
    assert "│" in terminal.heard
    assert "every side" not in terminal.heard


def test_a_person_who_types_nothing_loses_on_time(at_terminal, terminal):
    at_terminal("play", "nim", "--clock", "0.5s")
    terminal.hear(r"Player 1, your move, 0:00\.5 left \(\? for help\): ")
    terminal.hear("Player 2 won: Player 1 ran out of time")


@only_full
def test_analyze_shows_how_far_it_is(at_terminal, terminal):
    at_terminal("analyze", "connect-four", "--nodes", "2000000")
    terminal.hear(r"Proving… [\d,]+ nodes  \d+ s", r"depth \d+  value .*? nodes  \d", "Best move")


def test_analyze_shows_how_far_the_other_moves_are(at_terminal, terminal):
    at_terminal("analyze", "othello", "--seconds", "1", "--search", "alphabeta")
    terminal.hear(r"depth \d+  value .*? nodes  [a-h]\d", "The other moves: ", "Best move")


def test_json_is_all_there_is_on_stdout():
    process = subprocess.run(
        [sys.executable, "-m", "outply", "analyze", "nim", "--json"], capture_output=True, text=True
    )
    assert process.stdout.count("\n") == 1


def test_an_activity_inside_another_has_its_own_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    def shown() -> list[str]:
        return [str(task.fields["text"]) for task in progress._shown[0].tasks]

    with progress.activity("outer") as outer:
        with progress.activity("inner"):
            assert shown() == ["outer", "inner"]
        outer.update("more")
        assert shown() == ["more"]
        outer.advance("counted", 1, 2)
        assert progress._shown[0].tasks[0].percentage == 50
    assert progress._shown == []


def test_a_function_is_called_for_its_text_at_each_refresh():
    counted = iter(range(10))
    latest = progress._Refreshed(lambda: f"{next(counted)} nodes")
    assert [str(latest) for _ in range(2)] == ["0 nodes", "1 nodes"]
    assert str(progress._Refreshed("still")) == "still"


def test_compiling_is_told_in_one_line(tmp_path, monkeypatch, outply):
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    monkeypatch.setattr(compiler, "_kernels", {})
    result = outply("analyze", "inc-square", "--set", "modulus=17", "--depth", "1", "--json")
    assert result.stderr == "Compiling engine for inc-square (once)…\n"


def test_kernels_of_one_name_are_told_once(tmp_path, monkeypatch, outply):
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    monkeypatch.setattr(compiler, "_kernels", {})
    lines = outply("check", "nim", "--set", "piles=1,2", "--plays", "5").stderr.splitlines()
    assert lines[0] == "Compiling the check for nim (once)…"
    assert len(lines) == len(set(lines))
