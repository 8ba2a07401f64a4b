"""Genetic minimax: paths are individuals, and minimax over all paths ever seen is their judge.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game, OutplyError
from outply.search.base import MAX_DEPTH, Limit
from outply.search.genetic.attempt import Course
from outply.search.genetic.population import (
    AT_RANDOM,
    BY_ORDER,
    BY_VALUE,
    NEAREST,
    NEXT,
    OFFSPRING,
    RANDOM,
    Customs,
)
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
MOST_ISLANDS = 256
SWITCHES = ("deepening", "ordered", "whole_last_ply", "quiescence", "reuse")


@dataclass(frozen=True)
class Genetic(ReservedSearch):
    """A population of paths that cross over and mutate, each as fit as its value rises.

    Without `generations` there are as many as the limit of seconds or nodes allows, or 200; with
    them there is no `deepening`.
    `genes` are moves, or numbers of branches; `repair` says which legal gene stands for an
    illegal one: the next, the nearest, or any.

    The rest is not the paper's, and can be switched off. `challenges` are children in each
    generation and for each individual that try what a player never tried against the other's best
    play. Under a limit of seconds or nodes, `deepening` searches shorter paths first, begins each
    time with what it found, goes on beyond `depth` if the limit has none, and answers with the
    last depth of which it knew enough. `ordered` tries moves by the game's order, or where it
    has none by what they lead to. `whole_last_ply` ends each path with the best of all its last
    moves. `quiescence` lets paths go on for some noisy moves. `reuse` begins with what the same
    search found at the move before, so its answers depend on that. `islands` are populations in
    threads of their own that exchange their best.
    """

    name: ClassVar[str] = "genetic"

    population: int = 40
    crossover: float = 0.5
    mutation: float = 0.1
    generations: int = 0
    genes: str = "moves"
    repair: str = "next"
    challenges: int = 8
    deepening: bool = True
    ordered: bool = True
    whole_last_ply: bool = True
    quiescence: bool = False
    reuse: bool = False
    islands: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        require_whole(self, "population", 2, MOST)
        require_whole(self, "generations", 0, MOST_GENERATIONS)
        require_whole(self, "challenges", 0, MOST_CHALLENGES)
        require_whole(self, "islands", 1, MOST_ISLANDS)
        for name in SWITCHES:
            given = getattr(self, name)
            if type(given) is not bool:
                raise OutplyError(f"{name} of genetic is {given!r}; give True or False.")
        for name in ("crossover", "mutation"):
            rate = getattr(self, name)
            if not isinstance(rate, int | float) or not 0 <= rate <= 1:
                raise OutplyError(f"{name} of genetic is {rate!r}; give a rate, 0 to 1.")
        for name, known in (("genes", GENES), ("repair", tuple(REPAIRS))):
            given = getattr(self, name)
            if given not in known:
                raise OutplyError(f"{name} of genetic is {given!r}; give {' or '.join(known)}.")

    def course(self, game: Game[Any], state: Any, depth: int, limit: Limit) -> Course:
        depths: Sequence[int] = (depth,)
        if self.deepening and not self.generations and is_limited(limit):
            deepest = MAX_DEPTH if limit.depth is None else depth
            longest = 2 * game.plies_left(state)  # every other move may be a pass
            depths = range(1, min(deepest, longest) + 1)
        return Course(
            *(self._customs(game), self.population),
            *(self.generations or default(GENERATIONS, limit), depths),
            *(self.islands, self.reuse),
        )

    def _customs(self, game: Game[Any]) -> Customs:
        return Customs(
            crossover=float(self.crossover),
            mutation=float(self.mutation),
            challenges=self.challenges,
            repair=REPAIRS[self.repair],
            by_branches=self.genes == "branches",
            order=_order(game) if self.ordered else AT_RANDOM,
            quiescence=self.quiescence,
            whole=self.whole_last_ply,
            best_utility=game.utility_range[1],
        )


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

    def course(self, game: Game[Any], state: Any, depth: int, limit: Limit) -> Course:
        return Course(Customs(parentless=True), 2, self.paths or default(PATHS, limit), (depth,))


def default(rounds: int, limit: Limit) -> int:
    """How often to go on where nothing else says when to stop."""
    return MOST_GENERATIONS if is_limited(limit) else rounds


def is_limited(limit: Limit) -> bool:
    return limit.seconds is not None or limit.nodes is not None


def _order(game: Game[Any]) -> int:
    """The game's own if it has one, also where a recorder stands before it."""
    return BY_VALUE if getattr(game.order, "__func__", None) is Game.order else BY_ORDER
