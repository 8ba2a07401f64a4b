"""bitbully's null-window solver, without its book, on positions from stdin, one a line.

Prints a list of [score, nodes, seconds]. The table is emptied before each position, and that
is not timed.
"""

import json
import sys
import time

from bitbully import BitBully, Board

solver = BitBully(opening_book=None)


def solved(columns: str) -> tuple[int, int, float]:
    board = Board([int(column) - 1 for column in columns])
    solver.reset_transposition_table()
    solver.reset_node_counter()
    began = time.perf_counter()
    score = solver.null_window(board)
    seconds = time.perf_counter() - began
    return score, solver.get_node_counter(), seconds


positions = sys.stdin.read().split()
solved(positions[0])  # the first search of a process is slower
print(json.dumps([solved(columns) for columns in positions]))
