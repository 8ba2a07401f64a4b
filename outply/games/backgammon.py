"""Backgammon: race fifteen checkers home and off, by two dice, past the other side's.

No doubling cube: who bears off all checkers first wins 1, a gammon (the loser bore off none) 2,
a backgammon (and has one left on the bar or in the winner's home) 3. A move is a whole play,
and there is one for each position that the dice allow. Points are counted as the player on
roll sees them, from 24 down to 1: `24/18 13/11`, `bar/21*`, `6/off(2)`; `*` is a hit.

A position is written as GNU Backgammon's position ID, seen from the player on roll, then the
dice once they are rolled, then `O` where that player is MIN: `4HPwATDgc/ABMA 31 O`.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

from outply.game import CHANCE, BoardView, Game, OutplyError

__all__ = ["BAR", "OFF", "PASS", "Backgammon", "Checkers", "Position"]

# A side's checkers are counted in 26 slots of four bits, as that side sees them:
#
#     slot   25   24 … 19       18 … 13   12 … 7   6 … 1       0
#           bar   other's home                     own home   off
#           └────────── far ───────────┘└─────────── near ───────┘
#
# It moves towards lower slots; its slot s, 1 to 24, is the other side's slot 25 - s. Sets of
# slots are masks, with bit s for slot s.
#
# A play is up to four steps of ten bits, the last one lowest: where from, then where to.

BAR, OFF = 25, 0
CHECKERS = 15
SPLIT = 13  # the first slot of the far word
POINTS = (1 << BAR) - 2
HOME = 0b111_1110
OUTSIDE = POINTS ^ HOME | 1 << BAR

PASS = 0
STEP_BITS = 10
STEPS = 4

TO_ROLL, ROLL_OFF = 0, -1  # in place of dice: chance is next

HALF_A_ROLL = 4  # pips, about: what it is worth to be on roll

START_ID = "4HPwATDgc/ABMA"
EXAMPLE = f"{START_ID} 31"
ROLL_OFF_WORD = "roll-off"
DICE = re.compile("([1-6])-?([1-6])")
WAY = re.compile(r"((?:bar|[0-9]{1,2})(?:/(?:off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")

ACROSS = (*range(13, 19), BAR, *range(19, 25), OFF)  # the slots of MAX above, from the left
STACK = 5


class Checkers(NamedTuple):
    """One side's fifteen, seen from that side."""

    near: int
    far: int


class Position(NamedTuple):
    mine: Checkers  # of the player on roll
    theirs: Checkers
    player: int  # on roll; MAX in the roll-off
    dice: int  # 10 * larger + smaller, or TO_ROLL, or ROLL_OFF


@dataclass(frozen=True)
class Backgammon(Game[Position]):
    """Backgammon without the cube; MAX rolls first, or whoever wins the roll-off."""

    opening_roll: bool = False

    utility_range: ClassVar[tuple[float, float]] = (-3.0, 3.0)

    def __post_init__(self) -> None:
        if type(self.opening_roll) is not bool:
            raise OutplyError(f"opening_roll is {self.opening_roll!r}; give True or False.")

    def initial(self) -> Position:
        return Position(START, START, 0, ROLL_OFF if self.opening_roll else TO_ROLL)

    def to_move(self, state: Position) -> int:
        return CHANCE if state.dice <= 0 and not self.is_terminal(state) else state.player

    def outcomes(self, state: Position) -> Iterator[tuple[int, float]]:
        """The dice, as in 31; in the roll-off MAX's die stands first, and the larger begins."""
        for first in range(1, 7):
            for second in range(1, 7):
                if state.dice == ROLL_OFF and first != second:
                    yield 10 * first + second, 1 / 30
                elif state.dice == TO_ROLL and first >= second:
                    yield 10 * first + second, (1 / 36 if first == second else 1 / 18)

    def moves(self, state: Position) -> Iterator[int]:
        """One play for each position that the dice allow, checkers in the rear first."""
        free = free_points(state.theirs)
        if state.dice > 0 and high(state) == low(state):
            yield from plays_of_doubles(state.mine, free, high(state))
        elif state.dice > 0:
            yield from plays_of_two(state, free)

    def result(self, state: Position, move: int) -> Position:
        if state.dice <= 0:
            return rolled(state, move)
        mine, theirs = state.mine, state.theirs
        while move:
            start, end = move >> 5 & 31, move & 31
            mine = stepped(mine, start, end)
            if end != OFF and count(theirs, BAR - end) == 1:
                theirs = stepped(theirs, BAR - end, BAR)
            move >>= STEP_BITS
        return Position(theirs, mine, 1 - state.player, TO_ROLL)

    def is_terminal(self, state: Position) -> bool:
        return off(state.theirs) == CHECKERS

    def utility(self, state: Position, player: int) -> float:
        """Whoever is on roll has lost."""
        stake = 1.0
        if off(state.mine) == 0:
            stake = 3.0 if state.mine.far >> 4 * (19 - SPLIT) else 2.0
        return -stake if player == state.player else stake

    def evaluate(self, state: Position, player: int) -> float:
        guess = race(state.mine, state.theirs)
        return guess if player == state.player else -guess

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Position) -> str:
        words = [position_id(state)]
        if state.dice != TO_ROLL:
            words.append(ROLL_OFF_WORD if state.dice == ROLL_OFF else str(state.dice))
        return " ".join(words + ["O"] * state.player)

    def parse(self, text: str) -> Position:
        name, *words = text.split() or [""]
        side = words.pop().upper() if words and words[-1].upper() in ("X", "O") else "X"
        if len(words) > 1:
            raise OutplyError(f"{text!r} has too many words; write it as {EXAMPLE}.")
        dice = dice_of(words[0]) if words else TO_ROLL
        return checked(Position(*sides_of(name), "XO".index(side), dice))

    def format_move(self, state: Position, move: int) -> str:
        return str(move) if state.dice <= 0 else written(state, move)

    def parse_move(self, state: Position, text: str) -> int:
        """By the position that it leads to: `13/7/5`, `13/5` and `7/5 13/7` may all be one play."""
        if state.dice <= 0:
            return super().parse_move(state, roll_of(state, text))
        plays = plays_meant(self.moves(state), state, text)
        if len(plays) > 1:
            ways = " or ".join(written(state, play) for play in plays)
            raise OutplyError(f"{text.strip()!r} can be played in two ways; say {ways}.")
        return plays[0] if plays else super().parse_move(state, text)

    def board(self, state: Position) -> BoardView:
        """Always from MAX's side; the points are numbered for the player on roll."""
        rows = tuple(zip(*columns(state), strict=True))
        clicks = {
            play: tuple(cell(state, slot) for step in steps_of(play) for slot in step)
            for play in self.moves(state)
        }
        return BoardView(rows, column_labels=labels(state, upper=True), clicks=clicks)


# -- checkers in their slots ----------------------------------------------------------


def count(side: Checkers, slot: int) -> int:
    if slot < SPLIT:
        return side.near >> 4 * slot & 15
    return side.far >> 4 * (slot - SPLIT) & 15


def off(side: Checkers) -> int:
    return side.near & 15


def bar(side: Checkers) -> int:
    return side.far >> 4 * (BAR - SPLIT)


def pips(side: Checkers) -> int:
    """How far a side has to go: the sum of its slots."""
    return sum(slot * count(side, slot) for slot in range(1, 26))


def added(side: Checkers, slot: int, number: int) -> Checkers:
    if slot < SPLIT:
        return Checkers(side.near + (number << 4 * slot), side.far)
    return Checkers(side.near, side.far + (number << 4 * (slot - SPLIT)))


def stepped(side: Checkers, start: int, end: int) -> Checkers:
    return added(added(side, start, -1), end, 1)


def occupied(side: Checkers) -> int:
    return nonzero(side.near) | nonzero(side.far) << SPLIT


def nonzero(word: int) -> int:
    """A bit for each of the 13 counts in a word that is not 0."""
    bits = (word | word >> 1 | word >> 2 | word >> 3) & 0x1_1111_1111_1111
    bits = (bits | bits >> 3) & 0x03_0303_0303_0303
    bits = (bits | bits >> 6) & 0x0F_000F_000F_000F
    bits = (bits | bits >> 12) & 0xFF_0000_00FF
    return (bits | bits >> 24) & 0x1FFF


def free_points(theirs: Checkers) -> int:
    """The points, as the other side counts them, that do not hold two or more of `theirs`."""
    several = 0xE_EEEE_EEEE_EEEE
    made = occupied(Checkers(theirs.near & several, theirs.far & several)) & POINTS
    free = POINTS
    while made:
        slot = made.bit_length() - 1
        made ^= 1 << slot
        free ^= 1 << BAR - slot
    return free


START = Checkers(5 << 4 * 6 | 3 << 4 * 8, 5 << 4 * (13 - SPLIT) | 2 << 4 * (24 - SPLIT))


def high(state: Position) -> int:
    return state.dice // 10


def low(state: Position) -> int:
    return state.dice % 10


def rolled(state: Position, dice: int) -> Position:
    first, second = dice // 10, dice % 10
    if first >= second:
        return Position(state.mine, state.theirs, state.player, dice)
    return Position(state.mine, state.theirs, 1, 10 * second + first)  # MIN wins the roll-off


# -- plays ----------------------------------------------------------------------------
#
# Loops over masks are written out: a compiled generator within another is copied at each yield.


def sources(side: Checkers, free: int, die: int) -> int:
    """The slots from which a side may move a checker by one die."""
    there = occupied(side) & ~1
    if there >> BAR:
        return 1 << BAR & free << die
    inside = there & free << die
    if there & OUTSIDE or there == 0:
        return inside
    if there >> die + 1:
        return inside | there & 1 << die
    return 1 << there.bit_length() - 1  # from the rear, whatever the die has too much


def step(start: int, die: int) -> int:
    return start << 5 | max(start - die, OFF)


def moved(side: Checkers, start: int, die: int) -> Checkers:
    return stepped(side, start, max(start - die, OFF))


def longest(side: Checkers, free: int, die: int) -> int:
    """How many steps of a double can be made; as none bars another, any will do to find out."""
    steps = 0
    choices = sources(side, free, die)
    while choices and steps < STEPS:
        side = moved(side, choices.bit_length() - 1, die)
        choices = sources(side, free, die)
        steps += 1
    return steps


def plays_of_doubles(side: Checkers, free: int, die: int) -> Iterator[int]:
    """Each set of steps once: none goes from behind the one before it."""
    length = longest(side, free, die)
    if length == 0:
        yield PASS
    play, steps = PASS, 0
    choices = sources(side, free, die)  # for the next step, not yet tried
    while choices or steps:
        if choices == 0:
            start = play >> 5 & 31
            side = stepped(side, play & 31, start)
            play, steps = play >> STEP_BITS, steps - 1
            choices = sources(side, free, die) & (1 << start) - 1
            continue
        start = choices.bit_length() - 1
        longer = play << STEP_BITS | step(start, die)
        if steps + 1 == length:
            yield longer
            choices ^= 1 << start
        else:
            side = moved(side, start, die)
            play, steps = longer, steps + 1
            choices = sources(side, free, die) & (2 << start) - 1


def plays_of_two(state: Position, free: int) -> Iterator[int]:
    """Both dice if possible, or else one, the higher if possible, or else none."""
    none = True
    die, other = high(state), low(state)
    for _ in range(2):
        firsts = sources(state.mine, free, die)
        while firsts:
            first = firsts.bit_length() - 1
            firsts ^= 1 << first
            seconds = seconds_after(state, free, first, die)
            while seconds:
                second = seconds.bit_length() - 1
                seconds ^= 1 << second
                none = False
                yield step(first, die) << STEP_BITS | step(second, other)
        die, other = other, die
    if none:
        die = high(state) if sources(state.mine, free, high(state)) else low(state)
        yield from plays_of_one(state.mine, free, die)


def plays_of_one(side: Checkers, free: int, die: int) -> Iterator[int]:
    starts = sources(side, free, die)
    if starts == 0:
        yield PASS
    while starts:
        start = starts.bit_length() - 1
        starts ^= 1 << start
        yield step(start, die)


# Which plays of two dice lead to one position? Write a play as a pair: (where the high die's
# step starts, where the low die's does). Where checkers went and what they hit makes the
# position, and a pair tells both, in whichever order its steps are made. Two pairs lead to the
# same position in two cases only:
#
#     (s, s - high) and (s - low, s)   as if one checker made both steps, where it hits on
#                                      neither of its ways, at s - high or at s - low
#     (s, t) and (t, s)                both bear off, from the low die's point or below
#
# So all pairs come high die first that can, but for (s - low, s) where (s, s - high) can too;
# then, low die first, those that could not come, but for the second pair of either case.


def seconds_after(state: Position, free: int, first: int, die: int) -> int:
    """Where the second step may start to lead to a position that no other play leads to."""
    side = moved(state.mine, first, die)
    if die == high(state):
        seconds = sources(side, free, low(state))
        behind = first + low(state)
        if seconds >> behind & 1 and goes_either_way(state, free, behind):
            seconds ^= 1 << behind
        return seconds
    seconds = sources(side, free, high(state)) & ~sources(state.mine, free, high(state))
    if first <= low(state):
        return seconds & -2 << low(state)
    if seconds >> first - low(state) & 1 and goes_either_way(state, free, first):
        seconds ^= 1 << first - low(state)
    return seconds


def goes_either_way(state: Position, free: int, start: int) -> bool:
    """Whether one that can go low die first can go high die first too, and hits on neither way."""
    by_high, by_low = start - high(state), start - low(state)
    if by_high < 1 or not sources(state.mine, free, high(state)) >> start & 1:
        return False
    if count(state.theirs, BAR - by_high) == 1 or count(state.theirs, BAR - by_low) == 1:
        return False
    side = moved(state.mine, start, high(state))
    return sources(side, free, low(state)) >> by_high & 1 == 1


# -- evaluation -----------------------------------------------------------------------


def race(mine: Checkers, theirs: Checkers) -> float:
    """How good the lead in pips is for the side on roll: the better, the less is to go."""
    lead = pips(theirs) - pips(mine) + HALF_A_ROLL
    return lead / (abs(lead) + 2 + (pips(mine) + pips(theirs)) / 12)


# -- positions as text ----------------------------------------------------------------


def position_id(state: Position) -> str:
    """GNU Backgammon's: each side's slots 1 to 25, a one for each checker and a zero behind.

    The side that is not on roll comes first; bits are counted from the lowest of a byte.
    """
    sides = (state.theirs, state.mine)
    bits = "".join("1" * count(side, slot) + "0" for side in sides for slot in range(1, 26))
    return b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode().rstrip("=")


def sides_of(name: str) -> tuple[Checkers, Checkers]:
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


def side_with(stacks: list[int]) -> Checkers:
    side = Checkers(CHECKERS - sum(stacks), 0)
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


# -- moves as text --------------------------------------------------------------------


def steps_of(play: int) -> list[tuple[int, int]]:
    """Where each step goes from and to, the first step first."""
    steps = []
    while play:
        steps.append((play >> 5 & 31, play & 31))
        play >>= STEP_BITS
    return steps[::-1]


def hits_of(state: Position, steps: list[tuple[int, int]]) -> set[int]:
    """The points where steps end on a lone checker of the other side."""
    return {end for _, end in steps if end != OFF and count(state.theirs, BAR - end) == 1}


def written(state: Position, play: int) -> str:
    """Each checker's way, with the points on it where it hits; like ways are counted."""
    hits = hits_of(state, steps_of(play))
    texts: dict[tuple[int, ...], str] = {}
    numbers = Counter[tuple[int, ...]]()
    for first, *others, last in sorted(paths_of(steps_of(play)), reverse=True):
        path = (first, *(slot for slot in others if slot in hits), last)
        texts.setdefault(path, "/".join(named(slot) + "*" * (slot in hits) for slot in path))
        numbers[path] += 1
        hits -= {*path}  # those who come later hit nothing there
    shown = (text + f"({numbers[path]})" * (numbers[path] > 1) for path, text in texts.items())
    return " ".join(shown) or "pass"


def paths_of(steps: list[tuple[int, int]]) -> list[list[int]]:
    """Steps strung together, as if one checker made all those of a path."""
    paths: list[list[int]] = []
    for start, end in steps:
        path = next((path for path in paths if path[-1] == start), [start])
        if len(path) == 1:
            paths.append(path)
        path.append(end)
    return paths


def named(slot: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(slot, str(slot))


def plays_meant(plays: Iterator[int], state: Position, text: str) -> list[int]:
    """The plays that come to what a text says; among them, those that hit least beside it."""
    steps = steps_said(text)
    hits = hits_of(state, steps)
    if not all(end == OFF or start - end in lengths(state) for start, end in steps):
        return []
    beside = {
        play: len(hits_of(state, steps_of(play)) - hits)
        for play in plays
        if change(steps_of(play)) == change(steps) and hits <= hits_of(state, steps_of(play))
    }
    return [play for play, number in beside.items() if steps and number == min(beside.values())]


def steps_said(text: str) -> list[tuple[int, int]]:
    """The steps in a text, which may leave out points on the way; none if it cannot be read."""
    words = [WAY.fullmatch(word) for word in text.lower().split()]
    steps = []
    for word in words:
        if word is None:
            return []
        names = word[1].replace("bar", str(BAR)).replace("off", str(OFF)).replace("*", "")
        steps += [*pairwise(map(int, names.split("/")))] * int(word[2] or 1)
    return steps


def lengths(state: Position) -> set[int]:
    """How far one checker can go."""
    if high(state) == low(state):
        return {high(state) * steps for steps in range(1, STEPS + 1)}
    return {high(state), low(state), high(state) + low(state)}


def change(steps: list[tuple[int, int]]) -> Counter[int]:
    """How many checkers each slot gains, all in all."""
    gains = Counter(end for _, end in steps)
    gains.subtract(start for start, _ in steps)
    return gains


def roll_of(state: Position, text: str) -> str:
    """A roll with its larger die first, but in the roll-off with MAX's."""
    roll = DICE.fullmatch(text.strip())
    if not roll:
        return text
    return "".join(roll.groups() if state.dice == ROLL_OFF else sorted(roll.groups(), reverse=True))


# -- picture --------------------------------------------------------------------------


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
