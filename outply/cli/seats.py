"""The players of a game at the terminal: chance, the engine, and people."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from outply.cli.board import mover
from outply.cli.formatting import distance_text, player_name, value_text
from outply.cli.progress import activity
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
    """Draws outcomes by the seed and the ply, so that the same is drawn again after undo."""

    def __init__(self, seed: int, people: Console) -> None:
        self._seed, self._people = seed, people

    def turn(self, session: Session) -> None:
        rng = random.Random(f"{self._seed} {len(session.moves)}")
        outcome = draw_outcome(session.game, session.state, rng)
        text = session.game.format_move(session.state, outcome)
        self._people.print(f"Chance: {text if session.is_public(outcome) else 'hidden'}")
        session.make(outcome)


class Engine:
    """Searches; Ctrl-C makes it play the best move so far, or end the game if only engines play."""

    def __init__(self, searcher: Searcher, people: Console) -> None:
        self._searcher, self._people = searcher, people

    def turn(self, session: Session) -> None:
        result = self.search(session.state, session.states[:-1])
        if result.interrupted and not session.people:
            raise Left
        name = mover(self._people, session.game, session.state)
        self._people.print(f"{name} {self._turn_text(session, result)}")
        session.make(self._move_of(result))

    def _turn_text(self, session: Session, result: Result) -> str:
        """The move and its value, without what people may not see."""
        if not session.hides_information:
            return f"plays {self.described(session.state, result)}"
        move = self._move_of(result)
        if not session.is_public(move):
            return "moves, hidden"
        return f"plays {session.game.format_move(session.state, move)}"

    def search(self, state: Any, history: Sequence[Any] = ()) -> Result:
        name = player_name(self._searcher.game.to_move(state))
        with activity(f"{name} is thinking…") as shown:
            return self._searcher.run(
                state,
                progress=lambda result: shown.update(f"{name} is thinking… depth {result.depth}"),
                history=history,
            )

    def described(self, state: Any, result: Result) -> str:
        """The move, with its value and depth if it was searched."""
        move = self._searcher.game.format_move(state, self._move_of(result))
        if not result.depth:
            return move
        ending = distance_text(result.value, result.distance)
        known = [ending] * bool(ending) + ["proved"] * result.proved
        facts = ", ".join([f"value {value_text(result.value)}", *known, f"depth {result.depth}"])
        return f"{move}  ({facts})"

    def _move_of(self, result: Result) -> Any:
        if result.move is None:
            name = self._searcher.game.name
            raise OutplyError(f"{name} has no legal move here, but is not over.")
        return result.move


class Person:
    """Types a move or a command; a text that is both is a move."""

    def __init__(self, engine: Engine, people: Console) -> None:
        self._engine, self._people = engine, people

    def turn(self, session: Session) -> None:
        text = self._typed(session)
        if text.lower() in COMMANDS and text.lower() not in _legal(session).lower().split():
            self._run_command(text.lower(), session)
        elif text:
            self._move(text, session)

    def _typed(self, session: Session) -> str:
        name = mover(self._people, session.game, session.state)
        self._people.print(f"{name}, your move (? for help): ", end="")
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
            result = self._engine.search(session.state, session.states[:-1])
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


def _legal(session: Session) -> str:
    game, state = session.game, session.state
    return " ".join(game.format_move(state, move) for move in game.moves(state))
