"""How much the tests do: `make quick`, `make test` and `make test-full`, which CI runs.

The variable OUTPLY_TESTS chooses. `quick` skips what compiles a kernel, starts a process or has the
mark `slow`. `full` compiles every pair of search and game with full optimisation, tries more random
positions, and runs the tests that start a Ray cluster.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

TIER = os.environ.get("OUTPLY_TESTS") or "usual"
if TIER not in ("quick", "usual", "full"):
    raise pytest.UsageError(f"OUTPLY_TESTS is {TIER!r}; set it to quick or full, or leave it out.")
MANY, SEVERAL = 10, 4  # cases of one test
FULL, QUICK = TIER == "full", TIER == "quick"

optimised_in_full = pytest.mark.fully_optimised if FULL else lambda test: test
slow = pytest.mark.slow  # not in `make quick`
sampled = pytest.mark.sampled  # one in so many of its cases, but in `make test-full`
only_full = pytest.mark.skipif(not FULL, reason="runs in `make test-full`")


def tiered(usual: T, full: T, quick: T | None = None) -> T:
    """What a test uses, such as a number of examples: less in `make test`, more in CI."""
    if QUICK and quick is not None:
        return quick
    return full if FULL else usual


def examples(many: int) -> int:
    """How many random examples a property is tried with: a sixth in `make test`."""
    return max(many // (1 if FULL else 10 if QUICK else 6), 1)


def shorten_checks() -> None:
    """Let each check of a game's rules, of which there are hundreds, measure and search less.

    Its interpreted searches for proofs are what takes longest: 20 seconds for chess.
    """
    if FULL:
        return
    from outply.check import throughput
    from outply.check.checks import hints_against_plain_search as plain

    throughput.LONG_ENOUGH = 0.01
    plain.PLAIN_NODES, plain.ALL_PLAIN_NODES, plain.ENGINE_NODES = 500, 5_000, 1_000


def leave_out(items: list[pytest.Item]) -> list[pytest.Item]:
    """The cases that a tier does not run.

    Only `make test-full` runs all cases of a test that has several: `make test` runs one in
    three, one in five of many, or as few as the mark `sampled(one_in)` says; `make quick` runs one
    in five of many.
    """
    if FULL:
        return []
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return [item for several in cases.values() for item in _left_out(several)]


def _left_out(cases: list[pytest.Item]) -> list[pytest.Item]:
    mark = cases[0].get_closest_marker("sampled")
    many, several = len(cases) >= MANY, len(cases) >= SEVERAL
    one_in: int = mark.args[0] if mark else 5 if many else 3 if several else 1
    if QUICK and many:
        one_in = max(one_in, 5)
    return [case for number, case in enumerate(cases) if number % one_in]


# -- the quick tier --------------------------------------------------------------------------

_skipped: list[str] = []
"""Why the test under way is to be skipped, if a thread of it found a reason."""


def skip_if_slow(item: pytest.Item) -> None:
    """Skip a test before it begins, if its marks say that it does not belong to this tier."""
    if QUICK and item.get_closest_marker("slow"):
        pytest.skip("slow")


def skip_if_a_thread_compiled() -> None:
    """Skip a test that ended, in whatever way, after one of its threads was to be skipped."""
    if _skipped:
        reason = _skipped[0]
        _skipped.clear()
        pytest.skip(reason)


def _skipping(reason: str) -> Callable[..., Any]:
    def skip(*_: Any, **__: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            _skipped.append(reason)  # what a thread raises does not reach its test
            raise SystemExit(reason)
        pytest.skip(reason)

    return skip


@cache
def skip_what_compiles() -> None:
    """Skip, from now on, each test that compiles a kernel or starts a process, once it does."""
    import multiprocessing.process
    import subprocess

    from loky.process_executor import ProcessPoolExecutor

    from outply.compiler import kernels

    kernels.compile_kernel = kernels.compile_function = _skipping("compiles a kernel")
    starts = _skipping("starts a process")
    subprocess.Popen.__init__ = starts  # type: ignore[method-assign]
    multiprocessing.process.BaseProcess.start = starts  # type: ignore[method-assign]
    ProcessPoolExecutor.submit = starts
    os.fork = starts
