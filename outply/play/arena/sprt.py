"""The sequential probability ratio test (SPRT): play until one of two hypotheses is likely enough.

The hypotheses are that the first player is better by `elo0`, or by `elo1`. The test divides the
likelihoods of the results so far under both, each under the distribution of results that maximizes
it. This is Wald's test, generalized; formulas and sources are in docs/arena-statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from outply.game import OutplyError
from outply.parameters import check_parameters, parameter_kinds, parameter_value
from outply.play.arena.elo import NORMALIZED_ELO, Tally, games_per_result, share_of_elo

__all__ = ["MODELS", "Sprt", "parse_sprt"]

MODELS = ("normalized", "logistic")
FARTHEST_ELO = 2000

UNSEEN = 1e-3
"""The count of a result that did not occur, as in fishtest and fastchess: no result is impossible,
and one that did not occur has almost no weight."""

Distribution = Sequence[float]


@dataclass(frozen=True)
class Sprt:
    """Tests whether the first player is better by `elo1` (accepted) or by `elo0` (rejected).

    `alpha` is the probability that a player who is better by `elo0` is accepted, and `beta` the
    probability that a player who is better by `elo1` is rejected. `model` is the kind of Elo.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise OutplyError(f"{self.model!r} is not a model of Elo; use {' or '.join(MODELS)}.")
        if not -FARTHEST_ELO <= self.elo0 < self.elo1 <= FARTHEST_ELO:
            raise OutplyError(
                f"The test is between elo0={self.elo0:g} and elo1={self.elo1:g}; give an elo1 "
                f"above elo0, both from {-FARTHEST_ELO} to {FARTHEST_ELO}."
            )
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise OutplyError(
                    f"{name}={chance:g} is not the probability of an error; give more than 0 and "
                    "less than 0.5."
                )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test rejects and accepts."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, tally: Tally) -> str | None:
        """Return `"accepted"`, `"rejected"`, or None if more games are needed."""
        ratio = self.llr(tally)
        lower, upper = self.bounds
        return "accepted" if ratio >= upper else "rejected" if ratio <= lower else None

    def llr(self, tally: Tally) -> float:
        """Return the log-likelihood ratio of `elo1` over `elo0`."""
        if not any(tally.sample):
            return 0.0
        counts = [count or UNSEEN for count in tally.sample]
        total = sum(counts)
        seen = [count / total for count in counts]
        under0, under1 = (self._likeliest(seen, elo) for elo in (self.elo0, self.elo1))
        return sum(
            count * math.log(p1 / p0) for count, p0, p1 in zip(counts, under0, under1, strict=True)
        )

    def _likeliest(self, seen: Distribution, elo: float) -> Distribution:
        if self.model == "logistic":
            return likeliest_with_mean(seen, share_of_elo(elo))
        return likeliest_with_t(seen, elo / NORMALIZED_ELO * math.sqrt(games_per_result(seen)))


def parse_sprt(parts: Iterable[str]) -> Sprt:
    """Parse `elo0=0`, `elo1=10`, and optionally `alpha=0.05`, `beta=0.05`, `model=logistic`."""
    pairs = (part.partition("=") for part in parts)
    values = {name.strip(): parameter_value(value) for name, _, value in pairs}
    check_parameters("--sprt", parameter_kinds(Sprt), values)
    if not {"elo0", "elo1"} <= set(values):
        raise OutplyError("A test needs both hypotheses; write --sprt elo0=0 elo1=10.")
    return Sprt(**values)


# -- the likeliest distribution under a hypothesis -----------------------------------------


def likeliest_with_mean(seen: Distribution, mean: float) -> Distribution:
    """Return the distribution with this mean under which the observed results are likeliest."""
    return _tilted(seen, [value - mean for value in _values(seen)])


def likeliest_with_t(seen: Distribution, t: float) -> Distribution:
    """Return the likeliest distribution whose mean is t standard deviations above a half.

    If σ is its standard deviation, it is `seen` tilted along the gradient of the constraint, which
    depends on σ alone. So the function searches for each σ at which the tilted distribution has
    the mean ½ + tσ. There may be several, each a local maximum.
    """
    if abs(t) < 1e-9:
        return likeliest_with_mean(seen, 0.5)
    if t < 0:
        return likeliest_with_t(seen[::-1], -t)[::-1]

    def at(sigma: float) -> Distribution:
        return _tilted(seen, _gradient(_values(seen), t, sigma))

    def excess(sigma: float) -> float:
        return _mean(at(sigma)) - 0.5 - t * sigma

    roots = [root for ends in _possible_deviations(seen, t) for root in _roots(excess, *ends)]
    return max(map(at, roots), key=lambda chances: _log_likelihood(seen, chances))


def _gradient(values: Sequence[float], t: float, sigma: float) -> list[float]:
    """Return the gradient of mean - ½ - tσ at a root, shifted so that its mean is 0."""
    mean = 0.5 + t * sigma
    return [value - 0.5 - t / 2 * (sigma + (value - mean) ** 2 / sigma) for value in values]


def _possible_deviations(seen: Distribution, t: float) -> Iterator[tuple[float, float]]:
    """Yield the intervals of σ in which the gradient has both signs, lowest first.

    With r = √(1 + t²), the gradient is positive at a value ½ + b if σ is in (b / t)(1 ± 1 / r). A
    distribution on 0 and 1 alone has the largest σ, ½ / r.
    """
    r = math.hypot(1, t)
    ends = [
        (above * t / (r * (r + 1)), min(above / t * (1 + 1 / r), 0.5 / r))
        for above in (value - 0.5 for value in _values(seen))
        if above > 0
    ]
    low, high = ends[0]
    for next_low, next_high in ends[1:]:
        if next_low > high:
            yield low, high
            low = next_low
        high = max(high, next_high)
    yield low, high


def _roots(function: Callable[[float], float], low: float, high: float) -> Iterator[float]:
    """Yield the falling roots of a function that is positive at `low` and negative at `high`."""
    steps = 16
    grid = [low * (high / low) ** (step / steps) for step in range(steps + 1)]
    above = [True, *(function(x) > 0 for x in grid[1:-1]), False]
    for step in range(steps):
        if above[step] and not above[step + 1]:
            yield _falling_root(function, grid[step], grid[step + 1])


def _falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(28):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _tilted(seen: Distribution, slopes: Sequence[float]) -> Distribution:
    """Return the likeliest distribution under which the mean of `slopes` is 0.

    By Lagrange multipliers, it is p / (1 + θ slope). θ maximizes the concave function
    Σ p log(1 + θ slope); Newton's method finds it, with bisection where a step would leave the
    interval that is known to contain θ.
    """
    least, most = -1 / max(slopes), -1 / min(slopes)
    low, high, theta = least, most, 0.0
    for _ in range(100):
        pulls = [slope / (1 + theta * slope) for slope in slopes]
        first = sum(p * pull for p, pull in zip(seen, pulls, strict=True))
        second = sum(p * pull * pull for p, pull in zip(seen, pulls, strict=True))
        low, high = (theta, high) if first > 0 else (low, theta)
        newton = theta + first / second
        theta, before = newton if low < newton < high else (low + high) / 2, theta
        if abs(theta - before) <= 1e-10 * min(theta - least, most - theta):
            break
    return [p / (1 + theta * slope) for p, slope in zip(seen, slopes, strict=True)]


def _values(seen: Distribution) -> list[float]:
    """Return the share of points of each result, from 0 to 1."""
    return [step / (len(seen) - 1) for step in range(len(seen))]


def _mean(chances: Distribution) -> float:
    return sum(value * p for value, p in zip(_values(chances), chances, strict=True))


def _log_likelihood(seen: Distribution, chances: Distribution) -> float:
    return sum(p * math.log(q) for p, q in zip(seen, chances, strict=True))
