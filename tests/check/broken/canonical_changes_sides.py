"""canonical: `canonical` gives (…, 0), where `to_move` is 0 instead of 1, at position (…, 1)."""

from _countdown import Countdown, Pile


class Broken(Countdown):
    def canonical(self, state):  # <- here
        return Pile(state.left, 0)
