"""Positions as text: GNU Backgammon's position ID, and the dice."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

from outply.game import OutplyError
from outply.games.backgammon.checker_counts import (
    BAR,
    CHECKERS,
    ROLL_OFF,
    START,
    TO_ROLL,
    CheckerCounts,
    Position,
    added,
    bar,
    count,
    free_points,
    off,
)

__all__ = ["DICE", "EXAMPLE", "ROLL_OFF_WORD", "checked", "dice_of", "position_id", "sides_of"]

START_ID = "4HPwATDgc/ABMA"
EXAMPLE = f"{START_ID} 31"
ROLL_OFF_WORD = "roll-off"
DICE = re.compile("([1-6])-?([1-6])")


def position_id(state: Position) -> str:
    """GNU Backgammon's: each side's slots 1 to 25, a one for each checker and a zero behind.

    The side that is not on roll comes first; bits are counted from the lowest of a byte.
    """
    sides = (state.theirs, state.mine)
    bits = "".join("1" * count(side, slot) + "0" for side in sides for slot in range(1, 26))
    return b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode().rstrip("=")


def sides_of(name: str) -> tuple[CheckerCounts, CheckerCounts]:
    """The sides in a position ID: of the player on roll, and of the other."""
    if not re.fullmatch("[A-Za-z0-9+/]{14}", name):
        raise OutplyError(
            f"{name!r} is no position ID, which has 14 letters, digits, + or /; as in {EXAMPLE}."
        )
    bits = f"{int.from_bytes(b64decode(name + '=='), 'little'):080b}"[::-1]
    stacks = [len(ones) for ones in bits.split("0")]
    theirs, mine = stacks[:25], stacks[25:50]
    if len(stacks) <= 50 or any(stacks[50:]) or max(sum(mine), sum(theirs)) > CHECKERS:
        raise OutplyError(f"{name} holds more than {CHECKERS} checkers of a side.")
    return side_with(mine), side_with(theirs)


def side_with(stacks: list[int]) -> CheckerCounts:
    side = CheckerCounts(CHECKERS - sum(stacks), 0)
    for slot, number in enumerate(stacks, start=1):
        side = added(side, slot, number)
    return side


def dice_of(word: str) -> int:
    dice = DICE.fullmatch(word)
    if word == ROLL_OFF_WORD:
        return ROLL_OFF
    if not dice:
        raise OutplyError(f"{word!r} is no roll of two dice; write two of 1 to 6, as in 31.")
    return int("".join(sorted(dice.groups(), reverse=True)))


def checked(state: Position) -> Position:
    """A position that can be played from, or in which the game is over."""
    mine, theirs, _, dice = state
    if any(count(mine, slot) and count(theirs, BAR - slot) for slot in range(1, 25)):
        raise OutplyError(f"{position_id(state)} has checkers of both sides on one point.")
    if off(mine) == CHECKERS:
        raise OutplyError(f"In {position_id(state)} the player on roll has borne off all checkers.")
    if off(theirs) == CHECKERS and dice != TO_ROLL:
        raise OutplyError(f"In {position_id(state)} the game is over; leave the dice out.")
    if bar(mine) and bar(theirs) and not (free_points(mine) | free_points(theirs)) >> 19:
        raise OutplyError(f"In {position_id(state)} both are on the bar, and neither can enter.")
    if dice == ROLL_OFF and state != Position(START, START, 0, ROLL_OFF):
        raise OutplyError(
            f"Only the start has a {ROLL_OFF_WORD}; write {START_ID} {ROLL_OFF_WORD}."
        )
    return state
