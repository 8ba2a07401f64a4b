"""A state of an OpenSpiel game as a value: it never changes, and can be hashed and pickled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from outply.bridges.openspiel.library import Refusal, complaint, spiel_game
from outply.game import OutplyError

__all__ = ["SpielState", "replayed"]


class SpielState:
    """What has happened so far, and OpenSpiel's own state after it.

    Two states are equal if the same happened in the same game. OpenSpiel's state is never
    changed, nor may a reader change it: what follows from it is a new one. The state before it is
    kept, so that what players saw need not be played again to be known.
    """

    __slots__ = ("before", "game_text", "history", "spiel", "turns")

    def __init__(
        self, game_text: str, history: tuple[int, ...], spiel: Any, before: SpielState | None = None
    ) -> None:
        self.game_text, self.history, self.spiel, self.before = game_text, history, spiel, before
        self.turns: dict[int, Any] = {}  # what each player saw and did, as far as it was asked

    def after(self, choice: int) -> SpielState:
        """The state after a move or an outcome."""
        try:
            spiel = self.spiel.child(choice)
        except Refusal as error:
            raise self.failure(error) from None
        return SpielState(self.game_text, (*self.history, choice), spiel, self)

    def failure(self, error: Exception) -> OutplyError:
        """What to raise where OpenSpiel fails in its own rules."""
        where = " ".join(map(str, self.history)) or "the start"
        return OutplyError(
            f"OpenSpiel fails in {self.game_text} at {where}: {complaint(error)}; "
            "give another game, or another version of OpenSpiel."
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpielState):
            return NotImplemented
        return self.history == other.history and self.game_text == other.game_text

    def __hash__(self) -> int:
        return hash(self.history)

    def __repr__(self) -> str:
        return f"SpielState({self.game_text!r}, {self.history!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.game_text, self.history)

    def __deepcopy__(self, memo: Any) -> SpielState:
        return self


def replayed(game_text: str, history: Iterable[int]) -> SpielState:
    """The state after all these moves and outcomes, from the start."""
    start = SpielState(game_text, (), spiel_game(game_text).new_initial_state())
    return reduce(SpielState.after, history, start)
