"""Elo, the sequential test and ratings: published results, brute force, properties, simulation."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import OutplyError
from outply.play.arena.ratings import ratings
from outply.play.arena.sprt import MODELS, Sprt, likeliest_with_mean, likeliest_with_t
from outply.play.arena.statistics import (
    Tally,
    draw_ratio,
    elo,
    likelihood_of_superiority,
    normalized_elo,
    pairs_ratio,
)

# -- published results -------------------------------------------------------------------------


class Record(NamedTuple):
    """What a program printed of a match, and where that can be read; None was not printed.

    Fastchess's error of normalized Elo is left out: it takes the deviation for known (so says its
    pull request 226), and is too small where one side wins most of the time.
    """

    source: str
    tally: Tally
    elo: str
    error: str
    nelo: str | None = None
    nelo_error: str | None = None
    superiority: str | None = None
    draws: str | None = None
    pairs: str | None = None


GITHUB = "https://github.com/"
PUBLISHED = [
    # fishtest
    Record(
        GITHUB + "official-stockfish/Stockfish/pull/4160",
        Tally(16422, 27389, 16189, (39, 5335, 18992, 5622, 12)),
        *("1.35", "1.2", "3.13", "2.8", "98.6", None, "1.05"),
    ),
    Record(
        GITHUB + "official-stockfish/Stockfish/pull/6255",
        Tally(4626, 812, 4562, (1, 137, 4659, 203, 0)),
        *("2.22", "1.3", "12.00", "6.8", "100.0", None, "1.47"),
    ),
    Record(
        GITHUB + "lichess-org/stockfish-web/pull/10",
        Tally(2718, 4900, 2382, (66, 1042, 2452, 1370, 70)),
        *("11.68", "3.7", "21.55", "6.9", "100.0", None, "1.30"),
    ),
    # fastchess
    Record(
        GITHUB + "brunocodutra/cinder/pull/727",
        Tally(816, 1328, 670, (50, 287, 610, 387, 73)),
        *("18.04", "8.23", "28.19", None, "100.00", "43.35", "1.36"),
    ),
    Record(
        GITHUB + "brunocodutra/cinder/pull/802",
        Tally(7039, 12633, 6766, (363, 3205, 5861, 3376, 414)),
        *("3.59", "2.53", "5.93", None, "99.72", "44.34", "1.06"),
    ),
    Record(
        GITHUB + "lynx-chess/Lynx/pull/1899",
        Tally(3025, 5355, 3060, (235, 1384, 2521, 1341, 239)),
        *("-1.06", "4.05", "-1.67", None, "30.33", "44.07", "0.98"),
    ),
    Record(
        GITHUB + "Disservin/fastchess/issues/807",
        Tally(30, 6, 84, (30, 6, 18, 0, 6)),
        *("-168.40", "73.37", "-170.08", None, "0.00", "30.00", "0.17"),
    ),
    Record(
        GITHUB + "Disservin/fastchess/pull/515",
        Tally(1, 7, 2, (0, 1, 4, 0, 0)),
        *("-34.86", "62.20", "-122.84", None, "13.18", "80.00", "0.00"),
    ),
    Record(
        GITHUB + "Disservin/fastchess/pull/882",
        Tally(0, 10, 154, (72, 10, 0, 0, 0)),
        *("-600.97", "118.46", "-1409.98", None, "0.00", "0.00", "0.00"),
    ),
    # cutechess, without pairs
    Record(
        GITHUB + "JoAnnP38/Pedantic/pull/8",
        Tally(332, 352, 316),
        *("5.6", "17.3", None, None, "73.5", "35.2", None),
    ),
    Record(
        GITHUB + "cutechess/cutechess/issues/543",
        Tally(880, 1863, 759),
        *("12.0", "7.9", None, None, "99.9", "53.2", None),
    ),
]


def as_printed(value: float, printed: str) -> str:
    """With as many digits as `printed` has."""
    return f"{value:.{len(printed.partition('.')[2])}f}"


@pytest.mark.parametrize("record", PUBLISHED, ids=lambda record: record.source)
def test_published_matches_to_the_printed_digits(record):
    difference, normalized = elo(record.tally), normalized_elo(record.tally)
    ratio = pairs_ratio(record.tally)
    for ours, printed in [
        (difference.value, record.elo),
        (difference.error, record.error),
        (normalized.value, record.nelo),
        (normalized.error, record.nelo_error),
        (100 * likelihood_of_superiority(record.tally), record.superiority),
        (100 * draw_ratio(record.tally), record.draws),
        (ratio, record.pairs),
    ]:
        assert printed is None or as_printed(ours, printed) == printed


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
def test_published_tests_in_normalized_elo(source, pairs, elo0, elo1, llr):
    assert as_printed(Sprt(elo0, elo1).llr(Tally(pentanomial=pairs)), llr) == llr


@pytest.mark.parametrize(("source", "pairs", "elo0", "elo1", "llr"), LOGISTIC_TESTS)
def test_published_tests_in_logistic_elo(source, pairs, elo0, elo1, llr):
    sprt = Sprt(elo0, elo1, model="logistic")
    assert as_printed(sprt.llr(Tally(pentanomial=pairs)), llr) == llr


@pytest.mark.parametrize(("model", "source", "games", "elo0", "elo1", "llr"), TESTS_WITHOUT_PAIRS)
def test_published_tests_without_pairs(model, source, games, elo0, elo1, llr):
    assert as_printed(Sprt(elo0, elo1, model=model).llr(Tally(*games)), llr) == llr


def test_bounds_as_they_are_printed():
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


# BradleyTerry2's tests, countsToBinomial.Rout.save and BTabilities.Rout.save, at
# https://github.com/hturner/BradleyTerry2: citations between journals of statistics, after
# Stigler; a journal that is cited has won.
CITATIONS = {
    ("Biometrika", "Comm Statist"): Tally(730, 0, 33),
    ("Biometrika", "JASA"): Tally(498, 0, 320),
    ("Biometrika", "JRSS-B"): Tally(221, 0, 284),
    ("Comm Statist", "JASA"): Tally(68, 0, 813),
    ("Comm Statist", "JRSS-B"): Tally(17, 0, 276),
    ("JASA", "JRSS-B"): Tally(142, 0, 325),
}
ABILITIES = {  # with the standard error, for mean 0, and with Biometrika as the reference
    "Biometrika": (0.7899221, 0.04333047, 0.0000000, 0.00000000),
    "Comm Statist": (-2.1591504, 0.07257974, -2.9490725, 0.10254534),
    "JASA": (0.3103523, 0.04164102, -0.4795698, 0.06058873),
    "JRSS-B": (1.0588761, 0.05304699, 0.2689541, 0.07082997),
}
LOGIT = 400 / math.log(10)


def test_published_ratings():
    for rating in ratings(CITATIONS):
        ability, error, _, _ = ABILITIES[rating.player]
        assert rating.elo / LOGIT == pytest.approx(ability, abs=1e-7)
        # theirs takes the spread to be that of independent wins, ours measures it
        assert rating.error / LOGIT / 1.959964 == pytest.approx(error, rel=0.02)


def test_published_ratings_with_an_anchor():
    for rating in ratings(CITATIONS, anchor="Biometrika", anchor_elo=100):
        _, _, ability, error = ABILITIES[rating.player]
        assert (rating.elo - 100) / LOGIT == pytest.approx(ability, abs=1e-7)
        assert rating.error / LOGIT / 1.959964 == pytest.approx(error, rel=0.02, abs=1e-9)


# -- brute force -------------------------------------------------------------------------------

THIRDS = [(0.2, 0.5, 0.3), (0.6, 0.3, 0.1), (0.001, 0.998, 0.001), (0.9, 0.0999, 0.0001)]


def log_likelihood(seen, chances):
    return sum(p * math.log(q) for p, q in zip(seen, chances, strict=True))


@pytest.mark.parametrize("seen", THIRDS)
@pytest.mark.parametrize("mean", [0.3, 0.5, 0.51, 0.8])
def test_the_likeliest_with_a_mean_is_the_best_of_a_fine_grid(seen, mean):
    """Of win, draw and loss with a given mean, one number is free: the share of wins."""
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
def test_the_likeliest_with_a_t_value_is_the_best_of_a_fine_grid(seen, t):
    """Here the free number is the mean: the variance follows, and from both the chances."""
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


def mean_and_deviation(chances):
    values = [step / (len(chances) - 1) for step in range(len(chances))]
    mean = sum(value * p for value, p in zip(values, chances, strict=True))
    square = sum(value**2 * p for value, p in zip(values, chances, strict=True))
    return mean, math.sqrt(max(square - mean**2, 0))


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
def test_the_likeliest_of_pairs_is_the_best_that_an_optimizer_finds(counts, t, highest):
    seen = [count / sum(counts) for count in counts]
    found = likeliest_with_t(seen, t)
    mean, deviation = mean_and_deviation(found)
    assert sum(found) == pytest.approx(1)
    assert (mean - 0.5) / deviation == pytest.approx(t, rel=1e-6)
    loss = log_likelihood(seen, found) - log_likelihood(seen, seen)
    assert sum(counts) * loss == pytest.approx(highest, abs=1e-4)


# -- properties --------------------------------------------------------------------------------

counts = st.one_of(st.integers(0, 3), st.integers(0, 2000))
pairs_tallies = st.builds(lambda *n: Tally(pentanomial=n), counts, counts, counts, counts, counts)
games_tallies = st.builds(Tally, counts, counts, counts)
tallies = st.one_of(pairs_tallies, games_tallies)
points = st.sampled_from([0, 0.5, 1])
played = st.builds(
    Tally.of_games, st.lists(st.tuples(points, points), max_size=20), st.lists(points, max_size=5)
)


def hypotheses_within(most):
    return st.builds(
        lambda elo0, wider, model: Sprt(elo0, elo0 + wider, model=model),
        st.floats(-most, most / 2),
        st.floats(0.5, most / 2),
        st.sampled_from(MODELS),
    )


@given(tallies)
def test_the_other_side_sees_the_opposite(tally):
    for estimate in (elo, normalized_elo):
        mine, others = estimate(tally), estimate(tally.swapped())
        assert mine.low <= mine.value <= mine.high
        assert [-others.value, -others.high, -others.low] == pytest.approx(list(mine), abs=1e-6)
    superior = likelihood_of_superiority(tally) + likelihood_of_superiority(tally.swapped())
    assert superior == pytest.approx(1)
    assert draw_ratio(tally) == draw_ratio(tally.swapped())


@settings(deadline=None)
@given(tallies, hypotheses_within(600))
def test_a_test_seen_from_the_other_side(tally, sprt):
    mirrored = Sprt(-sprt.elo1, -sprt.elo0, model=sprt.model)
    assert mirrored.llr(tally.swapped()) == pytest.approx(-sprt.llr(tally), rel=1e-5, abs=1e-6)


@given(played, played)
def test_tallies_add_up(one, other):
    both = one + other
    assert both == other + one
    assert both.games == one.games + other.games
    assert both.points == one.points + other.points
    assert both.pairs == one.pairs + other.pairs
    assert both.swapped() == one.swapped() + other.swapped()
    assert one + Tally() == one


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 300), min_size=5, max_size=5),
    hypotheses_within(600),
    st.integers(2, 50),
)
def test_more_of_the_same_says_the_same_more_surely(results, sprt, times):
    once = Tally(pentanomial=tuple(results))
    often = Tally(pentanomial=tuple(times * n for n in results))
    assert elo(often).value == pytest.approx(elo(once).value)
    assert normalized_elo(often).error * math.sqrt(times) == pytest.approx(
        normalized_elo(once).error
    )
    assert sprt.llr(often) == pytest.approx(times * sprt.llr(once), rel=1e-6, abs=1e-6)


def test_errors_shrink_with_the_root_of_the_number_of_games():
    small, large = (elo(Tally(400 * n, 300 * n, 390 * n)).error for n in (1, 100))
    assert small / large == pytest.approx(10, rel=0.001)


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 200), min_size=5, max_size=5),
    hypotheses_within(60),
    st.sampled_from([0, 1]),
)
def test_a_won_pair_in_place_of_a_lost_one_speaks_for_the_player(results, sprt, lost):
    """Between hypotheses that are both hundreds of Elo from what was seen, it need not: the spread
    grows, too, and with it the likelihood of the farther one."""
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
def test_no_results_and_no_hypotheses_are_too_much(tally, elo0, wider, model):
    assert math.isfinite(Sprt(elo0, min(elo0 + wider, 2000), model=model).llr(tally))


names = st.sampled_from("abcde")
met = st.dictionaries(
    st.tuples(names, names).filter(lambda both: both[0] != both[1]), played, max_size=8
)


@settings(deadline=None)
@given(met)
def test_rated_players_got_what_their_ratings_expect(results):
    """What makes ratings likeliest: with the virtual draws, all got what they were expected to."""
    rated = {rating.player: rating for rating in ratings(results)}
    for player, rating in rated.items():
        got = expected = games = 0.0
        for (one, other), tally in results.items():
            if player in (one, other):
                against = rated[other if player == one else one]
                assert not tally.games or against.group == rating.group
                share = 1 / (1 + 10 ** ((against.elo - rating.elo) / 400))
                got += tally.points if player == one else tally.games - tally.points
                expected += tally.games * share
                games += tally.games
        assert (rating.games, rating.points) == (games, got)
        if not rating.virtual_draws:
            assert got == pytest.approx(expected, abs=1e-6)
    for group in {rating.group for rating in rated.values()}:
        inside = [rating.elo for rating in rated.values() if rating.group == group]
        assert sum(inside) == pytest.approx(0, abs=1e-6)


# -- simulation --------------------------------------------------------------------------------

EVEN = (0.08, 0.22, 0.4, 0.22, 0.08)


def drawn_pairs(rng, chances, number):
    drawn = rng.choices(range(5), chances, k=number)
    return Tally(pentanomial=tuple(drawn.count(result) for result in range(5)))


def better_by(distance, measure):
    """Results as in EVEN, with pairs won in place of lost ones until the measure is so much."""
    low, high = 0.0, 0.08
    for _ in range(50):
        more = (low + high) / 2
        changed = [p + more * sign for p, sign in zip(EVEN, (-1, -1, 0, 1, 1), strict=True)]
        low, high = (low, more) if measure(changed) > distance else (more, high)
    return changed


def normalized_measure(chances):
    mean, deviation = mean_and_deviation(chances)
    return (mean - 0.5) / deviation / math.sqrt(2) * 800 / math.log(10)


def logistic_measure(chances):
    mean, _ = mean_and_deviation(chances)
    return 400 * math.log10(mean / (1 - mean))


def share_accepted(sprt, chances, matches, batch, rng):
    accepted = 0
    for _ in range(matches):
        tally = Tally()
        while (verdict := sprt.verdict(tally)) is None:
            tally += drawn_pairs(rng, chances, batch)
        accepted += verdict == "accepted"
    return accepted / matches


@pytest.mark.parametrize(
    ("model", "measure", "better", "matches", "batch"),
    [("logistic", logistic_measure, 60, 250, 1), ("normalized", normalized_measure, 110, 100, 3)],
)
def test_a_test_errs_as_often_as_it_may(model, measure, better, matches, batch):
    rng = random.Random(7)
    sprt = Sprt(0, better, alpha=0.1, beta=0.2, model=model)
    wrongly = share_accepted(sprt, EVEN, matches, batch, rng)
    missed = 1 - share_accepted(sprt, better_by(better, measure), matches, batch, rng)
    for rate, nominal in ((wrongly, sprt.alpha), (missed, sprt.beta)):
        # a step beyond the bound is for free, so it errs less often, the more so in larger steps
        chance = 3 * math.sqrt(nominal * (1 - nominal) / matches)
        assert nominal / 3 < rate < nominal + chance


@pytest.mark.parametrize("chances", [EVEN, (0.02, 0.05, 0.13, 0.2, 0.6)])
def test_intervals_cover_the_truth_in_95_of_100_matches(chances):
    rng = random.Random(3)
    matches = [drawn_pairs(rng, chances, 100) for _ in range(2500)]
    for estimate, truth in (
        (elo, logistic_measure(chances)),
        (normalized_elo, normalized_measure(chances)),
    ):
        ends = [estimate(tally)[1:] for tally in matches]
        covered = sum(low <= truth <= high for low, high in ends) / len(ends)
        assert 0.93 < covered < 0.97


def test_the_likelihood_of_superiority_is_just_as_often_wrong():
    """Between equal players, it is above 90 % in a tenth of all matches."""
    rng = random.Random(4)
    sure = [likelihood_of_superiority(drawn_pairs(rng, EVEN, 50)) > 0.9 for _ in range(1000)]
    assert 0.08 < sum(sure) / len(sure) < 0.125


def test_intervals_of_ratings_cover_the_truth():
    rng = random.Random(5)
    truth = {"a": -120.0, "b": -20.0, "c": 40.0, "d": 100.0}
    covered = []
    for _ in range(250):
        results = {}
        for one, other in [("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("c", "d")]:
            share = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
            drawn = rng.choices([0, 0.5, 1], (0.85 - share, 0.3, share - 0.15), k=40)
            results[one, other] = Tally.of_games(zip(drawn[::2], drawn[1::2], strict=True))
        rated = ratings(results)
        covered += [abs(rating.elo - truth[rating.player]) <= rating.error for rating in rated]
    assert 0.92 < sum(covered) / len(covered) < 0.975


def test_results_that_say_the_same_count_once():
    """Each round of four equal games is one result: the errors are those of a quarter of them."""
    rng = random.Random(6)
    results = [(rng.random() < 0.6, rng.random() < 0.7) for _ in range(400)]
    once, often = Counter(), Counter()
    rounds = []
    for first, second in results:
        rounds.append({("a", "b"): (4.0 * first, 4), ("b", "c"): (4.0 * second, 4)})
        for both, won in ((("a", "b"), first), (("b", "c"), second)):
            once[both, won] += 1
            often[both, won] += 4
    apart, together = (
        {both: Tally(count[both, True], 0, count[both, False]) for both, _ in count}
        for count in (once, often)
    )
    for anchor in (None, "b"):
        right = [rating.error for rating in ratings(apart, anchor=anchor)]
        found = [rating.error for rating in ratings(together, anchor=anchor, rounds=rounds)]
        plain = [rating.error for rating in ratings(together, anchor=anchor)]
        assert found == pytest.approx(right, rel=0.05)
        assert [2 * error for error in plain] == pytest.approx(right, rel=0.05)


def test_rounds_in_the_order_of_the_other_player_say_the_same():
    tallies = {("b", "a"): Tally(6, 0, 4)}
    rounds = [{("b", "a"): (points, 2)} for points in (2.0, 2.0, 2.0, 0.0, 0.0)]
    swapped = [{("a", "b"): (2 - points, 2)} for [(points, _)] in map(dict.values, rounds)]
    assert ratings(tallies, rounds=rounds) == ratings(tallies, rounds=swapped)


# -- the edges ---------------------------------------------------------------------------------


def test_after_no_games_nothing_is_known():
    assert elo(Tally()) == normalized_elo(Tally()) == (0.0, -math.inf, math.inf)
    assert likelihood_of_superiority(Tally()) == 0.5
    assert draw_ratio(Tally()) is None
    assert pairs_ratio(Tally()) is None


def test_after_wins_alone_only_the_low_end_is_known():
    # who wins 0.05 ** (1 / 20) = 0.8609 of all games wins 20 of 20 in one match of 20
    swept = elo(Tally(wins=20))
    assert swept == (math.inf, pytest.approx(400 * math.log10(0.8609 / 0.1391), abs=0.1), math.inf)
    assert swept.error == math.inf
    assert normalized_elo(Tally(wins=20)).value == math.inf
    assert likelihood_of_superiority(Tally(wins=20)) == 1 - 0.5**21
    assert elo(Tally(losses=20)).value == -math.inf
    assert pairs_ratio(Tally(pentanomial=(0, 0, 0, 2, 5))) == math.inf


def test_the_same_result_every_time_is_not_taken_for_certainty():
    # what comes in 0.259 of all pairs stays unseen in 10 of them in one match of 20
    drawn = elo(Tally(pentanomial=(0, 0, 10, 0, 0)))
    assert drawn.value == 0
    assert drawn.high == pytest.approx(400 * math.log10(0.6295 / 0.3705), abs=0.2)
    assert drawn.low == pytest.approx(-drawn.high)
    normalized = normalized_elo(Tally(pentanomial=(0, 0, 10, 0, 0)))
    assert normalized.low < normalized.value == 0 < normalized.high < math.inf
    assert likelihood_of_superiority(Tally(draws=10)) == 0.5


def test_one_pair_says_little():
    won = Tally.of_games([(1, 0.5)])
    assert elo(won).value == pytest.approx(190.85, abs=0.01)
    assert elo(won).low < -500
    assert elo(won).high > 700
    assert likelihood_of_superiority(won) == 0.75


def test_a_nearly_won_match_has_no_high_end():
    # fastchess prints "-997.10 +/- nan" of this one: https://github.com/Disservin/fastchess/pull/882
    lost = elo(Tally(0, 1, 155, (77, 1, 0, 0, 0)))
    assert f"{lost.value:.2f}" == "-997.10"
    assert lost.low == -math.inf
    assert -900 < lost.high < -700


def test_games_without_a_finished_twin_wait_for_it():
    waiting = Tally.of_games([(1, 0), (0.5, 0.5)], [1, 1, 0.5])
    assert waiting == Tally(3, 3, 1, (0, 0, 2, 0, 0))
    assert (waiting.games, waiting.points, waiting.pairs) == (7, 4.5, 2)
    assert elo(waiting).value == 0
    assert Tally.of_games([], [1, 1, 0.5]).sample == (0, 1, 2)


def test_a_player_who_won_everything_is_given_a_draw():
    # 10 of 10 points and half a point of one more game: 10.5 to 0.5
    first, second = ratings({("strong", "weak"): Tally(wins=10)})
    assert (first.player, second.player) == ("strong", "weak")
    assert first.elo - second.elo == pytest.approx(400 * math.log10(10.5 / 0.5))
    assert (first.virtual_draws, first.games, first.points) == (1, 10, 10)
    assert 300 < 2 * first.error < 700


def test_virtual_draws_are_given_across_gaps_only():
    results = {
        ("a", "b"): Tally(4, 2, 3),
        ("b", "c"): Tally(wins=6),
        ("c", "d"): Tally(3, 0, 3),
        ("a", "d"): Tally(wins=2),
        ("a", "c"): Tally(),
    }
    draws = {rating.player: rating.virtual_draws for rating in ratings(results)}
    assert draws == {"a": 1, "b": 1, "c": 1, "d": 1}
    # each of these lost to one and won against another: nobody is out of reach
    circle = {("a", "b"): Tally(wins=2), ("b", "c"): Tally(wins=2), ("c", "a"): Tally(wins=2)}
    assert [(r.elo, r.virtual_draws) for r in ratings(circle)] == [(pytest.approx(0), 0)] * 3


def test_players_who_never_met_are_not_compared():
    results = {("a", "b"): Tally(3, 0, 1), ("c", "d"): Tally(9, 3, 5), ("e", "f"): Tally()}
    rated = ratings(results, anchor="b", anchor_elo=1000)
    assert [(rating.player, rating.group) for rating in rated] == [
        *[("c", 0), ("d", 0), ("a", 1), ("b", 1), ("e", 2), ("f", 3)]
    ]
    ratings_of = {rating.player: rating for rating in rated}
    assert ratings_of["a"].elo == pytest.approx(1000 + 400 * math.log10(3))
    assert (ratings_of["b"].elo, ratings_of["b"].error) == (pytest.approx(1000), 0)
    assert ratings_of["c"].elo == -ratings_of["d"].elo > 0
    assert (ratings_of["e"].elo, ratings_of["e"].error) == (0, math.inf)
    assert ratings({}) == []


def test_both_orders_of_two_players_are_one_meeting():
    apart = {("a", "b"): Tally(5, 1, 2), ("b", "a"): Tally(1, 0, 4)}
    assert ratings(apart) == ratings({("a", "b"): Tally(9, 1, 3)})


def test_two_players_are_as_far_apart_as_their_elo_says():
    tally = Tally(816, 1328, 670, (50, 287, 610, 387, 73))
    first, second = ratings({("new", "old"): tally})
    assert first.elo - second.elo == pytest.approx(elo(tally).value)
    assert first.error + second.error == pytest.approx(elo(tally).error, rel=0.002)


def test_few_games_leave_a_large_error():
    # information 4 · ¾ · ¼ logits⁻², spread as of independent wins, and one of four results spent
    # on the rating: a deviation of √(4/3 / ¾) = 4/3 logits
    first, second = ratings({("a", "b"): Tally(3, 0, 1)})
    assert first.error + second.error == pytest.approx(1.959964 * LOGIT * 4 / 3)


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
        (lambda: Sprt(5, 5), "elo0=5 and elo1=5; give an elo1 above elo0"),
        (lambda: Sprt(math.nan, 5), "elo0=nan"),
        (lambda: Sprt(0, 2001), "from -2000 to 2000"),
        (lambda: Sprt(0, 5, alpha=0), "alpha=0 is not the chance of an error"),
        (lambda: Sprt(0, 5, beta=0.5), "beta=0.5 is not the chance of an error"),
        (lambda: Sprt(0, 5, model="bayesian"), "'bayesian' is no model of Elo; use normalized or"),
        (lambda: ratings({("a", "a"): Tally(1)}), "'a' cannot meet itself"),
        (lambda: ratings({("a", "b"): Tally(1)}, anchor="c"), "'c' cannot be the anchor; the pla"),
        (lambda: ratings({}, anchor="c"), "the players are none"),
    ],
)
def test_refusals(wrong, message):
    with pytest.raises(OutplyError) as refusal:
        wrong()
    assert message in str(refusal.value)
