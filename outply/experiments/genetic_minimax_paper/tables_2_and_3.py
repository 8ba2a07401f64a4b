"""Tables 2 and 3: how good the chosen move is, by levels, after 40 and 200 generations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from outply.experiments.genetic_minimax_paper.compared_searches import (
    PAPER_ALGORITHM,
    searched,
    seed_of,
)
from outply.experiments.genetic_minimax_paper.means import Mean, mean_of, share_of
from outply.experiments.genetic_minimax_paper.seeded_trees import (
    KINDS,
    SeededTree,
    rank,
    root,
    true_values,
)
from outply.experiments.genetic_minimax_paper.sizes import Sizes
from outply.search import Limit
from outply.search.genetic import Genetic

__all__ = ["ALGORITHMS", "PAPER", "RankedMove", "document", "rows", "total"]

ALGORITHMS = {"genetic": Genetic(), "paper": PAPER_ALGORITHM}

PAPER = {"table2": (1, 1, 2, 1, 2, 1, 2), "table3": (1, 1, 1, 1, 1, 1, 2)}
"""The ranks in the paper; the bias is one less."""


class RankedMove(NamedTuple):
    table: str
    kind: str
    algorithm: str
    generations: int
    levels: int
    tree: int
    move: int
    rank: int
    bias: int
    paths: int
    seconds: float


def total(sizes: Sizes) -> int:
    return sizes.trees * len(KINDS) * sizes.levels * len(PAPER) * len(ALGORITHMS)


def rows(sizes: Sizes, seed: int) -> Iterator[RankedMove]:
    """Measure tree by tree, so that a run that is stopped has measured all levels equally."""
    game = SeededTree(sizes.branching)
    for tree in range(seed, seed + sizes.trees):
        for kind in KINDS:
            for levels in range(1, sizes.levels + 1):
                yield from _ranked_moves(sizes, game, kind, levels, tree)


def _ranked_moves(
    sizes: Sizes, game: SeededTree, kind: str, levels: int, tree: int
) -> Iterator[RankedMove]:
    state = root(tree, levels, kind)
    values = true_values(game, state, sizes.compiled)
    for table, generations in zip(PAPER, sizes.generations, strict=True):
        for algorithm, search in ALGORITHMS.items():
            seed = seed_of(kind, levels, generations, tree)
            seeded = replace(search, generations=generations, seed=seed)
            found = searched(seeded, game, state, Limit(depth=levels), sizes.compiled)
            assert found.move is not None
            place = rank(values, found.move)
            yield RankedMove(
                *(table, kind, algorithm, generations, levels, tree),
                *(found.move, place, place - 1, found.nodes, found.seconds),
            )


def document(found: Sequence[RankedMove], sizes: Sizes, table: str) -> dict[str, Any]:
    """The means of our default, and those of the paper's algorithm."""
    of_table = [row for row in found if row.table == table]
    paper = list(PAPER[table])
    return {
        "generations": sizes.generations[list(PAPER).index(table)],
        "trees": len({row.tree for row in of_table}),
        "paper": {"rank": paper, "bias": [place - 1 for place in paper]},
        **{kind: _of_kind([row for row in of_table if row.kind == kind], sizes) for kind in KINDS},
    }


def _of_kind(found: list[RankedMove], sizes: Sizes) -> dict[str, Any]:
    ours, theirs = (
        _by_level([row for row in found if row.algorithm == algorithm], sizes)
        for algorithm in ALGORITHMS
    )
    return ours | {"as_in_the_paper": theirs}


def _by_level(found: list[RankedMove], sizes: Sizes) -> dict[str, Any]:
    levels = [[row for row in found if row.levels == level] for level in range(1, sizes.levels + 1)]
    most = sizes.branching
    ranks = [mean_of([row.rank for row in rows], 1, most) for rows in levels]
    bias = [mean_of([row.bias for row in rows], 0, most - 1) for rows in levels]
    best = [share_of(sum(row.rank == 1 for row in rows), len(rows)) for rows in levels]
    paths = [mean_of([row.paths for row in rows]) for rows in levels]
    return {
        "rank": [_value(mean) for mean in ranks],
        "bias": [_value(mean) for mean in bias],
        "rank_interval": [_interval(mean) for mean in ranks],
        "bias_interval": [_interval(mean) for mean in bias],
        "best": [share and share.value for share in best],
        "paths": [_value(mean) for mean in paths],
    }


def _value(mean: Mean | None) -> float | None:
    return mean and mean.value


def _interval(mean: Mean | None) -> list[float] | None:
    return mean and [mean.low, mean.high]
