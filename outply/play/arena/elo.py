"""Elo of two players from their games: who is better, by how much, and how certain it is.

All results are those of the first player. A pair is two games on one opening, one from each side.
If there are pairs, the statistics count pairs: they are independent, while the games of a pair are
not. Formulas and sources are in docs/arena-statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import NamedTuple

from outply.game import OutplyError

__all__ = [
    "NORMALIZED_ELO",
    "Z_95",
    "Estimate",
    "Tally",
    "deviations",
    "draw_ratio",
    "elo",
    "elo_of_share",
    "games_per_result",
    "likelihood_of_superiority",
    "normalized_elo",
    "pairs_ratio",
    "share_of_elo",
]

Z_95 = NormalDist().inv_cdf(0.975)

NORMALIZED_ELO = 800 / math.log(10)
"""The normalized Elo of a mean that is one standard deviation of a game above a half."""

Pentanomial = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Tally:
    """The results of one player against another.

    `wins`, `draws` and `losses` count all games. `pentanomial` counts the finished pairs by their
    points: 0, ½, 1, 1½, 2. If there are any pairs, the statistics use only pairs, and ignore a game
    whose pair is not finished. A tally may have only pairs, or no pairs.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pentanomial: Pentanomial = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        counts = (self.wins, self.draws, self.losses, *self.pentanomial)
        if len(counts) != 8 or not all(isinstance(n, int) and n >= 0 for n in counts):
            raise OutplyError(
                f"{counts} is not a tally; give wins, draws, losses and five counts of pairs, "
                "whole numbers, 0 or more."
            )
        left = self.games - 2 * self.pairs
        if not 0 <= 2 * self.points - _half_points(self.pentanomial) <= 2 * left:
            raise OutplyError(
                f"The pairs {self.pentanomial} do not fit {self.wins} wins, {self.draws} draws "
                f"and {self.losses} losses; count the games of pairs there, too."
            )

    @classmethod
    def of_games(
        cls, pairs: Iterable[tuple[float, float]] = (), singles: Iterable[float] = ()
    ) -> Tally:
        """Count the points of games, 1, ½ or 0: of finished pairs, and of single games."""
        pairs = list(pairs)
        games = [points for pair in pairs for points in pair] + list(singles)
        if odd := set(games) - {0, 0.5, 1}:
            raise OutplyError(f"A game has 0, ½ or 1 points; {min(odd)} was given.")
        totals = [sum(pair) for pair in pairs]
        a, b, c, d, e = (totals.count(half_points / 2) for half_points in range(5))
        return cls(games.count(1), games.count(0.5), games.count(0), (a, b, c, d, e))

    def __add__(self, other: Tally) -> Tally:
        if len({tally._counted > 0 for tally in (self, other) if tally.games}) == 2:
            raise OutplyError(
                "One tally counts pairs only and the other counts games; give wins, draws and "
                "losses of both."
            )
        a, b, c, d, e = (x + y for x, y in zip(self.pentanomial, other.pentanomial, strict=True))
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (a, b, c, d, e),
        )

    def swapped(self) -> Tally:
        """Return the results of the other player."""
        a, b, c, d, e = self.pentanomial
        return replace(self, wins=self.losses, losses=self.wins, pentanomial=(e, d, c, b, a))

    @property
    def pairs(self) -> int:
        return sum(self.pentanomial)

    @property
    def games(self) -> int:
        return self._counted or 2 * self.pairs

    @property
    def points(self) -> float:
        """The points of all games: one for a win, a half for a draw."""
        return self.wins + self.draws / 2 if self._counted else _half_points(self.pentanomial) / 2

    @property
    def sample(self) -> tuple[int, ...]:
        """The counts used by the statistics, worst result first: of pairs if any, else of games."""
        return self.pentanomial if self.pairs else (self.losses, self.draws, self.wins)

    @property
    def _counted(self) -> int:
        return self.wins + self.draws + self.losses


class Estimate(NamedTuple):
    """A number and its 95 % confidence interval, whose ends may be infinite."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half of the interval, which is printed after ±."""
        return (self.high - self.low) / 2


def share_of_elo(difference: float) -> float:
    """Return the expected share of points of a player with this advantage in logistic Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo_of_share(share: float) -> float:
    """Return the logistic Elo difference at which a player expects this share of the points."""
    if 0 < share < 1:
        return 400 * math.log10(share / (1 - share))
    return math.inf if share >= 1 else -math.inf


def elo(tally: Tally) -> Estimate:
    """Estimate the logistic Elo difference.

    Without games it is 0 ± ∞. After wins alone it is infinite, and its interval has a finite low
    end.
    """
    sample, results = tally.sample, sum(tally.sample)
    if not results:
        return Estimate(0.0, -math.inf, math.inf)
    mean = _mean(sample)
    half = Z_95 * math.sqrt(_moment(sample, 2) / results)
    ends = map(_mean, _extremes(sample)) if _all_equal(sample) else (mean - half, mean + half)
    return Estimate(*map(elo_of_share, (mean, *ends)))


def normalized_elo(tally: Tally) -> Estimate:
    """Estimate the normalized Elo: the mean minus a half, in standard deviations of a game.

    It says how many games are needed to measure the difference. Without variance it is infinite,
    or 0.
    """
    sample, results = tally.sample, sum(tally.sample)
    if not results:
        return Estimate(0.0, -math.inf, math.inf)
    value = _t_value(sample)
    if _all_equal(sample):
        ends = [_t_value(extreme) for extreme in _extremes(sample)]
        low, high = min(value, *ends), max(value, *ends)
    else:
        half = Z_95 * math.sqrt(_t_variance(sample) / results)
        low, high = value - half, value + half
    unit = NORMALIZED_ELO / math.sqrt(games_per_result(sample))
    return Estimate(value * unit, low * unit, high * unit)


def likelihood_of_superiority(tally: Tally) -> float:
    """Return the probability that the first player is better, from 0 to 1.

    It is at most 1 - ½ⁿ⁺¹, the posterior probability after n wins with a uniform prior.
    """
    results = sum(tally.sample)
    least = 0.5 ** (results + 1)
    if not results:
        return least
    normal = NormalDist().cdf(_t_value(tally.sample) * math.sqrt(results))
    return min(max(normal, least), 1 - least)


def draw_ratio(tally: Tally) -> float | None:
    """Return the share of pairs with one point; without pairs, the share of drawn games."""
    sample = tally.sample
    return sample[len(sample) // 2] / sum(sample) if any(sample) else None


def pairs_ratio(tally: Tally) -> float | None:
    """Return won pairs over lost pairs; infinite if none is lost, None if none is won either."""
    lost, won = sum(tally.pentanomial[:2]), sum(tally.pentanomial[3:])
    return won / lost if lost else math.inf if won else None


def games_per_result(sample: Sequence[float]) -> int:
    """Return 2 for a sample of pairs, 1 for a sample of games."""
    return (len(sample) - 1) // 2


def deviations(sample: Sequence[float], share: float, power: int = 2) -> float:
    """Sum the squared deviations (or another power) of the results from a share of the points."""
    best = len(sample) - 1
    return sum(count * (step / best - share) ** power for step, count in enumerate(sample))


def _half_points(pentanomial: Pentanomial) -> int:
    return sum(half_points * count for half_points, count in enumerate(pentanomial))


def _mean(sample: Sequence[float]) -> float:
    return deviations(sample, 0.0, power=1) / sum(sample)


def _moment(sample: Sequence[float], power: int) -> float:
    """Return a central moment; the second is the variance."""
    return deviations(sample, _mean(sample), power) / sum(sample)


def _t_value(sample: Sequence[float]) -> float:
    above = _mean(sample) - 0.5
    if _all_equal(sample):
        return math.copysign(math.inf, above) if above else 0.0
    return above / math.sqrt(_moment(sample, 2))


def _t_variance(sample: Sequence[float]) -> float:
    """Return the variance of √n t by the delta method, since mean and deviation are estimates."""
    t, deviation = _t_value(sample), math.sqrt(_moment(sample, 2))
    skewness, kurtosis = (_moment(sample, power) / deviation**power for power in (3, 4))
    return 1 - t * skewness + t**2 * (kurtosis - 1) / 4


def _all_equal(sample: Sequence[float]) -> bool:
    return sum(count > 0 for count in sample) == 1


def _extremes(sample: Sequence[int]) -> tuple[list[float], list[float]]:
    """After equal results, mix in as many losses, or wins, as may still have gone unseen.

    A result with probability q does not occur in n results with probability (1 - q)ⁿ. That is 5 %
    for q of about 3 / n, the "rule of three".
    """
    seen = 0.05 ** (1 / sum(sample))
    lower, upper = ([seen * (count > 0) for count in sample] for _ in range(2))
    lower[0] += 1 - seen
    upper[-1] += 1 - seen
    return lower, upper
