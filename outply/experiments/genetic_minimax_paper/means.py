"""Means and shares with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

__all__ = ["Mean", "Share", "mean_of", "share_of", "t_quantile"]

# Student's t, two-sided 95%, by degrees of freedom; between them the next smaller one is taken.
T_95 = {
    **{1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262},
    **{10: 2.228, 12: 2.179, 14: 2.145, 16: 2.120, 18: 2.101, 20: 2.086, 25: 2.060, 30: 2.042},
    **{40: 2.021, 60: 2.000, 80: 1.990, 99: 1.984, 120: 1.980, 200: 1.972, 500: 1.965},
}
Z_95 = 1.96


class Mean(NamedTuple):
    """A mean and its 95% confidence interval, after Student."""

    value: float
    low: float
    high: float


class Share(NamedTuple):
    """A share and its 95% confidence interval, after Wilson."""

    value: float
    low: float
    high: float


def t_quantile(freedom: int) -> float:
    """Student's t for the next smaller known number of degrees of freedom."""
    return T_95[max(known for known in T_95 if known <= freedom)]


def mean_of(
    values: Sequence[float], least: float = -math.inf, most: float = math.inf
) -> Mean | None:
    """The mean of values; None if there are none.

    If all values are equal, the interval is that value. It ends at `least` and `most`, since no
    mean can be outside of them.
    """
    if not values:
        return None
    middle = fmean(values)
    if len(values) == 1:
        return Mean(middle, middle, middle)
    half = t_quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Mean(middle, max(least, middle - half), min(most, middle + half))


def share_of(hits: int, count: int) -> Share | None:
    if not count:
        return None
    share, z2 = hits / count, Z_95**2
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z_95 * math.sqrt(share * (1 - share) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    return Share(share, max(0.0, centre - half), min(1.0, centre + half))
