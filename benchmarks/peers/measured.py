"""How a peer's search is measured: timed as it is, then counted node by node."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from statistics import median
from types import ModuleType

RUNS = 3


def measure(search: Callable[[], object], module: ModuleType, recursive: str) -> None:
    """Print the nodes and seconds of a search whose recursive function is `module.recursive`."""
    seconds = median(_timed(search) for _ in range(RUNS))
    nodes = 0
    plain = getattr(module, recursive)

    def counting(*arguments, **keywords):
        nonlocal nodes
        nodes += 1
        return plain(*arguments, **keywords)

    setattr(module, recursive, counting)  # only now, so that counting costs the timed runs nothing
    search()
    print(json.dumps({"nodes": nodes, "seconds": seconds}))


def _timed(search: Callable[[], object]) -> float:
    began = time.perf_counter()
    search()
    return time.perf_counter() - began
