"""The individuals of genetic minimax: paths of the reservation tree, by their leaves; and chance.

    header    0     1     2      3      4          5         6           7       8
              dice  most  count  depth  crossover  mutation  challenges  repair  branches
              9           10       11          12         13     14            15      16
              parentless  order    quiescence  newcomers  whole  best utility  trials  births

    one       0     1
              leaf  fitness

    genes     rows of `depth` words: two parents and a child
    ranks     for each fitness, where the next individual that has it goes
    more      rows of genes: newcomers, that were found elsewhere
    tried     for the lowest bits of each move, the last of the trials that knew such a move, and it

There is room for `most` parents and many times as many offspring, and for the next generation
behind them; and for `most` newcomers.
"""

from __future__ import annotations

from typing import NamedTuple

from outply.compiler.primitives import peek, peek_float, poke
from outply.search.dice import Dice
from outply.search.genetic.reservation import NONE, OTHERS, Reservation

__all__ = [
    "ANY",
    "AT_RANDOM",
    "BY_ORDER",
    "BY_VALUE",
    "CHILD",
    "FIRST",
    "NEAREST",
    "NEXT",
    "OFFSPRING",
    "RANDOM",
    "SECOND",
    "Customs",
    "Population",
]

MOST, COUNT, DEPTH, CROSSOVER, MUTATION, CHALLENGES, REPAIR, BRANCHES = range(1, 9)
PARENTLESS, ORDER, QUIESCENCE, NEWCOMERS, WHOLE, UTILITY, TRIALS, BIRTHS = range(9, 17)
HEADER = 17
INDIVIDUAL = 2  # words
OFFSPRING = 32  # times as many as parents, at most
FIRST, SECOND, CHILD, RANKS, NEW = range(5)  # rows
NEXT, NEAREST, RANDOM = range(3)  # how an illegal gene is repaired
AT_RANDOM, BY_ORDER, BY_VALUE = range(3)  # which moves are tried first
MOVES = 1024  # that are told apart at once
TRIAL = 2  # words
ANY = -(1 << 62)  # a gene that may be any legal one


class Customs(NamedTuple):
    """How a population lives."""

    crossover: float = 0.5
    mutation: float = 0.1
    challenges: int = 0  # in a generation, for each individual
    repair: int = NEXT
    by_branches: bool = False  # genes are numbers of branches, not moves
    parentless: bool = False
    order: int = AT_RANDOM  # which moves are tried first
    quiescence: bool = False  # a path ends only where no noisy move is left
    whole: bool = False  # the last move of a path is the best of all
    best_utility: float = 1.0  # of the game


class Population(Dice):
    """Room for so many individuals of so many genes."""

    def __init__(self, most: int, depth: int, seed: int, customs: Customs) -> None:
        self_and_next = INDIVIDUAL * (OFFSPRING + 2) * most
        super().__init__(HEADER + self_and_next + (NEW + most) * (depth + 2) + TRIAL * MOVES)
        self.ints[MOST], self.ints[DEPTH] = most, depth
        self.seed(seed)
        self.floats[CROSSOVER], self.floats[MUTATION] = customs.crossover, customs.mutation
        self.ints[CHALLENGES] = customs.challenges
        self.ints[REPAIR], self.ints[BRANCHES] = customs.repair, customs.by_branches
        self.ints[PARENTLESS], self.ints[ORDER] = customs.parentless, customs.order
        self.ints[QUIESCENCE], self.ints[WHOLE] = customs.quiescence, customs.whole
        self.floats[UTILITY] = customs.best_utility

    # -- customs ----------------------------------------------------------------------

    def crossover(self) -> float:
        return peek_float(self, CROSSOVER)

    def mutation(self) -> float:
        return peek_float(self, MUTATION)

    def challenges(self) -> int:
        return peek(self, CHALLENGES)

    def repair(self) -> int:
        return peek(self, REPAIR)

    def by_branches(self) -> bool:
        return peek(self, BRANCHES) != 0

    def are_parentless(self) -> bool:
        return peek(self, PARENTLESS) != 0

    def order(self) -> int:
        return peek(self, ORDER)

    def best_utility(self) -> float:
        return peek_float(self, UTILITY)

    def try_all_last(self) -> bool:
        return peek(self, WHOLE) != 0

    def wait_for_quiet(self) -> bool:
        return peek(self, QUIESCENCE) != 0

    # -- individuals ------------------------------------------------------------------

    def depth(self) -> int:
        return peek(self, DEPTH)

    def most(self) -> int:
        """How many survive."""
        return peek(self, MOST)

    def count(self) -> int:
        return peek(self, COUNT)

    def clear(self) -> None:
        poke(self, COUNT, 0)

    def births(self) -> int:
        """How many children there ever were, duplicates among them."""
        return peek(self, BIRTHS)

    def note_birth(self) -> None:
        poke(self, BIRTHS, peek(self, BIRTHS) + 1)

    def add(self, leaf: int) -> None:
        """One more; its fitness is found later."""
        count = peek(self, COUNT)
        if count < (OFFSPRING + 1) * peek(self, MOST):
            poke(self, HEADER + INDIVIDUAL * count, leaf)
            poke(self, COUNT, count + 1)

    def leaf(self, index: int) -> int:
        return peek(self, HEADER + INDIVIDUAL * index)

    def fitness(self, index: int) -> int:
        return peek(self, HEADER + INDIVIDUAL * index + 1)

    def judge(self, tree: Reservation) -> None:
        """Everyone's fitness is how high its leaf's value comes in the tree."""
        for index in range(peek(self, COUNT)):
            poke(self, HEADER + INDIVIDUAL * index + 1, tree.attained(self.leaf(index)))

    def parent(self, parents: int) -> int:
        """One of so many parents, which come first, the likelier the fitter: the roulette wheel.

        By trying any and taking it at a rate of its fitness, which is as fair and takes no longer
        for many than for few (Lipowski and Lipowska, 2012).
        """
        best = peek(self, DEPTH) + 1
        while True:
            index = self.below(parents)
            if self.below(best) < self.fitness(index):
                return index

    def select(self) -> None:
        """The fittest survive; among equals, who came last."""
        count, highest = peek(self, COUNT), peek(self, DEPTH) + 1
        for height in range(highest + 1):
            self.set_gene(RANKS, height, 0)
        for index in range(count):
            self.set_gene(RANKS, self.fitness(index), self.gene(RANKS, self.fitness(index)) + 1)
        place = 0
        for height in range(highest, -1, -1):
            place += self.gene(RANKS, height)
            self.set_gene(RANKS, height, place - self.gene(RANKS, height))
        self.move_up(count)

    def move_up(self, count: int) -> None:
        """Those whose place is among the first `most` go there, by way of the room behind."""
        most, behind = peek(self, MOST), (OFFSPRING + 1) * peek(self, MOST)
        for index in range(count - 1, -1, -1):
            height = self.fitness(index)
            place = self.gene(RANKS, height)
            self.set_gene(RANKS, height, place + 1)
            if place < most:
                self.copy(index, behind + place)
        for index in range(min(count, most)):
            self.copy(behind + index, index)
        poke(self, COUNT, min(count, most))

    def copy(self, one: int, other: int) -> None:
        for word in range(INDIVIDUAL):
            poke(
                self,
                HEADER + INDIVIDUAL * other + word,
                peek(self, HEADER + INDIVIDUAL * one + word),
            )

    # -- newcomers --------------------------------------------------------------------

    def invite(self, paths: list[tuple[int, ...]]) -> None:
        """Paths that were found elsewhere, the best first; they are born when evolution goes on."""
        count, depth = min(len(paths), peek(self, MOST)), peek(self, DEPTH)
        for index, path in enumerate(paths[:count]):
            for ply in range(depth):
                self.set_gene(NEW + index, ply, path[ply] if ply < len(path) else ANY)
        poke(self, NEWCOMERS, count)

    def newcomers(self) -> int:
        return peek(self, NEWCOMERS)

    def take_in(self, index: int) -> None:
        """A newcomer is the child."""
        for ply in range(peek(self, DEPTH)):
            self.set_gene(CHILD, ply, self.gene(NEW + index, ply))

    # -- moves that were tried --------------------------------------------------------

    def note_tried(self, node: int, tree: Reservation) -> None:
        """Which moves have a child of a node, if there are any for which the tree has no bit."""
        poke(self, TRIALS, peek(self, TRIALS) + 1)
        child = tree.child(node) if tree.is_tried(node, OTHERS) else NONE
        while child != NONE:
            trial = self.trial(tree.move(child))
            poke(self, trial, peek(self, TRIALS))
            poke(self, trial + 1, tree.move(child))
            child = tree.sibling(child)

    def is_tried(self, move: int, node: int, tree: Reservation) -> bool:
        """Whether a move has a child of the node that was noted last."""
        if not tree.is_tried(node, move) or 0 <= move < OTHERS:
            return tree.is_tried(node, move)
        trial = self.trial(move)
        if peek(self, trial) != peek(self, TRIALS):
            return False
        return peek(self, trial + 1) == move or tree.by_move(node, move) != NONE

    def trial(self, move: int) -> int:
        return self.place(NEW + peek(self, MOST), TRIAL * (move & (MOVES - 1)))

    # -- genes ------------------------------------------------------------------------

    def gene(self, row: int, index: int) -> int:
        return peek(self, self.place(row, index))

    def set_gene(self, row: int, index: int, gene: int) -> None:
        poke(self, self.place(row, index), gene)

    def place(self, row: int, index: int) -> int:
        genes = HEADER + INDIVIDUAL * (OFFSPRING + 2) * peek(self, MOST)
        return genes + row * (peek(self, DEPTH) + 2) + index

    def conceive(self) -> None:
        """A child of which nothing is given."""
        for index in range(peek(self, DEPTH)):
            self.set_gene(CHILD, index, ANY)

    def follow(self, ply: int, node: int, tree: Reservation) -> None:
        """From a ply on, the child plays as is best below a node."""
        after = tree.best_child(node)
        while after != NONE:
            self.set_gene(CHILD, ply, tree.gene(after))
            after, ply = tree.best_child(after), ply + 1

    def read(self, row: int, leaf: int, tree: Reservation) -> int:
        """Write the genes of a path to a row, any others behind them; how many it has."""
        length, node = -1, leaf
        while node != NONE:
            length, node = length + 1, tree.parent(node)
        for index in range(length, peek(self, DEPTH)):
            self.set_gene(row, index, ANY)
        index, node = length, leaf
        while index > 0:
            index -= 1
            self.set_gene(row, index, tree.gene(node))
            node = tree.parent(node)
        return length
