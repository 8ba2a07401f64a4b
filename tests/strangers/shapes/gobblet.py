"""Gobblet Gobblers: two classes of moves, stacks of pieces with an order of their own."""

from dataclasses import dataclass

from outply import Game


@dataclass(frozen=True)
class Piece:
    owner: int
    size: int

    def __lt__(self, other):
        return self.size < other.size


@dataclass(frozen=True)
class Drop:
    size: int
    cell: int

    def __str__(self):
        return f"drop {self.size} on {self.cell}"


@dataclass(frozen=True)
class Shift:
    source: int
    target: int

    def __str__(self):
        return f"shift {self.source} to {self.target}"


@dataclass(frozen=True)
class Gobblet:
    stacks: tuple = ((),) * 9
    reserve: tuple = ((2, 2, 2), (2, 2, 2))  # how many of each size each player still has
    turn: int = 0
    plies: int = 0

    def top(self, cell):
        return self.stacks[cell][-1] if self.stacks[cell] else None


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Gobblers(Game):
    def initial(self):
        return Gobblet()

    def to_move(self, state):
        return state.turn

    def fits(self, state, piece, cell):
        top = state.top(cell)
        return top is None or top < piece

    def moves(self, state):
        result = []
        for size, count in enumerate(state.reserve[state.turn]):
            if count > 0:
                for cell in range(9):
                    if self.fits(state, Piece(state.turn, size), cell):
                        result.append(Drop(size, cell))
        for source in range(9):
            top = state.top(source)
            if top is not None and top.owner == state.turn:
                for target in range(9):
                    if target != source and self.fits(state, top, target):
                        result.append(Shift(source, target))
        return result

    def result(self, state, move):
        stacks = list(state.stacks)
        reserve = [list(r) for r in state.reserve]
        match move:
            case Drop(size, cell):
                stacks[cell] += (Piece(state.turn, size),)
                reserve[state.turn][size] -= 1
            case Shift(source=a, target=b):
                piece = stacks[a][-1]
                stacks[a] = stacks[a][:-1]
                stacks[b] = stacks[b] + (piece,)
        return Gobblet(
            tuple(stacks), tuple(tuple(r) for r in reserve), 1 - state.turn, state.plies + 1
        )

    def winners(self, state):
        return {
            state.top(a).owner
            for a, b, c in LINES
            if state.top(a)
            and state.top(b)
            and state.top(c)
            and state.top(a).owner == state.top(b).owner == state.top(c).owner
        }

    def is_terminal(self, state):
        return len(self.winners(state)) > 0 or state.plies >= 30

    def utility(self, state, player):
        w = self.winners(state)
        if len(w) != 1:
            return 0.0
        return 1.0 if player in w else -1.0

    def order(self, state, move):
        if isinstance(move, Drop):
            return move.size
        return 1.5
