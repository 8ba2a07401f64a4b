"""The command `go`: what limits a search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from outply.search.base import MAX_DEPTH, Clock, Limit

__all__ = ["ENDLESS", "Go", "parsed_go"]

ENDLESS = Limit(seconds=math.inf)
MOVE_SHARE = 0.1  # of the time for one move, that is kept for handing it over, at most
LEAST_SECONDS = 0.005  # that are left for a search, however late it begins
MOST = 10**12  # milliseconds, nodes or moves

NUMBERS = {
    **{"depth": "depth", "nodes": "nodes", "movetime": "movetime", "mate": "mate"},
    **{"wtime": "time 0", "p1time": "time 0", "btime": "time 1", "p2time": "time 1"},
    **{"winc": "inc 0", "p1inc": "inc 0", "binc": "inc 1", "p2inc": "inc 1"},
    "movestogo": "movestogo",
}
FLAGS = ("infinite", "ponder")
MOVES = "searchmoves"


@dataclass(frozen=True)
class Go:
    """What a `go` asks for; times are in milliseconds, by player."""

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    mate: int | None = None
    movestogo: int | None = None
    times: tuple[int | None, int | None] = (None, None)
    increments: tuple[int | None, int | None] = (None, None)
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()

    @property
    def waits_for_stop(self) -> bool:
        """Whether `bestmove` may come only after `stop`: also if nothing limits the search."""
        return self.infinite or self == Go(searchmoves=self.searchmoves)

    @property
    def mate_plies(self) -> int | None:
        """How far away the mate is that ends the search."""
        return None if self.mate is None else 2 * self.mate - 1

    def limit(self, player: int, spent: float, overhead: float = 0.0) -> Limit:
        """The limit of a search by `player` that begins `spent` seconds after the command.

        `overhead` is the seconds that it takes to hand a move over.
        """
        seconds = None
        if self.movetime is not None:
            allowed = self.movetime / 1000
            kept = min(overhead, MOVE_SHARE * allowed)
            seconds = max(LEAST_SECONDS, allowed - kept - spent)
        clock = self._clock(player, spent, overhead)
        limit = Limit(seconds=seconds, depth=self._depth, nodes=self.nodes, clock=clock)
        if self.infinite or limit == Limit():
            return replace(limit, seconds=math.inf, clock=None)
        return limit

    @property
    def _depth(self) -> int | None:
        """A mate is looked for a little deeper than it is, since late moves are reduced."""
        if self.mate_plies is None:
            return self.depth
        return min(2 * self.mate_plies + 6, self.depth or MAX_DEPTH, MAX_DEPTH)

    def _clock(self, player: int, spent: float, overhead: float) -> Clock | None:
        """The player's clock, less the overhead of this move and of those that add an increment.

        If only the other player's clock is told, it is that one.
        """
        own, other = self.times[player], self.times[1 - player]
        left = other if own is None else own
        if left is None:
            return None
        remaining = max(0.0, left / 1000 - spent - overhead)
        increment = max(0.0, (self.increments[player] or 0) / 1000 - overhead)
        return Clock(remaining, increment, self.movestogo or None)


def parsed_go(words: Sequence[str]) -> tuple[Go, list[str]]:
    """What the words after `go` ask for, and those that mean nothing."""
    found: dict[str, Any] = {}
    moves: list[str] = []
    strange: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in FLAGS:
            found[word] = True
        elif word == MOVES:
            while rest and rest[0] not in NUMBERS and rest[0] not in (*FLAGS, MOVES):
                moves.append(rest.pop(0))
        elif word in NUMBERS and rest and (amount := _number(rest[0])) is not None:
            found[NUMBERS[word]] = amount
            rest.pop(0)
        else:
            strange.append(word)
    return _go(found, tuple(moves)), strange


def _number(text: str) -> int | None:
    """A whole number, 0 if it is below; None if it is none."""
    try:
        return min(max(0, int(text)), MOST)
    except ValueError:
        return None


def _go(found: dict[str, Any], moves: tuple[str, ...]) -> Go:
    for name, most in (("depth", MAX_DEPTH), ("nodes", MOST), ("mate", MAX_DEPTH)):
        if name in found:
            found[name] = min(max(1, found[name]), most)
    times = found.pop("time 0", None), found.pop("time 1", None)
    increments = found.pop("inc 0", None), found.pop("inc 1", None)
    return Go(times=times, increments=increments, searchmoves=moves, **found)
