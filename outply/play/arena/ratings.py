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

from outply.game import OutplyError
from outply.play.arena.statistics import Z_95, Tally
from outply.play.arena.strengths import Meeting, Part, likeliest_strengths, variances

__all__ = ["Rating", "Round", "ratings"]

ELO_PER_LOGIT = 400 / math.log(10)

Round = Mapping[tuple[str, str], tuple[float, int]]
"""Results that are not independent of each other: of each two, the points of the first, and in how
many games."""


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


def ratings(
    tallies: Mapping[tuple[str, str], Tally],
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    rounds: Iterable[Round] = (),
) -> list[Rating]:
    """Group by group, that with the most games first; in a group the best player first.

    `tallies[a, b]` is from the side of a. The mean of a group is 0, but where `anchor` is in it,
    that player has `anchor_elo`, and errors are those of the difference to it. `rounds` are the
    same games once more, where those of a round depend on each other; without them all results,
    pairs or games, are taken to be independent.
    """
    players = sorted({player for both in tallies for player in both})
    if anchor is not None and anchor not in players:
        known = ", ".join(players) or "none"
        raise OutplyError(f"{anchor!r} cannot be the anchor; the players are {known}.")
    met, rounds = _merged(tallies), list(rounds)
    groups = [_rated(group, met, anchor, anchor_elo, rounds) for group in _groups(players, met)]
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
    """Half of the 95 % intervals, in Elo; with nobody else in the group, nothing is known."""
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
