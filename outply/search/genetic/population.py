"""The population of genetic minimax: each individual is a path of the reservation tree."""

from __future__ import annotations

from typing import NamedTuple

from outply.compiler.records import Array, Record
from outply.search.genetic.reservation_tree import NONE, OTHERS, ReservationTree
from outply.search.random_numbers import RandomNumbers

__all__ = [
    "ANY",
    "AT_RANDOM",
    "BY_ORDER",
    "BY_VALUE",
    "CHILD",
    "FIRST_PARENT",
    "NEAREST",
    "NEXT",
    "OFFSPRING_PER_PARENT",
    "RANDOM",
    "SECOND_PARENT",
    "GeneticSettings",
    "Population",
]

OFFSPRING_PER_PARENT = 32  # at most, in one generation
FIRST_PARENT, SECOND_PARENT, CHILD, RANKS, IMMIGRANTS = range(5)  # rows of genes
NEXT, NEAREST, RANDOM = range(3)  # how an illegal gene is repaired
AT_RANDOM, BY_ORDER, BY_VALUE = range(3)  # which moves are tried first
TRIED_MOVES = 1024  # entries of the hash table of tried moves
ANY = -(1 << 62)  # a gene that stands for any legal move


class GeneticSettings(NamedTuple):
    """The parameters of evolution."""

    crossover_rate: float = 0.5
    mutation_rate: float = 0.1
    challenges: int = 0  # in a generation, for each individual
    repair: int = NEXT
    by_branches: bool = False  # genes are numbers of branches, not moves
    random_paths: bool = False  # no parents: the Las Vegas search
    move_order: int = AT_RANDOM  # which moves are tried first
    quiescence: bool = False  # a leaf is valued where no noisy move is left
    whole_last_ply: bool = False  # the last move of a path is the best of all
    best_utility: float = 1.0  # of the game


class Individual(Record):
    leaf: int
    fitness: int


class TriedMove(Record):
    """The last move with these lowest bits that was found to be tried."""

    stamp: int  # when that was
    move: int


class Population(RandomNumbers, checked=False):
    """Room for `most` individuals of `depth` genes, and for their offspring."""

    most: int  # individuals that survive
    count: int
    depth: int
    crossover_rate: float
    mutation_rate: float
    challenges: int
    repair: int
    by_branches: bool
    random_paths: bool
    move_order: int
    quiescence: bool
    whole_last_ply: bool
    best_utility: float
    immigrants: int
    stamp: int  # of the last call of `find_tried`
    offspring_count: int  # of all generations, duplicates among them

    # `most` parents and their offspring; behind them, room to sort the next generation
    individuals: Array[Individual]

    # Rows of genes: two parents and a child; ranks: for each fitness, the index of the next
    # individual that has it; then the immigrants
    genes: Array[int]

    tried_moves: Array[TriedMove]

    def __init__(self, most: int, depth: int, seed: int, settings: GeneticSettings) -> None:
        super().__init__(
            individuals=(OFFSPRING_PER_PARENT + 2) * most,
            genes=(IMMIGRANTS + most) * (depth + 2),
            tried_moves=TRIED_MOVES,
        )
        self.seed(seed)
        self.most, self.depth = most, depth
        for name, value in settings._asdict().items():
            setattr(self, name, value)

    # -- individuals ------------------------------------------------------------------

    def clear(self) -> None:
        self.count = 0

    def count_offspring(self) -> None:
        self.offspring_count += 1

    def add(self, leaf: int) -> None:
        """Add an individual, whose fitness is computed later, if there is room."""
        if self.count < (OFFSPRING_PER_PARENT + 1) * self.most:
            self.individuals[self.count].leaf = leaf
            self.count += 1

    def leaf(self, index: int) -> int:
        return self.individuals[index].leaf

    def fitness(self, index: int) -> int:
        return self.individuals[index].fitness

    def compute_fitness(self, tree: ReservationTree) -> None:
        """Compute the fitness of all individuals: how high their leaf values rise in the tree."""
        for index in range(self.count):
            individual = self.individuals[index]
            individual.fitness = tree.fitness(individual.leaf)

    def select_parent(self, parents: int) -> int:
        """Select one of the first `parents` individuals by the roulette wheel.

        Draw any, and accept it with a probability proportional to its fitness. This takes no
        longer for many parents than for few (Lipowski and Lipowska, 2012).
        """
        highest = self.depth + 1
        while True:
            index = self.below(parents)
            if self.below(highest) < self.fitness(index):
                return index

    def select_survivors(self) -> None:
        """Keep the fittest; among equals, the newest."""
        count, highest = self.count, self.depth + 1
        for fitness in range(highest + 1):
            self.set_gene(RANKS, fitness, 0)
        for index in range(count):
            fitness = self.fitness(index)
            self.set_gene(RANKS, fitness, self.gene(RANKS, fitness) + 1)
        rank = 0
        for fitness in range(highest, -1, -1):
            rank += self.gene(RANKS, fitness)
            self.set_gene(RANKS, fitness, rank - self.gene(RANKS, fitness))
        self.sort_by_rank(count)

    def sort_by_rank(self, count: int) -> None:
        """Move the individuals with the first `most` ranks to the front, and drop the others."""
        most, behind = self.most, (OFFSPRING_PER_PARENT + 1) * self.most
        for index in range(count - 1, -1, -1):
            fitness = self.fitness(index)
            rank = self.gene(RANKS, fitness)
            self.set_gene(RANKS, fitness, rank + 1)
            if rank < most:
                self.copy(index, behind + rank)
        for index in range(min(count, most)):
            self.copy(behind + index, index)
        self.count = min(count, most)

    def copy(self, source: int, target: int) -> None:
        self.individuals[target].copy_from(self.individuals[source])

    # -- migration --------------------------------------------------------------------

    def set_immigrants(self, paths: list[tuple[int, ...]]) -> None:
        """Set the paths, best first, that join the population when evolution continues."""
        count, depth = min(len(paths), self.most), self.depth
        for index, path in enumerate(paths[:count]):
            for ply in range(depth):
                self.set_gene(IMMIGRANTS + index, ply, path[ply] if ply < len(path) else ANY)
        self.immigrants = count

    def copy_immigrant(self, index: int) -> None:
        """Copy the genes of an immigrant to the child."""
        for ply in range(self.depth):
            self.set_gene(CHILD, ply, self.gene(IMMIGRANTS + index, ply))

    # -- tried moves ------------------------------------------------------------------

    def find_tried(self, node: int, tree: ReservationTree) -> None:
        """Note which moves have a child of a node, if the tree has no bit for some of them."""
        self.stamp += 1
        child = tree.child(node) if tree.is_tried(node, OTHERS) else NONE
        while child != NONE:
            tried = self.tried_move(tree.move(child))
            tried.stamp, tried.move = self.stamp, tree.move(child)
            child = tree.sibling(child)

    def is_tried(self, move: int, node: int, tree: ReservationTree) -> bool:
        """Whether a move has a child of `node`, for which `find_tried` was called last."""
        if not tree.is_tried(node, move) or 0 <= move < OTHERS:
            return tree.is_tried(node, move)
        tried = self.tried_move(move)
        if tried.stamp != self.stamp:
            return False
        return tried.move == move or tree.child_by_move(node, move) != NONE

    def tried_move(self, move: int) -> TriedMove:
        return self.tried_moves[move & (TRIED_MOVES - 1)]

    # -- genes ------------------------------------------------------------------------

    def gene(self, row: int, index: int) -> int:
        return self.genes[self.gene_index(row, index)]

    def set_gene(self, row: int, index: int, gene: int) -> None:
        self.genes[self.gene_index(row, index)] = gene

    def gene_index(self, row: int, index: int) -> int:
        return row * (self.depth + 2) + index

    def clear_child(self) -> None:
        """Let all genes of the child stand for any legal move."""
        for index in range(self.depth):
            self.set_gene(CHILD, index, ANY)

    def copy_best_line(self, ply: int, node: int, tree: ReservationTree) -> None:
        """Copy the best line below a node to the genes of the child, from a ply on."""
        after = tree.best_child(node)
        while after != NONE:
            self.set_gene(CHILD, ply, tree.gene(after))
            after, ply = tree.best_child(after), ply + 1

    def copy_path(self, row: int, leaf: int, tree: ReservationTree) -> int:
        """Copy the genes of a path to a row, and fill the rest with ANY; return its length."""
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
