"""A match: players meet over many games, each kept as it ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from outply.game import Game, OutplyError
from outply.play.arena.carried import carried
from outply.play.arena.contenders import Contender, contender, numbered
from outply.play.arena.identity import (
    digest_of,
    openings_told,
    parameters_of,
    player_told,
    rules_digest,
)
from outply.play.arena.leader import Leader
from outply.play.arena.openings import Opening, opening_list
from outply.play.arena.played import PlayedGame
from outply.play.arena.referee import Terms, now
from outply.play.arena.schedule import Fixture, groups, rounded_up, schedule
from outply.play.arena.sprt import Sprt
from outply.play.arena.standings import Standings
from outply.play.arena.store import Store
from outply.play.arena.warming import look_first
from outply.play.arena.workers import Crew, ThisProcess, Workers
from outply.search import Limit

__all__ = ["DEFAULT_LIMIT", "PLACES", "Arena"]

PLACES = ("local", "ray")
DEFAULT_LIMIT = Limit(seconds=0.1)

OnGame = Callable[[PlayedGame, Standings], None]
OnBegin = Callable[[Standings], None]


@dataclass(frozen=True)
class Arena:
    """A match, which `run` plays or goes on with.

    `games` is how many each group of players plays that meets, rounded up so that all sit on every
    seat equally often. `store` is the file that keeps them; where none is given its name follows
    from all that makes the match. `jobs` is how many games are played at once, each in a process
    of its own: one for each core where it is not given, none but this process if it is 0.
    """

    game: Game[Any]
    players: Sequence[str | Contender]
    games: int = 100
    limit: Limit = DEFAULT_LIMIT
    gauntlet: bool = False
    openings: str | None = None
    seed: int = 0
    margin: float = 0.1
    most_plies: int = 1000
    adjudicate: bool = True
    compiled: bool | None = None
    sprt: Sprt | None = None
    store: str | Path | None = None
    jobs: int | None = None
    on: str = "local"

    def __post_init__(self) -> None:
        for name, least in (("games", 1), ("most_plies", 1), ("jobs", 0), ("margin", 0)):
            amount = getattr(self, name)
            if amount is not None and not (least <= amount < math.inf):
                raise OutplyError(f"{name} is {amount}; give {least} or more.")
        if self.on not in PLACES:
            raise OutplyError(f"Games are played on {' or '.join(PLACES)}, not on {self.on!r}.")
        if self.on == "ray" and self.jobs == 0:
            raise OutplyError("jobs is 0, and a cluster is not this process; give 1 or more.")
        if self.sprt is not None and (len(self.players), self.game.traits.players) != (2, 2):
            raise OutplyError("A sequential test (SPRT) is for two players; name two.")
        self.pairings  # noqa: B018 (refuses what cannot meet)

    # -- what is played --------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.game.traits.players

    @cached_property
    def contenders(self) -> list[Contender]:
        return numbered(
            contender(player, self.game, self.limit) if isinstance(player, str) else player
            for player in self.players
        )

    @property
    def pairings(self) -> list[tuple[int, ...]]:
        """Who meets whom."""
        return groups(len(self.players), self.seats, gauntlet=self.gauntlet)

    @cached_property
    def fixtures(self) -> list[Fixture]:
        return list(schedule(len(self.players), self.seats, self.games, gauntlet=self.gauntlet))

    @cached_property
    def opening_list(self) -> list[Opening]:
        """One for each round of the schedule."""
        rounds = rounded_up(self.games, self.seats) // self.seats
        return list(islice(opening_list(self.game, self.openings, self.seed), rounds))

    @property
    def openings_repeat(self) -> bool:
        """Whether games may be the same again: an opening comes twice, with no chance after it."""
        return not self.game.traits.chance and len(set(self.opening_list)) < len(self.opening_list)

    @cached_property
    def terms(self) -> Terms:
        return Terms(
            game=carried(self.game),
            contenders=tuple(self.contenders),
            seed=self.seed,
            margin=self.margin,
            most_plies=self.most_plies,
            adjudicate=self.adjudicate,
            compiled=self.compiled,
        )

    @cached_property
    def setup(self) -> dict[str, Any]:
        """What makes this match: games that were played by another are not its own."""
        return {
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "rules": rules_digest(self.game),
            "players": [player_told(each) for each in self.contenders],
            "seats": self.seats,
            "gauntlet": self.gauntlet,
            "openings": openings_told(self.openings),
            "seed": self.seed,
            "margin": self.margin,
            "most_plies": self.most_plies,
            "adjudicate": self.adjudicate,
            "interpreted": self.compiled is False,
        }

    @cached_property
    def file(self) -> Path:
        """Where the games are kept."""
        if self.store is not None:
            return Path(self.store)
        return Path(f"arena-{self.game.name}-{digest_of(self.setup)[:8]}.sqlite")

    # -- playing ---------------------------------------------------------------------------

    def run(self, on_game: OnGame | None = None, on_begin: OnBegin | None = None) -> Standings:
        """Play what was not played yet; `on_game(game, standings)` is told of each that ends.

        `on_begin(standings)` is told what was there before.

        Ctrl-C, or any other error, ends it at once: the file has all games that had ended, and the
        next run goes on from there. A sequential test ends it when it is decided.
        """
        from outply import __version__

        self._refuse_early()
        is_new = not self.file.exists()
        if is_new:
            self._look_first()  # what is refused here leaves no file
        with Store(self.file) as store:
            store.begin(self.setup, self.games, __version__, now())
            standings = store.standings()
            if on_begin:
                on_begin(standings)
            left = self._left(standings)
            if left and not is_new:
                self._look_first()
            self._play(left, store, standings, on_game)
        return standings

    def is_decided(self, standings: Standings) -> bool:
        """Whether the sequential test, if there is one, needs no more games: it goes by the pairs
        that are finished, in whatever order.
        """
        if self.sprt is None:
            return False
        tally = standings.between(0, 1)
        return tally.pairs > 0 and self.sprt.verdict(tally) is not None

    def _refuse_early(self) -> None:
        """All that can be wrong with what was given is told before there is a file."""
        self.opening_list  # noqa: B018
        self.setup  # noqa: B018

    def _left(self, standings: Standings) -> list[Fixture]:
        """The games that are still to be played."""
        if self.is_decided(standings):
            return []
        ended = {game.number for game in standings.games}
        return [fixture for fixture in self.fixtures if fixture.number not in ended]

    def _play(
        self, left: list[Fixture], store: Store, standings: Standings, on_game: OnGame | None
    ) -> None:
        if not left:
            return
        openings = dict(enumerate(self.opening_list))
        with closing(self._crew()) as crew:
            for game in Leader(self.terms, openings, crew).played(left):
                store.add(game)
                standings.add(game)
                if on_game:
                    on_game(game, standings)
                if standings.ends_a_pair(game) and self.is_decided(standings):
                    return

    def _look_first(self) -> None:
        look_first(self.contenders, self.game, self.opening_list[0].state(self.game), self.compiled)

    def _crew(self) -> Crew:
        if self.on == "ray":
            from outply.play.arena.clusters import RayCluster

            return RayCluster(self.jobs)
        if self.jobs == 0:
            return ThisProcess()
        return Workers(self.jobs)
