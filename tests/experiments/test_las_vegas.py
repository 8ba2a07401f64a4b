"""The probability that random paths meet the best one, against all ways to draw them."""

from itertools import combinations, product

import pytest

from outply.experiments.genetic_minimax_paper import TINY, las_vegas
from outply.experiments.genetic_minimax_paper.las_vegas import (
    deepest,
    paper_probability,
    probability_with_repeats,
)
from tests.tiers import slow


@pytest.mark.parametrize("paths", [1, 2, 3, 4])
def test_the_formulas_count_what_there_is(paths):
    leaves = list(product(range(2), repeat=2))  # two branches, two levels
    best = leaves[2]
    different = [best in drawn for drawn in combinations(leaves, paths)]
    assert paper_probability(2, 2, paths) == pytest.approx(sum(different) / len(different))
    repeated = [best in drawn for drawn in product(leaves, repeat=paths)]
    assert probability_with_repeats(2, 2, paths) == pytest.approx(sum(repeated) / len(repeated))


def test_a_probability_is_at_most_one():
    assert paper_probability(2, 2, 9) == 1
    assert probability_with_repeats(2, 2, 9) < 1
    assert probability_with_repeats(1, 5, 1) == 1


@pytest.mark.parametrize("paths", [10, 1000, 8000])
def test_the_depth_below_which_it_is_more_than_a_half(paths):
    for levels in range(1, 9):
        assert (paper_probability(7, levels, paths) > 0.5) == (levels < deepest(7, paths))


def test_all_paths_meet_the_best():
    from dataclasses import replace

    sizes = replace(TINY, branching=3, lucky_levels=(1, 2), lucky_shares=(1.0,), lucky_trees=4)
    rows = list(las_vegas.rows(sizes, 0))
    assert len(rows) == las_vegas.total(sizes) == 16
    assert all(row.met and row.chosen and row.best for row in rows)


@slow
def test_what_is_met_is_about_what_the_formula_says():
    from dataclasses import replace

    sizes = replace(TINY, branching=4, lucky_levels=(2,), lucky_shares=(0.25, 0.5), lucky_trees=150)
    cases = las_vegas.document(list(las_vegas.rows(sizes, 0)), sizes)["rows"]
    assert [case["formula"] for case in cases] == [0.25, 0.5] * 2
    assert all(abs(case["met"] - case["formula"]) < 0.14 for case in cases)  # 3.4 deviations
    assert all(case["chosen"] <= case["met"] for case in cases)
