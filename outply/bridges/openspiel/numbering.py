"""Moves of Outply's as OpenSpiel's actions, which are numbered from 0 to a bound.

Outply's moves are any ints. Where those seen are small, an action is the move itself. Where they
are not, an action is the place of a move among the legal ones, lowest first: then the same action
is another move in another state.

No game says how many moves it has, so the bound is what random plays have seen, unless it is
given. A move that is beyond it is refused, and never taken for another.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outply.choices import choices
from outply.game import CHANCE, Game, OutplyError

__all__ = ["Numbering", "numberings"]

SMALL = 1 << 12
STATES_SEEN = 3000
LONGEST_PLAY = 1000
ROOM = 2  # times the most moves of any state seen is the number of places


@dataclass(frozen=True)
class Numbering:
    """Of the moves, or the outcomes, of one game."""

    game: str
    what: str  # moves, or outcomes
    bound: int
    by_place: bool

    def actions(self, choices: Sequence[int]) -> list[int]:
        """Those of all legal moves, lowest first."""
        numbers = list(range(len(choices))) if self.by_place else sorted(choices)
        if numbers and not (numbers[0] >= 0 and numbers[-1] < self.bound):
            beyond = numbers[-1] if numbers[-1] >= self.bound else numbers[0]
            raise OutplyError(
                f"{self.game} is registered in OpenSpiel with {self.what} below {self.bound}, but "
                f"has {beyond}; register it with {self.what}=N, where N is above them all."
            )
        return numbers

    def choice(self, action: int, choices: Sequence[int]) -> int:
        """The move, one of the legal ones, that an action means."""
        legal = sorted(choices)
        if self.by_place and 0 <= action < len(legal):
            return legal[action]
        if not self.by_place and action in legal:
            return action
        raise OutplyError(f"Action {action} is not legal in {self.game} here.")


def numberings(
    game: Game[Any], moves: int | None = None, outcomes: int | None = None
) -> tuple[Numbering, Numbering]:
    """Of the moves and of the outcomes; with bounds that are given, or seen."""
    seen: dict[str, list[list[int]]] = {"moves": [], "outcomes": []}
    for state in _some_states(game):
        if not game.is_terminal(state):
            what = "outcomes" if game.to_move(state) == CHANCE else "moves"
            seen[what].append(choices(game, state))
    return (
        _numbering(game.name, "moves", seen["moves"], moves),
        _numbering(game.name, "outcomes", seen["outcomes"], outcomes),
    )


def _numbering(game: str, what: str, seen: list[list[int]], given: int | None) -> Numbering:
    if given is not None and (type(given) is not int or given < 1):
        raise OutplyError(f"{what} of {game} is {given!r}; give a whole number, 1 or more.")
    every = {choice for choices in seen for choice in choices} or {0}
    if min(every) >= 0 and max(every) < (given or SMALL):
        return Numbering(game, what, given or max(every) + 1, by_place=False)
    most = max(map(len, seen))
    return Numbering(game, what, given or ROOM * most, by_place=True)


def _some_states(game: Game[Any]) -> list[Any]:
    """Those of random plays, the same ones each time."""
    rng = random.Random(0)
    states: list[Any] = []
    while len(states) < STATES_SEEN:
        state = game.initial()
        states.append(state)
        for _ in range(LONGEST_PLAY):
            if game.is_terminal(state) or len(states) >= STATES_SEEN:
                break
            state = game.result(state, rng.choice(choices(game, state)))
            states.append(state)
    return states
