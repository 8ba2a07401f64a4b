"""Figure 11: time against levels, for minimax, alpha-beta and genetic minimax."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

from outply.experiments.genetic_minimax_paper.compared_searches import (
    compile_searches,
    searched,
    seed_of,
)
from outply.experiments.genetic_minimax_paper.seeded_trees import KINDS, SeededTree, root
from outply.experiments.genetic_minimax_paper.sizes import Sizes
from outply.search import Limit, Search
from outply.search.alphabeta import AlphaBeta
from outply.search.genetic import Genetic
from outply.search.minimax import Minimax

__all__ = ["NAMES", "Timing", "document", "rows", "total"]

NAMES = ("minimax", "alphabeta", "genetic", "genetic_long")


class Timing(NamedTuple):
    kind: str
    search: str
    levels: int
    tree: int
    nodes: int
    seconds: float
    compiled: bool


def total(sizes: Sizes) -> int:
    return sizes.time_trees * len(KINDS) * sizes.time_levels * len(NAMES)


def rows(sizes: Sizes, seed: int) -> Iterator[Timing]:
    game = SeededTree(sizes.branching)
    compile_searches(list(_searches(sizes, 0).values()), game, game.initial(), sizes.compiled)
    for tree in range(seed, seed + sizes.time_trees):
        for kind in KINDS:
            for levels in range(1, sizes.time_levels + 1):
                state, limit = root(tree, levels, kind), Limit(depth=levels)
                for name, search in _searches(sizes, seed_of(kind, levels, tree)).items():
                    found = searched(search, game, state, limit, sizes.compiled)
                    effort = found.nodes, found.seconds, found.compiled
                    yield Timing(kind, name, levels, tree, *effort)


def _searches(sizes: Sizes, seed: int) -> dict[str, Search]:
    few, many = sizes.generations
    searches = (Minimax(), AlphaBeta(), Genetic(generations=few, seed=seed))
    return dict(zip(NAMES, (*searches, Genetic(generations=many, seed=seed)), strict=True))


def document(found: Sequence[Timing], sizes: Sizes) -> dict[str, Any]:
    """The median of the seconds, by levels; other work of the machine would change a mean."""
    return {
        "levels": list(range(1, sizes.time_levels + 1)),
        "trees": len({row.tree for row in found}),
        "generations": dict(zip(NAMES[2:], sizes.generations, strict=True)),
        **{kind: _of_kind([row for row in found if row.kind == kind], sizes) for kind in KINDS},
    }


def _of_kind(found: list[Timing], sizes: Sizes) -> dict[str, list[float | None]]:
    return {
        name: [
            _median([row.seconds for row in found if (row.search, row.levels) == (name, level)])
            for level in range(1, sizes.time_levels + 1)
        ]
        for name in NAMES
    }


def _median(seconds: list[float]) -> float | None:
    return median(seconds) if seconds else None
