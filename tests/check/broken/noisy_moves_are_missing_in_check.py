"""noisy_moves: `noisy_moves` leaves out move 1 and `in_check` is True at …; yield every move where
`in_check` is True."""

from _countdown import Countdown


class Broken(Countdown):
    def in_check(self, state):
        return True

    def noisy_moves(self, state):  # <- here
        yield from range(0)
