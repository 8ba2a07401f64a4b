"""How much the tests do: `make quick`, `make test` and `make test-full`, which CI runs.

The variable OUTPLY_TESTS chooses. `quick` skips each test once it compiles a kernel or starts a
process. `full` compiles every pair of search and game with full optimisation, tries more random
positions, and runs the tests that start a Ray cluster.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

TIER = os.environ.get("OUTPLY_TESTS") or "usual"
if TIER not in ("quick", "usual", "full"):
    raise pytest.UsageError(f"OUTPLY_TESTS is {TIER!r}; set it to quick or full, or leave it out.")
FULL = TIER == "full"

optimised_in_full = pytest.mark.fully_optimised if FULL else lambda test: test
not_quick = pytest.mark.skipif(TIER == "quick", reason="compiles a kernel in a thread")
only_full = pytest.mark.skipif(not FULL, reason="runs in `make test-full`")


def tiered(usual: T, full: T) -> T:
    """What a test uses, such as a number of examples: less in `make test`, more in CI."""
    return full if FULL else usual


@cache
def skip_what_compiles() -> None:
    """Skip, from now on, each test that compiles a kernel or starts a process, once it does."""
    import subprocess

    from outply.compiler import kernels

    def compiles(*_: Any, **__: Any) -> Any:
        pytest.skip("compiles a kernel")

    def starts(*_: Any, **__: Any) -> Any:
        pytest.skip("starts a process")

    kernels.compile_kernel = kernels.compile_function = compiles
    subprocess.Popen.__init__ = starts  # type: ignore[method-assign]
