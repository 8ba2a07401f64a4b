"""How long the match at the end of learning takes."""

import pytest

from outply import load
from outply.learn.match_forecast import match_seconds, mean_plies_of_random_plays


def test_games_are_as_long_as_random_plays():
    assert 5 <= mean_plies_of_random_plays(load("tic-tac-toe")) <= 9


@pytest.mark.parametrize(("jobs", "seconds"), [(0, 83.0), (1, 83.0), (4, 23.0), (100, 5.0)])
def test_jobs_share_the_games(jobs, seconds):
    assert match_seconds(40, mean_plies=40.0, seconds=0.05, jobs=jobs) == seconds
