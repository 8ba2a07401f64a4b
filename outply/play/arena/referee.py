"""Play one game of a match, from its opening to its end, whatever its players do.

A player loses on time if a turn takes longer than its limit or its clock allows, and the margin
(`move_timer.py`). `outply/repetition.py` says which positions are drawn by repetition.
"""

from __future__ import annotations

import operator
import random
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from outply.game import CHANCE, Game
from outply.play.arena.arena_player import ArenaPlayer
from outply.play.arena.game_record import Ending, GameRecord, Journal, timestamp
from outply.play.arena.move_timer import Forfeit, MoveTimer
from outply.play.arena.schedule import Opening, ScheduledGame
from outply.play.arena.seat import Seat, error_text
from outply.play.arena.workers import Picklable
from outply.play.game_length import MOST_PLIES, GameLength
from outply.play.match import draw_outcome
from outply.play.states import utilities
from outply.repetition import is_drawn_by_repetition
from outply.search.coded_moves import listed_moves

__all__ = ["MatchSettings", "play_game"]

LONGEST_MOVE_TEXT = 60  # characters of an illegal move
REPEATED = "a position occurred for the third time"


@dataclass(frozen=True)
class MatchSettings:
    """The settings of all games of a match."""

    game: Picklable
    players: tuple[ArenaPlayer, ...]
    seed: int = 0
    margin: float = 0.1  # seconds that a player may take beyond its limit
    most_plies: int = MOST_PLIES
    adjudicate: bool = True
    compiled: bool | None = None

    def load_game(self) -> Game[Any]:
        return self.game if isinstance(self.game, Game) else self.game.load()


def play_game(
    settings: MatchSettings,
    scheduled: ScheduledGame,
    opening: Opening,
    journal_file: str | None = None,
    killable: bool = False,
) -> GameRecord:
    """Play one game. The journal tells what happened if this process dies.

    If the process is `killable`, a player that far exceeds its time kills it.
    """
    with closing(Journal(journal_file)) as journal:
        timer = MoveTimer(settings.margin, killable=killable)
        return _Referee(settings, scheduled, opening, journal, timer).play()


class _Referee:
    """Asks the players of one game for their moves, and records them."""

    def __init__(
        self,
        settings: MatchSettings,
        scheduled: ScheduledGame,
        opening: Opening,
        journal: Journal,
        timer: MoveTimer,
    ) -> None:
        self._settings, self._scheduled, self._opening = settings, scheduled, opening
        self._journal, self._timer = journal, timer
        self._game = settings.load_game()
        # The seed depends on the opening: the games of a pair have the same outcomes of chance.
        self._rng = random.Random(f"chance {settings.seed} {scheduled.opening}")
        self._seats = [self._seat(number) for number in range(len(scheduled.seats))]
        self._states: list[Any] = []  # of the game so far, the opening included
        self._moves: list[str] = []
        self._clocks: list[float | None] = []  # what the mover has left after each move
        self._turn = 0  # the seat to move
        self._length = GameLength(settings.most_plies)

    def _seat(self, number: int) -> Seat:
        rng = random.Random(f"seat {self._settings.seed} {self._scheduled.number} {number}")
        player = self._settings.players[self._scheduled.seats[number]]
        return Seat(player.with_seed(rng.randrange(2**31)), self._game, self._settings.compiled)

    def play(self) -> GameRecord:
        try:
            self._states = self._opening.states(self._game)
            return self._play_on()
        except Forfeit as forfeit:
            return self._record(forfeit.ending, loser=self._turn, reason=str(forfeit))
        except Exception as error:  # raised by the rules, not by a player
            return self._record(Ending.VOID, reason=f"the rules failed: {error_text(error)}")

    def _play_on(self) -> GameRecord:
        while not self._game.is_terminal(self._states[-1]):
            if is_drawn_by_repetition(self._game, self._states):
                drawn = (0.0,) * len(self._seats)
                return self._record(Ending.REPETITION, drawn, reason=REPEATED)
            if excess := self._length.excess:
                return self._record(Ending.LENGTH, reason=f"{excess} were played")
            proved = self._proved_utilities() if self._settings.adjudicate else None
            if proved is not None:
                return self._record(Ending.ADJUDICATED, proved)
            self._make_move(self._states[-1])
        each = tuple(float(utility) for utility in utilities(self._game, self._states[-1]))
        return self._record(Ending.FINISHED, each)

    def _make_move(self, state: Any) -> None:
        move = self._next_move(state)
        self._clocks.append(self._time_left(self._game.to_move(state)))
        self._moves.append(_move_text(self._game, state, move))
        self._journal.write_move(self._moves[-1])
        self._states.append(self._game.result(state, move))

    def _time_left(self, turn: int) -> float | None:
        clock = None if turn == CHANCE else self._seats[turn].clock
        return None if clock is None else round(clock.remaining, 3)

    def _next_move(self, state: Any) -> int:
        turn = self._game.to_move(state)
        self._length.add(turn)
        if turn == CHANCE:
            return draw_outcome(self._game, state, self._rng)
        self._turn = turn
        self._journal.write_turn(turn, self._seats[turn].allowed)
        answer = self._seats[turn].choose(state, self._timer, self._states[:-1])
        move = _legal_move(listed_moves(self._game, state), answer)
        if move is None:
            text = _illegal_move_text(self._game, state, answer)
            raise Forfeit(Ending.ILLEGAL, f"returned an illegal move: {text}")
        return move

    def _proved_utilities(self) -> tuple[float, float] | None:
        """Return the utilities if the last searches of both players have proved the same value.

        A proof is certain only in a game of two players without chance and hidden information.
        """
        traits = self._game.traits
        if traits.players != 2 or traits.chance or traits.hidden or not traits.zero_sum:
            return None
        first, second = (seat.last_result for seat in self._seats)
        if first is None or second is None or not (first.proved and second.proved):
            return None
        return (first.value, second.value) if first.value == -second.value else None

    def _record(
        self,
        ending: Ending,
        utilities: tuple[float, ...] | None = None,
        loser: int | None = None,
        reason: str = "",
    ) -> GameRecord:
        return GameRecord(
            number=self._scheduled.number,
            seats=self._scheduled.seats,
            position=self._opening.position,
            opening=_opening_texts(self._game, self._opening),
            moves=tuple(self._moves),
            ending=ending,
            utilities=utilities,
            loser=loser,
            reason=reason,
            seconds=tuple(seat.seconds for seat in self._seats),
            turns=tuple(seat.turns for seat in self._seats),
            ended_at=timestamp(),
            clocks=tuple(self._clocks) if any(seat.clock for seat in self._seats) else (),
        )


def _legal_move(legal: list[int], answer: Any) -> int | None:
    """Return the legal move that equals the answer of a player; None if there is none."""
    try:
        return next((move for move in legal if _typed(move) == _typed(answer)), None)
    except Exception:
        return None


def _typed(move: Any) -> tuple[type, Any]:
    """Return the type and the value of a move.

    0.0 and False equal the move 0, but they are illegal; NumPy's integer 0 is legal.
    """
    if isinstance(move, bool):
        return bool, move
    try:
        return int, operator.index(move)
    except TypeError:
        return type(move), move


def _move_text(game: Game[Any], state: Any, move: Any) -> str:
    """Format a move; the game may be unable to format an illegal one."""
    try:
        return str(game.format_move(state, move))
    except Exception:
        return repr(move)


def _illegal_move_text(game: Game[Any], state: Any, answer: Any) -> str:
    """Format an illegal move as one short line, even if its `repr` fails."""
    try:
        kind, value = _typed(answer)
        text = _move_text(game, state, value) if kind is int else repr(answer)
    except Exception:
        text = f"some {type(answer).__name__}"
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_MOVE_TEXT else f"{line[: LONGEST_MOVE_TEXT - 1]}…"


def _opening_texts(game: Game[Any], opening: Opening) -> tuple[str, ...]:
    try:
        return tuple(opening.move_texts(game))
    except Exception:
        return tuple(str(move) for move in opening.moves)
