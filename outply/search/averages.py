"""What is known of the average at each chance node on the way to the present one.

    word      0             1 …
              words in use  frames, one a chance node, the latest last

    frame     0      1        2      3     4     5           6       7 …
              least  most     alpha  beta  mean  is decided  answer  least and most of each
              of the average                                         outcome's value

`alpha` and `beta` are the window of the average, a little wider: sums are rounded, and must never
cut what might matter. `mean` is the sum over the outcomes that were searched.
"""

from __future__ import annotations

from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_float, poke, poke_float
from outply.game import CHANCE, MAX, MIN

__all__ = ["Averages"]

TOP, FIRST = 0, 1
LEAST, MOST, ALPHA, BETA, MEAN, DECIDED, ANSWER = range(7)
FRAME = 7  # words
ROOM = 1 << 22  # words
MARGIN = 1e-9  # of the range of utilities


class Averages(Block):
    """An outcome is named by its place among those of its chance node."""

    def __init__(self) -> None:
        super().__init__(ROOM)

    def begin(self) -> None:
        poke(self, TOP, FIRST)

    def open(self, outcomes: int, least: float, most: float, alpha: float, beta: float) -> int:
        """A new frame, of a node whose outcomes are all worth between `least` and `most`."""
        frame = peek(self, TOP)
        if frame + FRAME + 2 * outcomes > ROOM:
            raise MemoryError
        poke(self, TOP, frame + FRAME + 2 * outcomes)
        poke(self, frame + DECIDED, 0)
        poke_float(self, frame + LEAST, least)
        poke_float(self, frame + MOST, most)
        poke_float(self, frame + ALPHA, alpha - MARGIN * (most - least))
        poke_float(self, frame + BETA, beta + MARGIN * (most - least))
        poke_float(self, frame + MEAN, 0.0)
        for index in range(outcomes):
            poke_float(self, frame + FRAME + 2 * index, least)
            poke_float(self, frame + FRAME + 2 * index + 1, most)
        return frame

    def alpha(self, frame: int, index: int, probability: float) -> float:
        """If an outcome is worth no more than this, neither is the average worth `alpha`."""
        room = peek_float(self, frame + ALPHA) - peek_float(self, frame + MOST)
        return room / probability + peek_float(self, frame + FRAME + 2 * index + 1)

    def beta(self, frame: int, index: int, probability: float) -> float:
        """If an outcome is worth no less than this, so is the average worth `beta`."""
        room = peek_float(self, frame + BETA) - peek_float(self, frame + LEAST)
        return room / probability + peek_float(self, frame + FRAME + 2 * index)

    def searched(self, frame: int, index: int, probability: float, value: float) -> bool:
        """An outcome is worth so much, as its window needed to know: is the node decided?"""
        mean = peek_float(self, frame + MEAN) + probability * value
        poke_float(self, frame + MEAN, mean)
        return self.learn(frame, index, probability, value, CHANCE)

    def learn(self, frame: int, index: int, probability: float, value: float, by: int) -> bool:
        """Of an outcome: so much, or at least that by MAX, or at most that by MIN."""
        low, high = self.alpha(frame, index, probability), self.beta(frame, index, probability)
        if (value <= low and by != MAX) or (value >= high and by != MIN):
            return self.decide(frame, index, probability, value, value >= high)
        if by != MIN and value > low:
            self.tighten(frame, LEAST, index, probability, value)
        if by != MAX and value < high:
            self.tighten(frame, MOST, index, probability, value)
        return False

    def tighten(self, frame: int, side: int, index: int, probability: float, value: float) -> None:
        """A better least or most of an outcome gives a better one of the average."""
        place = frame + FRAME + 2 * index + side
        gain = probability * (value - peek_float(self, place))
        poke_float(self, place, value)
        poke_float(self, frame + side, peek_float(self, frame + side) + gain)

    def decide(
        self, frame: int, index: int, probability: float, value: float, enough: bool
    ) -> bool:
        """The average is outside its window: the answer is a bound of it."""
        side = LEAST if enough else MOST
        gain = probability * (value - peek_float(self, frame + FRAME + 2 * index + side))
        poke_float(self, frame + ANSWER, peek_float(self, frame + side) + gain)
        poke(self, frame + DECIDED, 1)
        return True

    def is_decided(self, frame: int) -> bool:
        return peek(self, frame + DECIDED) != 0

    def close(self, frame: int) -> float:
        """The bound that decided it, or the average; the frame is given up."""
        poke(self, TOP, frame)
        place = ANSWER if self.is_decided(frame) else MEAN
        return peek_float(self, frame + place)
