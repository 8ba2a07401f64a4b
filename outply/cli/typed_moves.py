"""What people type in a game at the terminal: a move, or a command such as `undo`.

The text of a move is parsed by the game: `Game.parse_move` in game.py compares it with the texts of
the legal moves; games with a notation of their own, such as chess, define it in their files.
"""

from __future__ import annotations

import os
import select
import sys
from time import perf_counter

from rich.console import Console

from outply.cli.board import mover
from outply.cli.seats import EngineSeat, Left, time_left
from outply.game import OutplyError
from outply.play.session import Session

__all__ = ["Person"]

COMMANDS = ("hint", "undo", "moves", "?", "quit")
SPARE_SECONDS = 0.01  # so that the time is certainly over when nothing was typed
HELP = "Or type hint, undo, moves (or ?), quit."


class Person:
    """Types a move or a command; a text that is both is a move."""

    def __init__(self, engine: EngineSeat, people: Console) -> None:
        self._engine, self._people = engine, people

    def turn(self, session: Session) -> None:
        began = perf_counter()
        text = self._typed(session)
        if not session.spend(perf_counter() - began):
            return
        if text.lower() in COMMANDS and text.lower() not in _legal(session).lower().split():
            self._run_command(text.lower(), session)
        elif text:
            self._move(text, session)

    def _typed(self, session: Session) -> str:
        name = mover(self._people, session.game, session.state)
        self._people.print(f"{name}, your move{time_left(session, ', ')} (? for help): ", end="")
        if session.clock is not None and not _is_typed_within(session.clock.remaining):
            self._people.print()
            return ""
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self._people.print(line.strip())
        if not line:
            raise Left
        return line.strip()

    def _run_command(self, command: str, session: Session) -> None:
        if command == "quit":
            raise Left
        if command == "hint":
            result = self._engine.search(session)
            self._people.print(f"Hint: {self._engine.described(session.state, result)}")
        elif command == "undo":
            if not session.take_back():
                self._people.print("There is no move to undo.")
        else:
            self._people.print(f"Legal moves: {_legal(session)}")
            self._people.print(HELP)

    def _move(self, text: str, session: Session) -> None:
        try:
            move = session.game.parse_move(session.state, text)
            if move not in list(session.game.moves(session.state)):
                raise OutplyError(f"{text!r} is not a legal move here.")
        except (ValueError, LookupError) as refusal:
            known = isinstance(refusal, OutplyError)
            self._people.print(str(refusal) if known else f"{text!r} is not a legal move here.")
        else:
            session.make(move)


def _is_typed_within(seconds: float) -> bool:
    """Whether a line is typed at a terminal before the time is over; elsewhere nobody is late.

    Windows cannot wait for a terminal: there, a person is late once the line is typed.
    """
    if os.name == "nt" or not sys.stdin.isatty():
        return True
    return bool(select.select([sys.stdin], [], [], seconds + SPARE_SECONDS)[0])


def _legal(session: Session) -> str:
    game, state = session.game, session.state
    return " ".join(game.format_move(state, move) for move in game.moves(state))
