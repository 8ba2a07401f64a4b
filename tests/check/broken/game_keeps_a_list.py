"""pure: `result` changes the game itself (`history`) at the initial position; what changes in
play belongs to the state.
"""

from _countdown import Countdown


class Broken(Countdown):
    def __init__(self):
        object.__setattr__(self, "history", [])

    def result(self, state, move):  # <- here
        self.history.append(move)
        return super().result(state, move)
