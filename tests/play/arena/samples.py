"""Samples of results, their measures, and strategies for them."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from outply.play.arena.elo import Tally

GITHUB = "https://github.com/"


def as_printed(value: float, printed: str) -> str:
    """Format a number with as many digits as `printed` has."""
    return f"{value:.{len(printed.partition('.')[2])}f}"


def log_likelihood(seen, chances):
    return sum(p * math.log(q) for p, q in zip(seen, chances, strict=True))


def mean_and_deviation(chances):
    values = [step / (len(chances) - 1) for step in range(len(chances))]
    mean = sum(value * p for value, p in zip(values, chances, strict=True))
    square = sum(value**2 * p for value, p in zip(values, chances, strict=True))
    return mean, math.sqrt(max(square - mean**2, 0))


counts = st.one_of(st.integers(0, 3), st.integers(0, 2000))
pairs_tallies = st.builds(lambda *n: Tally(pentanomial=n), counts, counts, counts, counts, counts)
games_tallies = st.builds(Tally, counts, counts, counts)
tallies = st.one_of(pairs_tallies, games_tallies)
points = st.sampled_from([0, 0.5, 1])
played = st.builds(
    Tally.of_games, st.lists(st.tuples(points, points), max_size=20), st.lists(points, max_size=5)
)
EVEN = (0.08, 0.22, 0.4, 0.22, 0.08)


def drawn_pairs(rng, chances, number):
    drawn = rng.choices(range(5), chances, k=number)
    return Tally(pentanomial=tuple(drawn.count(result) for result in range(5)))


def normalized_measure(chances):
    mean, deviation = mean_and_deviation(chances)
    return (mean - 0.5) / deviation / math.sqrt(2) * 800 / math.log(10)


def logistic_measure(chances):
    mean, _ = mean_and_deviation(chances)
    return 400 * math.log10(mean / (1 - mean))
