"""How strong players are who met one another, in logits, and how sure that is.

Bradley and Terry's model, with a draw as half a win. Formulas and sources are in
docs/arena-statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from outply.play.arena.statistics import Tally, deviations, games_per_result

__all__ = ["Meeting", "Part", "likeliest_strengths", "variances"]

LONGEST_STEP = 2.0  # in logits, of Newton's method: far from the goal it would step too far

Matrix = list[list[float]]


class Meeting(NamedTuple):
    """Two players of a group, by their numbers; the tally is from the side of the first."""

    first: int
    second: int
    tally: Tally
    virtual_draws: int

    @property
    def games(self) -> int:
        return self.tally.games + self.virtual_draws

    @property
    def points(self) -> float:
        return self.tally.points + self.virtual_draws / 2

    def share(self, strengths: Sequence[float]) -> float:
        """The share of points that the first is expected to get."""
        return _share(strengths, self.first, self.second)

    def points_of(self, player: int) -> float:
        """What one of the two got in real games; 0 of anyone else."""
        if player == self.first:
            return self.tally.points
        return self.tally.games - self.tally.points if player == self.second else 0.0

    def information(self, strengths: Sequence[float]) -> float:
        """The variance of its points if all games were won or lost, independently."""
        share = self.share(strengths)
        return self.games * share * (1 - share)


class Part(NamedTuple):
    """What the first of two players got in so many of their games, which are not independent."""

    first: int
    second: int
    points: float
    games: int


def likeliest_strengths(players: int, meetings: Sequence[Meeting]) -> list[float]:
    """In logits, with mean 0, by Newton's method: the likelihood is concave."""
    strengths = [0.0] * players
    for _ in range(200):
        covariance = _covariance(strengths, meetings)
        step = _times(covariance, _surplus(strengths, meetings))
        longest = max(map(abs, step))
        slower = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [s + slower * d for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def variances(
    strengths: Sequence[float],
    meetings: Sequence[Meeting],
    fixed: int | None,
    rounds: Sequence[Sequence[Part]],
) -> list[float]:
    """Of the strengths, or of how far they are above that of the `fixed` player.

    Where `rounds` say which results are not independent, each is the larger one of two: as if they
    were, and as the rounds differ from each other.
    """
    covariance = _covariance(strengths, meetings)
    spread = _dispersion(strengths, meetings)
    apart = [
        max(0.0, spread * _above(row, i, fixed, covariance)) for i, row in enumerate(covariance)
    ]
    together = _between_rounds(strengths, covariance, fixed, rounds)
    return [max(both) for both in zip(apart, together, strict=True)]


def _above(row: Sequence[float], i: int, fixed: int | None, covariance: Matrix) -> float:
    return row[i] if fixed is None else row[i] + covariance[fixed][fixed] - 2 * row[fixed]


def _between_rounds(
    strengths: Sequence[float],
    covariance: Matrix,
    fixed: int | None,
    rounds: Sequence[Sequence[Part]],
) -> list[float]:
    """By how much each round has moved the strengths, squared and summed: the "sandwich"."""
    sums = [0.0] * len(strengths)
    for parts in rounds:
        moved = _times(covariance, _surplus(strengths, parts))
        above = 0.0 if fixed is None else moved[fixed]
        sums = [total + (move - above) ** 2 for total, move in zip(sums, moved, strict=True)]
    spare = len(rounds) - (len(strengths) - 1)
    return [total * len(rounds) / max(spare, 1) for total in sums]


def _surplus(strengths: Sequence[float], parts: Sequence[Meeting | Part]) -> list[float]:
    """The points of each player beyond those that were to be expected."""
    surplus = [0.0] * len(strengths)
    for part in parts:
        more = part.points - part.games * _share(strengths, part.first, part.second)
        surplus[part.first] += more
        surplus[part.second] -= more
    return surplus


def _share(strengths: Sequence[float], first: int, second: int) -> float:
    """The share of points that the first is expected to get."""
    return 1 / (1 + math.exp(strengths[second] - strengths[first]))


def _dispersion(strengths: Sequence[float], meetings: Sequence[Meeting]) -> float:
    """The variance of points, relative to that of games that are won or lost independently.

    Where no spread can be seen, it is taken to be as large as that.
    """
    open_ended = [meeting for meeting in meetings if not meeting.virtual_draws]
    results = sum(sum(meeting.tally.sample) for meeting in open_ended)
    spare = results - (len(strengths) - 1)
    expected = sum(meeting.information(strengths) for meeting in open_ended)
    seen = sum(_squares(meeting, meeting.share(strengths)) for meeting in open_ended)
    if spare <= 0 or seen <= 1e-9 * expected:
        return 1.0
    return seen / expected * results / spare


def _squares(meeting: Meeting, share: float) -> float:
    """Of how far results are from what is expected, in points, for all games of a meeting."""
    sample = meeting.tally.sample
    per_result = games_per_result(sample) ** 2 * deviations(sample, share) / sum(sample)
    return per_result * meeting.tally.games / games_per_result(sample)


def _covariance(strengths: Sequence[float], meetings: Sequence[Meeting]) -> Matrix:
    """Of the strengths, which have mean 0: the pseudo-inverse of the information about them."""
    size = len(strengths)
    information = [[1 / size] * size for _ in strengths]
    for meeting in meetings:
        i, j, weight = meeting.first, meeting.second, meeting.information(strengths)
        information[i][i] += weight
        information[j][j] += weight
        information[i][j] -= weight
        information[j][i] -= weight
    return [[x - 1 / size for x in row] for row in _inverse(information)]


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """Of a positive definite matrix, by Gauss and Jordan; it needs no pivots."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
