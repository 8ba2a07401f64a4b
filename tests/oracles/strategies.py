"""Games of hidden information as whole trees: who knows what, and what best play is worth.

Written from the definitions (sequence form, regret matching, best response) over nothing
but the rules of a game; no search of Outply's is used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from outply.game import CHANCE

# -- the tree -------------------------------------------------------------------------


def histories(game: Any) -> Iterator[tuple[list[str], Any, float]]:
    """Every history as words, with the state it leads to and its probability by chance alone."""

    def walk(words: list[str], state: Any, chance: float) -> Iterator[tuple[list[str], Any, float]]:
        yield words, state, chance
        for choice, probability in choices(game, state):
            word = game.format_move(state, choice)
            yield from walk([*words, word], game.result(state, choice), chance * probability)

    return walk([], game.initial(), 1.0)


def choices(game: Any, state: Any) -> list[tuple[int, float]]:
    """The outcomes with their probabilities, or the moves with one."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return list(game.outcomes(state))
    return [(move, 1.0) for move in game.moves(state)]


def is_decision(game: Any, state: Any) -> bool:
    return not game.is_terminal(state) and game.to_move(state) != CHANCE


def indistinguishable(game: Any) -> dict[Any, dict[Any, float]]:
    """All reachable states by what a player sees, each with its share of the chances."""
    groups: dict[Any, dict[Any, float]] = defaultdict(lambda: defaultdict(float))
    for _, state, chance in histories(game):
        for player in (0, 1):
            groups[player, game.observation(state, player)][state] += chance
    for group in groups.values():
        total = sum(group.values())
        for state in group:
            group[state] /= total
    return groups


# -- sequence form --------------------------------------------------------------------


@dataclass
class Side:
    """A player's information sets and sequences.

    A sequence is an information set and a move there; number 0 is the empty one. The
    sequences of one information set are consecutive, and come after their parent.
    """

    sets: dict[Any, tuple[int, int, tuple[int, ...]]] = field(default_factory=dict)
    sequences: int = 1

    def visit(self, seen: Any, parent: int, moves: tuple[int, ...]) -> int:
        """The number of the first sequence of an information set."""
        if seen not in self.sets:
            self.sets[seen] = (parent, self.sequences, moves)
            self.sequences += len(moves)
        known_parent, first, known_moves = self.sets[seen]
        assert known_parent == parent, f"a player forgets at {seen}"
        assert known_moves == moves, f"the moves tell states of {seen} apart"
        return first

    def spans(self) -> list[tuple[int, slice]]:
        return [(up, slice(low, low + len(moves))) for up, low, moves in self.sets.values()]


def sequence_form(game: Any) -> tuple[Side, Side, np.ndarray]:
    """Both sides, and the first player's expected utility for each pair of sequences."""
    sides = (Side(), Side())
    ends: list[tuple[int, int, float]] = []

    def walk(state: Any, chance: float, last: tuple[int, int]) -> None:
        if game.is_terminal(state):
            ends.append((*last, chance * game.utility(state, 0)))
            return
        player, options = game.to_move(state), choices(game, state)
        if player == CHANCE:
            for outcome, probability in options:
                walk(game.result(state, outcome), chance * probability, last)
            return
        moves = tuple(move for move, _ in options)
        first = sides[player].visit(game.observation(state, player), last[player], moves)
        for number, move in enumerate(moves, first):
            after = (last[0], number) if player else (number, last[1])
            walk(game.result(state, move), chance, after)

    walk(game.initial(), 1.0, (0, 0))
    payoffs = np.zeros((sides[0].sequences, sides[1].sequences))
    for row, column, utility in ends:
        payoffs[row, column] += utility
    return *sides, payoffs


# -- best play ------------------------------------------------------------------------


def value_bounds(game: Any, iterations: int) -> tuple[float, float]:
    """What the first player is sure of, and what the second can hold the first to.

    The value of the game is between the two. The strategies come from CFR+; whatever they
    are, a best response to each makes the bounds right.
    """
    first, second, payoffs = sequence_form(game)
    one, other = Learner(first), Learner(second)
    for _ in range(iterations):
        one.learn(payoffs @ other.plan)
        other.learn(-(one.plan @ payoffs))
    low = -best_response(second, -(one.average() @ payoffs))
    high = best_response(first, payoffs @ other.average())
    return low, high


def best_response(side: Side, gains: np.ndarray) -> float:
    """The most that a side can get where each sequence gains so much."""
    values = gains.copy()
    for parent, span in reversed(side.spans()):
        values[parent] += values[span].max()
    return float(values[0])


class Learner:
    """One side under CFR+: regrets stay positive, later plans count more."""

    def __init__(self, side: Side) -> None:
        self.spans = side.spans()
        self.regrets = np.zeros(side.sequences)
        self.total = np.zeros(side.sequences)
        self.rounds = 0
        self.mix = np.ones(side.sequences)
        self.plan = np.ones(side.sequences)
        self.replan()

    def learn(self, gains: np.ndarray) -> None:
        values = gains.copy()
        for parent, span in reversed(self.spans):
            expected = self.mix[span] @ values[span]
            self.regrets[span] = np.maximum(self.regrets[span] + values[span] - expected, 0.0)
            values[parent] += expected
        self.replan()
        self.rounds += 1
        self.total += self.rounds * self.plan

    def replan(self) -> None:
        """Each move as often as it is regretted; the plan is how often each sequence is played."""
        for parent, span in self.spans:
            regrets = self.regrets[span]
            total = regrets.sum()
            self.mix[span] = regrets / total if total > 0 else 1.0 / len(regrets)
            self.plan[span] = self.plan[parent] * self.mix[span]

    def average(self) -> np.ndarray:
        return self.total / self.total[0]


# -- OpenSpiel ------------------------------------------------------------------------


def differences(game: Any, theirs: Any, number: dict[int, int] | None = None) -> Iterator[str]:
    """Where a game is not OpenSpiel's, history by history; `number` gives their outcomes."""
    secrets: dict[str, Any] = {}

    def walk(state: Any, other: Any) -> Iterator[str]:
        if game.is_terminal(state) or other.is_terminal():
            ours = game.is_terminal(state) and [game.utility(state, p) for p in (0, 1)]
            if ours != (other.is_terminal() and other.returns()):
                yield f"{other.history()}: the end, {ours}"
            return
        options = choices(game, state)
        chance = game.to_move(state) == CHANCE
        known = [(number[o] if chance and number else o, p) for o, p in options]
        expected = other.chance_outcomes() if other.is_chance_node() else None
        if chance != (expected is not None) or [o for o, _ in known] != other.legal_actions():
            yield f"{other.history()}: choices {known}"
            return
        if expected and not np.allclose([p for _, p in known], [p for _, p in expected]):
            yield f"{other.history()}: probabilities {known}"
        if not chance:
            yield from knowledge(state, other)
        for (choice, _), (their_choice, _) in zip(options, known, strict=True):
            yield from walk(game.result(state, choice), other.child(their_choice))

    def knowledge(state: Any, other: Any) -> Iterator[str]:
        """What they cannot tell apart, we cannot."""
        player = other.current_player()
        if player != game.to_move(state):
            yield f"{other.history()}: player {player} is to move"
        seen = (player, game.observation(state, player))
        if secrets.setdefault(other.information_state_string(player), seen) != seen:
            yield f"{other.history()}: seen {seen}"

    return walk(game.initial(), theirs.new_initial_state())


# -- both speeds ----------------------------------------------------------------------


def knowledge(game: Any, state: Any) -> int:
    """What both players see, and what they think possible, as one number; this compiles."""
    total = 0
    for player in range(2):
        total = mixed(total, hash(game.observation(state, player)))
        for world, probability in game.worlds(state, player):
            total = mixed(total, hash(world))
            total = mixed(total, int(probability * 1e9 + 0.5))
    return total


def mixed(total: int, number: int) -> int:
    return (total * 1_000_003 + (number & 0x7FFFFFFF)) % 2_147_483_647
