"""One game of a match, from its opening to its end, whatever its players do."""

from __future__ import annotations

import operator
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from outply.game import CHANCE, Game
from outply.play.arena.carried import CarriedGame
from outply.play.arena.contenders import Contender
from outply.play.arena.diary import Diary
from outply.play.arena.openings import Opening
from outply.play.arena.played import Ending, PlayedGame
from outply.play.arena.schedule import Fixture
from outply.play.arena.seated import Clock, Forfeit, Seated, told
from outply.play.match import draw_outcome

__all__ = ["Terms", "now", "play_fixture"]

LONGEST_CHOICE = 60  # characters, of what is no move
MOST_ROLLS = 10_000  # of chance in a row: no player will ever move


@dataclass(frozen=True)
class Terms:
    """What holds for every game of a match."""

    game: CarriedGame | Game[Any]
    contenders: tuple[Contender, ...]
    seed: int = 0
    margin: float = 0.1  # seconds that a player may take beyond its limit
    most_plies: int = 1000
    adjudicate: bool = True
    compiled: bool | None = None

    @property
    def rules(self) -> Game[Any]:
        return self.game.loaded() if isinstance(self.game, CarriedGame) else self.game


def play_fixture(
    terms: Terms,
    fixture: Fixture,
    opening: Opening,
    diary: str | None = None,
    may_die: bool = False,
) -> PlayedGame:
    """Play one game. `diary` is a file for what others must know if this process dies.

    Where it `may_die`, a player that is far beyond its time ends it.
    """
    notes = Diary(diary)
    try:
        clock = Clock(terms.margin, may_die=may_die)
        return _Table(terms, fixture, opening, notes, clock).played()
    finally:
        notes.close()


class _Table:
    """Where one game is played: the players at their seats, and the record."""

    def __init__(
        self, terms: Terms, fixture: Fixture, opening: Opening, diary: Diary, clock: Clock
    ) -> None:
        self._terms, self._fixture, self._opening = terms, fixture, opening
        self._diary, self._clock = diary, clock
        self._game = terms.rules
        self._dice = random.Random(f"chance {terms.seed} {fixture.opening}")  # same for a pair
        self._players = [self._seated(seat) for seat in range(len(fixture.seats))]
        self._moves: list[str] = []
        self._seat = 0  # whose turn it is
        self._rolls = 0  # of chance, since a player moved

    def _seated(self, seat: int) -> Seated:
        drawn = random.Random(f"seat {self._terms.seed} {self._fixture.number} {seat}")
        contender = self._terms.contenders[self._fixture.seats[seat]]
        return Seated(contender.seeded(drawn.randrange(2**31)), self._game, self._terms.compiled)

    def played(self) -> PlayedGame:
        try:
            return self._played_from(self._opening.state(self._game))
        except Forfeit as forfeit:
            return self._record(forfeit.ending, loser=self._seat, reason=str(forfeit))
        except Exception as error:  # of the rules themselves, not of a player
            return self._record(Ending.VOID, reason=f"the rules failed: {told(error)}")

    def _played_from(self, state: Any) -> PlayedGame:
        while not self._game.is_terminal(state):
            too_long = self._too_long()
            if too_long:
                return self._record(Ending.LENGTH, reason=too_long)
            agreed = self._agreed() if self._terms.adjudicate else None
            if agreed is not None:
                return self._record(Ending.ADJUDICATED, agreed)
            state = self._after_next_move(state)
        seats = range(len(self._players))
        got = tuple(float(self._game.utility(state, seat)) for seat in seats)
        return self._record(Ending.FINISHED, got)

    def _too_long(self) -> str:
        """Why the game goes on no longer, if so. Plies are players' moves, as in depths."""
        plies = sum(player.turns for player in self._players)
        if plies >= self._terms.most_plies:
            return f"{plies} plies were played"
        return f"{self._rolls} outcomes of chance in a row" if self._rolls >= MOST_ROLLS else ""

    def _after_next_move(self, state: Any) -> Any:
        move = self._next_move(state)
        self._moves.append(_text_of(self._game, state, move))
        self._diary.moved(self._moves[-1])
        return self._game.result(state, move)

    def _next_move(self, state: Any) -> int:
        seat = self._game.to_move(state)
        if seat == CHANCE:
            self._rolls += 1
            return draw_outcome(self._game, state, self._dice)
        self._seat, self._rolls = seat, 0
        self._diary.thinking(seat)
        chosen = self._players[seat].choose(state, self._clock)
        move = _among(list(self._game.moves(state)), chosen)
        if move is None:
            raise Forfeit(Ending.ILLEGAL, f"chose {_choice_text(self._game, state, chosen)}")
        return move

    def _agreed(self) -> tuple[float, float] | None:
        """What each gets, where the last searches of both players have proved the same.

        Only where that is certain: two players, nothing hidden, no chance.
        """
        traits = self._game.traits
        if traits.players != 2 or traits.chance or traits.hidden or not traits.zero_sum:
            return None
        first, second = (player.thought for player in self._players)
        if first is None or second is None or not (first.proved and second.proved):
            return None
        return (first.value, second.value) if first.value == -second.value else None

    def _record(
        self,
        ending: Ending,
        utilities: tuple[float, ...] | None = None,
        loser: int | None = None,
        reason: str = "",
    ) -> PlayedGame:
        return PlayedGame(
            number=self._fixture.number,
            seats=self._fixture.seats,
            position=self._opening.position,
            opening=_texts_of(self._game, self._opening),
            moves=tuple(self._moves),
            ending=ending,
            utilities=utilities,
            loser=loser,
            reason=reason,
            seconds=tuple(player.seconds for player in self._players),
            turns=tuple(player.turns for player in self._players),
            ended_at=now(),
        )


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _among(legal: list[int], chosen: Any) -> int | None:
    """The legal move that was chosen; None where it is none, whatever it is."""
    try:
        return next((move for move in legal if _kind(move) == _kind(chosen)), None)
    except Exception:
        return None


def _kind(move: Any) -> tuple[type, Any]:
    """What it is and its value: 0.0 and False equal the move 0, and are none; NumPy's 0 is one."""
    if isinstance(move, bool):
        return bool, move
    try:
        return int, operator.index(move)
    except TypeError:
        return type(move), move


def _text_of(game: Game[Any], state: Any, move: Any) -> str:
    """As people write it; what is illegal may be nothing that the game can write."""
    try:
        return str(game.format_move(state, move))
    except Exception:
        return repr(move)


def _choice_text(game: Game[Any], state: Any, chosen: Any) -> str:
    """What is no legal move, in one short line, even if it has no text."""
    try:
        kind, value = _kind(chosen)
        shown = _text_of(game, state, value) if kind is int else repr(chosen)
    except Exception:
        shown = f"some {type(chosen).__name__}"
    line = " ".join(shown.split())
    return line if len(line) <= LONGEST_CHOICE else f"{line[: LONGEST_CHOICE - 1]}…"


def _texts_of(game: Game[Any], opening: Opening) -> tuple[str, ...]:
    try:
        return tuple(opening.move_texts(game))
    except Exception:
        return tuple(str(move) for move in opening.moves)
