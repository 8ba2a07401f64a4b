"""A game in sequence form, with what was learned of it.

Sources: von Stengel, "Efficient Computation of Behavior Strategies", Games and Economic Behavior
14 (1996), for the form; Zinkevich, Johanson, Bowling and Piccione, "Regret Minimization in Games
with Incomplete Information" (2007), for counterfactual regret.

Who forgets nothing reaches an information set by one sequence of own moves only. So how likely a
player is to come to an end of the game is a number of that player's last move alone, and all ends
with the same last moves of both players are one pair. Passes over pairs and information sets do
what a walk through all histories would, chance included.

    header    0     1     2           3           4           5
              dice  sets  MAX's sets  first slot  first pair  the end
              6          7       8       9
              histories  rounds  visits  most visits

    set       0            1           2
              parent slot  first slot  mass

    slot      0       1    2      3
              regret  sum  reach  gain

    pair      0                          1       2
              MAX's slot << 32 | MIN's   stakes  mass

A set is one information set, MAX's first, each after those that lead to it; one more at the end
says where the slots end. A slot is a move at a set, and is named by the place of its first word;
the first two slots are of the empty sequences, MAX's and MIN's. `reach` is how likely a player is
to make all moves up to a slot's, `gain` what that is worth, weighted by how likely chance and the
other player let it happen. A pair's mass is how likely chance lets both sequences happen, its
stakes are the mass times the utility to MAX.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import NamedTuple

from outply.compiler import Stopped
from outply.compiler.block import Block
from outply.compiler.primitives import peek, peek_float, poke, poke_float
from outply.game import INFINITY, MAX
from outply.search.dice import Dice

__all__ = ["SLOT", "Form", "Sequences"]

SETS, MAX_SETS, SLOTS, PAIRS, END, HISTORIES, ROUNDS, VISITS, MOST_VISITS = range(1, 10)
HEADER = 10
PARENT, FIRST, MASS = range(3)
SET = 3  # words
REGRET, SUM, REACH, GAIN = range(4)
SLOT = 4
STAKES, PAIR_MASS = 1, 2
PAIR = 3
LOW = (1 << 32) - 1


class Form(NamedTuple):
    """What a game is in sequence form; slots are numbers here, 0 and 1 the empty sequences."""

    histories: int
    max_sets: int
    parents: Sequence[int]  # of each set, a slot
    firsts: Sequence[int]  # of each set, and where the slots end
    pairs: Sequence[tuple[int, int, float, float]]  # MAX's slot, MIN's, stakes, mass


class Sequences(Dice):
    """Nothing learned yet: all regrets and sums are zero."""

    def __init__(self, form: Form) -> None:
        slots = HEADER + SET * len(form.firsts)
        pairs = slots + SLOT * form.firsts[-1]
        end = pairs + PAIR * len(form.pairs)
        super().__init__(end)
        self.words = end
        self.ints[SETS : END + 1] = [len(form.parents), form.max_sets, slots, pairs, end]
        self.ints[HISTORIES] = form.histories
        for index, first in enumerate(form.firsts):
            self.ints[HEADER + SET * index + FIRST] = slots + SLOT * first
        for index, parent in enumerate(form.parents):
            self.ints[HEADER + SET * index + PARENT] = slots + SLOT * parent
        for index, (mine, theirs, stakes, mass) in enumerate(form.pairs):
            place = pairs + PAIR * index
            self.ints[place] = slots + SLOT * mine << 32 | slots + SLOT * theirs
            self.floats[place + STAKES] = stakes
            self.floats[place + PAIR_MASS] = mass

    def copied(self, seed: int, most_visits: int) -> Sequences:
        """The same in memory of its own, with chance seeded."""
        twin = Sequences.__new__(Sequences)
        Block.__init__(twin, self.words)
        twin.words = self.words
        ctypes.memmove(twin.address, self.address, 8 * self.words)
        twin.seed(seed)
        twin.ints[MOST_VISITS] = most_visits
        return twin

    # -- where things are -------------------------------------------------------------

    def begin(self, player: int) -> int:
        """The first set of a player."""
        return 0 if player == MAX else peek(self, MAX_SETS)

    def end(self, player: int) -> int:
        """Where the sets of a player end."""
        return peek(self, MAX_SETS) if player == MAX else peek(self, SETS)

    def empty(self, player: int) -> int:
        """The slot of a player who has not moved."""
        return peek(self, SLOTS) + SLOT * player

    def parent(self, number: int) -> int:
        return peek(self, HEADER + SET * number + PARENT)

    def first(self, number: int) -> int:
        """A set's first slot; that of the next set is behind its last."""
        return peek(self, HEADER + SET * number + FIRST)

    def mass(self, number: int) -> float:
        """How likely chance and the other player's average lead to a set."""
        return peek_float(self, HEADER + SET * number + MASS)

    def set_gain(self, slot: int, gain: float) -> None:
        poke_float(self, slot + GAIN, gain)

    def regret(self, slot: int) -> float:
        """Where there is none, 0."""
        regret = peek_float(self, slot + REGRET)
        return regret if regret > 0.0 else 0.0

    def average(self, slot: int) -> float:
        """How much of all strategies so far was this move; not yet divided by the set's total."""
        return peek_float(self, slot + SUM)

    def add_to_average(self, slot: int, amount: float) -> None:
        poke_float(self, slot + SUM, peek_float(self, slot + SUM) + amount)

    # -- strategies -------------------------------------------------------------------

    def share(self, slot: int, first: int, end: int, total: float) -> float:
        """Of a slot by its regret, where those of its set add up to `total`: regret matching."""
        return self.regret(slot) / total if total > 0.0 else 1.0 / ((end - first) // SLOT)

    def total(self, first: int, end: int) -> float:
        total = 0.0
        for slot in range(first, end, SLOT):
            total += self.regret(slot)
        return total

    def average_share(self, slot: int, first: int, end: int, total: float) -> float:
        return self.average(slot) / total if total > 0.0 else 1.0 / ((end - first) // SLOT)

    def average_total(self, first: int, end: int) -> float:
        total = 0.0
        for slot in range(first, end, SLOT):
            total += self.average(slot)
        return total

    # -- downward: how likely a player's moves are ---------------------------------------

    def follow(self, player: int, weight: float) -> None:
        """The strategy by regrets, which goes into the average with a weight."""
        poke_float(self, self.empty(player) + REACH, 1.0)
        for number in range(self.begin(player), self.end(player)):
            first, end = self.first(number), self.first(number + 1)
            above = peek_float(self, self.parent(number) + REACH)
            total = self.total(first, end)
            for slot in range(first, end, SLOT):
                reach = above * self.share(slot, first, end, total)
                poke_float(self, slot + REACH, reach)
                self.add_to_average(slot, weight * reach)

    def follow_average(self, player: int) -> None:
        poke_float(self, self.empty(player) + REACH, 1.0)
        for number in range(self.begin(player), self.end(player)):
            first, end = self.first(number), self.first(number + 1)
            above = peek_float(self, self.parent(number) + REACH)
            total = self.average_total(first, end)
            for slot in range(first, end, SLOT):
                reach = above * self.average_share(slot, first, end, total)
                poke_float(self, slot + REACH, reach)

    # -- at the ends of the game ---------------------------------------------------------

    def clear_gains(self, player: int) -> None:
        poke_float(self, self.empty(player) + GAIN, 0.0)
        for slot in range(self.first(self.begin(player)), self.first(self.end(player)), SLOT):
            poke_float(self, slot + GAIN, 0.0)

    def gather(self, player: int, of: int, sign: float) -> None:
        """What a player gains by each last move: of stakes, as signed, or of masses."""
        self.clear_gains(player)
        own = 32 if player == MAX else 0  # where its slot is in the word
        for pair in range(peek(self, PAIRS), peek(self, END), PAIR):
            both = peek(self, pair)
            slot, other = both >> own & LOW, both >> (32 - own) & LOW
            worth = sign * peek_float(self, pair + of) * peek_float(self, other + REACH)
            poke_float(self, slot + GAIN, peek_float(self, slot + GAIN) + worth)

    def gather_stakes(self, player: int) -> None:
        self.gather(player, STAKES, 1.0 if player == MAX else -1.0)

    def gather_masses(self, player: int) -> None:
        self.gather(player, PAIR_MASS, 1.0)

    # -- upward: what sets are worth --------------------------------------------------

    def learn(self, player: int) -> None:
        """Take gains upward, and regret what was not done."""
        for number in range(self.end(player) - 1, self.begin(player) - 1, -1):
            value = self.learn_at(self.first(number), self.first(number + 1), 0.0)
            above = self.parent(number)
            poke_float(self, above + GAIN, peek_float(self, above + GAIN) + value)

    def learn_at(self, first: int, end: int, least: float) -> float:
        """The value of a set by its gains; no regret is kept below `least`."""
        total, value = self.total(first, end), 0.0
        for slot in range(first, end, SLOT):
            value += self.share(slot, first, end, total) * peek_float(self, slot + GAIN)
        for slot in range(first, end, SLOT):
            regret = peek_float(self, slot + REGRET) + peek_float(self, slot + GAIN) - value
            poke_float(self, slot + REGRET, regret if regret > least else least)
        return value

    def back_up(self, player: int, best: bool) -> float:
        """Take gains upward, by the best moves or the average ones; the worth of it all."""
        for number in range(self.end(player) - 1, self.begin(player) - 1, -1):
            first, end = self.first(number), self.first(number + 1)
            value = self.best_gain(first, end) if best else self.average_gain(first, end)
            above = self.parent(number)
            poke_float(self, above + GAIN, peek_float(self, above + GAIN) + value)
        return peek_float(self, self.empty(player) + GAIN)

    def best_gain(self, first: int, end: int) -> float:
        best = -INFINITY
        for slot in range(first, end, SLOT):
            best = max(best, peek_float(self, slot + GAIN))
        return best

    def average_gain(self, first: int, end: int) -> float:
        total, value = self.average_total(first, end), 0.0
        for slot in range(first, end, SLOT):
            value += self.average_share(slot, first, end, total) * peek_float(self, slot + GAIN)
        return value

    def note_masses(self, player: int) -> None:
        """Of all sets, where gains are of masses."""
        for number in range(self.begin(player), self.end(player)):
            mass = self.average_gain(self.first(number), self.first(number + 1))
            poke_float(self, HEADER + SET * number + MASS, mass)

    # -- how far it came --------------------------------------------------------------

    def rounds(self) -> int:
        """How many were finished."""
        return peek(self, ROUNDS)

    def end_round(self) -> None:
        poke(self, ROUNDS, peek(self, ROUNDS) + 1)

    def visits(self) -> int:
        """How many histories were visited."""
        return peek(self, VISITS)

    def visit(self, histories: int) -> None:
        """So many more, if they are allowed."""
        visits = peek(self, VISITS) + histories
        if visits > peek(self, MOST_VISITS):
            raise Stopped
        poke(self, VISITS, visits)

    def visit_all(self) -> None:
        """All that there are: pairs stand for them."""
        self.visit(peek(self, HISTORIES))

    # -- sampling: xorshift64*, after Vigna (2016) ---------------------------------------

    def drawn(self, first: int, end: int) -> int:
        """A slot by the strategy of its set, which goes into the average."""
        total, left = self.total(first, end), self.fraction()
        chosen = -1
        for slot in range(first, end, SLOT):
            share = self.share(slot, first, end, total)
            self.add_to_average(slot, share)
            if chosen < 0 and left < share:
                chosen = slot
            left -= share
        return chosen if chosen >= 0 else self.likeliest(first, end)

    def likeliest(self, first: int, end: int) -> int:
        """What rounding leaves over."""
        best = first
        for slot in range(first, end, SLOT):
            if self.regret(slot) > self.regret(best):
                best = slot
        return best
