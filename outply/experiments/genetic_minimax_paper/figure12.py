"""Figure 12: the rank of the chosen move when all searches have the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from outply.experiments.genetic_minimax_paper.compared_searches import (
    COMPARED,
    StraightMinimax,
    compared_searches,
    compile_searches,
    searched,
    seed_of,
)
from outply.experiments.genetic_minimax_paper.means import mean_of, share_of
from outply.experiments.genetic_minimax_paper.seeded_trees import (
    KINDS,
    SeededPosition,
    SeededTree,
    rank,
    root,
    true_values,
)
from outply.experiments.genetic_minimax_paper.sizes import Sizes
from outply.search import Limit

__all__ = ["ON_TREES", "TimedChoice", "document", "rows", "total"]

ON_TREES = (*COMPARED, "straight")


class TimedChoice(NamedTuple):
    levels: int
    kind: str
    search: str
    budget: float
    tree: int
    move: int
    rank: int
    depth: int
    nodes: int
    seconds: float
    compiled: bool


def total(sizes: Sizes) -> int:
    budgets = sum(len(budgets) for _, budgets in sizes.timed)
    return sizes.timed_trees * len(KINDS) * budgets * len(ON_TREES)


def rows(sizes: Sizes, seed: int) -> Iterator[TimedChoice]:
    game = SeededTree(sizes.branching)
    compile_searches(list(compared_searches(0, 1).values()), game, game.initial(), sizes.compiled)
    for tree in range(seed, seed + sizes.timed_trees):
        for levels, budgets in sizes.timed:
            for kind in KINDS:
                yield from _choices(sizes, game, root(tree, levels, kind), budgets, tree)


def _choices(
    sizes: Sizes, game: SeededTree, state: SeededPosition, budgets: tuple[float, ...], tree: int
) -> Iterator[TimedChoice]:
    values, kind = true_values(game, state, sizes.compiled), KINDS[state.correlated]
    for budget in budgets:
        searches = compared_searches(seed_of(kind, budget, tree), state.levels)
        for name, search in {**searches, "straight": StraightMinimax()}.items():
            found = searched(search, game, state, Limit(seconds=budget), sizes.compiled)
            assert found.move is not None
            yield TimedChoice(
                *(state.levels, kind, name, budget, tree, found.move, rank(values, found.move)),
                *(found.depth, found.nodes, found.seconds, found.compiled),
            )


def document(found: Sequence[TimedChoice], sizes: Sizes) -> dict[str, Any]:
    """The first number of levels, and the others in `others`."""
    first, *others = (
        _of_levels([row for row in found if row.levels == levels], levels, budgets, sizes)
        for levels, budgets in sizes.timed
    )
    return first | {"others": others}


def _of_levels(
    found: list[TimedChoice], levels: int, budgets: tuple[float, ...], sizes: Sizes
) -> dict[str, Any]:
    return {
        "levels": levels,
        "budgets": list(budgets),
        "trees": len({row.tree for row in found}),
        "by_chance": (sizes.branching + 1) / 2,
        **{
            kind: _of_kind([row for row in found if row.kind == kind], budgets, sizes)
            for kind in KINDS
        },
    }


def _of_kind(found: list[TimedChoice], budgets: tuple[float, ...], sizes: Sizes) -> dict[str, Any]:
    return {
        name: _of_search([row for row in found if row.search == name], budgets, sizes)
        for name in ON_TREES
    }


def _of_search(
    found: list[TimedChoice], budgets: tuple[float, ...], sizes: Sizes
) -> dict[str, Any]:
    timed = [[row for row in found if row.budget == budget] for budget in budgets]
    ranks = [mean_of([row.rank for row in rows], 1, sizes.branching) for rows in timed]
    best = [share_of(sum(row.rank == 1 for row in rows), len(rows)) for rows in timed]
    seconds = [mean_of([row.seconds for row in rows]) for rows in timed]
    depths = [mean_of([row.depth for row in rows]) for rows in timed]
    return {
        "rank": [mean and mean.value for mean in ranks],
        "interval": [mean and [mean.low, mean.high] for mean in ranks],
        "best": [share and share.value for share in best],
        "seconds": [mean and mean.value for mean in seconds],
        "depth": [mean and mean.value for mean in depths],
    }
