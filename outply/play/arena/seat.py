"""A player at its seat in one game: it chooses moves on the clock, and may forfeit the game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from time import perf_counter
from typing import Any

from outply.game import Game
from outply.play.arena.arena_player import ArenaPlayer, run_search, warm_up
from outply.play.arena.game_record import Ending
from outply.play.arena.move_timer import Forfeit, MoveTimer
from outply.play.searcher import Searcher
from outply.play.time_control import after_move
from outply.search import Limit, Result, Search

__all__ = ["Seat", "error_text"]

LONGEST_WARM_UP = 120.0  # seconds, which include the compilation


class Seat:
    """One player in one game. `last_result` is the result of its last search, if it searches.

    A search is copied for each game, and its memory is new: what it reuses at its next turn is from
    the same game, and its own. `clock` is the player's clock, if it has one.
    """

    def __init__(self, player: ArenaPlayer, game: Game[Any], compiled: bool | None) -> None:
        self._player, self._game, self._compiled = player, game, compiled
        self._agent = copy(player.agent) if isinstance(player.agent, Search) else player.agent
        self._memory = self._agent.new_memory() if isinstance(self._agent, Search) else None
        self.clock = player.limit.clock
        self.last_result: Result | None = None
        self.seconds = 0.0
        self.turns = 0

    def choose(self, state: Any, timer: MoveTimer, history: Sequence[Any] = ()) -> Any:
        """Return the player's move, legal or not; raise Forfeit if it fails or takes too long.

        `history` is the earlier states of the game.
        """
        allowed = self.allowed
        if allowed is not None:
            with timer.kill_after(LONGEST_WARM_UP):
                self._warm_up_once(state)
        began = perf_counter()
        try:
            with timer.limit(allowed):
                return self._choose(state, history)
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:
            raise Forfeit(Ending.CRASH, error_text(error)) from error
        finally:
            self._spend(perf_counter() - began)

    @property
    def allowed(self) -> float | None:
        """The seconds that the next turn may take; None if there is no limit of time."""
        left = None if self.clock is None else self.clock.remaining
        limits = [seconds for seconds in (self._player.limit.seconds, left) if seconds is not None]
        return min(limits, default=None)

    def _spend(self, seconds: float) -> None:
        self.seconds += seconds
        self.turns += 1
        if self.clock is not None:
            self.clock = after_move(self.clock, seconds)

    def _choose(self, state: Any, history: Sequence[Any]) -> Any:
        if not isinstance(self._agent, Search):
            return self._agent(self._game, state)
        search = self._seeded_for_turn(self._agent)
        searcher = Searcher(
            *(self._game, search, self._limit, self._compiled),
            history=history,
            memory=self._memory,
        )
        self.last_result = run_search(searcher, state)
        return self.last_result.move

    @property
    def _limit(self) -> Limit:
        return replace(self._player.limit, clock=self.clock)

    def _seeded_for_turn(self, search: Search) -> Search:
        """In a game with hidden information, return the search with another seed at each turn.

        With the same seed, a mixed strategy would always choose the same move. A search with
        `reuse` stays the same object, by which it recognizes its tree.
        """
        if not (self._player.vary_seed and self._game.traits.hidden):
            return search
        if getattr(search, "reuse", False):
            return search
        return replace(search, seed=search.seed + self.turns)  # type: ignore

    def _warm_up_once(self, state: Any) -> None:
        """Load compiled code before the clock runs, once in a process, and begin the game.

        An error here occurs again in the game, where it is reported.
        """
        if isinstance(self._agent, Search) and self.turns == 0:
            with suppress(Exception):
                self._agent.begin_game()
        key = (type(self._game), repr(self._game), self._player.name)
        if key not in _warmed_up:
            _warmed_up.add(key)
            with suppress(Exception):
                warm_up(self._player, self._game, state, self._compiled)


_warmed_up: set[tuple[Any, ...]] = set()


def error_text(error: BaseException) -> str:
    """Format an error on one line, without a full stop."""
    text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
