"""Elo ratings of several players, from the tallies of all who met.

The model is Bradley and Terry's, with a draw as half a win: two players share the points as the
logistic curve says, and the ratings are those under which the results are likeliest. How far
results spread around them is measured, so that pairs and draws make the errors as small as they
are. Formulas and sources are in docs/arena-statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from outply.game import OutplyError
from outply.play.arena.statistics import Z_95, Tally, deviations, games_per_result

__all__ = ["Rating", "ratings"]

ELO_PER_LOGIT = 400 / math.log(10)
LONGEST_STEP = 2.0  # in logits, of Newton's method: far from the goal it would step too far

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """A player's Elo with its 95 % error, to compare with others of the same `group`.

    Players are in one group if they met, or met others who did. Where some of a group took no point
    from the rest, the likeliest ratings are infinitely far apart. So that they are finite, each two
    who met across that gap are given one more game, a draw: `virtual_draws` counts this player's.
    With any, the gap is rather wider than it looks.
    """

    player: str
    elo: float
    error: float
    games: int
    points: float
    group: int = 0
    virtual_draws: int = 0


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
        return 1 / (1 + math.exp(strengths[self.second] - strengths[self.first]))

    def points_of(self, player: int) -> float:
        """What one of the two got in real games; 0 of anyone else."""
        if player == self.first:
            return self.tally.points
        return self.tally.games - self.tally.points if player == self.second else 0.0

    def information(self, strengths: Sequence[float]) -> float:
        """The variance of its points if all games were won or lost, independently."""
        share = self.share(strengths)
        return self.games * share * (1 - share)


def ratings(
    tallies: Mapping[tuple[str, str], Tally], *, anchor: str | None = None, anchor_elo: float = 0.0
) -> list[Rating]:
    """Group by group, that with the most games first; in a group the best player first.

    `tallies[a, b]` is from the side of a. The mean of a group is 0, but where `anchor` is in it,
    that player has `anchor_elo`, and errors are those of the difference to it.
    """
    players = sorted({player for both in tallies for player in both})
    if anchor is not None and anchor not in players:
        known = ", ".join(players) or "none"
        raise OutplyError(f"{anchor!r} cannot be the anchor; the players are {known}.")
    met = _merged(tallies)
    groups = [_rated(group, met, anchor, anchor_elo) for group in _groups(players, met)]
    groups.sort(key=lambda group: -sum(rating.games for rating in group))
    return [
        replace(rating, group=number)
        for number, group in enumerate(groups)
        for rating in sorted(group, key=lambda rating: -rating.elo)
    ]


def _merged(tallies: Mapping[tuple[str, str], Tally]) -> dict[tuple[str, str], Tally]:
    """One tally for each two who met, from the side of the one that comes first in the alphabet."""
    merged: dict[tuple[str, str], Tally] = {}
    for (one, other), tally in tallies.items():
        if one == other:
            raise OutplyError(f"{one!r} cannot meet itself; give two players.")
        both = (min(one, other), max(one, other))
        merged[both] = merged.get(both, Tally()) + (tally if one < other else tally.swapped())
    return {both: tally for both, tally in merged.items() if tally.games}


def _groups(players: Iterable[str], met: Mapping[tuple[str, str], Tally]) -> list[list[str]]:
    beside: dict[str, set[str]] = {player: set() for player in players}
    for one, other in met:
        beside[one].add(other)
        beside[other].add(one)
    together = {tuple(sorted(_reached(player, beside))) for player in beside}
    return [list(group) for group in sorted(together)]


def _reached(start: str, arrows: Mapping[str, set[str]]) -> set[str]:
    """Who can be reached along the arrows, `start` included."""
    reached, waiting = {start}, [start]
    while waiting:
        fresh = arrows[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return reached


def _gaps(players: Iterable[str], met: Mapping[tuple[str, str], Tally]) -> set[tuple[str, str]]:
    """Those who met, and one of them took no point from the other, nor by way of third players."""
    took: dict[str, set[str]] = {player: set() for player in players}
    for (one, other), tally in met.items():
        if tally.points:
            took[one].add(other)
        if tally.points < tally.games:
            took[other].add(one)
    reached = {player: _reached(player, took) for player in took}
    return {(a, b) for a, b in met if b not in reached[a] or a not in reached[b]}


def _rated(
    group: list[str], met: Mapping[tuple[str, str], Tally], anchor: str | None, anchor_elo: float
) -> list[Rating]:
    inside = {both: tally for both, tally in met.items() if both[0] in group}
    gaps = _gaps(group, inside)
    meetings = [
        Meeting(group.index(a), group.index(b), tally, int((a, b) in gaps))
        for (a, b), tally in inside.items()
    ]
    strengths = _likeliest_strengths(len(group), meetings)
    fixed = group.index(anchor) if anchor in group else None
    errors = _errors(strengths, meetings, fixed)
    above = 0.0 if fixed is None else anchor_elo / ELO_PER_LOGIT - strengths[fixed]
    rated = []
    for player, name in enumerate(group):
        own = [meeting for meeting in meetings if player in meeting[:2]]
        rated.append(
            Rating(
                name,
                elo=(strengths[player] + above) * ELO_PER_LOGIT,
                error=errors[player],
                games=sum(meeting.tally.games for meeting in own),
                points=sum(meeting.points_of(player) for meeting in own),
                virtual_draws=sum(meeting.virtual_draws for meeting in own),
            )
        )
    return rated


def _likeliest_strengths(players: int, meetings: Sequence[Meeting]) -> list[float]:
    """In logits, with mean 0, by Newton's method: the likelihood is concave."""
    strengths = [0.0] * players
    for _ in range(200):
        missing = [0.0] * players
        for meeting in meetings:
            surplus = meeting.points - meeting.games * meeting.share(strengths)
            missing[meeting.first] += surplus
            missing[meeting.second] -= surplus
        covariance = _covariance(strengths, meetings)
        step = [sum(c * m for c, m in zip(row, missing, strict=True)) for row in covariance]
        longest = max(map(abs, step))
        slower = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [s + slower * d for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def _errors(
    strengths: Sequence[float], meetings: Sequence[Meeting], fixed: int | None
) -> list[float]:
    """Half of the 95 % intervals, in Elo; with nobody else in the group, nothing is known."""
    if not meetings:
        return [math.inf if fixed is None else 0.0]
    covariance = _covariance(strengths, meetings)
    variances = [
        covariance[i][i]
        if fixed is None
        else covariance[i][i] + covariance[fixed][fixed] - 2 * covariance[i][fixed]
        for i in range(len(strengths))
    ]
    spread = _dispersion(strengths, meetings)
    return [Z_95 * ELO_PER_LOGIT * math.sqrt(spread * max(v, 0.0)) for v in variances]


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
