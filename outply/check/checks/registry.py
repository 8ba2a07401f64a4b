"""The lists of checks, and the decorators that put a function on one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from outply.check.checked_position import CheckedPosition, Subject
from outply.game import Game, is_defined

__all__ = [
    *("END_CHECKS", "GAME_CHECKS", "PLAY_CHECKS", "POSITION_CHECKS", "Check"),
    *("at_chance", "at_decisions", "at_end", "before_end"),
    *("end_check", "game_check", "play_check", "position_check"),
]

T = TypeVar("T")
Function = Callable[[T], None]


@dataclass(frozen=True)
class Check(Generic[T]):
    """A check of a game, a position, a play or all plays; `run` raises where it does not hold.

    `words` is what is true when it holds everywhere. It is only made in games that
    define the method it `needs` and to which it `applies`, and only at sampled positions if it
    is `costly`, and only `where` there is something to look at: what was looked at nowhere has not
    passed. Functions with the same name and words are one check to people.
    """

    name: str
    words: str
    run: Function[T]
    needs: str = ""
    costly: bool = False
    applies: Callable[[Game[Any]], bool] | None = None
    where: Callable[[T], bool] | None = None

    def concerns(self, game: Game[Any]) -> bool:
        is_there = not self.needs or is_defined(game, self.needs)
        return is_there and (self.applies is None or self.applies(game))


class Checks(list[Check[T]]):
    """The checks of one kind of thing."""

    def check(
        self,
        name: str,
        words: str,
        *,
        needs: str = "",
        costly: bool = False,
        applies: Callable[[Game[Any]], bool] | None = None,
        where: Callable[[T], bool] | None = None,
    ) -> Callable[[Function[T]], Function[T]]:
        def register(function: Function[T]) -> Function[T]:
            self.append(Check(name, words, function, needs, costly, applies, where))
            return function

        return register


def at_end(at: CheckedPosition) -> bool:
    return at.is_over


def before_end(at: CheckedPosition) -> bool:
    return not at.is_over


def at_chance(at: CheckedPosition) -> bool:
    return not at.is_over and at.is_chance


def at_decisions(at: CheckedPosition) -> bool:
    """Where a player has to move."""
    return not (at.is_over or at.is_chance)


GAME_CHECKS: Checks[Game[Any]] = Checks()
"""What a game declares: without that, nothing else can be looked at."""

POSITION_CHECKS: Checks[CheckedPosition] = Checks()
"""What holds at each position."""

PLAY_CHECKS: Checks[Sequence[CheckedPosition]] = Checks()
"""What holds along a whole play, from the first to the terminal position."""

END_CHECKS: Checks[Subject] = Checks()
"""What only all plays together can show, of rules in which nothing else is wrong."""

game_check, position_check = GAME_CHECKS.check, POSITION_CHECKS.check
play_check, end_check = PLAY_CHECKS.check, END_CHECKS.check
