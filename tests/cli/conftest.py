"""The command line, called from a test."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner, Result
from kinds import COINS

from outply.cli import main

TAKE = Path(__file__).parents[1] / "check" / "broken" / "_take.py"
RULES = TAKE.read_text(encoding="utf-8")


def run(*arguments: str, stdin: str = "") -> Result:
    """Run in this process; an exception that would be a traceback fails the test."""
    result = CliRunner().invoke(main, list(arguments), input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_for_document(*arguments: str, stdin: str = "", code: int = 0):
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == code, result.stderr
    return json.loads(result.stdout)


def run_for_refusal(*arguments: str, stdin: str = "") -> str:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 2
    assert result.stdout == ""
    lines = [line for line in result.stderr.splitlines() if not line.startswith("Compiling ")]
    assert len(lines) == 1, result.stderr
    return lines[0]


def start(*arguments: str, **options) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "outply", *arguments],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        | {"text": True, "encoding": "utf-8"}
        | options,
    )


@pytest.fixture
def outply():
    """The command line, in this process."""
    return run


@pytest.fixture
def answered():
    """The one JSON document that a command answers with."""
    return run_for_document


@pytest.fixture
def refused():
    """The one sentence with which a command refuses."""
    return run_for_refusal


@pytest.fixture
def started():
    """The command line in a process of its own, which hears SIGINT whoever started this one."""
    processes: list[subprocess.Popen[str]] = []

    def starting(*arguments: str, **options) -> subprocess.Popen[str]:
        processes.append(start(*arguments, **options))
        return processes[-1]

    yield starting
    for process in processes:
        process.kill()
        process.communicate()


class Terminal:
    """The end of a pseudo-terminal at which a person would sit."""

    def __init__(self) -> None:
        self._ours, self.theirs = pty.openpty()
        self.heard = ""
        self._place = 0  # up to which it was asked for

    def hear(self, *patterns: str) -> None:
        """Wait until all was shown, one after the other, since something was last heard."""
        for pattern in patterns:
            assert self.hears(pattern, seconds=60), self.heard[-2000:]

    def hears(self, pattern: str, seconds: float) -> bool:
        """Whether something is shown within some time."""
        until = monotonic() + seconds
        while not (found := re.compile(pattern).search(self.heard, self._place)):
            left = until - monotonic()
            if left <= 0 or not select.select([self._ours], [], [], left)[0]:
                return False
            self.heard += os.read(self._ours, 4096).decode(errors="replace")
        self._place = found.end()
        return True

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def close(self) -> None:
        os.close(self._ours)
        os.close(self.theirs)


@pytest.fixture
def terminal():
    opened = Terminal()
    yield opened
    opened.close()


@pytest.fixture
def coins(tmp_path: Path) -> str:
    """The file of a small game of chance."""
    file = tmp_path / "coins.py"
    file.write_text(COINS, encoding="utf-8")
    return str(file)


@pytest.fixture
def my_game(tmp_path: Path):
    """Writes the rules of a small game to a file, some of their text replaced by other."""

    def write(old: str = "", new: str = "") -> str:
        assert old in RULES
        file = tmp_path / "my_game.py"
        file.write_text(RULES.replace(old, new) if old else RULES, encoding="utf-8")
        return str(file)

    return write
