"""A player at its seat in one game: it thinks under the clock, and may lose by it."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from time import perf_counter
from typing import Any

from outply.game import Game
from outply.play.arena.contenders import Contender
from outply.play.arena.played import Ending
from outply.play.arena.warming import first_look, looked
from outply.play.match import Player
from outply.search import Result, Search

__all__ = ["Clock", "Forfeit", "Seated", "told"]

GRACE = 2.0  # seconds past its time after which a player's process is ended by force
WARM_UP_AT_MOST = 120.0  # seconds, with what has to be compiled for it


class Forfeit(Exception):
    """A player loses the game."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending = ending


class Clock:
    """How long a player may take: its limit and a margin.

    Where the process `may_die`, one that does not come back is ended with it, even if it never
    lets Python run.
    """

    def __init__(self, margin: float, *, may_die: bool) -> None:
        self._margin, self._may_die = margin, may_die

    @contextmanager
    def watching(self, seconds: float | None) -> Iterator[None]:
        """Raises Forfeit when what is done inside took too long."""
        allowed = None if seconds is None else seconds + self._margin
        began = perf_counter()
        with self.ended_by_force(None if allowed is None else allowed + GRACE):
            yield
        took = perf_counter() - began
        if allowed is not None and took > allowed:
            raise Forfeit(Ending.TIME, f"took {took:.3f} s of {seconds:g} s")

    @contextmanager
    def ended_by_force(self, after: float | None) -> Iterator[None]:
        if after is None or not self._may_die:
            yield
            return
        with open(os.devnull, "w") as nowhere:
            faulthandler.dump_traceback_later(after, exit=True, file=nowhere)
            try:
                yield
            finally:
                faulthandler.cancel_dump_traceback_later()


class Seated:
    """One contender in one game. `thought` is what its last search found, if it searches."""

    def __init__(self, contender: Contender, game: Game[Any], compiled: bool | None) -> None:
        self._contender, self._game, self._compiled = contender, game, compiled
        self._mind = _of_its_own(contender.mind)
        self.thought: Result | None = None
        self.seconds = 0.0
        self.turns = 0

    def choose(self, state: Any, clock: Clock) -> Any:
        """Its move, legal or not; Forfeit where it fails or takes too long."""
        limit = self._contender.limit
        if limit.seconds is not None:
            with clock.ended_by_force(WARM_UP_AT_MOST):
                self._warm_up(state)
        began = perf_counter()
        try:
            with clock.watching(limit.seconds):
                return self._choice(state)
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:
            raise Forfeit(Ending.CRASH, told(error)) from error
        finally:
            self.seconds += perf_counter() - began
            self.turns += 1

    def _choice(self, state: Any) -> Any:
        mind = self._mind
        if not isinstance(mind, Search):
            return mind(self._game, state)
        search = self._drawn_anew(mind)
        self.thought = looked(search, self._game, state, self._contender.limit, self._compiled)
        return self.thought.move

    def _drawn_anew(self, search: Search) -> Search:
        """Where something is hidden, with another seed at each turn: what is drawn from a strategy
        would be the same each time. One that reuses what it found knows it by being the same
        search, and stays as it is.
        """
        if not (self._contender.draws_anew and self._game.traits.hidden):
            return search
        if getattr(search, "reuse", False):
            return search
        return replace(search, seed=search.seed + self.turns)  # type: ignore

    def _warm_up(self, state: Any) -> None:
        """Load what is compiled before the clock runs, once in a process.

        What goes wrong here goes wrong again in the game, and is told there.
        """
        known = (type(self._game), repr(self._game), self._contender.name)
        if known not in _warm:
            _warm.add(known)
            with suppress(Exception):
                first_look(self._contender, self._game, state, self._compiled)


def _of_its_own(mind: Search | Player) -> Search | Player:
    """A search for this game alone: what it keeps for its next move is not of another game."""
    return copy(mind) if isinstance(mind, Search) else mind


_warm: set[tuple[Any, ...]] = set()


def told(error: BaseException) -> str:
    """An error in one line, without a full stop."""
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
