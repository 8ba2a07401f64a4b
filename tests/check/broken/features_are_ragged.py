"""features: `features` gives … numbers where it gave 5 before, at position (…)."""

from _countdown import Countdown


class Broken(Countdown):
    def features(self, state):  # <- here
        return (1.0,) * state.left
