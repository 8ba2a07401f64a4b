"""The players of a game at the terminal: chance and the engine; people are in typed_moves.py."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from rich.console import Console

from outply.cli.board import mover
from outply.cli.formatting import distance_text, player_name, value_text
from outply.cli.progress import activity
from outply.game import OutplyError
from outply.play.match import draw_outcome
from outply.play.pondering import Pondering
from outply.play.searcher import Searcher
from outply.play.session import Session
from outply.play.time_control import time_text
from outply.search import Result

__all__ = ["Chance", "EngineSeat", "Left", "time_left"]


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


class EngineSeat:
    """Searches; Ctrl-C makes it play the best move so far, or end the game if only engines play."""

    def __init__(self, searcher: Searcher, people: Console, *, ponders: bool = False) -> None:
        self._searcher, self._people, self._ponders = searcher, people, ponders
        self._memories: dict[int, Any] = {}  # of each player: what one side found is its own
        self._pondering: Pondering | None = None

    def turn(self, session: Session) -> None:
        player = session.mover
        if player not in self._memories:
            self._memories[player] = self._searcher.search.new_memory()
        pondered = self.stop_pondering()
        found = pondered.result_for(session.state) if pondered else None
        result = found or self.search(session, self._memories[player])
        if not session.spend(result.seconds):
            return
        if result.interrupted and not session.people:
            raise Left
        name = mover(self._people, session.game, session.state)
        self._people.print(f"{name} {self._turn_text(session, result)}{time_left(session, '  ')}")
        session.make(self._move_of(result))
        if self._ponders and not session.over and session.mover in session.people:
            self._ponder(session, player, result)

    def _ponder(self, session: Session, player: int, result: Result) -> None:
        """Search the position after the move that the engine expects from the person."""
        if len(result.line) < 2 or session.hides_information or session.game.traits.chance:
            return
        expected = session.game.result(session.state, result.line[1])
        if session.game.is_terminal(expected) or session.game.to_move(expected) != player:
            return
        self._pondering = Pondering(self._pondering_searcher(session, player), expected)

    def _pondering_searcher(self, session: Session, player: int) -> Searcher:
        """The searcher with the player's clock and memory, after the game so far."""
        clock = None if session.clocks is None else session.clocks[player]
        limit = replace(self._searcher.limit, clock=clock)
        history, memory = tuple(session.states), self._memories[player]
        return replace(self._searcher, limit=limit, history=history, memory=memory)

    def stop_pondering(self) -> Pondering | None:
        """Stop the search in the background, if there is one, and return it."""
        pondering, self._pondering = self._pondering, None
        if pondering:
            pondering.stop()
        return pondering

    def _turn_text(self, session: Session, result: Result) -> str:
        """The move and its value, without what people may not see."""
        if not session.hides_information:
            return f"plays {self.described(session.state, result)}"
        move = self._move_of(result)
        if not session.is_public(move):
            return "moves, hidden"
        return f"plays {session.game.format_move(session.state, move)}"

    def search(self, session: Session, memory: Any = None) -> Result:
        name = player_name(session.game, session.mover)
        searcher = replace(
            self._searcher,
            limit=replace(self._searcher.limit, clock=session.clock),
            history=session.states[:-1],
            memory=memory,
        )
        with activity(f"{name} is thinking…") as shown:
            return searcher.run(
                session.state,
                progress=lambda result: shown.update(f"{name} is thinking… depth {result.depth}"),
            )

    def described(self, state: Any, result: Result) -> str:
        """The move, with its value and depth if it was searched."""
        move = self._searcher.game.format_move(state, self._move_of(result))
        if not result.depth:
            return move
        ending = distance_text(self._searcher.game, result.value, result.distance)
        known = [ending] * bool(ending) + ["proved"] * result.proved
        facts = ", ".join([f"value {value_text(result.value)}", *known, f"depth {result.depth}"])
        return f"{move}  ({facts})"

    def _move_of(self, result: Result) -> Any:
        if result.move is None:
            name = self._searcher.game.name
            raise OutplyError(f"{name} has no legal move here, but is not over.")
        return result.move


def time_left(session: Session, before: str) -> str:
    """How long a player may still think, in words; nothing without a clock."""
    clock = session.clock
    return "" if clock is None else f"{before}{time_text(clock.remaining)} left"
