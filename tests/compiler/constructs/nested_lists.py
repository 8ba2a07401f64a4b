"""Lists in lists whose items become of a wider type."""

from __future__ import annotations

from tests.compiler.constructs.registry import construct


@construct((2,), (0,), (3,))
def a_board_of_none_that_is_filled(n):
    board = [[None] * 3 for _ in range(3)]
    board[n][n] = "X"
    board[0][1] = n
    return board


@construct((3,), (1,))
def shortest_ways_between_all(n):
    far = [[float("inf")] * n for _ in range(n)]
    for i in range(n):
        far[i][i] = 0
        far[i][(i + 1) % n] = i + 1
    for k in range(n):
        for i in range(n):
            for j in range(n):
                far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return far


@construct((1,), (5,))
def rows_that_are_appended_and_then_widened(n):
    rows = [[None] * 2]
    rows.append([0] * 2)
    rows[n][0] = 0.5
    rows.append([True])
    rows[0][1] = "x"
    return rows


@construct((2,), (4,))
def lists_in_a_dict_that_are_widened(n):
    kept = {key: [None] for key in range(3)}
    kept[n][0] = 5
    marks = {(r, c): {"mark": None} for r in range(2) for c in range(2)}
    marks[0, 1]["mark"] = n
    return kept, marks


@construct((2,), (0,))
def setdefault_in_setdefault(n):
    found = {}
    for i in range(n):
        for j in range(n):
            found.setdefault(i, {}).setdefault(j, []).append(i * j)
    return found


@construct(("ab", 2), ("", 1), ("xyz", 1))
def words_by_backtracking(letters, length):
    out, path = [], []

    def go(i):
        if i == length:
            out.append(path[:])
            return
        for letter in letters:
            path.append(letter)
            go(i + 1)
            path.pop()

    go(0)
    return out


@construct((2,), (1,))
def a_cube_of_lists(n):
    cube = [[[None] * 2 for _ in range(2)] for _ in range(2)]
    cube[n - 1][0][1] = n
    cube[0][0][0] = "a"
    flat = cube[0] + [[2.5]]
    flat[2].append(None)
    return cube, flat


def _filled_to(n):
    if n:
        rows = _filled_to(n - 1)
        rows[0][0] = n
        rows.append(["x"])
        return rows
    return [[None]]


@construct((2,), (0,))
def rows_of_a_recursive_call(n):
    return _filled_to(n)


class _Boards:
    def __init__(self):
        self.board = [[None] * 2 for _ in range(2)]
        self.past, self.last = [], None

    def play(self, row, column, mark):
        self.past.append([line[:] for line in self.board])
        self.board[row][column] = mark
        if self.last is not None:
            self.last[0][0] = mark
        else:
            self.last = [[None]]


@construct((1,), (0,), (2,))
def boards_of_an_object(n):
    boards = _Boards()
    boards.play(0, 0, "X")
    boards.play(1, n, 7)
    return boards.board, boards.past, boards.last


@construct((1,), (0,))
def rows_that_several_lists_share(n):
    rows = [[0] * 2 for _ in range(2)]
    others = rows if n else [[None] * 2 for _ in range(2)]
    others[0][0] = None
    both = [rows, others]
    both[0][1][1] = "s"
    copied = [row[:] for row in rows]
    copied[0][0] = 2.5
    return both, rows, others, copied, both[0] is both[1]


@construct((3,), (0,))
def rows_that_a_function_makes_of_many_kinds(n):
    def grid(value):
        return [[value] * 2 for _ in range(2)]

    empty, numbers = grid(None), grid(0)
    empty[0][0] = n
    numbers[1][1] = 1.5
    empty[1][0] = "x"
    return empty, numbers
