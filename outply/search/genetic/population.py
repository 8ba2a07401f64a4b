"""The individuals of genetic minimax: paths of the reservation tree, by their leaves."""

from __future__ import annotations

from typing import NamedTuple

from outply.compiler.records import Array, Record
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

OFFSPRING = 32  # times as many as parents, at most
FIRST, SECOND, CHILD, RANKS, NEW = range(5)  # rows
NEXT, NEAREST, RANDOM = range(3)  # how an illegal gene is repaired
AT_RANDOM, BY_ORDER, BY_VALUE = range(3)  # which moves are tried first
MOVES = 1024  # that are told apart at once, by their lowest bits
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


class Individual(Record):
    leaf: int
    fitness: int


class Trial(Record):
    """For the lowest bits of a move: who knew such a move last."""

    number: int  # the last of the trials that did
    move: int


class Population(Dice):
    """Room for so many individuals of so many genes."""

    most: int  # individuals that survive
    count: int
    depth: int
    crossover: float
    mutation: float
    challenges: int
    repair: int
    by_branches: bool
    parentless: bool
    order: int
    quiescence: bool
    whole: bool
    best_utility: float
    newcomers: int
    trial_count: int
    births: int  # of all children there ever were, duplicates among them

    # `most` parents and many times as many offspring; the next generation behind them
    individuals: Array[Individual]

    # Rows of genes: two parents and a child; ranks: for each fitness, where the next individual
    # that has it goes; then newcomers, that were found elsewhere
    genes: Array[int]

    trials: Array[Trial]

    def __init__(self, most: int, depth: int, seed: int, customs: Customs) -> None:
        super().__init__(
            individuals=(OFFSPRING + 2) * most, genes=(NEW + most) * (depth + 2), trials=MOVES
        )
        self.seed(seed)
        self.most, self.depth = most, depth
        for name, custom in customs._asdict().items():
            setattr(self, name, custom)

    # -- customs ----------------------------------------------------------------------

    def are_parentless(self) -> bool:
        return self.parentless

    def try_all_last(self) -> bool:
        return self.whole

    def wait_for_quiet(self) -> bool:
        return self.quiescence

    # -- individuals ------------------------------------------------------------------

    def clear(self) -> None:
        self.count = 0

    def note_birth(self) -> None:
        self.births += 1

    def add(self, leaf: int) -> None:
        """One more; its fitness is found later."""
        if self.count < (OFFSPRING + 1) * self.most:
            self.individuals[self.count].leaf = leaf
            self.count += 1

    def leaf(self, index: int) -> int:
        return self.individuals[index].leaf

    def fitness(self, index: int) -> int:
        return self.individuals[index].fitness

    def judge(self, tree: Reservation) -> None:
        """Everyone's fitness is how high its leaf's value comes in the tree."""
        for index in range(self.count):
            one = self.individuals[index]
            one.fitness = tree.attained(one.leaf)

    def parent(self, parents: int) -> int:
        """One of so many parents, which come first, the likelier the fitter: the roulette wheel.

        By trying any and taking it at a rate of its fitness, which is as fair and takes no longer
        for many than for few (Lipowski and Lipowska, 2012).
        """
        best = self.depth + 1
        while True:
            index = self.below(parents)
            if self.below(best) < self.fitness(index):
                return index

    def select(self) -> None:
        """The fittest survive; among equals, who came last."""
        count, highest = self.count, self.depth + 1
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
        most, behind = self.most, (OFFSPRING + 1) * self.most
        for index in range(count - 1, -1, -1):
            height = self.fitness(index)
            place = self.gene(RANKS, height)
            self.set_gene(RANKS, height, place + 1)
            if place < most:
                self.copy(index, behind + place)
        for index in range(min(count, most)):
            self.copy(behind + index, index)
        self.count = min(count, most)

    def copy(self, one: int, other: int) -> None:
        self.individuals[other].copy_from(self.individuals[one])

    # -- newcomers --------------------------------------------------------------------

    def invite(self, paths: list[tuple[int, ...]]) -> None:
        """Paths that were found elsewhere, the best first; they are born when evolution goes on."""
        count, depth = min(len(paths), self.most), self.depth
        for index, path in enumerate(paths[:count]):
            for ply in range(depth):
                self.set_gene(NEW + index, ply, path[ply] if ply < len(path) else ANY)
        self.newcomers = count

    def take_in(self, index: int) -> None:
        """A newcomer is the child."""
        for ply in range(self.depth):
            self.set_gene(CHILD, ply, self.gene(NEW + index, ply))

    # -- moves that were tried --------------------------------------------------------

    def note_tried(self, node: int, tree: Reservation) -> None:
        """Which moves have a child of a node, if there are any for which the tree has no bit."""
        self.trial_count += 1
        child = tree.child(node) if tree.is_tried(node, OTHERS) else NONE
        while child != NONE:
            trial = self.trial(tree.move(child))
            trial.number, trial.move = self.trial_count, tree.move(child)
            child = tree.sibling(child)

    def is_tried(self, move: int, node: int, tree: Reservation) -> bool:
        """Whether a move has a child of the node that was noted last."""
        if not tree.is_tried(node, move) or 0 <= move < OTHERS:
            return tree.is_tried(node, move)
        trial = self.trial(move)
        if trial.number != self.trial_count:
            return False
        return trial.move == move or tree.by_move(node, move) != NONE

    def trial(self, move: int) -> Trial:
        return self.trials[move & (MOVES - 1)]

    # -- genes ------------------------------------------------------------------------

    def gene(self, row: int, index: int) -> int:
        return self.genes[self.place(row, index)]

    def set_gene(self, row: int, index: int, gene: int) -> None:
        self.genes[self.place(row, index)] = gene

    def place(self, row: int, index: int) -> int:
        return row * (self.depth + 2) + index

    def conceive(self) -> None:
        """A child of which nothing is given."""
        for index in range(self.depth):
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
        for index in range(length, self.depth):
            self.set_gene(row, index, ANY)
        index, node = length, leaf
        while index > 0:
            index -= 1
            self.set_gene(row, index, tree.gene(node))
            node = tree.parent(node)
        return length
