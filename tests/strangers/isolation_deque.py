"""Isolation: each square can be entered once; the player whose king cannot move loses."""

from collections import deque
from dataclasses import dataclass, field, replace
from itertools import product

from outply import Game

NEIGHBOURS = [(dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0)]


@dataclass(frozen=True)
class Position:
    free: frozenset = field(default_factory=frozenset)
    kings: tuple = ((0, 0), (0, 0))
    turn: int = 0

    def __post_init__(self):
        assert self.turn in (0, 1), "there are two players"

    @property
    def king(self):
        return self.kings[self.turn]

    def reachable(self, player):
        """How many squares the king of a player can walk to."""
        start = self.kings[player]
        seen = {start}
        queue = deque([start])
        while queue:
            x, y = queue.popleft()
            for dx, dy in NEIGHBOURS:
                there = (x + dx, y + dy)
                if there in self.free and there not in seen:
                    seen.add(there)
                    queue.append(there)
        return len(seen) - 1


@dataclass(frozen=True)
class Isolation(Game):
    width: int = 3
    height: int = 3

    def initial(self):
        squares = frozenset(product(range(self.width), range(self.height)))
        a, b = (0, 0), (self.width - 1, self.height - 1)
        return Position(squares - {a, b}, (a, b), 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        x, y = state.king
        for dx, dy in NEIGHBOURS:
            if (x + dx, y + dy) in state.free:
                yield x + dx, y + dy

    def result(self, state, move):
        kings = list(state.kings)
        kings[state.turn] = move
        return replace(state, free=state.free - {move}, kings=tuple(kings), turn=1 - state.turn)

    def is_terminal(self, state):
        return next(iter(self.moves(state)), None) is None

    def utility(self, state, player):
        return -1.0 if state.turn == player else 1.0

    def evaluate(self, state, player):
        mine, theirs = (state.reachable(p) for p in (player, 1 - player))
        return (mine - theirs) / (self.width * self.height + 1)
