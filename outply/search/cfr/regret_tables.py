"""Regret matching: a game in sequence form, with regrets and average strategies.

Sources: von Stengel, "Efficient Computation of Behavior Strategies", Games and Economic Behavior
14 (1996), for the form; Zinkevich, Johanson, Bowling and Piccione, "Regret Minimization in Games
with Incomplete Information" (2007), for counterfactual regret.

A player with perfect recall reaches an information set by one sequence of own moves only. So the
probability that a player's strategy leads to an end of the game depends on that player's last move
alone, and all ends with the same last moves of both players are one pair. Passes over pairs and
information sets do the same as a traversal of all histories, chance included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outply.compiler import Stopped
from outply.compiler.records import Array, Record
from outply.game import INFINITY, MAX
from outply.search.random_numbers import RandomNumbers

__all__ = ["RegretTables", "SequenceGame"]

LOW = (1 << 32) - 1


class SequenceGame(NamedTuple):
    """A game in sequence form; a sequence is a number, 0 and 1 are the empty ones."""

    histories: int
    max_sets: int
    parents: Sequence[int]  # of each set, a sequence
    firsts: Sequence[int]  # the first sequence of each set, and where the sequences end
    pairs: Sequence[tuple[int, int, float, float]]  # MAX's sequence, MIN's, utility, probability


class SetRecord(Record):
    """An information set."""

    parent: int  # the sequence that leads to it
    first: int  # the sequence of its first move
    probability: float  # that chance and the other player's average strategy lead to it


class SequenceRecord(Record):
    """The sequence that ends with a move at an information set."""

    regret: float
    strategy_sum: float  # of the strategies so far
    reach: float  # the probability that the player makes all moves of the sequence
    value: float  # counterfactual: weighted by the probability that chance and the other allow it


class Pair(Record):
    """The sequences of both players at an end of the game."""

    sequences: int  # MAX's << 32 | MIN's
    utility: float  # to MAX, times the probability
    probability: float  # that chance allows both sequences


class RegretTables(RandomNumbers, checked=False):
    """The tables of counterfactual regret minimization; at first all regrets and sums are 0."""

    max_sets: int
    histories: int
    iterations: int  # that were finished
    visits: int  # of histories
    most_visits: int
    sets: Array[SetRecord]  # MAX's first, each after those that lead to it; and an end
    sequences: Array[SequenceRecord]  # the first two are the empty sequences, MAX's and MIN's
    pairs: Array[Pair]

    def __init__(self, game: SequenceGame) -> None:
        sequences = game.firsts[-1]
        super().__init__(sets=len(game.firsts), sequences=sequences, pairs=len(game.pairs))
        self.max_sets, self.histories = game.max_sets, game.histories
        for index, first in enumerate(game.firsts):
            self.sets[index].first = first
        for index, parent in enumerate(game.parents):
            self.sets[index].parent = parent
        for index, (mine, theirs, utility, probability) in enumerate(game.pairs):
            pair = self.pairs[index]
            pair.sequences = mine << 32 | theirs
            pair.utility, pair.probability = utility, probability

    def copied(self, seed: int, most_visits: int) -> RegretTables:
        """A copy with random numbers of its own and a limit of visits."""
        made = RegretTables.__new__(RegretTables)
        sets, sequences, pairs = len(self.sets), len(self.sequences), len(self.pairs)
        Record.__init__(made, sets=sets, sequences=sequences, pairs=pairs)
        made.sets.copy_from(self.sets)
        made.sequences.copy_from(self.sequences)
        made.pairs.copy_from(self.pairs)
        made.max_sets, made.histories = self.max_sets, self.histories
        made.iterations, made.visits = self.iterations, self.visits
        made.most_visits = most_visits
        made.seed(seed)
        return made

    # -- structure --------------------------------------------------------------------

    def begin(self, player: int) -> int:
        """The first set of a player."""
        return 0 if player == MAX else self.max_sets

    def end(self, player: int) -> int:
        """Where the sets of a player end."""
        return self.max_sets if player == MAX else len(self.sets) - 1

    def parent(self, number: int) -> int:
        return self.sets[number].parent

    def first(self, number: int) -> int:
        """A set's first sequence; its last is the one before the next set's first."""
        return self.sets[number].first

    def probability(self, number: int) -> float:
        """The probability that chance and the other player's average lead to a set."""
        return self.sets[number].probability

    def set_value(self, sequence: int, value: float) -> None:
        self.sequences[sequence].value = value

    def regret(self, sequence: int) -> float:
        """The regret, or 0 if it is negative."""
        regret = self.sequences[sequence].regret
        return regret if regret > 0.0 else 0.0

    def strategy_sum(self, sequence: int) -> float:
        return self.sequences[sequence].strategy_sum

    def add_to_strategy_sum(self, sequence: int, amount: float) -> None:
        self.sequences[sequence].strategy_sum += amount

    # -- strategies -------------------------------------------------------------------

    def matched(self, sequence: int, first: int, end: int, total: float) -> float:
        """The probability of a move by regret matching, where the set's regrets sum to `total`."""
        return self.regret(sequence) / total if total > 0.0 else 1.0 / (end - first)

    def regret_total(self, first: int, end: int) -> float:
        total = 0.0
        for sequence in range(first, end):
            total += self.regret(sequence)
        return total

    def average(self, sequence: int, first: int, end: int, total: float) -> float:
        """The probability of a move in the average strategy, where the sums add up to `total`."""
        return self.strategy_sum(sequence) / total if total > 0.0 else 1.0 / (end - first)

    def strategy_total(self, first: int, end: int) -> float:
        total = 0.0
        for sequence in range(first, end):
            total += self.strategy_sum(sequence)
        return total

    # -- downward: reach probabilities ------------------------------------------------

    def follow_regrets(self, player: int, weight: float) -> None:
        """Set the reach of the strategy by regret matching, and add it to the strategy sums."""
        self.sequences[player].reach = 1.0  # of the empty sequence
        for number in range(self.begin(player), self.end(player)):
            first, end = self.first(number), self.first(number + 1)
            above = self.sequences[self.parent(number)].reach
            total = self.regret_total(first, end)
            for sequence in range(first, end):
                reach = above * self.matched(sequence, first, end, total)
                self.sequences[sequence].reach = reach
                self.add_to_strategy_sum(sequence, weight * reach)

    def follow_average(self, player: int) -> None:
        """Set the reach of the average strategy."""
        self.sequences[player].reach = 1.0  # of the empty sequence
        for number in range(self.begin(player), self.end(player)):
            first, end = self.first(number), self.first(number + 1)
            above = self.sequences[self.parent(number)].reach
            total = self.strategy_total(first, end)
            for sequence in range(first, end):
                reach = above * self.average(sequence, first, end, total)
                self.sequences[sequence].reach = reach

    # -- at the ends of the game ------------------------------------------------------

    def clear_values(self, player: int) -> None:
        self.sequences[player].value = 0.0
        for sequence in range(self.first(self.begin(player)), self.first(self.end(player))):
            self.sequences[sequence].value = 0.0

    def sum_pairs(self, player: int, of_utilities: bool, sign: float) -> None:
        """Set the values of a player's last moves: sums of utilities, or of probabilities."""
        self.clear_values(player)
        own = 32 if player == MAX else 0  # where the player's sequence is in the word
        for pair in self.pairs:
            sequence, other = pair.sequences >> own & LOW, pair.sequences >> (32 - own) & LOW
            weight = pair.utility if of_utilities else pair.probability
            self.sequences[sequence].value += sign * weight * self.sequences[other].reach

    def sum_utilities(self, player: int) -> None:
        self.sum_pairs(player, True, 1.0 if player == MAX else -1.0)

    def sum_probabilities(self, player: int) -> None:
        self.sum_pairs(player, False, 1.0)

    # -- upward: counterfactual values ------------------------------------------------

    def update_regrets(self, player: int) -> None:
        """Back up the values of a player's sets, and update their regrets; none is negative."""
        for number in range(self.end(player) - 1, self.begin(player) - 1, -1):
            value = self.update_regrets_at(self.first(number), self.first(number + 1), 0.0)
            self.sequences[self.parent(number)].value += value

    def update_regrets_at(self, first: int, end: int, least: float) -> float:
        """The value of a set; its regrets are updated, and none is kept below `least`."""
        total, value = self.regret_total(first, end), 0.0
        for sequence in range(first, end):
            probability = self.matched(sequence, first, end, total)
            value += probability * self.sequences[sequence].value
        for sequence in range(first, end):
            move = self.sequences[sequence]
            regret = move.regret + move.value - value
            move.regret = regret if regret > least else least
        return value

    def back_up(self, player: int, best: bool) -> float:
        """Back up values by the best moves or the average strategy; the value of the game."""
        for number in range(self.end(player) - 1, self.begin(player) - 1, -1):
            first, end = self.first(number), self.first(number + 1)
            value = self.best_value(first, end) if best else self.average_value(first, end)
            self.sequences[self.parent(number)].value += value
        return self.sequences[player].value

    def best_value(self, first: int, end: int) -> float:
        best = -INFINITY
        for sequence in range(first, end):
            best = max(best, self.sequences[sequence].value)
        return best

    def average_value(self, first: int, end: int) -> float:
        total, value = self.strategy_total(first, end), 0.0
        for sequence in range(first, end):
            probability = self.average(sequence, first, end, total)
            value += probability * self.sequences[sequence].value
        return value

    def store_probabilities(self, player: int) -> None:
        """Store the probability of each set, where values are sums of probabilities."""
        for number in range(self.begin(player), self.end(player)):
            probability = self.average_value(self.first(number), self.first(number + 1))
            self.sets[number].probability = probability

    # -- counters ---------------------------------------------------------------------

    def end_iteration(self) -> None:
        self.iterations += 1

    def visit(self, histories: int) -> None:
        """Count visits; raises Stopped if there would be more than allowed."""
        visits = self.visits + histories
        if visits > self.most_visits:
            raise Stopped
        self.visits = visits

    def visit_all(self) -> None:
        """Count a visit of every history, which the pairs stand for."""
        self.visit(self.histories)

    # -- sampling ---------------------------------------------------------------------

    def sampled(self, first: int, end: int) -> int:
        """A sequence drawn from the strategy of its set, which is added to the strategy sums."""
        total, left = self.regret_total(first, end), self.fraction()
        chosen = -1
        for sequence in range(first, end):
            probability = self.matched(sequence, first, end, total)
            self.add_to_strategy_sum(sequence, probability)
            if chosen < 0 and left < probability:
                chosen = sequence
            left -= probability
        return chosen if chosen >= 0 else self.likeliest(first, end)

    def likeliest(self, first: int, end: int) -> int:
        """The sequence with the largest regret, if probabilities sum to less than 1 by rounding."""
        best = first
        for sequence in range(first, end):
            if self.regret(sequence) > self.regret(best):
                best = sequence
        return best
