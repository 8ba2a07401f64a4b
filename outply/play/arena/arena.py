"""A match: players meet over many games, each of which is stored when it ends."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from outply.compiler import fully_optimised
from outply.game import Game, OutplyError
from outply.play.arena.arena_player import (
    ArenaPlayer,
    parse_player,
    warm_up_all,
    with_unique_names,
)
from outply.play.arena.dispatcher import Dispatcher
from outply.play.arena.fingerprint import (
    describe_openings,
    describe_parameters,
    describe_player,
    digest,
    rules_fingerprint,
)
from outply.play.arena.game_record import GameRecord, timestamp
from outply.play.arena.referee import MatchSettings
from outply.play.arena.schedule import (
    Opening,
    ScheduledGame,
    generate_openings,
    pairings,
    rounded_up,
    schedule,
)
from outply.play.arena.sprt import Sprt
from outply.play.arena.standings import Standings
from outply.play.arena.store import Store
from outply.play.arena.workers import (
    InProcess,
    LocalWorkers,
    RayWorkers,
    Workers,
    picklable_game,
)
from outply.play.game_length import MOST_PLIES
from outply.search import Limit

__all__ = ["DEFAULT_LIMIT", "PLACES", "Arena"]

PLACES = ("local", "ray")
DEFAULT_LIMIT = Limit(seconds=0.1)

OnGame = Callable[[GameRecord, Standings], None]
OnBegin = Callable[[Standings], None]


@dataclass(frozen=True)
class Arena:
    """A match, which `run` plays or resumes.

    `games` is the number of games for each pairing, rounded up so that every player sits on every
    seat equally often. `store` is the file of the match; by default, its name depends on all the
    settings of the match. `jobs` is the number of games played at once, each in a process of its
    own: by default one for each core; with 0, this process plays them.
    """

    game: Game[Any]
    players: Sequence[str | ArenaPlayer]
    games: int = 100
    limit: Limit = DEFAULT_LIMIT
    gauntlet: bool = False
    openings: str | None = None
    seed: int = 0
    margin: float = 0.1
    most_plies: int = MOST_PLIES
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
            raise OutplyError("jobs is 0, but a cluster needs a process; give 1 or more.")
        if self.sprt is not None and (len(self.players), self.game.traits.players) != (2, 2):
            raise OutplyError("A sequential test (SPRT) is for two players; name two.")
        self.pairings  # noqa: B018 (raises an error if there are too few players)

    # -- the games -------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.game.traits.players

    @cached_property
    def arena_players(self) -> list[ArenaPlayer]:
        return with_unique_names(
            parse_player(player, self.game, self.limit) if isinstance(player, str) else player
            for player in self.players
        )

    @property
    def pairings(self) -> list[tuple[int, ...]]:
        """The groups of players that meet."""
        return pairings(len(self.players), self.seats, gauntlet=self.gauntlet)

    @cached_property
    def schedule(self) -> list[ScheduledGame]:
        return list(schedule(len(self.players), self.seats, self.games, gauntlet=self.gauntlet))

    @cached_property
    def opening_list(self) -> list[Opening]:
        """The openings, one for each round of the schedule."""
        rounds = rounded_up(self.games, self.seats) // self.seats
        return list(islice(generate_openings(self.game, self.openings, self.seed), rounds))

    @property
    def openings_repeat(self) -> bool:
        """Whether the same game may be played again: an opening occurs twice, without chance."""
        return not self.game.traits.chance and len(set(self.opening_list)) < len(self.opening_list)

    @cached_property
    def settings(self) -> MatchSettings:
        return MatchSettings(
            game=picklable_game(self.game),
            players=tuple(self.arena_players),
            seed=self.seed,
            margin=self.margin,
            most_plies=self.most_plies,
            adjudicate=self.adjudicate,
            compiled=self.compiled,
        )

    @cached_property
    def setup(self) -> dict[str, Any]:
        """The settings that identify this match; games with other settings belong to another."""
        return {
            "game": self.game.name,
            "parameters": describe_parameters(self.game),
            "rules": rules_fingerprint(self.game),
            "players": [describe_player(player) for player in self.arena_players],
            "seats": self.seats,
            "gauntlet": self.gauntlet,
            "openings": describe_openings(self.openings),
            "seed": self.seed,
            "margin": self.margin,
            "most_plies": self.most_plies,
            "adjudicate": self.adjudicate,
            "interpreted": self.compiled is False,
        }

    @cached_property
    def file(self) -> Path:
        """The file in which the games are stored."""
        if self.store is not None:
            return Path(self.store)
        return Path(f"arena-{self.game.name}-{digest(self.setup)[:8]}.sqlite")

    # -- playing ---------------------------------------------------------------------------

    def run(self, on_game: OnGame | None = None, on_begin: OnBegin | None = None) -> Standings:
        """Play the games that are not stored yet, and return the standings.

        `on_begin(standings)` is called before the first game, and `on_game(game, standings)` after
        each game. Ctrl-C or any other error ends the match at once: the file has all games that
        had ended, and the next run resumes the match. A sequential test ends the match when it is
        decided.
        """
        with fully_optimised():
            return self._run(on_game, on_begin)

    def _run(self, on_game: OnGame | None, on_begin: OnBegin | None) -> Standings:
        from outply import __version__

        self._check_early()
        is_new = not self.file.exists()
        if is_new:
            self._warm_up()  # a refusal here leaves no file
        with Store(self.file) as store:
            store.begin(self.setup, self.games, __version__, timestamp())
            standings = store.standings()
            if on_begin:
                on_begin(standings)
            left = self._left(standings)
            if left and not is_new:
                self._warm_up()
            self._play(left, store, standings, on_game)
        return standings

    def is_decided(self, standings: Standings) -> bool:
        """Whether the sequential test is decided, if there is one.

        It uses the finished pairs, in whatever order they finished.
        """
        if self.sprt is None:
            return False
        tally = standings.between(0, 1)
        return tally.pairs > 0 and self.sprt.verdict(tally) is not None

    def _check_early(self) -> None:
        """Raise all errors in the settings before there is a file."""
        self.opening_list  # noqa: B018
        self.setup  # noqa: B018

    def _left(self, standings: Standings) -> list[ScheduledGame]:
        """Return the games that have not been played yet."""
        if self.is_decided(standings):
            return []
        ended = {game.number for game in standings.games}
        return [game for game in self.schedule if game.number not in ended]

    def _play(
        self, left: list[ScheduledGame], store: Store, standings: Standings, on_game: OnGame | None
    ) -> None:
        if not left:
            return
        openings = dict(enumerate(self.opening_list))
        with closing(self._workers()) as workers:
            for game in Dispatcher(self.settings, openings, workers).play(left):
                store.add(game)
                standings.add(game)
                if on_game:
                    on_game(game, standings)
                if standings.completes_pair(game) and self.is_decided(standings):
                    return

    def _warm_up(self) -> None:
        state = self.opening_list[0].state(self.game)
        warm_up_all(self.arena_players, self.game, state, self.compiled)

    def _workers(self) -> Workers:
        if self.on == "ray":
            return RayWorkers(self.jobs)
        return InProcess() if self.jobs == 0 else LocalWorkers(self.jobs)
