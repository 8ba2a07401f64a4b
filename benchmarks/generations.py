"""How the time of a generation of genetic minimax grows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.paths import PLAIN
from benchmarks.settings import Settings
from benchmarks.words import Table
from outply import Genetic, Limit
from outply.games.random_tree import RandomTree

TITLE = "Time of a generation"
ABOUT = """
Compiled, on a tree of 50 branches, by the length of paths and by the population, as in the paper
and with challenges; the mean of 20 generations, the best of three runs. The last column is the
time for each individual and ply, which grows where the time grows faster than linearly."""

GAME = RandomTree(branching=50, depth=12, spread=10**6)
GENERATIONS = 20
CASES = [*((depth, 40) for depth in (3, 5, 7, 9, 11)), *((7, size) for size in (10, 160, 640))]


def seconds(search: Genetic, depth: int) -> float:
    found = [search.search(GAME, GAME.initial(), Limit(depth=depth)) for _ in range(3)]
    return min(each.seconds for each in found)


def rows(settings: Settings) -> Iterator[list[str]]:
    generations = settings.few(GENERATIONS, 2)
    for challenges in (0, 8):
        for depth, population in CASES:
            search = replace(
                PLAIN, challenges=challenges, population=population, generations=generations
            )
            each = seconds(search, depth) / generations
            one = each / population / depth
            name = "with challenges" if challenges else "as in the paper"
            yield [
                *(name, str(depth), str(population)),
                *(f"{1e6 * each:,.0f} µs", f"{1e9 * one:,.0f} ns"),
            ]


def table(settings: Settings) -> Table:
    head = ["search", "depth", "population", "a generation", "for each individual and ply"]
    return [head, *rows(settings)]
