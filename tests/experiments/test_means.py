"""Means and shares with their intervals, against figures from a textbook's tables."""

import pytest

from outply.experiments.genetic_minimax_paper.means import mean_of, share_of, t_quantile
from outply.experiments.genetic_minimax_paper.report.figures_section import _comparison


def test_a_mean_and_its_interval():
    # the standard deviation is 1, and 4.303 / √3 is 2.4843
    assert mean_of([1, 2, 3]) == pytest.approx((2, -0.4843, 4.4843), abs=1e-4)
    assert mean_of([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5, 3.2126, 6.7874), abs=1e-3)


def test_an_interval_ends_where_means_do():
    assert mean_of([1, 2, 3], least=1, most=7) == pytest.approx((2, 1, 4.4843), abs=1e-4)


def test_equal_values_one_value_and_none():
    assert mean_of([1, 1, 1]) == (1, 1, 1)
    assert mean_of([4]) == (4, 4, 4)
    assert mean_of([]) is None
    assert share_of(0, 0) is None


@pytest.mark.parametrize(
    ("freedom", "t"), [(1, 12.706), (9, 2.262), (35, 2.042), (99, 1.984), (9999, 1.965)]
)
def test_students_t_is_never_too_small(freedom, t):
    assert t_quantile(freedom) == t


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (50, 100, 0.4038, 0.5962)],
)
def test_wilsons_interval(hits, count, low, high):
    assert share_of(hits, count) == pytest.approx((hits / count, low, high), abs=1e-4)


def test_a_verdict_needs_more_than_a_few_trees():
    apart = [1.0, 1.0], [2.0, 2.0]
    assert _comparison(*apart, trees=1) == _comparison(*apart, trees=9) == "not clearly different"
    assert _comparison(*apart, trees=10) == "clearly better"
    assert _comparison(*apart[::-1], trees=10) == "clearly worse"
