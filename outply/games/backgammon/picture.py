"""The board as people know it, always from MAX's side."""

from __future__ import annotations

from collections.abc import Iterator

from outply.games.backgammon.checker_counts import BAR, OFF, Position, bar, count, off
from outply.games.backgammon.notation import named

__all__ = ["cell", "columns", "labels"]

ACROSS = (*range(13, 19), BAR, *range(19, 25), OFF)  # the slots of MAX above, from the left
STACK = 5


def columns(state: Position) -> Iterator[tuple[str, ...]]:
    """From above: a stack, the dice, a stack upside down, and the name of its point."""
    xs, os = (state.mine, state.theirs)[:: 1 - 2 * state.player]
    names = labels(state, upper=False)
    for column, slot in enumerate(ACROSS):
        above = (count(xs, slot), count(os, BAR - slot))
        below = (count(xs, BAR - slot), count(os, slot))
        if slot == BAR:
            above, below = (bar(xs), 0), (0, bar(os))
        if slot == OFF:
            above, below = (0, off(os)), (off(xs), 0)
        yield (*stack(*above), dice_shown(state, column), *stack(*below)[::-1], names[column])


def stack(xs: int, os: int) -> list[str]:
    """Five cells of one side's checkers; where there are more, the last says how many."""
    number, piece = xs + os, "X" if xs else "O"
    cells = [piece] * min(number, STACK) + [""] * (STACK - number)
    return cells if number <= STACK else [*cells[:-1], str(number)]


def dice_shown(state: Position, column: int) -> str:
    """In the middle of the right half for MAX, of the left half for MIN."""
    shown = dict(zip(((9, 10), (2, 3))[state.player], str(state.dice), strict=False))
    return shown.get(column, "") if state.dice > 0 else ""


def labels(state: Position, upper: bool) -> tuple[str, ...]:
    forward = upper == (state.player == 0)
    return tuple(named(slot if forward or slot in (BAR, OFF) else BAR - slot) for slot in ACROSS)


def cell(state: Position, slot: int) -> tuple[int, int]:
    """Where the player on roll clicks for a slot: at the foot of its stack."""
    upper = state.player == (0 if slot == BAR else 1)
    if slot not in (BAR, OFF):
        slot = slot if state.player == 0 else BAR - slot
        upper = slot >= 13
        slot = slot if upper else BAR - slot
    return 0 if upper else 2 * STACK, ACROSS.index(slot)
