"""What all tests count on: a cache apart from the user's own, and a Ctrl-C that is heard."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

os.environ["OUTPLY_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")
sys.setrecursionlimit(10_000)  # once and for all: searches raise it, and Hypothesis would warn
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
