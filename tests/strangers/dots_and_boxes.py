"""Dots and boxes: players draw edges; a player who closes a box owns it and draws again.

A dot is (row, col), an edge is a pair of neighbouring dots, and a move is an edge.
"""

from dataclasses import dataclass

from outply import Game


@dataclass(frozen=True)
class Drawing:
    rows: int
    cols: int
    drawn: frozenset
    boxes: tuple[int, int]  # how many each player owns
    turn: int

    @property
    def number_of_edges(self):
        return (self.rows + 1) * self.cols + self.rows * (self.cols + 1)

    @property
    def is_full(self):
        return len(self.drawn) == self.number_of_edges

    @property
    def lead(self):
        return self.boxes[0] - self.boxes[1]


def all_edges(rows, cols):
    flat = {((r, c), (r, c + 1)) for r in range(rows + 1) for c in range(cols)}
    upright = {((r, c), (r + 1, c)) for r in range(rows) for c in range(cols + 1)}
    return flat | upright


def edges_of_box(row, col):
    a, b, c, d = (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)
    return {(a, b), (c, d), (a, c), (b, d)}


def closed_boxes(state, edge):
    """How many boxes this edge closes."""
    drawn = state.drawn | {edge}
    return sum(
        edge in edges and edges <= drawn
        for edges in (edges_of_box(r, c) for r in range(state.rows) for c in range(state.cols))
    )


@dataclass(frozen=True)
class DotsAndBoxes(Game):
    """Dots and boxes; whoever owns more boxes wins."""

    rows: int = 2
    cols: int = 2

    def initial(self):
        return Drawing(self.rows, self.cols, frozenset(), (0, 0), 0)

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        return sorted(all_edges(self.rows, self.cols) - state.drawn)

    def result(self, state, move):
        closed = closed_boxes(state, move)
        boxes = list(state.boxes)
        boxes[state.turn] += closed
        turn = state.turn if closed else 1 - state.turn
        return Drawing(state.rows, state.cols, state.drawn | {move}, tuple(boxes), turn)

    def is_terminal(self, state):
        return state.is_full

    def utility(self, state, player):
        lead = state.lead if player == 0 else -state.lead
        return float((lead > 0) - (lead < 0))

    def evaluate(self, state, player):
        lead = state.lead if player == 0 else -state.lead
        almost = any(closed_boxes(state, edge) for edge in self.moves(state))
        bonus = 0.5 if almost and player == state.turn else -0.5 if almost else 0.0
        return (lead + bonus) / (self.rows * self.cols + 1)
