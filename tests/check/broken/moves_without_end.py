"""moves: `moves` goes on after 100000 answers at the initial position."""

from _countdown import Countdown


class Broken(Countdown):
    def moves(self, state):  # <- here
        move = 0
        while True:
            move += 1
            yield move
