"""A tiny study, run once."""

import copy

import pytest

from outply.experiments.genetic_minimax_paper import TINY, run_study


@pytest.fixture(scope="session")
def tiny_study():
    return run_study(TINY, 3, lambda *_: None)


@pytest.fixture
def study(tiny_study):
    """Whole, and free to be changed."""
    return copy.deepcopy(tiny_study)
