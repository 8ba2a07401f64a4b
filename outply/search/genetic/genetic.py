"""Genetic minimax: paths are individuals, and minimax over all paths ever seen is their judge.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from outply.game import OutplyError
from outply.search.base import Limit
from outply.search.genetic.population import NEAREST, NEXT, OFFSPRING, RANDOM, Customs
from outply.search.genetic.reserved import (
    MOST,
    MOST_GENERATIONS,
    ReservedSearch,
    require_whole,
)

__all__ = ["Genetic", "LasVegas"]

REPAIRS = {"next": NEXT, "nearest": NEAREST, "random": RANDOM}
GENES = ("moves", "branches")
GENERATIONS = 200  # if nothing else is a limit
PATHS = 8000
MOST_CHALLENGES = OFFSPRING - 2  # there is room for no more


@dataclass(frozen=True)
class Genetic(ReservedSearch):
    """A population of paths that cross over and mutate, each as fit as its value rises.

    Without `generations` there are as many as the limit of seconds or nodes allows, or 200.
    `genes` are moves, or numbers of branches; `repair` says which legal gene stands for an
    illegal one: the next, the nearest, or any. `challenges`, which the paper has not, are children
    in each generation and for each individual that try what a player never tried against the
    other's best play; 0 is the paper's algorithm.
    """

    name: ClassVar[str] = "genetic"

    population: int = 40
    crossover: float = 0.5
    mutation: float = 0.1
    generations: int = 0
    genes: str = "moves"
    repair: str = "next"
    challenges: int = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        require_whole(self, "population", 2, MOST)
        require_whole(self, "generations", 0, MOST_GENERATIONS)
        require_whole(self, "challenges", 0, MOST_CHALLENGES)
        for name in ("crossover", "mutation"):
            rate = getattr(self, name)
            if not isinstance(rate, int | float) or not 0 <= rate <= 1:
                raise OutplyError(f"{name} of genetic is {rate!r}; give a rate, 0 to 1.")
        for name, known in (("genes", GENES), ("repair", tuple(REPAIRS))):
            given = getattr(self, name)
            if given not in known:
                raise OutplyError(f"{name} of genetic is {given!r}; give {' or '.join(known)}.")

    def customs(self) -> Customs:
        return Customs(
            crossover=float(self.crossover),
            mutation=float(self.mutation),
            challenges=self.challenges,
            repair=REPAIRS[self.repair],
            by_branches=self.genes == "branches",
        )

    @property
    def individuals(self) -> int:
        return self.population

    def rounds(self, limit: Limit) -> int:
        endless = limit.seconds is not None or limit.nodes is not None
        return self.generations or (MOST_GENERATIONS if endless else GENERATIONS)


@dataclass(frozen=True)
class LasVegas(ReservedSearch):
    """Paths at random, and minimax over all of them.

    Without `paths` there are as many as the limit of seconds or nodes allows, or 8,000.
    """

    name: ClassVar[str] = "lasvegas"

    paths: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        require_whole(self, "paths", 0, MOST_GENERATIONS)

    def customs(self) -> Customs:
        return Customs(parentless=True)

    @property
    def individuals(self) -> int:
        return 2

    def rounds(self, limit: Limit) -> int:
        endless = limit.seconds is not None or limit.nodes is not None
        return self.paths or (MOST_GENERATIONS if endless else PATHS)
