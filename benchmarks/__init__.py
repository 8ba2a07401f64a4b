"""Outply side by side with its peers, as ratios, in one run. Started by `make bench`."""
