"""How each kind of player takes a turn in a session."""

from __future__ import annotations

import random
import sys
from typing import Any

from rich.console import Console

from outply.cli.board import mover
from outply.cli.progress import doing
from outply.cli.words import ending_text, player_name, value_text
from outply.game import OutplyError
from outply.play.match import draw_outcome
from outply.play.searcher import Searcher
from outply.play.session import Session
from outply.search import Result

__all__ = ["Chance", "Engine", "Left", "Person"]

COMMANDS = ("hint", "undo", "moves", "?", "quit")
HELP = "Or type hint, undo, moves (or ?), quit."


class Left(Exception):
    """A person left the game, or stopped the engines that play it."""


class Chance:
    """Draws outcomes by the seed and the ply: who takes a move back meets the same luck again."""

    def __init__(self, seed: int, people: Console) -> None:
        self._seed, self._people = seed, people

    def turn(self, session: Session) -> None:
        rng = random.Random(f"{self._seed} {len(session.moves)}")
        outcome = draw_outcome(session.game, session.state, rng)
        text = session.game.format_move(session.state, outcome)
        self._people.print(f"Chance: {text if session.is_public(outcome) else 'hidden'}")
        session.make(outcome)


class Engine:
    """Looks ahead; Ctrl-C makes it play the best so far, or stop if only engines play."""

    def __init__(self, thinker: Searcher, people: Console) -> None:
        self._thinker, self._people = thinker, people

    def turn(self, session: Session) -> None:
        result = self.thought(session.state)
        if result.interrupted and not session.people:
            raise Left
        name = mover(self._people, session.game, session.state)
        self._people.print(f"{name} {self._told(session, result)}")
        session.make(self._move_of(result))

    def _told(self, session: Session, result: Result) -> str:
        """What was played, and why; but not what would give hidden information away."""
        if not session.hides_information:
            return f"plays {self.described(session.state, result)}"
        move = self._move_of(result)
        if not session.is_public(move):
            return "moves, hidden"
        return f"plays {session.game.format_move(session.state, move)}"

    def thought(self, state: Any) -> Result:
        name = player_name(self._thinker.game.to_move(state))
        with doing(f"{name} is thinking…") as change:
            return self._thinker.run(
                state, progress=lambda result: change(f"{name} is thinking… depth {result.depth}")
            )

    def described(self, state: Any, result: Result) -> str:
        move = self._thinker.game.format_move(state, self._move_of(result))
        if not result.depth:
            return move
        ending = ending_text(result.value, result.distance)
        known = [ending] * bool(ending) + ["proved"] * result.proved
        told = ", ".join([f"value {value_text(result.value)}", *known, f"depth {result.depth}"])
        return f"{move}  ({told})"

    def _move_of(self, result: Result) -> Any:
        if result.move is None:
            name = self._thinker.game.name
            raise OutplyError(f"{name} has no legal move here, and is not over.")
        return result.move


class Person:
    """Types a move, or a command; a move that is called like a command is a move."""

    def __init__(self, engine: Engine, people: Console) -> None:
        self._engine, self._people = engine, people

    def turn(self, session: Session) -> None:
        text = self._asked(session)
        if text.lower() in COMMANDS and text.lower() not in _legal(session).lower().split():
            self._obey(text.lower(), session)
        elif text:
            self._move(text, session)

    def _asked(self, session: Session) -> str:
        name = mover(self._people, session.game, session.state)
        self._people.print(f"{name}, your move (? for help): ", end="")
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self._people.print(line.strip())
        if not line:
            raise Left
        return line.strip()

    def _obey(self, command: str, session: Session) -> None:
        if command == "quit":
            raise Left
        if command == "hint":
            result = self._engine.thought(session.state)
            self._people.print(f"Hint: {self._engine.described(session.state, result)}")
        elif command == "undo":
            if not session.take_back():
                self._people.print("There is nothing to take back.")
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


def _legal(session: Session) -> str:
    game, state = session.game, session.state
    return " ".join(game.format_move(state, move) for move in game.moves(state))
