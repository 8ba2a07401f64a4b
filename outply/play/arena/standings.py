"""The results of a match so far, and the ranking of its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from outply.play.arena.elo import Estimate, Tally, elo, likelihood_of_superiority
from outply.play.arena.game_record import Ending, GameRecord
from outply.play.arena.ratings import ratings
from outply.play.arena.schedule import pairings, rounded_up

__all__ = ["RankedPlayer", "Standings", "ranking"]


@dataclass
class _Results:
    """The results of one player against another: all games, and the finished pairs."""

    games: Counter[float] = field(default_factory=Counter)  # by points
    pairs: Counter[float] = field(default_factory=Counter)  # by the points of both games
    unpaired: dict[int, float] = field(default_factory=dict)  # by the number of the pair

    def add(self, points: float, pair: int | None) -> None:
        self.games[points] += 1
        if pair is None:
            return
        if pair in self.unpaired:
            self.pairs[self.unpaired.pop(pair) + points] += 1
        else:
            self.unpaired[pair] = points

    @property
    def tally(self) -> Tally:
        a, b, c, d, e = (self.pairs[halves / 2] for halves in range(5))
        return Tally(self.games[1.0], self.games[0.5], self.games[0.0], (a, b, c, d, e))


class Standings:
    """The games of a match, and the results of each player.

    In games for two players, the two games on one opening are a pair. In games for more, each
    player is compared with each other player: the one with the higher utility wins the comparison.
    The comparisons of one game are not independent, and neither are those of a round, which is all
    rotations of the seats on one opening.
    """

    def __init__(
        self, setup: dict[str, Any], games: Iterable[GameRecord] = (), games_per_pairing: int = 0
    ) -> None:
        self.setup = setup
        self.games_per_pairing = games_per_pairing
        self.names: list[str] = [player["name"] for player in setup["players"]]
        self.seats: int = setup["seats"]
        self.games: list[GameRecord] = []
        self._meetings: dict[tuple[int, int], _Results] = {}
        self._rounds: dict[int, dict[tuple[int, int], tuple[float, int]]] = {}
        for game in games:
            self.add(game)

    def add(self, game: GameRecord) -> None:
        self.games.append(game)
        pair = game.number // 2 if self.seats == 2 else None
        for seat, other in combinations(range(len(game.seats)), 2):
            if game.seats[seat] > game.seats[other]:
                seat, other = other, seat
            points = game.points(seat, other)
            if points is not None:
                both = game.seats[seat], game.seats[other]
                self._meetings.setdefault(both, _Results()).add(points, pair)
                if pair is None:
                    self._add_to_round(game.number, both, points)

    def _add_to_round(self, number: int, both: tuple[int, int], points: float) -> None:
        results = self._rounds.setdefault(number // self.seats, {})
        before, games = results.get(both, (0.0, 0))
        results[both] = before + points, games + 1

    @property
    def rounds(self) -> list[dict[tuple[int, int], tuple[float, int]]]:
        """The rounds of a game for more than two players.

        For each two players, the points of the first and the number of games.
        """
        return list(self._rounds.values())

    def completes_pair(self, game: GameRecord) -> bool:
        """Whether a game that was just added is the second of its pair."""
        meeting = self._meetings.get((min(game.seats), max(game.seats)))
        return meeting is not None and game.number // 2 not in meeting.unpaired

    @property
    def scheduled(self) -> int:
        """The number of games of the match; more may be stored."""
        count = len(pairings(len(self.names), self.seats, gauntlet=self.setup["gauntlet"]))
        return count * rounded_up(self.games_per_pairing, self.seats)

    def between(self, player: int, other: int) -> Tally:
        """Return the results of one player against another."""
        meeting = self._meetings.get((min(player, other), max(player, other)), _Results())
        return meeting.tally if player < other else meeting.tally.swapped()

    def against_all(self, player: int) -> Tally:
        """Return the results of one player against all others."""
        others = (other for other in range(len(self.names)) if other != player)
        return sum((self.between(player, other) for other in others), Tally())

    def games_of(self, player: int) -> int:
        """Count the games of a player, without void ones.

        In a game for more than two players, each counts several times in `against_all`, once
        against each other player.
        """
        return sum(player in game.seats for game in self.games if game.ending is not Ending.VOID)

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """The pairs of players who have met."""
        return sorted(self._meetings)

    # -- how games ended -------------------------------------------------------------------

    @property
    def endings(self) -> Counter[Ending]:
        return Counter(game.ending for game in self.games)

    def forfeits(self, player: int) -> Counter[Ending]:
        """Count the games that a player forfeited, by ending."""
        return Counter(
            game.ending
            for game in self.games
            if game.loser is not None and game.seats[game.loser] == player
        )

    def mean_utility(self, player: int) -> float | None:
        """Return the mean over the games that were finished or adjudicated."""
        each = [
            game.utilities[game.seats.index(player)]
            for game in self.games
            if game.utilities is not None and player in game.seats
        ]
        return sum(each) / len(each) if each else None

    def seconds_per_turn(self, player: int) -> float | None:
        seats = [(game, game.seats.index(player)) for game in self.games if player in game.seats]
        turns = sum(game.turns[seat] for game, seat in seats)
        return sum(game.seconds[seat] for game, seat in seats) / turns if turns else None

    @property
    def has_scores(self) -> bool:
        """Whether games have other utilities than those of a win, a draw and a loss."""
        utilities = (utility for game in self.games for utility in game.utilities or ())
        return any(abs(utility) not in (0.0, 1.0) for utility in utilities)


# -- ranking -------------------------------------------------------------------------------


class RankedPlayer(NamedTuple):
    """A player in the ranking of a match.

    In a match of two players, `elo` is the difference to the other player; in a match of more, the
    difference to the mean. `superior` is the likelihood that the player is better than the next
    one, from the games between these two. `at_least` says that the player is on one side of a gap
    across which one side won everything: the distance to the other side may be larger than Elo
    says. `games` counts the games of the player; in a game for more than two players, `tally`
    counts each once for each other player.
    """

    player: int
    name: str
    elo: Estimate
    games: int
    tally: Tally
    superior: float | None
    at_least: bool


def ranking(standings: Standings) -> list[RankedPlayer]:
    """Rank all players, the best first; those without games come last."""
    rated = _rate_two(standings) if len(standings.names) == 2 else _rate_many(standings)
    order = [*rated, *(player for player in range(len(standings.names)) if player not in rated)]
    following = [*order[1:], None]
    return [
        RankedPlayer(
            player,
            standings.names[player],
            rated[player][0] if player in rated else elo(Tally()),
            standings.games_of(player),
            standings.against_all(player),
            _superiority(standings, player, next_player),
            player in rated and rated[player][1],
        )
        for player, next_player in zip(order, following, strict=True)
    ]


def _rate_two(standings: Standings) -> dict[int, tuple[Estimate, bool]]:
    """Map each player to its Elo and `at_least`, the better player first."""
    difference = {player: elo(standings.between(player, 1 - player)) for player in (0, 1)}
    order = sorted(difference, key=lambda player: -difference[player].value)
    return {player: (difference[player], False) for player in order}


def _rate_many(standings: Standings) -> dict[int, tuple[Estimate, bool]]:
    names = standings.names
    tallies = {(names[a], names[b]): standings.between(a, b) for a, b in standings.meetings}
    rounds = [
        {(names[a], names[b]): result for (a, b), result in results.items()}
        for results in standings.rounds
    ]
    return {
        names.index(rating.player): (
            Estimate(rating.elo, rating.elo - rating.error, rating.elo + rating.error),
            rating.virtual_draws > 0,
        )
        for rating in ratings(tallies, rounds=rounds)
    }


def _superiority(standings: Standings, player: int, other: int | None) -> float | None:
    if other is None or not standings.between(player, other).games:
        return None
    return likelihood_of_superiority(standings.between(player, other))
