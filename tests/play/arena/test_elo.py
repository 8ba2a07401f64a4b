"""Elo and its errors: published results, properties, simulation."""

from __future__ import annotations

import csv
import math
import random
from pathlib import Path

import pytest
from hypothesis import given

from outply import OutplyError
from outply.play.arena.elo import (
    Tally,
    draw_ratio,
    elo,
    likelihood_of_superiority,
    normalized_elo,
    pairs_ratio,
)
from tests.play.arena.samples import (
    EVEN,
    as_printed,
    drawn_pairs,
    logistic_measure,
    normalized_measure,
    played,
    tallies,
)

FILE = Path(__file__).parents[2] / "data" / "arena" / "published_matches.csv"
PUBLISHED = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("match", PUBLISHED, ids=lambda match: match["source"])
def test_published_matches_agree_to_the_printed_digits(match):
    games = (int(match[result]) for result in ("wins", "draws", "losses"))
    tally = Tally(*games, tuple(map(int, match["pentanomial"].split())))
    for measure, ours in {
        "elo": elo(tally).value,
        "elo_error": elo(tally).error,
        "normalized_elo": normalized_elo(tally).value,
        "normalized_elo_error": normalized_elo(tally).error,
        "superiority": 100 * likelihood_of_superiority(tally),
        "draw_ratio": 100 * draw_ratio(tally),
        "pairs_ratio": pairs_ratio(tally),
    }.items():
        printed = match[measure]
        assert not printed or as_printed(ours, printed) == printed, measure


@given(tallies)
def test_swapping_the_players_negates_the_estimates(tally):
    for estimate in (elo, normalized_elo):
        mine, others = estimate(tally), estimate(tally.swapped())
        assert mine.low <= mine.value <= mine.high
        assert [-others.value, -others.high, -others.low] == pytest.approx(list(mine), abs=1e-6)
    superior = likelihood_of_superiority(tally) + likelihood_of_superiority(tally.swapped())
    assert superior == pytest.approx(1)
    assert draw_ratio(tally) == draw_ratio(tally.swapped())


@given(played, played)
def test_tallies_add_up(one, other):
    both = one + other
    assert both == other + one
    assert both.games == one.games + other.games
    assert both.points == one.points + other.points
    assert both.pairs == one.pairs + other.pairs
    assert both.swapped() == one.swapped() + other.swapped()
    assert one + Tally() == one


def test_errors_shrink_with_the_root_of_the_number_of_games():
    small, large = (elo(Tally(400 * n, 300 * n, 390 * n)).error for n in (1, 100))
    assert small / large == pytest.approx(10, rel=0.001)


@pytest.mark.parametrize("chances", [EVEN, (0.02, 0.05, 0.13, 0.2, 0.6)])
def test_intervals_cover_the_truth_in_95_percent_of_matches(chances):
    rng = random.Random(3)
    matches = [drawn_pairs(rng, chances, 100) for _ in range(2500)]
    for estimate, truth in (
        (elo, logistic_measure(chances)),
        (normalized_elo, normalized_measure(chances)),
    ):
        ends = [estimate(tally)[1:] for tally in matches]
        covered = sum(low <= truth <= high for low, high in ends) / len(ends)
        assert 0.93 < covered < 0.97


def test_the_likelihood_of_superiority_is_calibrated():
    """For equal players, it is above 90 % in a tenth of all matches."""
    rng = random.Random(4)
    sure = [likelihood_of_superiority(drawn_pairs(rng, EVEN, 50)) > 0.9 for _ in range(1000)]
    assert 0.08 < sum(sure) / len(sure) < 0.125


def test_without_games_the_estimates_are_unbounded():
    assert elo(Tally()) == normalized_elo(Tally()) == (0.0, -math.inf, math.inf)
    assert likelihood_of_superiority(Tally()) == 0.5
    assert draw_ratio(Tally()) is None
    assert pairs_ratio(Tally()) is None


def test_after_wins_alone_only_the_low_end_is_finite():
    # a player who wins 0.05 ** (1 / 20) = 0.8609 of all games wins 20 of 20 in one match of 20
    swept = elo(Tally(wins=20))
    assert swept == (math.inf, pytest.approx(400 * math.log10(0.8609 / 0.1391), abs=0.1), math.inf)
    assert swept.error == math.inf
    assert normalized_elo(Tally(wins=20)).value == math.inf
    assert likelihood_of_superiority(Tally(wins=20)) == 1 - 0.5**21
    assert elo(Tally(losses=20)).value == -math.inf
    assert pairs_ratio(Tally(pentanomial=(0, 0, 0, 2, 5))) == math.inf


def test_equal_results_leave_an_error():
    # what comes in 0.259 of all pairs stays unseen in 10 of them in one match of 20
    drawn = elo(Tally(pentanomial=(0, 0, 10, 0, 0)))
    assert drawn.value == 0
    assert drawn.high == pytest.approx(400 * math.log10(0.6295 / 0.3705), abs=0.2)
    assert drawn.low == pytest.approx(-drawn.high)
    normalized = normalized_elo(Tally(pentanomial=(0, 0, 10, 0, 0)))
    assert normalized.low < normalized.value == 0 < normalized.high < math.inf
    assert likelihood_of_superiority(Tally(draws=10)) == 0.5


def test_one_pair_leaves_a_large_error():
    won = Tally.of_games([(1, 0.5)])
    assert elo(won).value == pytest.approx(190.85, abs=0.01)
    assert elo(won).low < -500
    assert elo(won).high > 700
    assert likelihood_of_superiority(won) == 0.75


def test_a_nearly_lost_match_has_no_low_end():
    # fastchess prints "-997.10 +/- nan" of this one: https://github.com/Disservin/fastchess/pull/882
    lost = elo(Tally(0, 1, 155, (77, 1, 0, 0, 0)))
    assert f"{lost.value:.2f}" == "-997.10"
    assert lost.low == -math.inf
    assert -900 < lost.high < -700


def test_unpaired_games_do_not_count_for_the_statistics():
    waiting = Tally.of_games([(1, 0), (0.5, 0.5)], [1, 1, 0.5])
    assert waiting == Tally(3, 3, 1, (0, 0, 2, 0, 0))
    assert (waiting.games, waiting.points, waiting.pairs) == (7, 4.5, 2)
    assert elo(waiting).value == 0
    assert Tally.of_games([], [1, 1, 0.5]).sample == (0, 1, 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Tally(-1), "is not a tally; give wins, draws, losses"),
        (lambda: Tally(1.5), "is not a tally"),
        (lambda: Tally(pentanomial=(1, 2, 3)), "is not a tally"),
        (lambda: Tally(1, 0, 0, (0, 0, 1, 0, 0)), "do not fit 1 wins, 0 draws and 0 losses"),
        (lambda: Tally(0, 0, 2, (0, 0, 1, 0, 0)), "do not fit"),
        (lambda: Tally.of_games([(1, 0.3)]), "0, ½ or 1 points; 0.3 was given"),
        (lambda: Tally(1) + Tally(pentanomial=(0, 0, 1, 0, 0)), "counts pairs only"),
    ],
)
def test_refusals(wrong, message):
    with pytest.raises(OutplyError) as refusal:
        wrong()
    assert message in str(refusal.value)
