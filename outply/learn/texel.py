"""Texel's method: numbers of an evaluation that explain the results of games best.

sigmoid(K · evaluation) is what the evaluation expects of a game: 0 is a loss, 1 a win. The logistic
loss compares it with the results. First K is fitted to the numbers that are there, then the numbers
are changed one at a time, as long as the loss becomes smaller, by steps that grow and shrink.

Source: P. Österlund, "Texel's tuning method", Chessprogramming wiki (2014).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

__all__ = ["LocalSearch", "fitted_scale", "logistic_loss"]

Floats = np.ndarray[Any, np.dtype[np.float64]]
Numbers = tuple[float, ...]

LEAST_SCALE, MOST_SCALE = 6.0, 600.0
"""K. An evaluation of 1 is that of a win: with 6, the game is won in 99.8 % of the cases. With a
smaller K, numbers of the wrong sign would count for nothing, and others would become too large."""
SCALES = 60  # that are tried
PASSES = 60  # over all numbers, at most
SMALLEST = 0.002  # of the first step: a smaller one ends the search
GAIN = 1e-7  # a change of the loss below this is none


def logistic_loss(scale: float, evaluations: Floats, results: Floats) -> float:
    """The mean of -log p, where p is the probability that was expected of the result."""
    scaled = scale * evaluations
    return float(np.mean(np.logaddexp(0.0, scaled) - results * scaled))


def fitted_scale(evaluations: Floats, results: Floats) -> float:
    """The K with the smallest loss."""
    scales = np.geomspace(LEAST_SCALE, MOST_SCALE, SCALES)
    losses = [logistic_loss(scale, evaluations, results) for scale in scales]
    return float(scales[int(np.argmin(losses))])


class LocalSearch:
    """Changes numbers one at a time; those of `whole` stay whole."""

    def __init__(
        self, loss: Callable[[Numbers], float], numbers: Sequence[float], whole: Sequence[bool]
    ) -> None:
        self.loss, self.whole = loss, tuple(whole)
        self.numbers: Numbers = tuple(numbers)
        self.best = loss(self.numbers)
        self._steps = [_first_step(*one) for one in zip(self.numbers, whole, strict=True)]
        self._least = [
            1.0 if is_whole else SMALLEST * step
            for step, is_whole in zip(self._steps, whole, strict=True)
        ]

    def run(self) -> Numbers:
        """The numbers with the smallest loss that was found."""
        for _ in range(PASSES):
            for at in range(len(self.numbers)):
                self._try(at)
            if all(step < least for step, least in zip(self._steps, self._least, strict=True)):
                break
        return self.numbers

    def _try(self, at: int) -> None:
        """Take a step up or down; the next is longer if it helps, and shorter if not."""
        step = max(self._steps[at], self._least[at])  # other numbers may have changed
        for change in (step, -step):
            if self._improves(at, change):
                self._steps[at] = 2.0 * step
                return
        self._steps[at] = step // 2 if self.whole[at] else 0.5 * step

    def _improves(self, at: int, change: float) -> bool:
        """Whether a change makes the loss smaller; then it is kept."""
        numbers = (*self.numbers[:at], self.numbers[at] + change, *self.numbers[at + 1 :])
        loss = self.loss(numbers)
        if not loss < self.best - GAIN:
            return False
        self.numbers, self.best = numbers, loss
        return True


def _first_step(number: float, is_whole: bool) -> float:
    if is_whole:
        return float(max(1, abs(int(number)) // 4))
    return 0.25 * abs(number) or 0.05
