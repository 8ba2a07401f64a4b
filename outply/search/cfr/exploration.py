"""The whole of a game, explored once: its histories and its information sets.

An information set is what its player sees there, and what the player saw and did at each turn
before. So nothing is forgotten even where an observation would, as that of a board does: it tells
the position, and not by which moves it came.
"""

from __future__ import annotations

import dataclasses
import random
import threading
from array import array
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from outply.game import CHANCE, MAX, Game, OutplyError
from outply.search.cfr.histories import OVER, Histories
from outply.search.cfr.sequences import Form, Sequences
from outply.search.positions import stuck

__all__ = ["Exploration", "InformationSet", "Unexplored", "exploration_of"]

KEPT = 4  # games
BETWEEN = 256  # histories, before the clock is looked at
DIVES = 31
SURELY = 100  # times too large
LONGEST = 10_000  # plies of a dive


class Unexplored(Exception):
    """The limit is spent, after so many histories."""

    def __init__(self, histories: int) -> None:
        super().__init__(histories)
        self.histories = histories


@dataclass(frozen=True, slots=True)
class InformationSet:
    """A player's, numbered among the player's own; so are slots, 0 that of no move yet."""

    number: int
    parent: int  # slot
    first: int  # slot
    moves: tuple[int, ...]


class _Spot(NamedTuple):
    """A history that is still to be looked at."""

    node: int
    state: Any
    chance: float  # of coming here, if players want to
    slots: tuple[int, int]  # of each player's last move
    ply: int


class Exploration:
    """Of one game; `go_on` until it `is_complete`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._estimate = estimate(game)
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        """From the beginning, with nothing known."""
        self.histories = 0
        self.height = 0
        self.sets: tuple[list[InformationSet], list[InformationSet]] = ([], [])
        self._slots = [1, 1]  # how many of each player
        self._by_key: dict[Any, InformationSet] = {}
        self._by_sight: dict[Any, list[InformationSet]] = {}
        self._pairs: dict[tuple[int, int], tuple[float, float]] = {}  # stakes and mass
        self._turns, self._children, self._numbers = array("q"), array("q"), array("q")
        self._utilities, self._probabilities = array("d"), array("d")
        first = self._make_room([1.0])
        self._todo = [_Spot(first, self.game.initial(), 1.0, (0, 0), 0)]

    def is_within(self, most: int) -> bool:
        """Whether all is explored, and it is not more than so many histories."""
        return not self._todo and self.histories <= most

    def go_on(self, most: int, deadline: float) -> None:
        """To the end, or as far as so many histories; raises Unexplored when the time is over."""
        with self._lock:
            try:
                self._go_on(most, deadline)
            except Unexplored:
                raise
            except BaseException:
                self._start()  # a history may have been left half-way
                raise

    def _go_on(self, most: int, deadline: float) -> None:
        while self._todo and self.histories < most:
            if self.histories % BETWEEN == 0 and perf_counter() >= deadline:
                raise Unexplored(self.histories)
            self._look_at(self._todo.pop())

    def is_hopeless(self, most: int) -> bool:
        """Whether there are surely more than so many."""
        return self._estimate > SURELY * most

    def _look_at(self, spot: _Spot) -> None:
        self.histories += 1
        self.height = max(self.height, spot.ply)
        if self.game.is_terminal(spot.state):
            self._end(spot)
        elif self.game.to_move(spot.state) == CHANCE:
            self._branch_by_chance(spot)
        else:
            self._branch_by_moves(spot)

    def _end(self, spot: _Spot) -> None:
        utility = self.game.utility(spot.state, MAX)
        self._turns[spot.node] = OVER
        self._utilities[spot.node] = utility
        stakes, mass = self._pairs.get(spot.slots, (0.0, 0.0))
        self._pairs[spot.slots] = (stakes + spot.chance * utility, mass + spot.chance)

    def _branch_by_chance(self, spot: _Spot) -> None:
        outcomes = list(self.game.outcomes(spot.state))
        if not outcomes:
            raise stuck(self.game, spot.state, "at")
        below = self._make_room([probability for _, probability in outcomes])
        self._note(spot.node, CHANCE, below, len(outcomes))
        for index, (outcome, probability) in reversed(list(enumerate(outcomes))):
            after = self.game.result(spot.state, outcome)
            chance = spot.chance * probability
            self._todo.append(_Spot(below + index, after, chance, spot.slots, spot.ply + 1))

    def _branch_by_moves(self, spot: _Spot) -> None:
        player = self.game.to_move(spot.state)
        here = self._set_of(spot, player)
        below = self._make_room([0.0] * len(here.moves))
        self._note(spot.node, player, below, here.number)
        for index, move in reversed(list(enumerate(here.moves))):
            after, slot = self.game.result(spot.state, move), here.first + index
            slots = (slot, spot.slots[1]) if player == MAX else (spot.slots[0], slot)
            self._todo.append(_Spot(below + index, after, spot.chance, slots, spot.ply + 1))

    def _set_of(self, spot: _Spot, player: int) -> InformationSet:
        moves = tuple(self.game.moves(spot.state))
        if not moves:
            raise stuck(self.game, spot.state, "at")
        seen = self.game.observation(spot.state, player)
        key = (player, seen, spot.slots[player])
        known = self._by_key.get(key)
        if known is None:
            known = InformationSet(
                *(len(self.sets[player]), spot.slots[player], self._slots[player], moves)
            )
            self._by_key[key] = known
            self._by_sight.setdefault((player, seen), []).append(known)
            self.sets[player].append(known)
            self._slots[player] += len(moves)
        elif sorted(known.moves) != sorted(moves):
            raise OutplyError(
                f"{self.game.name} has states that look the same to the player to move and have "
                f"different moves, one is {self.game.format(spot.state)}; run `outply check`."
            )
        return known

    def _make_room(self, probabilities: list[float]) -> int:
        """For nodes next to each other; the first of them."""
        first, so_far = len(self._turns), 0.0
        nothing = bytes(8 * len(probabilities))
        for column in (self._turns, self._children, self._numbers, self._utilities):
            column.frombytes(nothing)
        for probability in probabilities:
            so_far += probability
            self._probabilities.append(so_far)
        return first

    def _note(self, node: int, turn: int, below: int, number: int) -> None:
        self._turns[node], self._children[node], self._numbers[node] = turn, below, number

    # -- what comes of it -------------------------------------------------------------

    def sets_seen(self, player: int, seen: Any) -> list[InformationSet]:
        """All that look so to a player; with an observation that forgets nothing, one."""
        return self._by_sight.get((player, seen), [])

    @cached_property
    def sequences(self) -> Sequences:
        """To copy, not to write to. MAX's slots but the empty one come before MIN's."""
        behind = self._slots[0]  # MIN's first, after both empty ones

        def slot(player: int, own: int) -> int:
            return player if own == 0 else own + 1 if player == MAX else own + behind

        parents = [slot(who, one.parent) for who in range(2) for one in self.sets[who]]
        firsts = [slot(who, one.first) for who in range(2) for one in self.sets[who]]
        pairs = [
            (slot(0, one), slot(1, other), stakes, mass)
            for (one, other), (stakes, mass) in self._pairs.items()
        ]
        ends = [*firsts, sum(self._slots)]
        return Sequences(Form(self.histories, len(self.sets[0]), parents, ends, pairs))

    @cached_property
    def tree(self) -> Histories:
        """To read only. There sets are numbered as in `sequences`."""
        numbers = array("q", self._numbers)
        for node, turn in enumerate(self._turns):
            if turn == 1:
                numbers[node] += len(self.sets[0])
        return Histories(
            *(self._turns, self._children, numbers, self._utilities, self._probabilities)
        )


def estimate(game: Game[Any]) -> float:
    """About how many histories there are: the median of Knuth's estimates (1975).

    By Markov's inequality half of them at most are above twice the truth, so a median of many that
    is far too large does not come by accident.
    """
    dice = random.Random(0)
    return median(_dive(game, dice) for _ in range(DIVES))


def _dive(game: Game[Any], dice: random.Random) -> float:
    """If it were everywhere as along one way at random."""
    state, count, width = game.initial(), 1.0, 1.0
    for _ in range(LONGEST):
        ways = [] if game.is_terminal(state) else _ways(game, state)
        if not ways:
            break
        width *= len(ways)
        count += width
        state = game.result(state, dice.choice(ways))
    return count


def _ways(game: Game[Any], state: Any) -> list[int]:
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.outcomes(state)]
    return list(game.moves(state))


_kept: OrderedDict[Any, Exploration] = OrderedDict()
_lock = threading.Lock()


def exploration_of(
    search: str, game: Game[Any], most: int, nodes: float, deadline: float
) -> Exploration:
    """Of the whole game; raises Unexplored where nodes or time do not suffice.

    What was begun before the time was over is gone on with next time.
    """
    if perf_counter() >= deadline:
        raise Unexplored(0)
    found = _kept_or_new(game)
    require_small(search, game, most)
    found.go_on(int(min(most, nodes)), deadline)
    if not found.is_within(int(min(most, nodes))):
        raise Unexplored(int(nodes)) if nodes < most else _too_many(search, game, most)
    return found


def require_small(search: str, game: Game[Any], most: int) -> None:
    """As far as an estimate tells."""
    if _kept_or_new(game).is_hopeless(most):
        raise _too_many(search, game, most)


def _too_many(search: str, game: Game[Any], most: int) -> OutplyError:
    return OutplyError(
        f"{search} cannot search {game.name}: it has more than {most:,} histories, too many to "
        "explore; use pimc, or give a larger most_nodes."
    )


def _kept_or_new(game: Game[Any]) -> Exploration:
    with _lock:
        identity = _identity(game)
        found = _kept.pop(identity, None) if identity else None
        found = found or Exploration(game)
        if identity:
            _kept[identity] = found
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        return found


def _identity(game: Game[Any]) -> tuple[Any, ...]:
    """All parameters, even those left out of ==; nothing for one that cannot be hashed."""
    identity: tuple[Any, ...] = (type(game), game)
    if dataclasses.is_dataclass(game):
        fields = dataclasses.fields(game)
        identity = (type(game), *(getattr(game, field.name) for field in fields))
    try:
        hash(identity)
    except TypeError:
        return ()
    return identity
