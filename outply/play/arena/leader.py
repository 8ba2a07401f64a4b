"""Hands out the games of a match, and takes them back as they end."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, suppress
from pathlib import Path
from time import time
from typing import Any

from outply.game import OutplyError
from outply.play.arena.diary import LastWords, read_diary
from outply.play.arena.openings import Opening
from outply.play.arena.played import Ending, PlayedGame
from outply.play.arena.referee import Terms, now, play_fixture
from outply.play.arena.schedule import Fixture
from outply.play.arena.seated import told
from outply.play.arena.workers import Crew, Died, Workers

__all__ = ["Leader", "play_guarded"]

TRIES = 2  # of a game whose process dies while no player thinks


class Leader:
    """Has a crew play games, as many at once as it can take.

    A game whose process dies is lost by the player who was thinking. Where that is not known it is
    played again, guarded where the crew keeps no diaries, and void if its process dies again.
    """

    def __init__(self, terms: Terms, openings: Mapping[int, Opening], crew: Crew) -> None:
        self._terms, self._openings, self._crew = terms, openings, crew
        self._under_way: dict[Future[Any], Fixture] = {}
        self._deaths: Counter[int] = Counter()

    def played(self, fixtures: Iterable[Fixture]) -> Iterator[PlayedGame]:
        """The games, each as it ends, in any order."""
        left = deque(fixtures)
        while left or self._under_way:
            while left and len(self._under_way) < self._crew.capacity:
                self._begin(left.popleft())
            for future in wait(self._under_way, return_when=FIRST_COMPLETED).done:
                fixture = self._under_way.pop(future)
                game = self._ended(fixture, future)
                if game is None:
                    left.appendleft(fixture)
                else:
                    yield game

    def _begin(self, fixture: Fixture) -> None:
        diary, may_die = self._crew.diary(fixture.number), self._crew.may_die
        game = (self._terms, fixture, self._openings[fixture.opening])
        if self._deaths[fixture.number] and diary is None:
            future = self._crew.submit(play_guarded, *game)
        else:
            future = self._crew.submit(play_fixture, *game, diary, may_die)
        self._under_way[future] = fixture

    def _ended(self, fixture: Fixture, future: Future[Any]) -> PlayedGame | None:
        """The game; None where it is to be played again."""
        diary = self._crew.diary(fixture.number)
        try:
            game: PlayedGame = future.result()
            return game
        except Died as death:
            return self._buried(fixture, read_diary(diary), str(death))
        except OutplyError:
            raise
        except Exception as error:
            raise OutplyError(f"Other processes cannot play this: {told(error)}.") from error
        finally:
            if diary is not None:
                with suppress(OSError):
                    Path(diary).unlink()

    def _buried(self, fixture: Fixture, last: LastWords, how: str) -> PlayedGame | None:
        if last.seat is not None:
            return self._lost(fixture, last, last.seat, how)
        self._deaths[fixture.number] += 1
        if self._deaths[fixture.number] < TRIES:
            return None
        return self._record(fixture, last, Ending.VOID, f"{how}, {TRIES} times")

    def _lost(self, fixture: Fixture, last: LastWords, seat: int, how: str) -> PlayedGame:
        limit = self._terms.contenders[fixture.seats[seat]].limit
        took = time() - last.since
        if limit.seconds is not None and took > limit.seconds + self._terms.margin:
            reason = f"took more than {took:.1f} s of {limit.seconds:g} s, and was ended"
            return self._record(fixture, last, Ending.TIME, reason, seat)
        return self._record(fixture, last, Ending.CRASH, how, seat)

    def _record(
        self,
        fixture: Fixture,
        last: LastWords,
        ending: Ending,
        reason: str,
        loser: int | None = None,
    ) -> PlayedGame:
        opening = self._openings[fixture.opening]
        return PlayedGame(
            number=fixture.number,
            seats=fixture.seats,
            position=opening.position,
            opening=tuple(opening.move_texts(self._terms.rules)),
            moves=last.moves,
            ending=ending,
            loser=loser,
            reason=reason,
            seconds=(0.0,) * len(fixture.seats),
            turns=(0,) * len(fixture.seats),
            ended_at=now(),
        )


def play_guarded(terms: Terms, fixture: Fixture, opening: Opening) -> PlayedGame:
    """Play one game in a process begun for it, so that it is known who lets it die."""
    with closing(Workers(1)) as crew:
        return next(Leader(terms, {fixture.opening: opening}, crew).played([fixture]))
