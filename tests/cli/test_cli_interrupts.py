"""Ctrl-C and limits while a rule does not return, interpreted and compiled."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from outply import endless_calls
from outply.cli import stuck_rules
from outply.cli.stuck_rules import StuckRules
from outply.search.runner import RunningKernel
from tests.tiers import only_full, slow

LOOPING = '''
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game


class Pile(NamedTuple):
    left: int
    player: int
    twos: int


@dataclass(frozen=True)
class Take(Game[Pile]):
    """Take one or two counters; after some moves of two, the rules never return.

    Random plays, by which the compiler finds the types, hardly ever make so many.
    """

    twos: int = 14

    def initial(self):
        return Pile(40, 0, 0)

    def to_move(self, state):
        return state.player

    def moves(self, state):
        while state.twos == self.twos and state.left == 40 - 2 * self.twos:
            pass
        for amount in range(1, min(2, state.left) + 1):
            yield amount

    def result(self, state, move):
        return Pile(state.left - move, 1 - state.player, state.twos + (move == 2))

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1.0 if player == state.player else 1.0
'''

SEARCH = ("--search", "minimax")


@pytest.fixture
def looping(tmp_path: Path) -> str:
    file = tmp_path / "take.py"
    file.write_text(LOOPING, encoding="utf-8")
    return str(file)


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupted(process, after: float) -> tuple[int, str]:
    """The exit code and stderr of a process that gets Ctrl-C after it has computed for a while."""
    until = time.monotonic() + 600
    while processor_seconds(process.pid) < after and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    stderr = process.communicate(timeout=600)[1]
    return process.returncode, stderr


@only_full
def test_ctrl_c_leaves_interpreted_rules_that_do_not_return(looping, started):
    process = started("play", looping, "--human", "none", *SEARCH, "--interpreted")
    code, stderr = interrupted(process, after=5)
    assert (code, stderr.splitlines()[1:]) == (0, [])


@only_full
def test_ctrl_c_leaves_compiled_rules_that_do_not_return(looping, outply, started):
    assert outply("compile", looping, *SEARCH).exit_code == 0  # so that play only searches
    process = started("play", looping, "--human", "none", *SEARCH, "--seconds", "600")
    code, stderr = interrupted(process, after=3)
    assert code == 130, stderr
    assert stderr.endswith("Stopped: the rules of take did not return.\n")


@only_full
def test_ctrl_c_leaves_a_first_turn_that_does_not_return(looping, started):
    process = started("play", looping, "--set", "twos=0", "--human", "none", *SEARCH)
    code, stderr = interrupted(process, after=2)
    assert code == 130
    assert stderr.endswith("Stopped: the rules of take did not return.\n")


# -- limits ----------------------------------------------------------------------------

SOON = 0.5  # seconds of the processor
HANGS = """    def is_terminal(self, state: Pile) -> bool:
        while state.left == 3:
            pass
        return state.left == 0"""
RETURNS = """    def is_terminal(self, state: Pile) -> bool:
        return state.left == 0"""


@only_full
@slow
@pytest.mark.parametrize("command", ["analyze", "solve", "play", "tree"])
def test_interpreted_rules_are_interrupted_after_the_limit(command, my_game, outply, monkeypatch):
    monkeypatch.setattr(endless_calls, "PROCESSOR_SECONDS", SOON)
    file = my_game(RETURNS, HANGS)
    options = () if command == "tree" else ("--interpreted",)
    done = outply(command, file, "--seconds", "0.1", *options)
    loop = Path(file).read_text(encoding="utf-8").splitlines().index("            pass")
    reason = "`is_terminal` has not returned after 0.6 seconds; does a loop never end?"
    ends = [f"my_game.py:{n}: {reason} Run `outply check {file}`." for n in (loop, loop + 1)]
    assert done.exit_code == 2
    assert done.stderr.splitlines()[-1] in ends


@only_full
@slow
def test_an_evaluation_that_does_not_return_is_interrupted(outply, tmp_path, monkeypatch):
    monkeypatch.setattr(endless_calls, "PROCESSOR_SECONDS", SOON)
    text = "def slow(state, player):\n    while state.both > 1:\n        pass\n    return 0.1\n"
    (tmp_path / "slow.py").write_text(text)
    search = f"engine:evaluation={tmp_path / 'slow.py'}:slow"
    done = outply(
        "analyze", "connect-four", "--search", search, "--seconds", "0.1", "--interpreted"
    )
    assert done.exit_code == 2
    assert "slow.py:" in done.stderr and "`slow` has not returned after" in done.stderr


@only_full
@slow
def test_the_positions_of_a_file_after_one_that_hangs_are_answered(my_game, outply, monkeypatch):
    """The search samples moves from the start of a game, which has 7 counters."""
    monkeypatch.setattr(endless_calls, "PROCESSOR_SECONDS", SOON)
    file = my_game(RETURNS, HANGS.replace("3", "30"))
    options = ("--file", "-", "--seconds", "1", "--interpreted", "--search", "alphabeta")
    done = outply("analyze", file, *options, stdin="(30, 0)\n(2, 0)\n")
    hanging, other = map(json.loads, done.stdout.splitlines())
    assert "`is_terminal` has not returned" in hanging["error"]
    assert other["move"] == "2"


class Watch:
    """Of a kernel that has visited so many nodes."""

    def __init__(self, nodes: int = 0) -> None:
        self.nodes, self.is_stopped = nodes, False


@pytest.fixture
def ended(monkeypatch):
    """A watch on kernels that this test pretends to run, and what it ends the process with."""
    stuck, sentences = StuckRules("take"), []
    stuck.close()
    monkeypatch.setattr(stuck, "_end", lambda *told: sentences.append(told))

    def look(*kernels: RunningKernel, at: float) -> list[tuple[str, int]]:
        monkeypatch.setattr(stuck_rules, "running_kernels", lambda: list(kernels))
        monkeypatch.setattr(stuck_rules.time, "process_time", lambda: at)
        stuck._look()
        return sentences

    return look


def test_a_kernel_is_given_up_some_seconds_after_its_deadline(ended):
    stuck = RunningKernel(Watch(7), deadline=0.0)
    assert ended(stuck, at=100.0) == []
    assert ended(stuck, at=109.9) == []
    [(sentence, code)] = ended(stuck, at=110.0)
    assert code == 2
    assert sentence == (
        "The compiled rules of take have not returned 10 seconds after the limit; does a loop "
        "never end? Add --interpreted to see the line."
    )


def test_a_kernel_with_time_left_is_not_given_up(ended):
    running = RunningKernel(Watch(7), deadline=float("inf"))
    assert ended(running, at=100.0) == ended(running, at=500.0) == []


def test_a_kernel_that_visits_nodes_is_not_given_up(ended):
    watch = Watch()
    for second in range(100, 200, 9):
        watch.nodes += 1
        assert ended(RunningKernel(watch, deadline=0.0), at=float(second)) == []


def test_one_of_two_threads_that_is_not_stuck_is_waited_for(ended):
    first, second = Watch(), Watch()
    for at in range(100, 200, 9):
        second.nodes += 1
        kernels = [RunningKernel(first, deadline=0.0), RunningKernel(second, deadline=0.0)]
        assert ended(*kernels, at=float(at)) == []


def test_what_is_compiled_or_interpreted_is_not_given_up(ended):
    assert ended(at=100.0) == ended(at=500.0) == []


@only_full
def test_compiled_rules_end_the_process_after_the_limit(looping, outply, started):
    assert outply("compile", looping, *SEARCH).exit_code == 0
    process = started("analyze", looping, *SEARCH, "--seconds", "1")
    stderr = process.communicate(timeout=600)[1]
    assert process.returncode == 2, stderr
    assert "The compiled rules of take have not returned 10 seconds after the limit" in stderr


@only_full
def test_ctrl_c_leaves_an_analysis_whose_compiled_rules_do_not_return(looping, outply, started):
    assert outply("compile", looping, *SEARCH).exit_code == 0
    process = started("analyze", looping, *SEARCH, "--seconds", "600")
    code, stderr = interrupted(process, after=3)
    assert code == 130, stderr
    assert stderr.endswith("Stopped: the rules of take did not return.\n")
