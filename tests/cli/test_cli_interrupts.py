"""Ctrl-C while a rule does not return, interpreted and compiled."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.tiers import only_full

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
