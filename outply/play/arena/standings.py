"""Who got what against whom, so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from outply.play.arena.played import Ending, PlayedGame
from outply.play.arena.schedule import groups, rounded_up
from outply.play.arena.statistics import Tally

__all__ = ["Standings"]


@dataclass
class _Met:
    """What one player got against another: each game, and the pairs that are whole."""

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
    """The games of a match, and what each player got.

    In games for two, those on one opening from both sides are a pair. In games for more, each
    player is compared with each other: who got more has won against that one. These results of one
    game, and those of all rotations of the seats on one opening, a round, are not independent.
    """

    def __init__(
        self, setup: dict[str, Any], games: Iterable[PlayedGame] = (), games_each: int = 0
    ) -> None:
        self.setup = setup
        self.games_each = games_each
        self.names: list[str] = [player["name"] for player in setup["players"]]
        self.seats: int = setup["seats"]
        self.games: list[PlayedGame] = []
        self._met: dict[tuple[int, int], _Met] = {}
        self._rounds: dict[int, dict[tuple[int, int], tuple[float, int]]] = {}
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        self.games.append(game)
        pair = game.number // 2 if self.seats == 2 else None
        for seat, other in combinations(range(len(game.seats)), 2):
            if game.seats[seat] > game.seats[other]:
                seat, other = other, seat
            points = game.points(seat, other)
            if points is not None:
                both = game.seats[seat], game.seats[other]
                self._met.setdefault(both, _Met()).add(points, pair)
                if pair is None:
                    self._add_to_round(game.number, both, points)

    def _add_to_round(self, number: int, both: tuple[int, int], points: float) -> None:
        results = self._rounds.setdefault(number // self.seats, {})
        before, games = results.get(both, (0.0, 0))
        results[both] = before + points, games + 1

    @property
    def rounds(self) -> list[dict[tuple[int, int], tuple[float, int]]]:
        """In games for more than two: what each opening brought, over all rotations of the seats of
        a group; of each two players, the points of the first and in how many games.
        """
        return list(self._rounds.values())

    def ends_a_pair(self, game: PlayedGame) -> bool:
        """Whether a game that was just added is the second of its pair."""
        met = self._met.get((min(game.seats), max(game.seats)))
        return met is not None and game.number // 2 not in met.unpaired

    @property
    def scheduled(self) -> int:
        """How many games the match has; those that are stored may be more."""
        meeting = groups(len(self.names), self.seats, gauntlet=self.setup["gauntlet"])
        return len(meeting) * rounded_up(self.games_each, self.seats)

    def between(self, player: int, other: int) -> Tally:
        """What one got against another."""
        met = self._met.get((min(player, other), max(player, other)), _Met()).tally
        return met if player < other else met.swapped()

    def of(self, player: int) -> Tally:
        """What one got against all."""
        others = (other for other in range(len(self.names)) if other != player)
        return sum((self.between(player, other) for other in others), Tally())

    def games_of(self, player: int) -> int:
        """How many games one has played that count. Among more than two, each is several results
        of `of`, one against each other player.
        """
        return sum(player in game.seats for game in self.games if game.ending is not Ending.VOID)

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """Those who have met, each two once, the first named first."""
        return sorted(self._met)

    # -- how games ended -------------------------------------------------------------------

    @property
    def endings(self) -> Counter[Ending]:
        return Counter(game.ending for game in self.games)

    def forfeits(self, player: int) -> Counter[Ending]:
        """The games that a player lost by its own fault, by what it was."""
        return Counter(
            game.ending
            for game in self.games
            if game.loser is not None and game.seats[game.loser] == player
        )

    def mean_utility(self, player: int) -> float | None:
        """Over the games that were finished or adjudicated."""
        got = [
            game.utilities[game.seats.index(player)]
            for game in self.games
            if game.utilities is not None and player in game.seats
        ]
        return sum(got) / len(got) if got else None

    def seconds_a_turn(self, player: int) -> float | None:
        seats = [(game, game.seats.index(player)) for game in self.games if player in game.seats]
        turns = sum(game.turns[seat] for game, seat in seats)
        return sum(game.seconds[seat] for game, seat in seats) / turns if turns else None

    @property
    def are_utilities_plain(self) -> bool:
        """Whether games are won, drawn or lost, and nothing more."""
        return all(
            abs(utility) in (0.0, 1.0) for game in self.games for utility in game.utilities or ()
        )
