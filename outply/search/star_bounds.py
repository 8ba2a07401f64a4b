"""Star1 and Star2: bounds of the expectation at each chance node above the present node.

`star.py` is the search. Its first bounds are the game's range of utilities.
"""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.game import CHANCE, MAX, MIN

__all__ = ["StarBounds"]

MOST_FRAMES = 1 << 11  # more than chance may move in a row
MOST_OUTCOMES = 1 << 21
MARGIN = 1e-9  # of the range of utilities


class ChanceFrame(Record):
    """The frame of a chance node."""

    least: float  # bounds of the average
    most: float
    alpha: float  # the window of the average, wider by MARGIN, so that no rounded sum cuts a move
    beta: float
    mean: float  # the weighted sum of the outcomes that were searched
    answer: float  # the bound that is outside the window
    is_decided: bool
    outcomes: int  # where its outcomes begin


class OutcomeBounds(Record):
    """The bounds of an outcome."""

    least: float
    most: float


class StarBounds(Record, checked=False):
    """A stack of frames, one for each chance node on the path, with their outcomes.

    The index of an outcome is its place among those of its chance node.
    """

    frame_count: int
    outcome_count: int
    frames: Array[ChanceFrame]
    outcomes: Array[OutcomeBounds]

    def __init__(self) -> None:
        super().__init__(frames=MOST_FRAMES, outcomes=MOST_OUTCOMES)

    def begin(self) -> None:
        self.frame_count = self.outcome_count = 0

    def open(self, outcomes: int, least: float, most: float, alpha: float, beta: float) -> int:
        """Push a frame, for a node whose outcomes all have values between `least` and `most`."""
        number, first = self.frame_count, self.outcome_count
        if number >= MOST_FRAMES or first + outcomes > MOST_OUTCOMES:
            raise MemoryError
        self.frame_count, self.outcome_count = number + 1, first + outcomes
        frame = self.frames[number]
        frame.is_decided = False
        frame.least, frame.most = least, most
        frame.alpha = alpha - MARGIN * (most - least)
        frame.beta = beta + MARGIN * (most - least)
        frame.mean = 0.0
        frame.outcomes = first
        for index in range(first, first + outcomes):
            self.outcomes[index].least, self.outcomes[index].most = least, most
        return number

    def outcome(self, number: int, index: int) -> OutcomeBounds:
        """An outcome of a frame."""
        return self.outcomes[self.frames[number].outcomes + index]

    def alpha(self, number: int, index: int, probability: float) -> float:
        """The lower end of an outcome's window: at or below it, the average is at most `alpha`."""
        frame = self.frames[number]
        return (frame.alpha - frame.most) / probability + self.outcome(number, index).most

    def beta(self, number: int, index: int, probability: float) -> float:
        """The upper end of an outcome's window: at or above it, the average is at least `beta`."""
        frame = self.frames[number]
        return (frame.beta - frame.least) / probability + self.outcome(number, index).least

    def searched(self, number: int, index: int, probability: float, value: float) -> bool:
        """Add the value of an outcome; returns whether the average is outside its window."""
        self.frames[number].mean += probability * value
        return self.learn(number, index, probability, value, CHANCE)

    def learn(self, number: int, index: int, probability: float, value: float, by: int) -> bool:
        """Narrow the bounds of an outcome, as `searched` does.

        After one reply of MAX (`by`) the value is a lower bound, after one of MIN an upper bound.
        """
        low, high = self.alpha(number, index, probability), self.beta(number, index, probability)
        if (value <= low and by != MAX) or (value >= high and by != MIN):
            return self.decide(number, index, probability, value, value >= high)
        frame, outcome = self.frames[number], self.outcome(number, index)
        if by != MIN and value > low:
            frame.least += probability * (value - outcome.least)
            outcome.least = value
        if by != MAX and value < high:
            frame.most += probability * (value - outcome.most)
            outcome.most = value
        return False

    def decide(
        self, number: int, index: int, probability: float, value: float, enough: bool
    ) -> bool:
        """Set the answer of a node whose average is outside its window: a bound of it."""
        frame, outcome = self.frames[number], self.outcome(number, index)
        bound = frame.least if enough else frame.most
        known = outcome.least if enough else outcome.most
        frame.answer = bound + probability * (value - known)
        frame.is_decided = True
        return True

    def is_decided(self, number: int) -> bool:
        return self.frames[number].is_decided

    def close(self, number: int) -> float:
        """Pop the frame; returns the average, or its bound if that is outside the window."""
        frame = self.frames[number]
        self.frame_count, self.outcome_count = number, frame.outcomes
        return frame.answer if frame.is_decided else frame.mean
