"""raises: `result` raises ZeroDivisionError: integer modulo by zero for move … at position (…)."""

from _countdown import Countdown


class Broken(Countdown):
    def result(self, state, move):
        return share(super().result(state, move))


def share(state):
    assert 7 % state.left >= 0 or not state  # <- here
    return state
