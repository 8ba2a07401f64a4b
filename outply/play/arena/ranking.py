"""The players of a match, the best first."""

from __future__ import annotations

from typing import NamedTuple

from outply.play.arena.ratings import ratings
from outply.play.arena.standings import Standings
from outply.play.arena.statistics import Estimate, Tally, elo, likelihood_of_superiority

__all__ = ["Ranked", "ranking"]


class Ranked(NamedTuple):
    """One player. Between two, `elo` is by how much it is better than the other; among more, than
    all on average. `superior` is how likely it is better than the next, by the games of these two.

    `at_least` says that the player won, or lost, everything across some gap: it may be farther
    from those on the other side than its Elo says. `games` is how many it played; in a game for
    more than two, the tally counts each once for each other player.
    """

    player: int
    name: str
    elo: Estimate
    games: int
    tally: Tally
    superior: float | None
    at_least: bool


def ranking(standings: Standings) -> list[Ranked]:
    """All players; those who are equally good as they were named, who has not played last."""
    rated = _rated_two(standings) if len(standings.names) == 2 else _rated_many(standings)
    order = [*rated, *(player for player in range(len(standings.names)) if player not in rated)]
    following = [*order[1:], None]
    return [
        Ranked(
            player,
            standings.names[player],
            rated[player][0] if player in rated else elo(Tally()),
            standings.games_of(player),
            standings.of(player),
            _superiority(standings, player, after),
            player in rated and rated[player][1],
        )
        for player, after in zip(order, following, strict=True)
    ]


def _rated_two(standings: Standings) -> dict[int, tuple[Estimate, bool]]:
    """Each with its Elo, the better one first."""
    difference = {player: elo(standings.between(player, 1 - player)) for player in (0, 1)}
    order = sorted(difference, key=lambda player: -difference[player].value)
    return {player: (difference[player], False) for player in order}


def _rated_many(standings: Standings) -> dict[int, tuple[Estimate, bool]]:
    names = standings.names
    tallies = {(names[a], names[b]): standings.between(a, b) for a, b in standings.meetings}
    rounds = [
        {(names[a], names[b]): got for (a, b), got in results.items()}
        for results in standings.rounds
    ]
    return {
        names.index(rating.player): (
            Estimate(rating.elo, rating.elo - rating.error, rating.elo + rating.error),
            rating.virtual_draws > 0,
        )
        for rating in ratings(tallies, rounds=rounds)
    }


def _superiority(standings: Standings, player: int, after: int | None) -> float | None:
    if after is None or not standings.between(player, after).games:
        return None
    return likelihood_of_superiority(standings.between(player, after))
