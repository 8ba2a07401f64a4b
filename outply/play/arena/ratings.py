"""Elo ratings of several players, from their tallies; for two players see `elo.py`.

The model is that of Bradley and Terry, with a draw as half a win: the logistic curve gives the
expected share of points, and the ratings maximize the likelihood of the results. The dispersion of
the results is estimated, so that the errors account for pairs and draws. Formulas and sources are
in docs/arena-statistics.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from outply.game import OutplyError
from outply.play.arena.elo import Z_95, Tally, deviations, games_per_result

__all__ = ["Rating", "Round", "ratings"]

ELO_PER_LOGIT = 400 / math.log(10)
LONGEST_STEP = 2.0  # in logits: far from the maximum, Newton's method would overshoot

Matrix = list[list[float]]

Round = Mapping[tuple[str, str], tuple[float, int]]
"""Results that are not independent: for each two players, the points of the first and the number of
games."""


@dataclass(frozen=True)
class Rating:
    """A player's Elo with its 95 % error, comparable with players of the same `group`.

    Two players are in one group if they met, or are connected by others who did. If some players of
    a group took no point from the rest, the maximum-likelihood ratings are infinitely far apart. To
    make them finite, each two players who met across that gap get one more game, a draw:
    `virtual_draws` counts those of this player. The true gap is probably wider then.
    """

    player: str
    elo: float
    error: float
    games: int
    points: float
    group: int = 0
    virtual_draws: int = 0


def ratings(
    tallies: Mapping[tuple[str, str], Tally],
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    rounds: Iterable[Round] = (),
) -> list[Rating]:
    """Rate all players, group by group; the group with the most games and the best player first.

    `tallies[a, b]` are the results of a. The mean of a group is 0; in the group of the `anchor`,
    that player has `anchor_elo`, and the errors are those of the difference to it. `rounds` are the
    same games again, grouped where they depend on each other; without `rounds`, all results (pairs
    or games) count as independent.
    """
    players = sorted({player for both in tallies for player in both})
    if anchor is not None and anchor not in players:
        known = ", ".join(players) or "none"
        raise OutplyError(f"{anchor!r} cannot be the anchor; the players are {known}.")
    met, rounds = _merged(tallies), list(rounds)
    groups = [_rate(group, met, anchor, anchor_elo, rounds) for group in _groups(players, met)]
    groups.sort(key=lambda group: -sum(rating.games for rating in group))
    return [
        replace(rating, group=number)
        for number, group in enumerate(groups)
        for rating in sorted(group, key=lambda rating: -rating.elo)
    ]


def _merged(tallies: Mapping[tuple[str, str], Tally]) -> dict[tuple[str, str], Tally]:
    """Merge the tallies of each two players, from the side of the alphabetically first."""
    merged: dict[tuple[str, str], Tally] = {}
    for (one, other), tally in tallies.items():
        if one == other:
            raise OutplyError(f"{one!r} cannot play against itself; give two players.")
        both = (min(one, other), max(one, other))
        merged[both] = merged.get(both, Tally()) + (tally if one < other else tally.swapped())
    return {both: tally for both, tally in merged.items() if tally.games}


def _groups(players: Iterable[str], met: Mapping[tuple[str, str], Tally]) -> list[list[str]]:
    """Return the connected components of the graph of players who met."""
    edges: dict[str, set[str]] = {player: set() for player in players}
    for one, other in met:
        edges[one].add(other)
        edges[other].add(one)
    components = {tuple(sorted(_reachable(player, edges))) for player in edges}
    return [list(group) for group in sorted(components)]


def _reachable(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    """Return all players that can be reached from `start`, which is one of them."""
    reached, waiting = {start}, [start]
    while waiting:
        new = edges[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


def _gaps(players: Iterable[str], met: Mapping[tuple[str, str], Tally]) -> set[tuple[str, str]]:
    """Return the pairs who met where one took no point from the other, not even via others."""
    took: dict[str, set[str]] = {player: set() for player in players}
    for (one, other), tally in met.items():
        if tally.points:
            took[one].add(other)
        if tally.points < tally.games:
            took[other].add(one)
    reached = {player: _reachable(player, took) for player in took}
    return {(a, b) for a, b in met if b not in reached[a] or a not in reached[b]}


def _rate(
    group: list[str],
    met: Mapping[tuple[str, str], Tally],
    anchor: str | None,
    anchor_elo: float,
    rounds: Sequence[Round],
) -> list[Rating]:
    meetings = _meetings(group, met)
    strengths = likeliest_strengths(len(group), meetings)
    fixed = group.index(anchor) if anchor in group else None
    errors = _errors(strengths, meetings, fixed, [_parts(group, each) for each in rounds])
    above = 0.0 if fixed is None else anchor_elo / ELO_PER_LOGIT - strengths[fixed]
    return [
        _rating(name, player, (strengths[player] + above) * ELO_PER_LOGIT, errors[player], meetings)
        for player, name in enumerate(group)
    ]


def _meetings(group: list[str], met: Mapping[tuple[str, str], Tally]) -> list[Meeting]:
    inside = {both: tally for both, tally in met.items() if both[0] in group}
    gaps = _gaps(group, inside)
    return [
        Meeting(group.index(a), group.index(b), tally, int((a, b) in gaps))
        for (a, b), tally in inside.items()
    ]


def _parts(group: list[str], results: Round) -> list[Part]:
    return [
        Part(group.index(a), group.index(b), points, games)
        for (a, b), (points, games) in results.items()
        if a in group and b in group
    ]


def _errors(
    strengths: Sequence[float],
    meetings: Sequence[Meeting],
    fixed: int | None,
    rounds: Sequence[Sequence[Part]],
) -> list[float]:
    """Return half of the 95 % intervals, in Elo; a player with no opponents is rated 0 ± ∞."""
    if not meetings:
        return [math.inf if fixed is None else 0.0]
    played = [parts for parts in rounds if parts]
    found = variances(strengths, meetings, fixed, played)
    return [Z_95 * ELO_PER_LOGIT * math.sqrt(variance) for variance in found]


def _rating(
    name: str, player: int, elo: float, error: float, meetings: Sequence[Meeting]
) -> Rating:
    own = [meeting for meeting in meetings if player in meeting[:2]]
    return Rating(
        name,
        elo=elo,
        error=error,
        games=sum(meeting.tally.games for meeting in own),
        points=sum(meeting.points_of(player) for meeting in own),
        virtual_draws=sum(meeting.virtual_draws for meeting in own),
    )


# -- Bradley-Terry strengths, in logits ------------------------------------------------


class Meeting(NamedTuple):
    """Two players of a group, by number; the tally has the results of the first."""

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
        """Return the expected share of points of the first."""
        return _share(strengths, self.first, self.second)

    def points_of(self, player: int) -> float:
        """Return the points of one of the two, without virtual draws; 0 for any other player."""
        if player == self.first:
            return self.tally.points
        return self.tally.games - self.tally.points if player == self.second else 0.0

    def information(self, strengths: Sequence[float]) -> float:
        """Return the variance of the points if all games were independent wins and losses."""
        share = self.share(strengths)
        return self.games * share * (1 - share)


class Part(NamedTuple):
    """The points of the first of two players in some of their games, which are not independent."""

    first: int
    second: int
    points: float
    games: int


def likeliest_strengths(players: int, meetings: Sequence[Meeting]) -> list[float]:
    """Maximize the likelihood by Newton's method, since it is concave; in logits, with mean 0."""
    strengths = [0.0] * players
    for _ in range(200):
        covariance = _covariance(strengths, meetings)
        step = _times(covariance, _surplus(strengths, meetings))
        longest = max(map(abs, step))
        damping = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [s + damping * d for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def variances(
    strengths: Sequence[float],
    meetings: Sequence[Meeting],
    fixed: int | None,
    rounds: Sequence[Sequence[Part]],
) -> list[float]:
    """Return the variances of the strengths, or of their differences to the `fixed` player.

    If `rounds` say which results are not independent, each variance is the larger of two: that of
    independent results, and that between the rounds.
    """
    covariance = _covariance(strengths, meetings)
    dispersion = _dispersion(strengths, meetings)
    independent = [
        max(0.0, dispersion * _variance_above(row, i, fixed, covariance))
        for i, row in enumerate(covariance)
    ]
    between_rounds = _between_rounds(strengths, covariance, fixed, rounds)
    return [max(both) for both in zip(independent, between_rounds, strict=True)]


def _variance_above(row: Sequence[float], i: int, fixed: int | None, covariance: Matrix) -> float:
    return row[i] if fixed is None else row[i] + covariance[fixed][fixed] - 2 * row[fixed]


def _between_rounds(
    strengths: Sequence[float],
    covariance: Matrix,
    fixed: int | None,
    rounds: Sequence[Sequence[Part]],
) -> list[float]:
    """Sum the squares of the changes that each round makes to the strengths: the "sandwich"."""
    sums = [0.0] * len(strengths)
    for parts in rounds:
        changes = _times(covariance, _surplus(strengths, parts))
        shift = 0.0 if fixed is None else changes[fixed]
        sums = [total + (change - shift) ** 2 for total, change in zip(sums, changes, strict=True)]
    freedom = len(rounds) - (len(strengths) - 1)
    return [total * len(rounds) / max(freedom, 1) for total in sums]


def _surplus(strengths: Sequence[float], parts: Sequence[Meeting | Part]) -> list[float]:
    """Return the points of each player minus the expected points."""
    surplus = [0.0] * len(strengths)
    for part in parts:
        difference = part.points - part.games * _share(strengths, part.first, part.second)
        surplus[part.first] += difference
        surplus[part.second] -= difference
    return surplus


def _share(strengths: Sequence[float], first: int, second: int) -> float:
    """Return the expected share of points of the first."""
    return 1 / (1 + math.exp(strengths[second] - strengths[first]))


def _dispersion(strengths: Sequence[float], meetings: Sequence[Meeting]) -> float:
    """Return the variance of points, relative to that of independent wins and losses.

    If the results show no variance, it is taken to be 1.
    """
    real = [meeting for meeting in meetings if not meeting.virtual_draws]
    results = sum(sum(meeting.tally.sample) for meeting in real)
    freedom = results - (len(strengths) - 1)
    expected = sum(meeting.information(strengths) for meeting in real)
    observed = sum(_squares(meeting, meeting.share(strengths)) for meeting in real)
    if freedom <= 0 or observed <= 1e-9 * expected:
        return 1.0
    return observed / expected * results / freedom


def _squares(meeting: Meeting, share: float) -> float:
    """Sum the squared deviations from the expected points, for all games of a meeting."""
    sample = meeting.tally.sample
    per_result = games_per_result(sample) ** 2 * deviations(sample, share) / sum(sample)
    return per_result * meeting.tally.games / games_per_result(sample)


def _covariance(strengths: Sequence[float], meetings: Sequence[Meeting]) -> Matrix:
    """Return the covariance of the strengths: the pseudo-inverse of the information matrix."""
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
    """Invert a positive definite matrix by Gauss-Jordan elimination, which needs no pivots."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
