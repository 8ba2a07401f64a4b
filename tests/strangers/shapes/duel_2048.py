"""2048 for two players on one board: moves are words, outcomes are nested tuples."""

from dataclasses import dataclass

from outply import CHANCE, Game

SIZE = 3


def squash(row):
    tiles = [t for t in row if t]
    out = []
    score = 0
    while tiles:
        first = tiles.pop(0)
        if tiles and tiles[0] == first:
            tiles.pop(0)
            first += 1
            score += 2**first
        out.append(first)
    return tuple(out + [0] * (SIZE - len(out))), score


def transpose(grid):
    return tuple(zip(*grid))


def mirror(grid):
    return tuple(row[::-1] for row in grid)


def slide(grid, direction):
    if direction in ("up", "down"):
        turned, score = slide(transpose(grid), {"up": "left", "down": "right"}[direction])
        return transpose(turned), score
    if direction == "right":
        turned, score = slide(mirror(grid), "left")
        return mirror(turned), score
    rows = [squash(row) for row in grid]
    return tuple(row for row, _ in rows), sum(score for _, score in rows)


@dataclass(frozen=True)
class Grid:
    grid: tuple
    scores: tuple
    turn: int
    spawning: bool
    left: int


class Duel2048(Game):
    """Two players slide in turn on one board; the points go to the player who slid."""

    def initial(self):
        return Grid(((0, 0, 0), (0, 1, 0), (0, 0, 1)), (0, 0), 0, False, 30)

    def to_move(self, state):
        return CHANCE if state.spawning else state.turn

    def moves(self, state):
        for d in ["left", "right", "up", "down"]:
            after, _ = slide(state.grid, d)
            if after != state.grid:
                yield d

    def outcomes(self, state):
        free = [(r, c) for r, row in enumerate(state.grid) for c, t in enumerate(row) if t == 0]
        for cell in free:
            yield (cell, 1), 0.9 / len(free)
            yield (cell, 2), 0.1 / len(free)

    def result(self, state, move):
        if state.spawning:
            (r, c), tile = move
            grid = [list(row) for row in state.grid]
            grid[r][c] = tile
            return Grid(
                tuple(tuple(row) for row in grid), state.scores, state.turn, False, state.left
            )
        grid, score = slide(state.grid, move)
        scores = tuple(s + score if i == state.turn else s for i, s in enumerate(state.scores))
        return Grid(grid, scores, 1 - state.turn, True, state.left - 1)

    def is_terminal(self, state):
        if state.spawning:
            return False
        return state.left == 0 or next(self.moves(state), None) is None

    def utility(self, state, player):
        a, b = state.scores[player], state.scores[1 - player]
        return (a > b) - (b > a)

    def evaluate(self, state, player):
        return (state.scores[player] - state.scores[1 - player]) / 2000
