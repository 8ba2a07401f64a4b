"""How many states a second random plays pass, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, ClassVar

from outply.compiler import kernel
from outply.game import CHANCE, MAX, Game
from outply.play.game_length import LONGEST_PLAY

__all__ = ["compiled_speed", "interpreted_speed"]

LONG_ENOUGH = 0.2  # seconds
MOST_STEPS = 1 << 40


@dataclass(frozen=True)
class Walk:
    """Random plays of a game without chance, one after the other."""

    name: ClassVar[str] = "the speed test"

    def run(self, game: Game[Any], state: Any, steps: int, luck: int) -> float:
        """Pass so many states; what MAX got in the plays that came to an end, in all."""
        total = 0.0
        while steps > 0:
            passed, luck, value = self.play(game, state, min(steps, LONGEST_PLAY), luck)
            steps -= passed
            total += value
        return total

    def play(self, game: Game[Any], state: Any, most: int, luck: int) -> tuple[int, int, float]:
        """One play: how many states it passed, the luck after it, and what MAX got.

        It is a function of its own because compiled code releases the states of a play
        when the function returns.
        """
        for passed in range(most):
            if game.is_terminal(state):
                return passed + 1, luck, game.utility(state, MAX)
            luck = next_luck(luck)
            state = self.after(game, state, luck)
        return most, luck, 0.0

    def after(self, game: Game[Any], state: Any, luck: int) -> Any:
        """The state after a random choice."""
        return self.after_move(game, state, luck)

    def after_move(self, game: Game[Any], state: Any, luck: int) -> Any:
        for count, move in enumerate(game.moves(state), 1):
            luck = next_luck(luck)
            if (luck >> 8) % count == 0:
                chosen = move  # always set: the first move is chosen before the others are seen
        return game.result(state, chosen)


@dataclass(frozen=True)
class ChanceWalk(Walk):
    """Random plays in which chance moves too, all its outcomes alike."""

    def after(self, game: Game[Any], state: Any, luck: int) -> Any:
        if game.to_move(state) == CHANCE:
            return self.after_chance(game, state, luck)
        return self.after_move(game, state, luck)

    def after_chance(self, game: Game[Any], state: Any, luck: int) -> Any:
        for count, (outcome, _) in enumerate(game.outcomes(state), 1):
            luck = next_luck(luck)
            if (luck >> 8) % count == 0:
                chosen = outcome
        return game.result(state, chosen)


def next_luck(luck: int) -> int:
    """A linear congruential generator of 31 bits."""
    return (luck * 1103515245 + 12345) & 0x7FFFFFFF


def interpreted_speed(game: Game[Any]) -> float:
    walk = _walk(game)
    return _speed(lambda steps: walk.run(game, game.initial(), steps, 1))


def compiled_speed(game: Game[Any]) -> float:
    """Raises NotCompilable where the plays cannot be compiled."""
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
