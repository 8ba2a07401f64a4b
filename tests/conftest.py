"""What all tests count on: a cache apart from the user's own, and a Ctrl-C that is heard.

Kernels are compiled quickly, which takes a third of the time. They are fully optimised in
tests/compiler, among them every search and every game, and in tests with the mark
`fully_optimised`, which share those kernels or run them for long. How much runs is in `tiers.py`.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from outply.check import throughput
from tests.tiers import TIER, skip_what_compiles, tiered

os.environ["OUTPLY_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # processes that tests start read bytecode
sys.dont_write_bytecode = False
sys.setrecursionlimit(10_000)  # once and for all: searches raise it, and Hypothesis would warn
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
throughput.LONG_ENOUGH = tiered(0.01, full=throughput.LONG_ENOUGH)  # each check measures it


def pytest_runtest_setup(item: pytest.Item) -> None:
    if TIER == "quick":
        skip_what_compiles()
    marked = item.get_closest_marker("fully_optimised") is not None
    os.environ["OUTPLY_OPTIMIZE"] = "full" if marked else "quick"
