"""The whole game, explored once: its histories and its information sets.

An information set is what its player observes there, and what the player observed and did at each
turn before (perfect recall). So it is exact even where an observation forgets, as that of a board
does: it shows the position, and not the moves that led to it.
"""

from __future__ import annotations

import dataclasses
import random
import threading
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from outply.choices import choices
from outply.compiler.records import Array, Record
from outply.game import CHANCE, MAX, Game, OutplyError
from outply.search.cfr.regret_tables import RegretTables, SequenceGame
from outply.search.runner import Budget
from outply.search.unsearched_positions import stuck

__all__ = [
    "OVER",
    "ROOT",
    "Exploration",
    "Histories",
    "InformationSet",
    "Unexplored",
    "exploration_of",
    "require_small",
]

ROOT = 0
OVER = -2  # the player to move where the game is over
MOST_KEPT = 4  # explorations
CLOCK_INTERVAL = 256  # histories between two looks at the clock
PROBES = 31
SURELY_TOO_LARGE = 100  # times as many histories, by the estimate, as are allowed
LONGEST_PROBE = 10_000  # plies


# -- the tree of histories ----------------------------------------------------------------


class HistoryNode(Record):
    """A node. Its children are next to each other, in the order of the moves or outcomes."""

    turn: int  # the player to move, CHANCE or OVER
    child: int  # the first
    number: int  # a player's node: its information set; a chance node: how many outcomes it has
    utility: float  # to MAX, where the game is over
    probability: float  # of an outcome: that it or one before it comes


class Histories(Record):
    """The tree of all histories, which external sampling traverses."""

    nodes: Array[HistoryNode]

    def __init__(
        self,
        turns: Sequence[int],
        children: Sequence[int],
        numbers: Sequence[int],
        utilities: Sequence[float],
        probabilities: Sequence[float],
    ) -> None:
        super().__init__(nodes=len(turns))
        columns = zip(turns, children, numbers, utilities, probabilities, strict=True)
        for node, (turn, child, number, utility, probability) in enumerate(columns):
            history = self.nodes[node]
            history.turn, history.child, history.number = turn, child, number
            history.utility, history.probability = utility, probability

    def turn(self, node: int) -> int:
        return self.nodes[node].turn

    def child(self, node: int) -> int:
        return self.nodes[node].child

    def number(self, node: int) -> int:
        return self.nodes[node].number

    def utility(self, node: int) -> float:
        return self.nodes[node].utility

    def outcome(self, node: int, fraction: float) -> int:
        """The child that a random number from 0 to 1 selects."""
        child = self.child(node)
        last = child + self.number(node) - 1
        while child < last and self.nodes[child].probability <= fraction:
            child += 1
        return child


# -- exploration --------------------------------------------------------------------------


class Unexplored(Exception):
    """The limit was reached after `histories` histories, before the game was explored."""

    def __init__(self, histories: int) -> None:
        super().__init__(histories)
        self.histories = histories


@dataclass(frozen=True, slots=True)
class InformationSet:
    """An information set, numbered among those of its player; so are sequences, 0 the empty one."""

    number: int
    parent: int  # the sequence that leads to it
    first: int  # the sequence of its first move
    moves: tuple[int, ...]


class _Unvisited(NamedTuple):
    """A history that is still to be explored."""

    node: int
    state: Any
    probability: float  # that chance leads here, if the players want to
    sequences: tuple[int, int]  # of both players
    ply: int


class Exploration:
    """The exploration of one game; `explore` continues it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._estimate = estimated_histories(game)
        self._lock = threading.Lock()
        self._start()

    def _start(self) -> None:
        """Begin, with the start of the game as the only history."""
        self.histories = 0
        self.height = 0
        self.sets: tuple[list[InformationSet], list[InformationSet]] = ([], [])
        self._sequences = [1, 1]  # how many each player has
        self._by_key: dict[Any, InformationSet] = {}
        self._by_observation: dict[Any, list[InformationSet]] = {}
        self._pairs: dict[tuple[int, int], tuple[float, float]] = {}  # utility and probability
        self._turns, self._children, self._numbers = array("q"), array("q"), array("q")
        self._utilities, self._probabilities = array("d"), array("d")
        first = self._add_nodes([1.0])
        self._unvisited = [_Unvisited(first, self.game.initial(), 1.0, (0, 0), 0)]

    def is_complete_within(self, most: int) -> bool:
        """Whether the whole game is explored and has at most `most` histories."""
        return not self._unvisited and self.histories <= most

    def explore(self, most: int, deadline: float) -> None:
        """Explore the whole game, or `most` histories; raises Unexplored at the deadline."""
        with self._lock:
            try:
                self._explore(most, deadline)
            except Unexplored:
                raise
            except BaseException:
                self._start()  # a history may have been explored in part
                raise

    def _explore(self, most: int, deadline: float) -> None:
        while self._unvisited and self.histories < most:
            if self.histories % CLOCK_INTERVAL == 0 and perf_counter() >= deadline:
                raise Unexplored(self.histories)
            self._visit(self._unvisited.pop())

    def is_surely_larger(self, most: int) -> bool:
        """Whether there are surely more than `most` histories."""
        return self._estimate > SURELY_TOO_LARGE * most

    def _visit(self, history: _Unvisited) -> None:
        self.histories += 1
        self.height = max(self.height, history.ply)
        if self.game.is_terminal(history.state):
            self._end(history)
        elif self.game.to_move(history.state) == CHANCE:
            self._add_outcomes(history)
        else:
            self._add_moves(history)

    def _end(self, history: _Unvisited) -> None:
        value = self.game.utility(history.state, MAX)
        self._turns[history.node] = OVER
        self._utilities[history.node] = value
        utility, probability = self._pairs.get(history.sequences, (0.0, 0.0))
        utility += history.probability * value
        self._pairs[history.sequences] = (utility, probability + history.probability)

    def _add_outcomes(self, history: _Unvisited) -> None:
        outcomes = list(self.game.outcomes(history.state))
        if not outcomes:
            raise stuck(self.game, history.state, "at")
        below = self._add_nodes([probability for _, probability in outcomes])
        self._set_node(history.node, CHANCE, below, len(outcomes))
        for index, (outcome, chance) in reversed(list(enumerate(outcomes))):
            after = self.game.result(history.state, outcome)
            probability, ply = history.probability * chance, history.ply + 1
            self._unvisited.append(
                _Unvisited(below + index, after, probability, history.sequences, ply)
            )

    def _add_moves(self, history: _Unvisited) -> None:
        player = self.game.to_move(history.state)
        here = self._set_of(history, player)
        below = self._add_nodes([0.0] * len(here.moves))
        self._set_node(history.node, player, below, here.number)
        mine, theirs = history.sequences
        for index, move in reversed(list(enumerate(here.moves))):
            after, sequence = self.game.result(history.state, move), here.first + index
            both = (sequence, theirs) if player == MAX else (mine, sequence)
            self._unvisited.append(
                _Unvisited(below + index, after, history.probability, both, history.ply + 1)
            )

    def _set_of(self, history: _Unvisited, player: int) -> InformationSet:
        """The information set of a history, a new one if it is the first of its set."""
        moves = tuple(self.game.moves(history.state))
        if not moves:
            raise stuck(self.game, history.state, "at")
        observed, parent = self.game.observation(history.state, player), history.sequences[player]
        key = (player, observed, parent)
        known = self._by_key.get(key)
        if known is None:
            number, first = len(self.sets[player]), self._sequences[player]
            known = self._by_key[key] = InformationSet(number, parent, first, moves)
            self._by_observation.setdefault((player, observed), []).append(known)
            self.sets[player].append(known)
            self._sequences[player] += len(moves)
        elif sorted(known.moves) != sorted(moves):
            raise OutplyError(
                f"{self.game.name} has states that look the same to the player to move and have "
                f"different moves, one is {self.game.format(history.state)}; run `outply check`."
            )
        return known

    def _add_nodes(self, probabilities: list[float]) -> int:
        """Add nodes next to each other; returns the first."""
        first, so_far = len(self._turns), 0.0
        zeros = bytes(8 * len(probabilities))
        for column in (self._turns, self._children, self._numbers, self._utilities):
            column.frombytes(zeros)
        for probability in probabilities:
            so_far += probability
            self._probabilities.append(so_far)
        return first

    def _set_node(self, node: int, turn: int, below: int, number: int) -> None:
        self._turns[node], self._children[node], self._numbers[node] = turn, below, number

    # -- results ----------------------------------------------------------------------

    def sets_observed(self, player: int, observed: Any) -> list[InformationSet]:
        """The sets with an observation; one, if observations forget nothing."""
        return self._by_observation.get((player, observed), [])

    @cached_property
    def regret_tables(self) -> RegretTables:
        """To copy, not to write to. MAX's sequences come before MIN's, but for the empty ones."""
        offset = self._sequences[0]  # of MIN's, behind both empty ones

        def number(player: int, own: int) -> int:
            return player if own == 0 else own + 1 if player == MAX else own + offset

        parents = [number(who, one.parent) for who in range(2) for one in self.sets[who]]
        firsts = [number(who, one.first) for who in range(2) for one in self.sets[who]]
        pairs = [
            (number(0, one), number(1, other), utility, probability)
            for (one, other), (utility, probability) in self._pairs.items()
        ]
        ends = [*firsts, sum(self._sequences)]
        game = SequenceGame(self.histories, len(self.sets[0]), parents, ends, pairs)
        return RegretTables(game)

    @cached_property
    def tree(self) -> Histories:
        """To read only. Its sets are numbered as in the sequence form."""
        numbers = array("q", self._numbers)
        for node, turn in enumerate(self._turns):
            if turn == 1:
                numbers[node] += len(self.sets[0])
        return Histories(
            *(self._turns, self._children, numbers, self._utilities, self._probabilities)
        )


# -- the size of a game -------------------------------------------------------------------


def estimated_histories(game: Game[Any]) -> float:
    """About how many histories there are: the median of Knuth's estimates (1975).

    By Markov's inequality at most half of them are above twice the truth, so the median of many is
    not far too large by accident.
    """
    rng = random.Random(0)
    return median(_probe(game, rng) for _ in range(PROBES))


def _probe(game: Game[Any], rng: random.Random) -> float:
    """How many histories there would be if all lines branched as one random line does."""
    state, count, width = game.initial(), 1.0, 1.0
    for _ in range(LONGEST_PROBE):
        possible = choices(game, state)
        if not possible:
            break
        width *= len(possible)
        count += width
        state = game.result(state, rng.choice(possible))
    return count


# -- explorations that are kept -----------------------------------------------------------


_kept: OrderedDict[Any, Exploration] = OrderedDict()
_lock = threading.Lock()


def exploration_of(search: str, game: Game[Any], most: int, budget: Budget) -> Exploration:
    """The whole game, explored; raises Unexplored if nodes or time do not suffice.

    The next call continues an exploration whose time was over.
    """
    if perf_counter() >= budget.deadline:
        raise Unexplored(0)
    found = _kept_or_new(game)
    require_small(search, game, most)
    allowed = int(min(most, budget.nodes))
    found.explore(allowed, budget.deadline)
    if not found.is_complete_within(allowed):
        raise Unexplored(allowed) if budget.nodes < most else _too_many(search, game, most)
    return found


def require_small(search: str, game: Game[Any], most: int) -> None:
    """Raise if the estimate says that a game is far too large."""
    if _kept_or_new(game).is_surely_larger(most):
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
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
        return found


def _identity(game: Game[Any]) -> tuple[Any, ...]:
    """The class and all parameters, even those left out of ==; () if they cannot be hashed."""
    identity: tuple[Any, ...] = (type(game), game)
    if dataclasses.is_dataclass(game):
        fields = dataclasses.fields(game)
        identity = (type(game), *(getattr(game, field.name) for field in fields))
    try:
        hash(identity)
    except TypeError:
        return ()
    return identity
