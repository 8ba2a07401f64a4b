"""Table 1: the paper's example of a generation in the reservation tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from outply.experiments.genetic_minimax_paper.sizes import Sizes
from outply.search.genetic.reservation_tree import NONE, ROOT, ReservationTree

__all__ = ["Chromosome", "document", "rows", "total"]

# source, chromosome, leaf value, the paper's fitness
PAPER = (
    ("parent", "111", 11, 2),
    ("parent", "221", 23, 2),
    ("parent", "312", 14, 4),
    ("crossover", "121", 8, 3),
    ("crossover", "211", 6, 3),
    ("crossover", "212", 2, 1),
    ("crossover", "321", 15, 2),
    ("mutation", "113", 3, 1),
)
POPULATION = 3


class Chromosome(NamedTuple):
    number: int
    source: str
    chromosome: str
    leaf: int
    fitness: int
    paper: int
    survives: bool
    move: int


def total(sizes: Sizes) -> int:
    return len(PAPER)


def rows(sizes: Sizes, seed: int) -> Iterator[Chromosome]:
    tree = ReservationTree(1)
    tree.reset()
    leaves = {path: _insert(tree, path, leaf) for _, path, leaf, _ in PAPER}
    fitness = {path: tree.fitness(leaf) for path, leaf in leaves.items()}
    fittest = sorted(fitness, key=lambda path: -fitness[path])[:POPULATION]
    move = tree.line()[0]
    for number, (source, path, leaf, paper) in enumerate(PAPER, 1):
        yield Chromosome(number, source, path, leaf, fitness[path], paper, path in fittest, move)


def _insert(tree: ReservationTree, path: str, value: float) -> int:
    """Insert a path; return its leaf."""
    node = ROOT
    for ply, gene in enumerate(map(int, path)):
        after = tree.child_by_gene(node, gene)
        node = tree.add(node, gene, gene, 1 if ply % 2 else -1) if after == NONE else after
    tree.reserve(node, value)
    return node


def document(found: list[Chromosome], sizes: Sizes) -> dict[str, Any]:
    best = sorted((row for row in found if row.survives), key=lambda row: -row.fitness)
    return {
        "rows": [row._asdict() for row in found],
        "fitness": [row.fitness for row in found],
        "paper": [row.paper for row in found],
        "best": [row.chromosome for row in best],
        "move": found[0].move if found else None,
        "agrees": [row.fitness for row in found] == [row.paper for row in found],
    }
