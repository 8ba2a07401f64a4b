"""What all tests count on: a cache apart from the user's own, and a Ctrl-C that is heard.

Kernels are compiled quickly, which takes a third of the time. In tests/compiler they are fully
optimised, among them every search on every game.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

os.environ["OUTPLY_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")
os.environ["OUTPLY_OPTIMIZE"] = "quick"
sys.setrecursionlimit(10_000)  # once and for all: searches raise it, and Hypothesis would warn
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
