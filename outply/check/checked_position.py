"""A position under check: the game is asked about its state, and watched while it answers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from numbers import Integral, Real
from typing import Any

import numpy as np

from outply.check.check_report import FAILURES, Broken, named, shown
from outply.check.equality import GameGuard, Guard, is_equal_to_its_copy
from outply.endless_calls import LOOP, EndlessCall
from outply.game import CHANCE, Game, is_defined
from outply.source_lines import line_of_class, line_of_error, line_of_method

__all__ = ["CheckedPosition", "Subject", "is_finite", "is_real", "player_text", "players_of"]

MOST_MOVES = 100_000
RETURN_MISSING = "is a `return` missing?"
ARGUMENTS = {
    **dict.fromkeys(("result", "order", "format_move"), "move"),
    **dict.fromkeys(("utility", "evaluate", "bounds"), "player"),
    **dict.fromkeys(("observation", "worlds", "format_view"), "player"),
}


def player_text(player: int) -> str:
    """Texts for people count players from 1."""
    return "chance" if player == CHANCE else f"Player {player + 1}"


def players_of(game: Game[Any]) -> range:
    return range(game.traits.players)


class Subject:
    """A game under check, and what is remembered about it from position to position."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.guard = GameGuard(game)
        self.memory: dict[str, Any] = {}
        self.deadline = math.inf  # of rules that search


class CheckedPosition:
    """A state of a game, and what the game says of it.

    What is asked for here is the right kind of thing, or Broken is raised: rules can build
    on it. `sampled` positions are looked at more closely than others.
    """

    def __init__(
        self,
        subject: Subject,
        state: Any,
        ply: int = 0,
        *,
        sampled: bool = True,
        reached_by: Any = None,
    ) -> None:
        self.subject = subject
        self.game = subject.game
        self.memory = subject.memory
        self.ply = ply
        self.sampled = sampled
        self.reached_by = reached_by  # the move or outcome, in a play
        self.guard = Guard(state)

    @property
    def state(self) -> Any:
        return self.guard.value

    # -- asking -----------------------------------------------------------------------

    def ask(self, method: str, *arguments: Any) -> Any:
        """The answer of a method for this state; it may neither raise nor change anything."""
        return self.consult(method, self.state, *arguments)

    def consult(self, method: str, *arguments: Any) -> Any:
        """The answer of a method that is not asked about this very state, such as `parse`."""
        try:
            answer = getattr(self.game, method)(*arguments)
            if isinstance(answer, Iterator):
                answer = list(islice(answer, MOST_MOVES + 1))
        except EndlessCall as error:
            error.finding = self.endless(method, error, *arguments)
            raise
        except FAILURES as error:
            raise self.raised(method, error, *arguments) from error
        self._expect_nothing_changed(method)
        return answer

    def _expect_nothing_changed(self, method: str) -> None:
        if self.guard.changed:
            self.guard = Guard(self.guard.restored())
            message = f"`{method}` changes the state it is given"
            raise self.broken(method, message, "build a new one instead", "pure")
        name = self.subject.guard.changed(self.sampled)
        if name:
            self.subject.guard.renew()
            message = f"`{method}` changes the game itself (`{name}`)"
            raise self.broken(method, message, "what changes in play belongs to the state", "pure")

    def after(self, move: Any, *, sampled: bool = True) -> CheckedPosition:
        state = self.ask("result", move)
        if state is None:
            what = "outcome" if self.is_chance else "move"
            message = f"`result` gives None for {what} {shown(move)}"
            raise self.broken("result", message, RETURN_MISSING, "result")
        return CheckedPosition(self.subject, state, self.ply + 1, sampled=sampled, reached_by=move)

    def beside(self, state: Any) -> CheckedPosition:
        """Another state to compare this one with."""
        return CheckedPosition(self.subject, state, self.ply + 1)

    # -- what is wrong ----------------------------------------------------------------

    def broken(self, method: str, message: str, advice: str = "", rule: str = "") -> Broken:
        """What a rule raises: what is wrong here, and what the author can do about it."""
        full_stop = "" if advice.endswith("?") else "."
        text = f"{message} at {self.where}" + (f"; {advice}" if advice else "") + full_stop
        return Broken(text, line_of_method(self.game, method), rule)

    def raised(self, method: str, error: BaseException, *arguments: Any) -> Broken:
        if isinstance(error, NotImplementedError) and not is_defined(self.game, method):
            return self.missing(method)
        text = f"`{method}` raises {named(error)}{_given(method, arguments)} at {self.where}."
        return Broken(text, line_of_error(self.game, error, method), "raises")

    def endless(self, method: str, error: EndlessCall, *arguments: Any) -> Broken:
        given = _given(method, arguments)
        text = f"{error.text(method)}{given} at {self.where}; {LOOP}"
        return Broken(text, line_of_error(self.game, error, method), "returns")

    def missing(self, method: str) -> Broken:
        cls = type(self.game)
        text = f"`{cls.__name__}` does not define `{method}`, which is needed at {self.where}."
        return Broken(text, line_of_class(cls), "define")

    @property
    def where(self) -> str:
        return "the initial position" if self.is_first else f"position {self.text}"

    @property
    def is_first(self) -> bool:
        return self.ply == 0

    @property
    def text(self) -> str:
        try:
            return shown(self.game.format(self.guard.before))
        except FAILURES:
            return shown(self.guard.before)

    def move_text(self, move: Any) -> str:
        """A move as people write it; one that is not legal may have no such text."""
        try:
            return shown(str(self.game.format_move(self.guard.before, move)))
        except FAILURES:
            return shown(move)

    # -- what the rules say -----------------------------------------------------------

    def expect(self, name: str) -> None:
        """Raise Broken unless the game gives the right kind of thing for one of the below."""
        getattr(self, name)

    @cached_property
    def is_over(self) -> bool:
        answer = self.ask("is_terminal")
        if not isinstance(answer, bool | np.bool_):
            message = f"`is_terminal` gives {shown(answer)}, not True or False,"
            raise self.broken("is_terminal", message, rule="is_terminal")
        return bool(answer)

    @cached_property
    def player(self) -> int:
        player, players = self.ask("to_move"), players_of(self.game)
        if not isinstance(player, Integral) or player not in (CHANCE, *players):
            message = f"`to_move` gives {shown(player)}"
            advice = f"players are 0 to {players[-1]}, chance is CHANCE"
            raise self.broken("to_move", message, advice, "to_move")
        if player == CHANCE and self.is_over:
            advice = "where the game is over, give any player"
            raise self.broken("to_move", "`to_move` gives CHANCE", advice, "to_move")
        return int(player)

    @cached_property
    def is_chance(self) -> bool:
        return self.player == CHANCE

    @cached_property
    def moves(self) -> list[Any]:
        """The legal moves, at a state that is neither terminal nor chance's."""
        moves = self.several("moves")
        self._expect_comparable("moves", moves)
        return moves

    def _expect_comparable(self, method: str, choices: list[Any]) -> None:
        """Searches look for a move among the legal ones, so a copy must be equal to it."""
        strange = (choice for choice in choices if not is_equal_to_its_copy(choice))
        for choice in strange if self.sampled else ():
            message = f"`{method}` gives a {type(choice).__name__}, not comparable by value,"
            advice = "give an int, a text, a tuple, a NamedTuple or a frozen dataclass of such"
            raise self.broken(method, message, advice, method)

    def several(self, method: str, *arguments: Any) -> list[Any]:
        """The answers of a method that yields them, or gives them at once."""
        answer = self.ask(method, *arguments)
        if not isinstance(answer, Iterable):
            message = f"`{method}` gives {shown(answer)}, not one after another,"
            raise self.broken(method, message, "yield them, or give a list", method)
        try:
            listed = list(islice(answer, MOST_MOVES + 1))
        except FAILURES as error:
            raise self.raised(method, error) from error
        if len(listed) > MOST_MOVES:
            message = f"`{method}` goes on after {MOST_MOVES} answers"
            raise EndlessCall(self.broken(method, message, rule=method))
        return listed

    @cached_property
    def outcomes(self) -> list[tuple[Any, float]]:
        """What chance may bring, at a state that is chance's."""
        if not is_defined(self.game, "outcomes"):
            raise self.missing("outcomes")
        outcomes = self.weighted("outcomes", "outcome")
        self._expect_comparable("outcomes", [outcome for outcome, _ in outcomes])
        return outcomes

    def weighted(self, method: str, what: str, *arguments: Any) -> list[tuple[Any, float]]:
        """The answers of a method that yields pairs of something and its probability."""
        pairs = self.several(method, *arguments)
        for pair in pairs:
            if not (isinstance(pair, Sequence) and len(pair) == 2 and is_finite(pair[1])):
                message = f"`{method}` gives {shown(pair)}, not ({what}, probability),"
                raise self.broken(method, message, rule=method)
        return pairs

    @cached_property
    def choices(self) -> list[Any]:
        """The moves or outcomes that can happen here."""
        if self.is_over:
            return []
        return [outcome for outcome, _ in self.outcomes] if self.is_chance else self.moves

    @cached_property
    def utilities(self) -> tuple[float, ...]:
        return self._values("utility")

    @cached_property
    def evaluations(self) -> tuple[float, ...]:
        return self._values("evaluate")

    @property
    def values(self) -> tuple[float, ...]:
        """What the state is worth to each player: the truth, or a guess."""
        return self.utilities if self.is_over else self.evaluations

    def _values(self, method: str) -> tuple[float, ...]:
        return tuple(self._value(method, player) for player in players_of(self.game))

    def _value(self, method: str, player: int) -> float:
        if not is_finite(value := self.ask(method, player)):
            message = (
                f"`{method}` gives {shown(value)} for {player_text(player)}, not a finite number,"
            )
            raise self.broken(method, message, rule=method)
        return float(value)


def _given(method: str, arguments: Sequence[Any]) -> str:
    """The move or player that a method was asked about, if any."""
    about = ARGUMENTS.get(method)
    if about == "player":
        return f" for {player_text(arguments[-1])}"
    return f" for move {shown(arguments[-1])}" if about else ""


def is_finite(value: Any) -> bool:
    return is_real(value) and math.isfinite(value)


def is_real(value: Any) -> bool:
    return isinstance(value, Real) and value == value
