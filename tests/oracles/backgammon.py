"""Backgammon on a list of 26 numbers, trying all dice in all orders.

Points 1 to 24 are counted as the player on roll sees them: own checkers above 0, the other
side's below. 25 is the own bar, 0 the other side's. What is on neither has been borne off.
"""

from __future__ import annotations

import random

Board = tuple[int, ...]


def start() -> Board:
    board = [0] * 26
    for point, checkers in ((24, 2), (13, 5), (8, 3), (6, 5)):
        board[point] = checkers
        board[25 - point] = -checkers
    return tuple(board)


def turned(board: Board) -> Board:
    """As the other player sees it."""
    return tuple(-checkers for checkers in reversed(board))


def borne_off(board: Board) -> int:
    return 15 - sum(checkers for checkers in board if checkers > 0)


def is_over(board: Board) -> bool:
    return 15 in (borne_off(board), borne_off(turned(board)))


def stake(board: Board) -> int:
    """What the player on roll has just lost, where the other has borne off all."""
    if borne_off(board) > 0:
        return 1
    return 3 if any(board[point] > 0 for point in range(19, 26)) else 2


def steps(board: Board, die: int) -> list[Board]:
    """The boards after one checker has moved by one die."""
    found = []
    rear = max((point for point in range(26) if board[point] > 0), default=0)
    for point in range(1, 26):
        if board[point] <= 0 or (board[25] > 0 and point != 25):
            continue
        target = point - die
        if target > 0 and board[target] >= -1:
            found.append(moved(board, point, target))
        if target <= 0 and rear <= 6 and (target == 0 or point == rear):
            found.append(moved(board, point, None))
    return found


def moved(board: Board, point: int, target: int | None) -> Board:
    after = list(board)
    after[point] -= 1
    if target is not None:
        if after[target] == -1:
            after[target] = 0
            after[0] -= 1
        after[target] += 1
    return tuple(after)


def reachable(board: Board, dice: list[int]) -> dict[int, set[Board]]:
    """The boards by the number of dice played, in this order and without leaving one out."""
    reached = {0: {board}}
    for played, die in enumerate(dice, start=1):
        reached[played] = {after for before in reached[played - 1] for after in steps(before, die)}
    return reached


def results(board: Board, one: int, other: int) -> set[Board]:
    """All boards after a legal play; the board itself after a pass."""
    orders = [[one] * 4] if one == other else [[one, other], [other, one]]
    orders.sort(reverse=True)  # the higher die first
    reached = [reachable(board, order) for order in orders]
    most = max(played for boards in reached for played in boards if boards[played])
    if most == 1:
        return next(boards[1] for boards in reached if boards[1])
    return {after for boards in reached for after in boards[most]}


def scattered(dice: random.Random) -> Board:
    """A random board: any number borne off, some on the bar, sides mixed or past each other."""
    reach, others_reach = dice.choice((6, 7, 12, 25)), dice.choice((6, 12, 25))
    board = [0] * 26
    board[25] = dice.choice((0, 0, 0, 1, 2))
    for _ in range(dice.randint(1, 13)):
        board[dice.randint(1, reach)] += 1
    others = dice.randint(1, 15)
    while others > 0:
        point, checkers = 25 - dice.randint(1, others_reach), min(others, dice.randint(1, 3))
        board[point] -= checkers if board[point] <= 0 else 0
        others -= checkers
    return tuple(board)
