"""Pig, solved: the probability that the player who decides wins, in every position.

After Neller and Presser, "Optimal Play of the Dice Game Pig" (2004): value iteration, from the
positions with the most banked points down. The positions of one pair of banked points, and of
that pair exchanged, lead into each other only by a lost turn, so what iterates is one number.
"""

from __future__ import annotations

from functools import cache

Wins = dict[tuple[int, int, int], float]


@cache
def solve(target: int, sides: int = 6) -> Wins:
    """(mine, theirs, turn total) to the probability that the player to decide wins.

    A turn total is at most what is missing to the target: more is as good.
    """
    wins: Wins = {}
    for banked in reversed(range(2 * target - 1)):
        for fewer in range(max(0, banked - target + 1), banked // 2 + 1):
            _settle(wins, fewer, banked - fewer, target, sides)
    return wins


def _settle(wins: Wins, mine: int, theirs: int, target: int, sides: int) -> None:
    """Iterate over a pair of banked points; Aitken's step jumps to where a straight line leads."""
    holds, their_holds = _holds(wins, mine, theirs, target), _holds(wins, theirs, mine, target)

    def again(win: float) -> float:
        reply = _turn(their_holds, 1 - win, sides)[0]
        return _turn(holds, 1 - reply, sides)[0]

    win = wins.get((mine + 1, theirs, 0), 0.5)  # a guess to start from
    first = again(win)
    while abs(first - win) > 1e-13:
        second = again(first)
        win += (first - win) ** 2 / ((first - win) - (second - first))
        first = again(win)
    replies = _turn(their_holds, 1 - first, sides)
    wins.update(((theirs, mine, total), worth) for total, worth in enumerate(replies))
    turn = _turn(holds, 1 - replies[0], sides)
    wins.update(((mine, theirs, total), worth) for total, worth in enumerate(turn))


def _holds(wins: Wins, mine: int, theirs: int, target: int) -> list[float]:
    """What it is worth to hold, by the turn's total; with nothing rolled it is not allowed."""
    return [0.0, *(1 - wins[theirs, mine + total, 0] for total in range(1, target - mine)), 1.0]


def _turn(holds: list[float], if_lost: float, sides: int) -> list[float]:
    """What each total of a turn is worth, given what it is worth to have lost the turn."""
    worth = [*holds, *(1.0 for _ in range(sides))]  # beyond the target nothing is lost
    for total in reversed(range(len(holds) - 1)):
        roll = (if_lost + sum(worth[total + 2 : total + sides + 1])) / sides
        if roll > worth[total]:
            worth[total] = roll
    return worth[: len(holds)]


class Match:
    """A match as one would keep it on paper."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.banked = {"X": 0, "O": 0}
        self.turn, self.other = "X", "O"
        self.rolls: list[int] = []

    def total(self) -> int:
        """Of the turn, what goes beyond the target not counted."""
        return min(sum(self.rolls), self.target - self.banked[self.turn])

    def roll(self, face: int) -> None:
        if face == 1:
            self._end_turn()
        else:
            self.rolls.append(face)

    def hold(self) -> None:
        self.banked[self.turn] += self.total()
        self._end_turn()

    def _end_turn(self) -> None:
        self.turn, self.other, self.rolls = self.other, self.turn, []

    def winner(self) -> str:
        return next((side for side, banked in self.banked.items() if banked >= self.target), "")


def positions(target: int, sides: int) -> set[tuple[int, int, int]]:
    """All (mine, theirs, turn total) that can come up before the game is over."""
    found: set[tuple[int, int, int]] = set()
    new = {(0, 0, 0)}
    while new:
        found |= new
        rolled = {
            (m, t, min(k + face, target - m)) for m, t, k in new for face in range(2, sides + 1)
        }
        lost = {(t, m, 0) for m, t, _ in new}
        held = {(t, m + k, 0) for m, t, k in new if 0 < k < target - m}
        new = (rolled | lost | held) - found
    return found
