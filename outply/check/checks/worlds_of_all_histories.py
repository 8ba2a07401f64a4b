"""`worlds` against all histories of a game, if they are few enough to go through.

An information set has all the states in which its player is to move and observes the same. `worlds`
must give exactly those. Their probabilities are those of chance; what other players do in secret
has none, so they are only compared where all histories have the same moves.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

from outply.check.check_report import shown
from outply.check.checked_position import CheckedPosition, Subject, player_text
from outply.check.checks.hidden import ALL_WORLDS, WORLDS
from outply.check.checks.registry import at_decisions, end_check
from outply.check.equality import is_hashable

MOST_HISTORIES = 30_000
TOLERANCE = 1e-6


class History(NamedTuple):
    """A state, the probability that chance gave it, and the players' moves on the way."""

    at: CheckedPosition
    chance: float = 1.0
    moves: tuple[Any, ...] = ()

    def following(self) -> Iterator[History]:
        at = self.at
        if at.is_over:
            return
        if at.is_chance:
            for outcome, probability in at.outcomes:
                yield History(at.after(outcome), self.chance * probability, self.moves)
        else:
            for move in at.moves:
                yield History(at.after(move), self.chance, (*self.moves, (at.player, move)))


class InformationSet:
    """The states that a player to move cannot tell apart."""

    def __init__(self) -> None:
        self.positions: dict[Any, CheckedPosition] = {}
        self._chances: defaultdict[Any, float] = defaultdict(float)
        self._ways: set[tuple[Any, ...]] = set()

    def add(self, history: History) -> None:
        state = history.at.state
        self.positions.setdefault(state, history.at)
        self._chances[state] += history.chance
        self._ways.add(history.moves)

    def probability(self, state: Any) -> float | None:
        """That chance gave; None where other players' secret moves may have led here."""
        if len(self._ways) > 1:
            return None
        return self._chances[state] / math.fsum(self._chances.values())


@end_check(*WORLDS, needs="worlds")
def worlds_are_those_of_all_histories(subject: Subject) -> None:
    for (player, _), known in (_information_sets(subject) or {}).items():
        for at in known.positions.values():
            if _is_late(subject):
                return
            _expect_known(at, player, known)


def _information_sets(subject: Subject) -> dict[tuple[int, Any], InformationSet] | None:
    """All of the game's; None if there are too many histories, or they cannot be hashed."""
    found: defaultdict[tuple[int, Any], InformationSet] = defaultdict(InformationSet)
    left = [History(CheckedPosition(subject, subject.game.initial(), sampled=False))]
    for _ in range(MOST_HISTORIES):
        if not left:
            return found
        history = left.pop()
        at = history.at
        if at_decisions(at):
            seen = at.ask("observation", at.player)
            if not (is_hashable(seen) and is_hashable(at.state)) or _is_late(subject):
                return None
            found[at.player, seen].add(history)
        left.extend(history.following())
    return None


def _is_late(subject: Subject) -> bool:
    return perf_counter() > subject.deadline


def _expect_known(at: CheckedPosition, player: int, known: InformationSet) -> None:
    worlds = dict(at.weighted("worlds", "state", player))
    for state, other in known.positions.items():
        if state not in worlds:
            message = f"`worlds` for {player_text(player)} leaves out {other.where}"
            raise at.broken("worlds", message, ALL_WORLDS)
    for state in worlds:
        if state not in known.positions:
            message = f"`worlds` for {player_text(player)} gives {shown(at.beside(state).text)}"
            raise at.broken("worlds", f"{message}, which no play reaches,", "leave it out")
    for state, probability in worlds.items():
        _expect_probability(at, player, known, state, probability)


def _expect_probability(
    at: CheckedPosition, player: int, known: InformationSet, state: Any, given: float
) -> None:
    expected = known.probability(state)
    if expected is not None and abs(given - expected) > TOLERANCE:
        text = f"{shown(at.beside(state).text)} the probability {given:.6g}"
        message = f"`worlds` for {player_text(player)} gives {text}, but chance {expected:.6g},"
        raise at.broken("worlds", message, "give the probabilities of chance")
