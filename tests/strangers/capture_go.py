"""Capture Go on a dict board: the first to capture anything wins."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from outply import Game

BLACK, WHITE = "b", "w"
OTHER = {BLACK: WHITE, WHITE: BLACK}


class GoState(NamedTuple):
    stones: tuple  # of ((x, y), colour)
    player: str = BLACK
    captured: str = ""

    @classmethod
    def empty(cls):
        return cls(())

    def as_dict(self):
        return dict(self.stones)


def around(point, size):
    x, y = point
    for dx, dy in (1, 0), (-1, 0), (0, 1), (0, -1):
        if 0 <= x + dx < size and 0 <= y + dy < size:
            yield x + dx, y + dy


def group_and_liberties(board, point, size):
    colour = board[point]
    group, liberties, todo = set(), set(), [point]
    while todo:
        p = todo.pop()
        if p in group:
            continue
        group.add(p)
        for q in around(p, size):
            if q not in board:
                liberties.add(q)
            elif board[q] == colour:
                todo.append(q)
    return group, liberties


@dataclass(frozen=True)
class CaptureGo(Game):
    size: int = 3

    def initial(self):
        return GoState.empty()

    def to_move(self, state):
        return 0 if state.player == BLACK else 1

    def moves(self, state):
        board = state.as_dict()
        for x in range(self.size):
            for y in range(self.size):
                if (x, y) not in board:
                    yield (x, y)

    def result(self, state, move):
        board = state.as_dict()
        board[move] = state.player
        other = OTHER[state.player]
        captured = ""
        for q in around(move, self.size):
            if board.get(q) == other:
                _, libs = group_and_liberties(board, q, self.size)
                if not libs:
                    captured = other
                    break
        else:
            _, libs = group_and_liberties(board, move, self.size)
            if not libs:
                captured = state.player
        return GoState(tuple(sorted(board.items())), other, captured)

    def is_terminal(self, state):
        return bool(state.captured) or len(state.stones) == self.size**2

    def utility(self, state, player):
        if not state.captured:
            return 0.0
        loser = 0 if state.captured == BLACK else 1
        return -1.0 if loser == player else 1.0

    def evaluate(self, state, player):
        counts = Counter(colour for _, colour in state.stones)
        liberties = defaultdict(int)
        board = state.as_dict()
        for point, colour in board.items():
            liberties[colour] += sum(q not in board for q in around(point, self.size))
        me, you = (BLACK, WHITE) if player == 0 else (WHITE, BLACK)
        return 0.01 * (liberties[me] - liberties[you]) + 0.001 * (counts[me] - counts[you])
