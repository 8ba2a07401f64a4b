"""Ratings of several players: published results, properties, simulation."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import OutplyError
from outply.play.arena.elo import Tally, elo
from outply.play.arena.ratings import ratings
from tests.play.arena.samples import played
from tests.tiers import slow

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


def test_published_ratings_agree():
    for rating in ratings(CITATIONS):
        ability, error, _, _ = ABILITIES[rating.player]
        assert rating.elo / LOGIT == pytest.approx(ability, abs=1e-7)
        # theirs takes the spread to be that of independent wins, ours measures it
        assert rating.error / LOGIT / 1.959964 == pytest.approx(error, rel=0.02)


def test_published_ratings_with_an_anchor_agree():
    for rating in ratings(CITATIONS, anchor="Biometrika", anchor_elo=100):
        _, _, ability, error = ABILITIES[rating.player]
        assert (rating.elo - 100) / LOGIT == pytest.approx(ability, abs=1e-7)
        assert rating.error / LOGIT / 1.959964 == pytest.approx(error, rel=0.02, abs=1e-9)


names = st.sampled_from("abcde")
met = st.dictionaries(
    st.tuples(names, names).filter(lambda both: both[0] != both[1]), played, max_size=8
)


@slow
@settings(deadline=None)
@given(met)
def test_ratings_predict_the_points_of_each_player(results):
    """This maximizes the likelihood: with virtual draws, all players have the expected points."""
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


def test_rating_intervals_cover_the_truth():
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


def test_dependent_results_count_once():
    """A round of four equal games is one result: the errors are those of a quarter of the games."""
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


def test_rounds_may_name_the_players_in_any_order():
    tallies = {("b", "a"): Tally(6, 0, 4)}
    rounds = [{("b", "a"): (points, 2)} for points in (2.0, 2.0, 2.0, 0.0, 0.0)]
    swapped = [{("a", "b"): (2 - points, 2)} for [(points, _)] in map(dict.values, rounds)]
    assert ratings(tallies, rounds=rounds) == ratings(tallies, rounds=swapped)


def test_a_player_who_won_everything_gets_a_virtual_draw():
    # 10 of 10 points and half a point of one more game: 10.5 to 0.5
    first, second = ratings({("strong", "weak"): Tally(wins=10)})
    assert (first.player, second.player) == ("strong", "weak")
    assert first.elo - second.elo == pytest.approx(400 * math.log10(10.5 / 0.5))
    assert (first.virtual_draws, first.games, first.points) == (1, 10, 10)
    assert 300 < 2 * first.error < 700


def test_virtual_draws_are_only_added_across_gaps():
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


def test_unconnected_players_are_in_different_groups():
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


def test_both_orders_of_two_players_are_merged():
    apart = {("a", "b"): Tally(5, 1, 2), ("b", "a"): Tally(1, 0, 4)}
    assert ratings(apart) == ratings({("a", "b"): Tally(9, 1, 3)})


def test_ratings_of_two_players_agree_with_their_elo():
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
        (lambda: ratings({("a", "a"): Tally(1)}), "'a' cannot play against itself"),
        (lambda: ratings({("a", "b"): Tally(1)}, anchor="c"), "'c' cannot be the anchor; the pla"),
        (lambda: ratings({}, anchor="c"), "the players are none"),
    ],
)
def test_refusals(wrong, message):
    with pytest.raises(OutplyError) as refusal:
        wrong()
    assert message in str(refusal.value)
