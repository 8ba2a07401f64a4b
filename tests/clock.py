"""Time limits in tests, in the time that this process computes: a busy machine changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time


@contextmanager
def computing_at_most(seconds: float) -> Iterator[None]:
    """Fail if what is inside computes for longer, in all threads together."""
    began = process_time()
    yield
    assert process_time() - began < seconds
