"""The lists of rules, and the decorators that put a function on one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from outply.check.checked_position import CheckedPosition, Subject
from outply.game import Game
from outply.source_lines import is_defined

__all__ = [
    *("END_RULES", "GAME_RULES", "PLAY_RULES", "RULES", "Rule"),
    *("at_chance", "at_decisions", "at_end", "before_end"),
    *("end_rule", "game_rule", "play_rule", "rule"),
]

T = TypeVar("T")
Check = Callable[[T], None]


@dataclass(frozen=True)
class Rule(Generic[T]):
    """A rule about a game, a position, a play or all plays; `check` raises where it does not hold.

    `words` is what is true when it holds everywhere. It is only looked at in games that
    define the method it `needs` and to which it `applies`, and only at sampled positions if it
    is `costly`, and only `where` there is something to look at: what was looked at nowhere has not
    passed. Functions with the same name and words are one rule to people.
    """

    name: str
    words: str
    check: Check[T]
    needs: str = ""
    costly: bool = False
    applies: Callable[[Game[Any]], bool] | None = None
    where: Callable[[T], bool] | None = None

    def concerns(self, game: Game[Any]) -> bool:
        is_there = not self.needs or is_defined(game, self.needs)
        return is_there and (self.applies is None or self.applies(game))


class Rules(list[Rule[T]]):
    """The rules about one kind of thing."""

    def rule(
        self,
        name: str,
        words: str,
        *,
        needs: str = "",
        costly: bool = False,
        applies: Callable[[Game[Any]], bool] | None = None,
        where: Callable[[T], bool] | None = None,
    ) -> Callable[[Check[T]], Check[T]]:
        def register(check: Check[T]) -> Check[T]:
            self.append(Rule(name, words, check, needs, costly, applies, where))
            return check

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


GAME_RULES: Rules[Game[Any]] = Rules()
"""What a game declares: without that, nothing else can be looked at."""

RULES: Rules[CheckedPosition] = Rules()
"""What holds at each position."""

PLAY_RULES: Rules[Sequence[CheckedPosition]] = Rules()
"""What holds along a whole play, from the first to the terminal position."""

END_RULES: Rules[Subject] = Rules()
"""What only all plays together can show, of rules in which nothing else is wrong."""

game_rule, rule, play_rule = GAME_RULES.rule, RULES.rule, PLAY_RULES.rule
end_rule = END_RULES.rule
