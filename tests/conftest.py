"""Compiled games of the tests are kept apart from the user's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["OUTPLY_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "kernels")
sys.setrecursionlimit(10_000)  # once and for all: searches raise it, and Hypothesis would warn
