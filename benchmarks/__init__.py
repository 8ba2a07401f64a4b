"""Outply side by side with its peers, as ratios, in one run. Started by `make bench`."""

import os

os.environ.setdefault("OUTPLY_OPTIMIZE", "full")  # code is fast from its first call
