"""How many states a second random plays pass, at either speed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, ClassVar

from outply.compiler import kernel
from outply.game import CHANCE, MAX, Game

__all__ = ["compiled_speed", "interpreted_speed"]

LONG_ENOUGH = 0.2  # seconds
MOST_STEPS = 1 << 40


@dataclass(frozen=True)
class Walk:
    """Random plays of a game without chance, one after the other."""

    name: ClassVar[str] = "the speed test"

    def run(self, game: Game[Any], state: Any, steps: int, luck: int) -> float:
        """Pass so many states; what MAX got in the plays that came to an end, in all."""
        here = state
        total = 0.0
        for _ in range(steps):
            if game.is_terminal(here):
                total += game.utility(here, MAX)
                here = state
            else:
                luck = next_luck(luck)
                here = game.result(here, self.choice(game, here, luck))
        return total

    def choice(self, game: Game[Any], state: Any, luck: int) -> int:
        return self.move(game, state, luck)

    def move(self, game: Game[Any], state: Any, luck: int) -> int:
        chosen = 0
        for count, move in enumerate(game.moves(state), 1):
            luck = next_luck(luck)
            if (luck >> 8) % count == 0:
                chosen = move
        return chosen


@dataclass(frozen=True)
class ChanceWalk(Walk):
    """Random plays in which chance moves too, all its outcomes alike."""

    def choice(self, game: Game[Any], state: Any, luck: int) -> int:
        if game.to_move(state) != CHANCE:
            return self.move(game, state, luck)
        chosen = 0
        for count, (outcome, _) in enumerate(game.outcomes(state), 1):
            luck = next_luck(luck)
            if (luck >> 8) % count == 0:
                chosen = outcome
        return chosen


def next_luck(luck: int) -> int:
    """A linear congruential generator of 31 bits."""
    return (luck * 1103515245 + 12345) & 0x7FFFFFFF


def interpreted_speed(game: Game[Any]) -> float:
    walk = _walk(game)
    return _speed(lambda steps: walk.run(game, game.initial(), steps, 1))


def compiled_speed(game: Game[Any]) -> float:
    """Raises NotCompilable where the plays leave the subset, as those with odd moves do."""
    run = kernel(Walk.run, game, _walk(game))
    return _speed(lambda steps: run(game.initial(), steps, 1))


def _walk(game: Game[Any]) -> Walk:
    return ChanceWalk() if game.traits.chance else Walk()


def _speed(run: Callable[[int], float]) -> float:
    """Steps a second, over as many as take long enough."""
    steps = 1
    seconds = 0.0
    while seconds < LONG_ENOUGH and steps < MOST_STEPS:
        steps *= 2
        began = perf_counter()
        run(steps)
        seconds = perf_counter() - began
    return steps / seconds
