"""The Las Vegas search: the probability in the paper's conclusion, and what is measured."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from outply.experiments.genetic_minimax_paper.compared_searches import seed_of
from outply.experiments.genetic_minimax_paper.means import Share, share_of
from outply.experiments.genetic_minimax_paper.seeded_trees import (
    KINDS,
    SeededPosition,
    SeededTree,
    best_line,
    rank,
    root,
    true_values,
)
from outply.experiments.genetic_minimax_paper.sizes import Sizes
from outply.search import Limit, Watch
from outply.search.genetic import LasVegas

__all__ = [
    "Draw",
    "deepest",
    "document",
    "paper_probability",
    "probability_with_repeats",
    "rows",
    "total",
]

MEASURED = ("met", "chosen", "best")


class Draw(NamedTuple):
    kind: str
    levels: int
    paths: int
    tree: int
    met: bool  # the best sequence was among the paths
    chosen: bool  # it was the answer
    best: bool  # the answer's first move was a best one


def paper_probability(branching: int, levels: int, paths: int) -> float:
    """n / b^d: exact for n different paths, each as likely as any other."""
    return min(1.0, paths / float(branching**levels))


def probability_with_repeats(branching: int, levels: int, paths: int) -> float:
    """The probability that a given path is among n draws with replacement."""
    return -math.expm1(paths * math.log1p(-1 / float(branching**levels))) if branching > 1 else 1.0


def deepest(branching: int, paths: int) -> float:
    """log_b 2n: in a tree of fewer levels the paper's probability is above one half."""
    return math.log(2 * paths, branching)


class LeafWatch(Watch):
    """A watch that notes whether a search visits one leaf."""

    def __init__(self, leaf: SeededPosition, depth: int) -> None:
        super().__init__(depth)
        self._leaf, self.met = leaf, False

    def enter(self, state: Any, depth: int, *window: float) -> None:
        super().enter(state, depth, *window)
        self.met |= state == self._leaf


def total(sizes: Sizes) -> int:
    return len(KINDS) * sizes.lucky_trees * len(sizes.lucky_levels) * len(sizes.lucky_shares)


def rows(sizes: Sizes, seed: int) -> Iterator[Draw]:
    game = SeededTree(sizes.branching)
    for tree in range(seed, seed + sizes.lucky_trees):
        for kind, levels in product(KINDS, sizes.lucky_levels):
            yield from _draws(sizes, game, root(tree, levels, kind), tree)


def _draws(sizes: Sizes, game: SeededTree, state: SeededPosition, tree: int) -> Iterator[Draw]:
    """Search interpreted, since a watch must see all paths."""
    line = best_line(game, state, compiled=False)
    values = true_values(game, state, compiled=False)
    kind, levels = KINDS[state.correlated], state.levels
    for paths in _path_counts(sizes, levels):
        leaf_watch = LeafWatch(_end_of(game, state, line), levels)
        search = LasVegas(seed=seed_of(kind, levels, paths, tree), megabytes=1)
        limit = Limit(depth=levels, nodes=paths)
        found = search.search(game, state, limit, watch=lambda depth, w=leaf_watch: w)
        if found.interrupted:
            raise KeyboardInterrupt
        assert found.move is not None
        is_best = rank(values, found.move) == 1
        yield Draw(kind, levels, paths, tree, leaf_watch.met, found.line == line, is_best)


def _path_counts(sizes: Sizes, levels: int) -> list[int]:
    return [max(1, round(share * sizes.branching**levels)) for share in sizes.lucky_shares]


def _end_of(game: SeededTree, state: SeededPosition, line: tuple[int, ...]) -> SeededPosition:
    for move in line:
        state = game.result(state, move)
    return state


def document(found: Sequence[Draw], sizes: Sizes) -> dict[str, Any]:
    cases = [(n, paths) for n in sizes.lucky_levels for paths in _path_counts(sizes, n)]
    measured = {kind: [row for row in found if row.kind == kind] for kind in KINDS}
    return {
        "branching": sizes.branching,
        "trees": len({row.tree for row in found}),
        "rows": [
            _case(sizes, levels, paths, kind, measured[kind])
            for kind in KINDS
            for levels, paths in cases
        ],
        "deepest": {str(paths): deepest(sizes.branching, paths) for paths in (1000, 8000, 100000)},
    }


def _case(sizes: Sizes, levels: int, paths: int, kind: str, found: list[Draw]) -> dict[str, Any]:
    draws = [row for row in found if (row.levels, row.paths) == (levels, paths)]
    shares = {what: _share(draws, what) for what in MEASURED}
    return {
        "kind": kind,
        "levels": levels,
        "paths": paths,
        "formula": paper_probability(sizes.branching, levels, paths),
        "with_repeats": probability_with_repeats(sizes.branching, levels, paths),
        **{what: share and share.value for what, share in shares.items()},
        **{f"{what}_interval": share and [*share[1:3]] for what, share in shares.items()},
    }


def _share(draws: list[Draw], what: str) -> Share | None:
    return share_of(sum(getattr(draw, what) for draw in draws), len(draws))
