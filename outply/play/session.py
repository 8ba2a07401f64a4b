"""A game in progress between people and searches, with moves that can be taken back and clocks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from outply.game import Game
from outply.play.move_sequences import line_texts
from outply.play.states import can_see, utilities
from outply.repetition import REPETITION, is_drawn_by_repetition
from outply.search import Clock

__all__ = ["OUT_OF_TIME", "Session"]

OUT_OF_TIME = "time"


@dataclass
class Session:
    """The moves made from `start` and the states between them; `people` are the people's seats.

    `clocks` has each player's clock, if there are clocks. `late` is the player whose time ran out,
    who has lost. A move that is taken back does not bring its time back, and loses its increment.
    """

    game: Game[Any]
    start: Any
    people: frozenset[int]
    moves: list[int] = field(default_factory=list)
    clocks: list[Clock] | None = field(default=None, init=False)
    late: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.states = [self.start]
        given, self.moves = self.moves, []
        for move in given:
            self.make(move)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def mover(self) -> int:
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        return self.game.is_terminal(self.state) or bool(self.reason)

    @property
    def reason(self) -> str:
        """Why the game is over if not by its rules; empty if it is not, or by its rules."""
        if self.late is not None:
            return OUT_OF_TIME
        return REPETITION if is_drawn_by_repetition(self.game, self.states) else ""

    @property
    def utilities(self) -> tuple[float, ...] | None:
        """The utility of each player; None if the game is not over, or was lost on time."""
        if not self.over or self.late is not None:
            return None
        if self.reason:
            return (0.0,) * self.game.traits.players
        return utilities(self.game, self.state)

    @property
    def winner(self) -> int | None:
        """The only player with the highest utility, or the only one with time left; or None."""
        if self.late is not None:
            return 1 - self.late if self.game.traits.players == 2 else None
        each = self.utilities or ()
        best = [player for player, utility in enumerate(each) if utility == max(each)]
        return best[0] if len(best) == 1 else None

    # -- clocks -----------------------------------------------------------------------

    @property
    def clock(self) -> Clock | None:
        """The clock of the player to move, if it has one."""
        has_one = self.clocks is not None and 0 <= self.mover < len(self.clocks)
        return self.clocks[self.mover] if self.clocks and has_one else None

    def spend(self, seconds: float) -> bool:
        """Take the time of a turn from the mover's clock; return False if it ran out."""
        clock = self.clock
        if self.clocks is None or clock is None:
            return True
        left = clock.remaining - seconds
        self.clocks[self.mover] = replace(clock, remaining=max(0.0, left))
        self.late = self.mover if left <= 0 else None
        return left > 0

    def _add_increment(self) -> None:
        clock = self.clock
        if self.clocks is not None and clock is not None:
            self.clocks[self.mover] = replace(clock, remaining=clock.remaining + clock.increment)

    def _take_increments_back(self, turn: int) -> None:
        """Take the increments of the moves from a turn on from the clocks."""
        for state in self.states[turn:-1]:
            player = self.game.to_move(state)
            if self.clocks is not None and 0 <= player < len(self.clocks):
                clock = self.clocks[player]
                left = max(0.0, clock.remaining - clock.increment)
                self.clocks[player] = replace(clock, remaining=left)

    # -- moves ------------------------------------------------------------------------

    def make(self, move: int) -> None:
        self._add_increment()
        self.states.append(self.game.result(self.state, move))
        self.moves.append(move)

    def take_back(self) -> bool:
        """Return to the last state in which a person moved; return False if there is none."""
        for turn in reversed(range(len(self.moves))):
            if self.game.to_move(self.states[turn]) in self.people:
                self._take_increments_back(turn)
                del self.states[turn + 1 :], self.moves[turn:]
                return True
        return False

    def texts(self) -> list[str]:
        """Format the moves made so far."""
        return line_texts(self.game, self.start, self.moves)

    def last_cells(self) -> tuple[tuple[int, int], ...]:
        """The cells of the board that the last move used, if any."""
        if not self.moves:
            return ()
        before = self.game.board(self.states[-2])
        return () if before is None else before.clicks.get(self.moves[-1], ())

    # -- hidden information -----------------------------------------------------------

    @property
    def hides_information(self) -> bool:
        """Whether people may not see the whole state; when the game is over, all is shown."""
        return bool(self.people) and self.game.traits.hidden and not self.over

    @property
    def viewer(self) -> int | None:
        """The person whose view of the state is shown: the one to move, or the only one.

        None if there are several people and none of them is to move.
        """
        if not self.over and self.mover in self.people:
            return self.mover
        return min(self.people) if len(self.people) == 1 else None

    def is_public(self, move: int, turn: int | None = None) -> bool:
        """Whether all people can see a move of an earlier turn, or of the current one."""
        state = self.state if turn is None else self.states[turn]
        return all(can_see(self.game, state, move, person) for person in self.people)

    def public_texts(self) -> list[str]:
        """Format the moves made so far, with a question mark for each that is not public."""
        public = (self.is_public(move, turn) for turn, move in enumerate(self.moves))
        return [text if shown else "?" for text, shown in zip(self.texts(), public, strict=True)]
