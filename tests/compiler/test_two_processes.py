"""Kernels of every search and every game, in two processes, the second of which loads them.

Machine code that is read back from disk can crash the process that runs it. Other tests
catch an exception; only these catch a crash. The first process is that of the tests, which
compares compiled with interpreted searches elsewhere. Kernels are kept where all tests keep
them, so that each is compiled once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.compiler import answers
from tests.positions import brief, optimised_pairs
from tests.tiers import only_full, sampled

PAIRS = sorted((game, name) for game, name in optimised_pairs() if "cfr" not in name)


def in_another_process(*arguments: str) -> str:
    """What a process prints that loads all kernels and compiles none."""
    done = subprocess.run(
        [sys.executable, "-m", answers.__name__, *arguments],
        env={**os.environ, "PYTHONPATH": os.getcwd()},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@sampled(10)
@pytest.mark.parametrize("game", dict.fromkeys(game for game, _ in PAIRS))
def test_every_search_on_every_game(game):
    searches = [brief(name) for each, name in PAIRS if each == game]
    here = answers.of_searches(game, searches)
    assert in_another_process("searches", game, *searches) == here
    assert len(json.loads(here)) == 3 * len(searches) + 1


@only_full
def test_strategies():
    here = answers.of_strategies()
    assert in_another_process("strategies") == here == answers.of_strategies(compiled=False)
    assert len(json.loads(here)) == 4


def test_everything_that_authors_write():
    here = answers.of_features()
    assert in_another_process("features") == here
    assert len(json.loads(here)) > 40
