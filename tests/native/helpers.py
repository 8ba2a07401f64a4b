"""Functions in another file than those that call them."""

ANSWER = 42


def doubled(number: int) -> int:
    return 2 * number


def rule_of_three(a: int, b: int, c: int = 0) -> int:
    return a * 100 + b * 10 + c
