"""A game in sequence form, with what was learned of it.

Sources: von Stengel, "Efficient Computation of Behavior Strategies", Games and Economic Behavior
14 (1996), for the form; Zinkevich, Johanson, Bowling and Piccione, "Regret Minimization in Games
with Incomplete Information" (2007), for counterfactual regret.

Who forgets nothing reaches an information set by one sequence of own moves only. So how likely a
player is to come to an end of the game is a number of that player's last move alone, and all ends
with the same last moves of both players are one pair. Passes over pairs and information sets do
what a walk through all histories would, chance included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from outply.compiler import Stopped
from outply.compiler.records import Array, Record
from outply.game import INFINITY, MAX
from outply.search.dice import Dice

__all__ = ["Form", "Sequences"]

LOW = (1 << 32) - 1


class Form(NamedTuple):
    """What a game is in sequence form; slots are numbers, 0 and 1 the empty sequences."""

    histories: int
    max_sets: int
    parents: Sequence[int]  # of each set, a slot
    firsts: Sequence[int]  # of each set, and where the slots end
    pairs: Sequence[tuple[int, int, float, float]]  # MAX's slot, MIN's, stakes, mass


class InformationSet(Record):
    parent: int  # the slot of the move that leads to it
    first: int  # its first slot
    mass: float  # how likely chance and the other player's average lead to it


class Slot(Record):
    """A move at a set."""

    regret: float
    sum: float  # of the strategies so far
    reach: float  # how likely a player is to make all moves up to this one
    gain: float  # its worth, weighted by how likely chance and the other player let it happen


class Pair(Record):
    """The last moves of both players."""

    slots: int  # MAX's << 32 | MIN's
    stakes: float  # the mass times the utility to MAX
    mass: float  # how likely chance lets both sequences happen


class Sequences(Dice, checked=False):
    """Nothing learned yet: all regrets and sums are zero."""

    max_sets: int
    histories: int
    rounds: int  # that were finished
    visits: int  # to histories
    most_visits: int
    sets: Array[InformationSet]  # MAX's first, each after those that lead to it; and an end
    slots: Array[Slot]  # the first two are of the empty sequences, MAX's and MIN's
    pairs: Array[Pair]

    def __init__(self, form: Form) -> None:
        slots = form.firsts[-1]
        super().__init__(sets=len(form.firsts), slots=slots, pairs=len(form.pairs))
        self.max_sets, self.histories = form.max_sets, form.histories
        for index, first in enumerate(form.firsts):
            self.sets[index].first = first
        for index, parent in enumerate(form.parents):
            self.sets[index].parent = parent
        for index, (mine, theirs, stakes, mass) in enumerate(form.pairs):
            pair = self.pairs[index]
            pair.slots, pair.stakes, pair.mass = mine << 32 | theirs, stakes, mass

    def copied(self, seed: int, most_visits: int) -> Sequences:
        """The same in memory of its own, with chance seeded."""
        twin = Sequences.__new__(Sequences)
        Record.__init__(twin, sets=len(self.sets), slots=len(self.slots), pairs=len(self.pairs))
        twin.sets.copy_from(self.sets)
        twin.slots.copy_from(self.slots)
        twin.pairs.copy_from(self.pairs)
        twin.max_sets, twin.histories = self.max_sets, self.histories
        twin.rounds, twin.visits, twin.most_visits = self.rounds, self.visits, most_visits
        twin.seed(seed)
        return twin

    # -- where things are -------------------------------------------------------------

    def begin(self, player: int) -> int:
        """The first set of a player."""
        return 0 if player == MAX else self.max_sets

    def end(self, player: int) -> int:
        """Where the sets of a player end."""
        return self.max_sets if player == MAX else len(self.sets) - 1

    def parent(self, number: int) -> int:
        return self.sets[number].parent

    def first(self, number: int) -> int:
        """A set's first slot; that of the next set is behind its last."""
        return self.sets[number].first

    def mass(self, number: int) -> float:
        """How likely chance and the other player's average lead to a set."""
        return self.sets[number].mass

    def set_gain(self, slot: int, gain: float) -> None:
        self.slots[slot].gain = gain

    def regret(self, slot: int) -> float:
        """Where there is none, 0."""
        regret = self.slots[slot].regret
        return regret if regret > 0.0 else 0.0

    def average(self, slot: int) -> float:
        """How much of all strategies so far was this move; not yet divided by the set's total."""
        return self.slots[slot].sum

    def add_to_average(self, slot: int, amount: float) -> None:
        self.slots[slot].sum += amount

    # -- strategies -------------------------------------------------------------------

    def share(self, slot: int, first: int, end: int, total: float) -> float:
        """Of a slot by its regret, where those of its set add up to `total`: regret matching."""
        return self.regret(slot) / total if total > 0.0 else 1.0 / (end - first)

    def total(self, first: int, end: int) -> float:
        total = 0.0
        for slot in range(first, end):
            total += self.regret(slot)
        return total

    def average_share(self, slot: int, first: int, end: int, total: float) -> float:
        return self.average(slot) / total if total > 0.0 else 1.0 / (end - first)

    def average_total(self, first: int, end: int) -> float:
        total = 0.0
        for slot in range(first, end):
            total += self.average(slot)
        return total

    # -- downward: how likely a player's moves are ---------------------------------------

    def follow(self, player: int, weight: float) -> None:
        """The strategy by regrets, which goes into the average with a weight."""
        self.slots[player].reach = 1.0  # of the empty sequence
        for number in range(self.begin(player), self.end(player)):
            first, end = self.first(number), self.first(number + 1)
            above = self.slots[self.parent(number)].reach
            total = self.total(first, end)
            for slot in range(first, end):
                reach = above * self.share(slot, first, end, total)
                self.slots[slot].reach = reach
                self.add_to_average(slot, weight * reach)

    def follow_average(self, player: int) -> None:
        self.slots[player].reach = 1.0  # of the empty sequence
        for number in range(self.begin(player), self.end(player)):
            first, end = self.first(number), self.first(number + 1)
            above = self.slots[self.parent(number)].reach
            total = self.average_total(first, end)
            for slot in range(first, end):
                reach = above * self.average_share(slot, first, end, total)
                self.slots[slot].reach = reach

    # -- at the ends of the game ---------------------------------------------------------

    def clear_gains(self, player: int) -> None:
        self.slots[player].gain = 0.0
        for slot in range(self.first(self.begin(player)), self.first(self.end(player))):
            self.slots[slot].gain = 0.0

    def gather(self, player: int, of_stakes: bool, sign: float) -> None:
        """What a player gains by each last move: of stakes, as signed, or of masses."""
        self.clear_gains(player)
        own = 32 if player == MAX else 0  # where its slot is in the word
        for pair in self.pairs:
            slot, other = pair.slots >> own & LOW, pair.slots >> (32 - own) & LOW
            worth = sign * (pair.stakes if of_stakes else pair.mass) * self.slots[other].reach
            self.slots[slot].gain += worth

    def gather_stakes(self, player: int) -> None:
        self.gather(player, True, 1.0 if player == MAX else -1.0)

    def gather_masses(self, player: int) -> None:
        self.gather(player, False, 1.0)

    # -- upward: what sets are worth --------------------------------------------------

    def learn(self, player: int) -> None:
        """Take gains upward, and regret what was not done."""
        for number in range(self.end(player) - 1, self.begin(player) - 1, -1):
            value = self.learn_at(self.first(number), self.first(number + 1), 0.0)
            self.slots[self.parent(number)].gain += value

    def learn_at(self, first: int, end: int, least: float) -> float:
        """The value of a set by its gains; no regret is kept below `least`."""
        total, value = self.total(first, end), 0.0
        for slot in range(first, end):
            value += self.share(slot, first, end, total) * self.slots[slot].gain
        for slot in range(first, end):
            move = self.slots[slot]
            regret = move.regret + move.gain - value
            move.regret = regret if regret > least else least
        return value

    def back_up(self, player: int, best: bool) -> float:
        """Take gains upward, by the best moves or the average ones; the worth of it all."""
        for number in range(self.end(player) - 1, self.begin(player) - 1, -1):
            first, end = self.first(number), self.first(number + 1)
            value = self.best_gain(first, end) if best else self.average_gain(first, end)
            self.slots[self.parent(number)].gain += value
        return self.slots[player].gain

    def best_gain(self, first: int, end: int) -> float:
        best = -INFINITY
        for slot in range(first, end):
            best = max(best, self.slots[slot].gain)
        return best

    def average_gain(self, first: int, end: int) -> float:
        total, value = self.average_total(first, end), 0.0
        for slot in range(first, end):
            value += self.average_share(slot, first, end, total) * self.slots[slot].gain
        return value

    def note_masses(self, player: int) -> None:
        """Of all sets, where gains are of masses."""
        for number in range(self.begin(player), self.end(player)):
            mass = self.average_gain(self.first(number), self.first(number + 1))
            self.sets[number].mass = mass

    # -- how far it came --------------------------------------------------------------

    def end_round(self) -> None:
        self.rounds += 1

    def visit(self, histories: int) -> None:
        """So many more, if they are allowed."""
        visits = self.visits + histories
        if visits > self.most_visits:
            raise Stopped
        self.visits = visits

    def visit_all(self) -> None:
        """All that there are: pairs stand for them."""
        self.visit(self.histories)

    # -- sampling: xorshift64*, after Vigna (2016) ---------------------------------------

    def drawn(self, first: int, end: int) -> int:
        """A slot by the strategy of its set, which goes into the average."""
        total, left = self.total(first, end), self.fraction()
        chosen = -1
        for slot in range(first, end):
            share = self.share(slot, first, end, total)
            self.add_to_average(slot, share)
            if chosen < 0 and left < share:
                chosen = slot
            left -= share
        return chosen if chosen >= 0 else self.likeliest(first, end)

    def likeliest(self, first: int, end: int) -> int:
        """What rounding leaves over."""
        best = first
        for slot in range(first, end):
            if self.regret(slot) > self.regret(best):
                best = slot
        return best
