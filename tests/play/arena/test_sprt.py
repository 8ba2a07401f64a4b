"""The sequential test: published results, brute force, properties, simulation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import OutplyError
from outply.play.arena.elo import Tally, elo, likelihood_of_superiority, normalized_elo
from outply.play.arena.sprt import MODELS, Sprt, likeliest_with_mean, likeliest_with_t
from tests.play.arena.samples import (
    EVEN,
    GITHUB,
    as_printed,
    drawn_pairs,
    log_likelihood,
    logistic_measure,
    mean_and_deviation,
    normalized_measure,
    tallies,
)
from tests.tiers import only_full, sampled, slow

STOCKFISH = GITHUB + "official-stockfish/Stockfish/pull/"
CINDER = GITHUB + "brunocodutra/cinder/pull/"
FASTCHESS = GITHUB + "Disservin/fastchess/"
NORMALIZED_TESTS = [
    # Stockfish's <elo0,elo1> are in normalized Elo
    (STOCKFISH + "4160", (12, 2318, 9925, 2598, 3), 0.5, 2.5, "2.95"),
    (STOCKFISH + "6255", (317, 12094, 28735, 12231, 319), -1.75, 0.25, "2.96"),
    (STOCKFISH + "6255", (47, 9917, 26934, 10064, 45), -1.75, 0.25, "2.94"),
    (STOCKFISH + "5712", (831, 31795, 68460, 32448, 834), 0, 2, "2.93"),
    (STOCKFISH + "5712", (307, 54901, 140959, 56230, 281), 0.5, 2.5, "2.95"),
    (STOCKFISH + "4194", (371, 10263, 24989, 10642, 379), 0, 2, "2.95"),
    (STOCKFISH + "3514", (264, 5737, 31270, 5964, 269), -0.5, 2.5, "2.97"),
    (STOCKFISH + "3514", (29, 2205, 35000, 2392, 34), 0.5, 3.5, "2.94"),
    (CINDER + "727", (50, 287, 610, 387, 73), 0, 5, "2.97"),
    (CINDER + "802", (363, 3205, 5861, 3376, 414), 0, 3, "2.91"),
    (CINDER + "795", (1447, 13972, 26437, 14412, 1441), 0, 3, "1.98"),
    (CINDER + "879", (115, 1156, 2443, 1233, 141), -3, 1, "2.90"),
    (FASTCHESS + "pull/426", (365, 16618, 36229, 16974, 390), 0, 2, "2.25"),
    # with results that were never seen, and hypotheses far from what is usual
    (FASTCHESS + "pull/882", (77, 1, 0, 0, 0), -1000, -500, "-2.95"),
    (FASTCHESS + "pull/882", (72, 10, 0, 0, 0), -1000, -500, "-2.97"),
]
LOGISTIC_TESTS = [
    # Stockfish's {elo0,elo1} are in logistic Elo
    (STOCKFISH + "3209", (253, 4282, 17604, 4431, 286), -0.25, 1.25, "2.94"),
    (STOCKFISH + "3209", (58, 3302, 33130, 3518, 84), 0.25, 1.25, "2.97"),
    (STOCKFISH + "2971", (17, 253, 1042, 337, 39), -0.5, 1.5, "2.96"),
    (STOCKFISH + "2971", (11, 407, 3238, 513, 11), 0.25, 1.75, "2.93"),
    (STOCKFISH + "2493", (424, 2948, 5832, 3045, 460), -1, 3, "2.94"),
    (STOCKFISH + "2493", (1284, 17437, 55536, 18085, 1292), 0, 2, "2.94"),
    # app/tests/sprt_test.cpp at e633d954, rejected by far
    (FASTCHESS, (223, 9863, 21279, 10037, 246), 0.5, 2.5, "-3.07"),
    (FASTCHESS, (871, 26175, 55983, 26678, 821), 0, 2, "-4.98"),
]
TESTS_WITHOUT_PAIRS = [
    ("normalized", FASTCHESS + "pull/426", (36433, 68692, 36027), 0, 2, "0.92"),
    # app/tests/sprt_test.cpp at e633d954
    ("normalized", FASTCHESS, (10871, 20431, 10650), -1.75, 0.25, "2.30"),
    ("logistic", FASTCHESS, (21404, 40708, 21184), 0.5, 2.5, "-1.57"),
    ("logistic", FASTCHESS, (57433, 106593, 57030), 0, 2, "-2.59"),
    ("logistic", GITHUB + "cutechess/cutechess/issues/543", (880, 1863, 759), 0, 5, "2.95"),
]


@pytest.mark.parametrize(("source", "pairs", "elo0", "elo1", "llr"), NORMALIZED_TESTS)
def test_published_normalized_tests_agree(source, pairs, elo0, elo1, llr):
    assert as_printed(Sprt(elo0, elo1).llr(Tally(pentanomial=pairs)), llr) == llr


@pytest.mark.parametrize(("source", "pairs", "elo0", "elo1", "llr"), LOGISTIC_TESTS)
def test_published_logistic_tests_agree(source, pairs, elo0, elo1, llr):
    sprt = Sprt(elo0, elo1, model="logistic")
    assert as_printed(sprt.llr(Tally(pentanomial=pairs)), llr) == llr


@pytest.mark.parametrize(("model", "source", "games", "elo0", "elo1", "llr"), TESTS_WITHOUT_PAIRS)
def test_published_tests_without_pairs_agree(model, source, games, elo0, elo1, llr):
    assert as_printed(Sprt(elo0, elo1, model=model).llr(Tally(*games)), llr) == llr


def test_published_bounds_agree():
    # those of all tests above, and of cinder's, which have alpha=0.05 beta=0.10
    assert [f"{bound:.2f}" for bound in Sprt(0, 2).bounds] == ["-2.94", "2.94"]
    assert [f"{bound:.2f}" for bound in Sprt(0, 3, beta=0.1).bounds] == ["-2.25", "2.89"]


def test_verdicts():
    sprt = Sprt(0, 2)
    assert sprt.verdict(Tally(pentanomial=(307, 54901, 140959, 56230, 281))) == "accepted"
    assert sprt.verdict(Tally(pentanomial=(281, 56230, 140959, 54901, 307))) == "rejected"
    assert sprt.verdict(Tally(pentanomial=(365, 16618, 36229, 16974, 390))) is None
    assert sprt.verdict(Tally()) is None
    assert sprt.llr(Tally()) == 0.0


THIRDS = [(0.2, 0.5, 0.3), (0.6, 0.3, 0.1), (0.001, 0.998, 0.001), (0.9, 0.0999, 0.0001)]


@pytest.mark.parametrize("seen", THIRDS)
@pytest.mark.parametrize("mean", [0.3, 0.5, 0.51, 0.8])
def test_likeliest_with_mean_agrees_with_a_grid_search(seen, mean):
    """A distribution of win, draw and loss with a given mean has one free number: the wins."""
    wins = (mean * step / 20_000 for step in range(1, 20_000))
    grid = [(1 - 2 * mean + w, 2 * (mean - w), w) for w in wins]
    best = max(log_likelihood(seen, chances) for chances in grid if min(chances) > 0)
    found = likeliest_with_mean(seen, mean)
    assert sum(found) == pytest.approx(1)
    assert found[1] / 2 + found[2] == pytest.approx(mean)
    assert log_likelihood(seen, found) == pytest.approx(best, abs=1e-4)
    assert log_likelihood(seen, found) >= best - 1e-9


@pytest.mark.parametrize("seen", THIRDS)
@pytest.mark.parametrize("t", [-3.0, -0.5, -0.01, 0.02, 0.4, 2.0])
def test_likeliest_with_t_agrees_with_a_grid_search(seen, t):
    """Here the free number is the mean, which gives the variance and the distribution."""
    grid = []
    for step in range(1, 20_000):
        mean = 0.5 + math.copysign(step / 40_000, t)
        square = mean**2 + ((mean - 0.5) / t) ** 2
        wins = 2 * square - mean
        grid.append((1 - 2 * mean + wins, 2 * (mean - wins), wins))
    best = max(log_likelihood(seen, chances) for chances in grid if min(chances) > 0)
    found = likeliest_with_t(seen, t)
    mean, deviation = mean_and_deviation(found)
    assert sum(found) == pytest.approx(1)
    assert (mean - 0.5) / deviation == pytest.approx(t)
    assert log_likelihood(seen, found) == pytest.approx(best, abs=1e-3)
    assert log_likelihood(seen, found) >= best - 1e-9


# The highest that scipy's SLSQP came to from 400 random starts, for the chances of five results.
# The last three have a second local maximum, at -43.0794, -10.1789 and -355.4706.
@pytest.mark.parametrize(
    ("counts", "t", "highest"),
    [
        ((50, 287, 610, 387, 73), 0.02, -6.2445),
        ((1, 2, 3, 4, 5), -0.3, -4.5246),
        ((0.001, 1, 8733, 1, 0.001), -0.0708, -40.2624),
        ((0.001, 2, 4, 0.001, 1), -2.074, -6.6663),
        ((1, 69, 43, 1, 0.001), -7.48, -108.0154),
    ],
)
def test_likeliest_with_t_agrees_with_an_optimizer(counts, t, highest):
    seen = [count / sum(counts) for count in counts]
    found = likeliest_with_t(seen, t)
    mean, deviation = mean_and_deviation(found)
    assert sum(found) == pytest.approx(1)
    assert (mean - 0.5) / deviation == pytest.approx(t, rel=1e-6)
    loss = log_likelihood(seen, found) - log_likelihood(seen, seen)
    assert sum(counts) * loss == pytest.approx(highest, abs=1e-4)


def hypotheses_within(most):
    return st.builds(
        lambda elo0, wider, model: Sprt(elo0, elo0 + wider, model=model),
        st.floats(-most, most / 2),
        st.floats(0.5, most / 2),
        st.sampled_from(MODELS),
    )


@settings(deadline=None)
@given(tallies, hypotheses_within(600))
def test_swapping_the_players_negates_the_ratio(tally, sprt):
    mirrored = Sprt(-sprt.elo1, -sprt.elo0, model=sprt.model)
    assert mirrored.llr(tally.swapped()) == pytest.approx(-sprt.llr(tally), rel=1e-5, abs=1e-6)


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 300), min_size=5, max_size=5),
    hypotheses_within(600),
    st.integers(2, 50),
)
def test_repeated_results_keep_the_estimate_and_shrink_the_error(results, sprt, times):
    once = Tally(pentanomial=tuple(results))
    often = Tally(pentanomial=tuple(times * n for n in results))
    assert elo(often).value == pytest.approx(elo(once).value)
    assert normalized_elo(often).error * math.sqrt(times) == pytest.approx(
        normalized_elo(once).error
    )
    assert sprt.llr(often) == pytest.approx(times * sprt.llr(once), rel=1e-6, abs=1e-6)


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 200), min_size=5, max_size=5),
    hypotheses_within(60),
    st.sampled_from([0, 1]),
)
def test_replacing_a_lost_pair_by_a_won_one_raises_all_estimates(results, sprt, lost):
    """This need not hold if both hypotheses are hundreds of Elo from the results: the variance
    grows too, and with it the likelihood of the farther hypothesis."""
    better = list(results)
    better[lost] -= 1
    better[4 - lost] += 1
    before, after = Tally(pentanomial=tuple(results)), Tally(pentanomial=tuple(better))
    assert elo(after).value > elo(before).value
    assert normalized_elo(after).value > normalized_elo(before).value
    assert likelihood_of_superiority(after) >= likelihood_of_superiority(before)
    assert sprt.llr(after) > sprt.llr(before)


@settings(deadline=None)
@given(tallies, st.integers(-2000, 1999), st.integers(1, 4000), st.sampled_from(MODELS))
def test_the_ratio_is_always_finite(tally, elo0, wider, model):
    assert math.isfinite(Sprt(elo0, min(elo0 + wider, 2000), model=model).llr(tally))


def better_by(distance, measure):
    """Replace lost pairs of EVEN by won pairs until the measure is this distance."""
    low, high = 0.0, 0.08
    for _ in range(50):
        more = (low + high) / 2
        changed = [p + more * sign for p, sign in zip(EVEN, (-1, -1, 0, 1, 1), strict=True)]
        low, high = (low, more) if measure(changed) > distance else (more, high)
    return changed


def share_accepted(sprt, chances, matches, batch, rng):
    accepted = 0
    for _ in range(matches):
        tally = Tally()
        while (verdict := sprt.verdict(tally)) is None:
            tally += drawn_pairs(rng, chances, batch)
        accepted += verdict == "accepted"
    return accepted / matches


@only_full
@sampled(2)
@slow
@pytest.mark.parametrize(
    ("model", "measure", "better", "matches", "batch"),
    [("logistic", logistic_measure, 60, 250, 1), ("normalized", normalized_measure, 110, 100, 3)],
)
def test_error_rates_are_those_of_alpha_and_beta(model, measure, better, matches, batch):
    rng = random.Random(7)
    sprt = Sprt(0, better, alpha=0.1, beta=0.2, model=model)
    wrongly = share_accepted(sprt, EVEN, matches, batch, rng)
    missed = 1 - share_accepted(sprt, better_by(better, measure), matches, batch, rng)
    for rate, nominal in ((wrongly, sprt.alpha), (missed, sprt.beta)):
        # a step beyond the bound is for free, so it errs less often, the more so in larger steps
        chance = 3 * math.sqrt(nominal * (1 - nominal) / matches)
        assert nominal / 3 < rate < nominal + chance


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Sprt(5, 5), "elo0=5 and elo1=5; give an elo1 above elo0"),
        (lambda: Sprt(math.nan, 5), "elo0=nan"),
        (lambda: Sprt(0, 2001), "from -2000 to 2000"),
        (lambda: Sprt(0, 5, alpha=0), "alpha=0 is not the probability of an error"),
        (lambda: Sprt(0, 5, beta=0.5), "beta=0.5 is not the probability of an error"),
        (lambda: Sprt(0, 5, model="bayesian"), "'bayesian' is not a model of Elo; use normal"),
    ],
)
def test_refusals(wrong, message):
    with pytest.raises(OutplyError) as refusal:
        wrong()
    assert message in str(refusal.value)
