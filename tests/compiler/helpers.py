"""Functions in another file than those that call them."""

from typing import Final

from outply.game import Bits

ANSWER = 42
LOW: Bits = 1
EDGE: Final[Bits] = 3


def key(number: int) -> int:
    """Named like a method of games, and none."""
    return number - 5


def doubled(number: int) -> int:
    return 2 * number


def rule_of_three(a: int, b: int, c: int = 0) -> int:
    return a * 100 + b * 10 + c
