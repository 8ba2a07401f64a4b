"""Dispatch the games of a match to workers, and collect them as they end."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, suppress
from pathlib import Path
from time import time
from typing import Any

from outply.game import OutplyError
from outply.play.arena.game_record import Ending, GameRecord, LastEntry, read_journal, timestamp
from outply.play.arena.referee import MatchSettings, play_game
from outply.play.arena.schedule import Opening, ScheduledGame
from outply.play.arena.seat import error_text
from outply.play.arena.workers import LocalWorkers, WorkerDied, Workers

__all__ = ["Dispatcher", "play_in_new_process"]

TRIES = 2  # of a game whose process dies while it is no player's turn


class Dispatcher:
    """Lets workers play games, as many at once as they have capacity for.

    If the process of a game dies, the player whose turn it was loses. If that is not known, the
    game is played again, in a new process if the workers keep no journals; it is void if its
    process dies again.
    """

    def __init__(
        self, settings: MatchSettings, openings: Mapping[int, Opening], workers: Workers
    ) -> None:
        self._settings, self._openings, self._workers = settings, openings, workers
        self._running: dict[Future[Any], ScheduledGame] = {}
        self._deaths: Counter[int] = Counter()

    def play(self, games: Iterable[ScheduledGame]) -> Iterator[GameRecord]:
        """Yield the record of each game as it ends, in any order."""
        left = deque(games)
        while left or self._running:
            while left and len(self._running) < self._workers.capacity:
                self._start(left.popleft())
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                scheduled = self._running.pop(future)
                record = self._collect(scheduled, future)
                if record is None:
                    left.appendleft(scheduled)
                else:
                    yield record

    def _start(self, scheduled: ScheduledGame) -> None:
        journal = self._workers.journal_file(scheduled.number)
        game = (self._settings, scheduled, self._openings[scheduled.opening])
        if self._deaths[scheduled.number] and journal is None:
            future = self._workers.submit(play_in_new_process, *game)
        else:
            future = self._workers.submit(play_game, *game, journal, self._workers.killable)
        self._running[future] = scheduled

    def _collect(self, scheduled: ScheduledGame, future: Future[Any]) -> GameRecord | None:
        """Return the record of a game; None if it must be played again."""
        journal = self._workers.journal_file(scheduled.number)
        try:
            record: GameRecord = future.result()
            return record
        except WorkerDied as death:
            return self._after_death(scheduled, read_journal(journal), str(death))
        except OutplyError:
            raise
        except Exception as error:
            raise OutplyError(
                f"Other processes cannot play this match: {error_text(error)}."
            ) from error
        finally:
            if journal is not None:
                with suppress(OSError):
                    Path(journal).unlink()

    def _after_death(
        self, scheduled: ScheduledGame, last: LastEntry, reason: str
    ) -> GameRecord | None:
        if last.seat is not None:
            return self._forfeit(scheduled, last, last.seat, reason)
        self._deaths[scheduled.number] += 1
        if self._deaths[scheduled.number] < TRIES:
            return None
        return self._record(scheduled, last, Ending.VOID, f"{reason}, {TRIES} times")

    def _forfeit(
        self, scheduled: ScheduledGame, last: LastEntry, seat: int, reason: str
    ) -> GameRecord:
        allowed, took = last.allowed, time() - last.since
        if allowed is not None and took > allowed + self._settings.margin:
            reason = f"took more than {took:.1f} s of {round(allowed, 3):g} s, and was killed"
            return self._record(scheduled, last, Ending.TIME, reason, seat)
        return self._record(scheduled, last, Ending.CRASH, reason, seat)

    def _record(
        self,
        scheduled: ScheduledGame,
        last: LastEntry,
        ending: Ending,
        reason: str,
        loser: int | None = None,
    ) -> GameRecord:
        opening = self._openings[scheduled.opening]
        return GameRecord(
            number=scheduled.number,
            seats=scheduled.seats,
            position=opening.position,
            opening=tuple(opening.move_texts(self._settings.load_game())),
            moves=last.moves,
            ending=ending,
            loser=loser,
            reason=reason,
            seconds=(0.0,) * len(scheduled.seats),
            turns=(0,) * len(scheduled.seats),
            ended_at=timestamp(),
        )


def play_in_new_process(
    settings: MatchSettings, scheduled: ScheduledGame, opening: Opening
) -> GameRecord:
    """Play one game in a new process with a journal, to learn at whose turn it dies."""
    with closing(LocalWorkers(1)) as workers:
        return next(Dispatcher(settings, {scheduled.opening: opening}, workers).play([scheduled]))
