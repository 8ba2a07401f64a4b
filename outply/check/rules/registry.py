"""The list of rules, and the decorators that put a function on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outply.blame import is_defined
from outply.check.position import Position
from outply.game import Game

__all__ = [
    "GAME_RULES",
    "PLAY_RULES",
    "RULES",
    "GameRule",
    "PlayRule",
    "Rule",
    "game_rule",
    "play_rule",
    "rule",
]


@dataclass(frozen=True)
class GameRule:
    """A rule about what a game declares; without it, nothing else can be looked at."""

    name: str
    words: str
    check: Callable[[Game[Any]], None]
    needs: str = ""

    def concerns(self, game: Game[Any]) -> bool:
        return True


@dataclass(frozen=True)
class Rule:
    """A rule about single positions: `check` raises `at.broken(…)` where it does not hold.

    `words` is what is true when it holds everywhere. It is only looked at in games that
    define the method it `needs`, and only at sampled positions if it is `costly`.
    """

    name: str
    words: str
    check: Callable[[Position], None]
    needs: str = ""
    costly: bool = False

    def concerns(self, game: Game[Any]) -> bool:
        return not self.needs or is_defined(game, self.needs)


@dataclass(frozen=True)
class PlayRule:
    """A rule about the positions of a whole play, from the first to the terminal one."""

    name: str
    words: str
    check: Callable[[Sequence[Position]], None]
    needs: str

    def concerns(self, game: Game[Any]) -> bool:
        return is_defined(game, self.needs)


GAME_RULES: list[GameRule] = []
RULES: list[Rule] = []
PLAY_RULES: list[PlayRule] = []

GameCheck = Callable[[Game[Any]], None]
PositionCheck = Callable[[Position], None]
PlayCheck = Callable[[Sequence[Position]], None]


def game_rule(name: str, words: str) -> Callable[[GameCheck], GameCheck]:
    def register(check: GameCheck) -> GameCheck:
        GAME_RULES.append(GameRule(name, words, check))
        return check

    return register


def rule(
    name: str, words: str, *, needs: str = "", costly: bool = False
) -> Callable[[PositionCheck], PositionCheck]:
    def register(check: PositionCheck) -> PositionCheck:
        RULES.append(Rule(name, words, check, needs, costly))
        return check

    return register


def play_rule(name: str, words: str, *, needs: str) -> Callable[[PlayCheck], PlayCheck]:
    def register(check: PlayCheck) -> PlayCheck:
        PLAY_RULES.append(PlayRule(name, words, check, needs))
        return check

    return register
