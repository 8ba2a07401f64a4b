"""Genetic minimax: paths evolve, and minimax over all paths ever inserted gives their fitness.

Source: Hong, Huang and Lin, "Adversarial Search by Evolutionary Computation", Evolutionary
Computation 9 (2001).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import Game, OutplyError, Traits
from outply.search.base import MAX_DEPTH, Limit, Request, Result, Search, two_player_refusal
from outply.search.genetic.population import (
    AT_RANDOM,
    BY_ORDER,
    BY_VALUE,
    NEAREST,
    NEXT,
    OFFSPRING_PER_PARENT,
    RANDOM,
    GeneticSettings,
)
from outply.search.genetic.run import EvolutionPlan, GeneticRun
from outply.search.genetic.tree_replay import replay
from outply.search.threads import recursion_allowed

__all__ = ["Genetic", "LasVegas", "ReservationSearch"]

MOST_GENERATIONS = 1 << 40
MOST_INDIVIDUALS = MOST_MEGABYTES = 1 << 16
MOST_SEED = 1 << 62
REPAIRS = {"next": NEXT, "nearest": NEAREST, "random": RANDOM}
GENES = ("moves", "branches")
GENERATIONS = 200  # if nothing else is a limit
PATHS = 8000  # if nothing else is a limit
MOST_CHALLENGES = OFFSPRING_PER_PARENT - 2  # the rest is for crossover and mutation
MOST_ISLANDS = 256
SWITCHES = ("deepening", "ordered", "whole_last_ply", "quiescence", "reuse")


@dataclass(frozen=True)
class ReservationSearch(Search):
    """A search that inserts paths into a reservation tree of at most `megabytes`.

    Paths are `depth` plies long, unless the limit sets another depth or the game ends before.
    `nodes` counts paths. The same seed and limit of nodes always give the same answer.
    """

    values_for: ClassVar[str] = "MAX"

    depth: int = 7
    seed: int = 0
    megabytes: int = 16

    def __post_init__(self) -> None:
        require_whole(self, "depth", 1, MAX_DEPTH)
        require_whole(self, "seed", 0, MOST_SEED)
        require_whole(self, "megabytes", 1, MOST_MEGABYTES)

    def refusal(self, traits: Traits) -> str | None:
        return two_player_refusal(traits)

    @abstractmethod
    def plan(self, game: Game[Any], state: Any, depth: int, limit: Limit) -> EvolutionPlan:
        """What a run does within a limit, with paths of `depth` plies."""

    def answer(self, game: Game[Any], state: Any, request: Request) -> Result:
        self.require(game)
        run, watch = GeneticRun(self, game, state, request), request.watch
        result = run.result()
        if watch is not None and (island := run.answering_island):
            with recursion_allowed(island.depth):
                replay(game, state, island.tree, watch(island.depth))
        return result


@dataclass(frozen=True)
class Genetic(ReservationSearch):
    """A population of paths, by crossover and mutation; the higher a value rises, the fitter.

    `population`, `crossover` and `mutation` are the population size and the rates. Without
    `generations` there are as many as the limit of seconds or nodes allows, or 200; with them there
    is no `deepening`. `genes` are moves, or numbers of branches. `repair` replaces an illegal gene
    by the next legal one, the nearest, or a random one.

    The other parameters are not in the paper. `challenges` is the number of additional offspring
    per individual in a generation, each with an untried move of one player against the best play
    of the other. Under a limit of seconds or nodes, `deepening` searches shorter paths first,
    begins each depth with the paths of the one before, goes beyond `depth` if the limit has none,
    and answers with the last depth whose value is exact. `ordered` tries moves by the game's order,
    or by the values of the next states. `whole_last_ply` ends each path with the best of all last
    moves. `quiescence` follows noisy moves beyond the end of a path. `reuse` begins with the paths
    that the same search found at its move before, so its answers depend on that. `islands` is the
    number of populations, in threads of their own, that exchange their best paths.
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
        require_whole(self, "population", 2, MOST_INDIVIDUALS)
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

    def plan(self, game: Game[Any], state: Any, depth: int, limit: Limit) -> EvolutionPlan:
        depths: Sequence[int] = (depth,)
        if self.deepening and not self.generations and is_limited(limit):
            deepest = MAX_DEPTH if limit.depth is None else depth
            longest = 2 * game.plies_left(state)  # every other move may be a pass
            depths = range(1, min(deepest, longest) + 1)
        return EvolutionPlan(
            settings=self._settings(game),
            population_size=self.population,
            generations=self.generations or default(GENERATIONS, limit),
            depths=depths,
            islands=self.islands,
            reuse=self.reuse,
        )

    def _settings(self, game: Game[Any]) -> GeneticSettings:
        return GeneticSettings(
            crossover_rate=float(self.crossover),
            mutation_rate=float(self.mutation),
            challenges=self.challenges,
            repair=REPAIRS[self.repair],
            by_branches=self.genes == "branches",
            move_order=_move_order(game) if self.ordered else AT_RANDOM,
            quiescence=self.quiescence,
            whole_last_ply=self.whole_last_ply,
            best_utility=game.utility_range[1],
        )


@dataclass(frozen=True)
class LasVegas(ReservationSearch):
    """Random paths, and minimax over all of them.

    Without `paths` there are as many as the limit of seconds or nodes allows, or 8,000.
    """

    name: ClassVar[str] = "lasvegas"

    paths: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        require_whole(self, "paths", 0, MOST_GENERATIONS)

    def plan(self, game: Game[Any], state: Any, depth: int, limit: Limit) -> EvolutionPlan:
        settings, paths = GeneticSettings(random_paths=True), self.paths or default(PATHS, limit)
        return EvolutionPlan(settings, population_size=2, generations=paths, depths=(depth,))


def default(generations: int, limit: Limit) -> int:
    """The number of generations, or of random paths, if no parameter sets it."""
    return MOST_GENERATIONS if is_limited(limit) else generations


def is_limited(limit: Limit) -> bool:
    return limit.seconds is not None or limit.nodes is not None


def _move_order(game: Game[Any]) -> int:
    """The game's own order, if it defines one."""
    return BY_VALUE if type(game).order is Game.order else BY_ORDER


def require_whole(search: Search, name: str, least: int, most: int) -> None:
    given = getattr(search, name)
    if type(given) is not int or not least <= given <= most:
        wanted = f"a whole number, {least} to {most:,}"
        raise OutplyError(f"{name} of {search.name} is {given!r}; give {wanted}.")
