"""What all tests count on: a cache apart from the user's own, and a Ctrl-C that is heard.

Kernels are compiled quickly, which takes a third of the time. They are fully optimised in
tests/compiler, among them every search and every game, and in tests with the mark
`fully_optimised`, which share those kernels or run them for long. How much runs is in `tiers.py`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.tiers import (
    FULL,
    QUICK,
    TIER,
    examples,
    leave_out,
    shorten_checks,
    skip_if_a_thread_compiled,
    skip_if_slow,
    skip_what_compiles,
)

os.environ["OUTPLY_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # processes that tests start read bytecode
sys.dont_write_bytecode = False
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
shorten_checks()


def pytest_configure(config: pytest.Config) -> None:
    if not FULL:  # snapshots of tests that are left out are not unused
        config.option.disable_unused_snapshots = True
    if QUICK:  # what a thread raises to skip its test
        ignored = "ignore::pytest.PytestUnhandledThreadExceptionWarning"
        config.addinivalue_line("filterwarnings", ignored)
    settings.register_profile(TIER, max_examples=examples(100))
    settings.load_profile(TIER)  # for properties that do not say how many examples


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = leave_out(items)
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # thousands of tests stay: no later collection goes through them


def pytest_runtest_setup(item: pytest.Item) -> None:
    skip_if_slow(item)
    if QUICK:
        skip_what_compiles()
    marked = item.get_closest_marker("fully_optimised") is not None
    os.environ["OUTPLY_OPTIMIZE"] = "full" if marked else "quick"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    try:
        yield
    finally:
        skip_if_a_thread_compiled()
