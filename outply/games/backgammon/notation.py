"""Plays as people write them: `24/18 13/11`, `bar/21*`, `6/off(2)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from outply.games.backgammon.checker_counts import BAR, OFF, ROLL_OFF, Position, count, high, low
from outply.games.backgammon.plays import STEPS, steps_of
from outply.games.backgammon.position_id import DICE

__all__ = ["named", "plays_meant", "roll_of", "written"]

WAY = re.compile(r"((?:bar|[0-9]{1,2})(?:/(?:off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")


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
        hits -= {*path}  # later checkers hit nothing there
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
    if not (roll := DICE.fullmatch(text.strip())):
        return text
    return "".join(roll.groups() if state.dice == ROLL_OFF else sorted(roll.groups(), reverse=True))
