"""How a peer's search is measured: timed as it is, then counted node by node.

The last two arguments of the command say what is wanted: `depth N` searches to depth N several
times, `seconds S` deepens ply by ply until the time is up and tells of the depths that it finished.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from itertools import count
from statistics import median
from types import ModuleType
from typing import Any

RUNS = 3

ToDepth = Callable[[int], object]


class TimeIsUp(Exception):
    pass


def measure(search: ToDepth, module: ModuleType, recursive: str) -> None:
    """Print depth, nodes and seconds of a search whose recursive function is `module.recursive`."""
    wanted, amount = sys.argv[-2:]
    if wanted == "depth":
        depth = int(amount)
        seconds = median(timed(search, depth) for _ in range(RUNS))
        depths = range(depth, depth + 1)
    else:
        depth, seconds = deepened(search, float(amount))
        depths = range(1, depth + 1)
    nodes = counted(search, depths, module, recursive)
    print(json.dumps({"depth": depth, "nodes": nodes, "seconds": seconds}))


def timed(search: ToDepth, depth: int) -> float:
    began = time.perf_counter()
    search(depth)
    return time.perf_counter() - began


def deepened(search: ToDepth, seconds: float) -> tuple[int, float]:
    """The last depth that was finished in time, and the seconds until then."""
    depth, finished = 0, 0.0
    signal.signal(signal.SIGALRM, stop)  # costs the search nothing while it runs
    signal.setitimer(signal.ITIMER_REAL, seconds)
    began = time.perf_counter()
    try:
        for deeper in count(1):
            search(deeper)
            depth, finished = deeper, time.perf_counter() - began
    except TimeIsUp:
        return depth, finished
    raise AssertionError("deepening ends by time alone")


def stop(*_: object) -> None:
    raise TimeIsUp


def counted(search: ToDepth, depths: range, module: ModuleType, recursive: str) -> int:
    """The nodes of searches to these depths; done last, so that no timed run pays for it."""
    nodes = 0
    plain = getattr(module, recursive)

    def counting(*arguments: Any, **keywords: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return plain(*arguments, **keywords)

    setattr(module, recursive, counting)
    for depth in depths:
        search(depth)
    return nodes
