"""A sowing game: a move is a pit, or "pass" where none has seeds."""

from dataclasses import dataclass

from outply import Game

PITS = 4
SEEDS = 3
WIN = PITS * SEEDS + 1


def clamp(x, *, low=-1.0, high=1.0):
    return max(low, min(high, x))


def total(*rows):
    return sum(sum(row) for row in rows)


@dataclass(frozen=True)
class Oware:
    north: tuple
    south: tuple
    stores: tuple = (0, 0)
    south_to_move: bool = True
    ply: int = 0

    @staticmethod
    def start():
        return Oware(north=(SEEDS,) * PITS, south=(SEEDS,) * PITS)

    @property
    def ring(self):
        """All pits as the player to move sees them: own from the left, then the other's."""
        if self.south_to_move:
            return [*self.south, *self.north]
        return [*self.north, *self.south]


class Sowing(Game):
    def initial(self):
        return Oware.start()

    def to_move(self, state):
        return 0 if state.south_to_move else 1

    def moves(self, state):
        own = state.ring[:PITS]
        return [i for i, n in enumerate(own) if n] or ["pass"]

    def result(self, state, move):
        if move == "pass":
            return Oware(
                state.north, state.south, state.stores, not state.south_to_move, state.ply + 1
            )
        ring = state.ring
        seeds, ring[move] = ring[move], 0
        at = move
        while seeds > 0:
            at = (at + 1) % len(ring)
            if at == move:
                continue
            ring[at] += 1
            seeds -= 1
        caught = 0
        while at >= PITS and ring[at] in (2, 3):
            caught += ring[at]
            ring[at] = 0
            at -= 1
        own, other = tuple(ring[:PITS]), tuple(ring[-PITS:])
        a, b = state.stores
        if state.south_to_move:
            stores = a + caught, b
            north, south = other, own
        else:
            stores = a, b + caught
            north, south = own, other
        assert total(north, south) + sum(stores) == 2 * PITS * SEEDS, "seeds were lost"
        return Oware(north, south, stores, not state.south_to_move, state.ply + 1)

    def is_terminal(self, state):
        return max(state.stores) >= WIN or total(state.north, state.south) == 0 or state.ply >= 60

    def utility(self, state, player):
        diff = state.stores[player] - state.stores[1 - player]
        return 0.0 if diff == 0 else diff / abs(diff)

    def evaluate(self, state, player):
        return clamp((state.stores[player] - state.stores[1 - player]) / WIN, high=0.9, low=-0.9)
