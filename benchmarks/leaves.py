"""How many leaves each search evaluates on the same trees. Nothing is timed here.

`python -m benchmarks.leaves` prints the table; `--out docs/comparing-searches.md` puts it in
the page, between its two marks.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import mean

from outply import Limit, Watch, named
from outply.games.random_tree import RandomTree, Spot

TITLE = "Leaves evaluated"
ABOUT = """
The mean over 20 random trees of each kind. A leaf that is evaluated twice counts twice, and so
do the leaves of the shallower searches of iterative deepening."""

SIZES = [(2, 10), (4, 6), (8, 4), (20, 3)]
TREES = 20
SPREAD = 2**31  # leaves are as good as distinct
SEARCHES = {
    "minimax": "minimax",
    "alphabeta": "alphabeta",
    "negascout": "negascout",
    "mtdf": "mtdf:megabytes=64",
    "sss": "sss:megabytes=64",
    "dual-sss": "dual-sss:megabytes=64",
    "iterative-deepening": "iterative-deepening:megabytes=64",
}
MARKS = ("<!-- leaves -->\n", "<!-- end of leaves -->")


class BestFirst(RandomTree):
    """The same tree with the best move of each position first."""

    def moves(self, state: Spot) -> Iterator[int]:
        yield from sorted(super().moves(state), key=lambda move: -worth(self, state, move))


@cache
def value(game: RandomTree, state: Spot) -> float:
    """To the player to move, by definition."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(worth(game, state, move) for move in range(game.branching))


def worth(game: RandomTree, state: Spot, move: int) -> float:
    return -value(game, game.result(state, move))


class LeafCount(Watch):
    """Counts utilities and evaluations; what a table remembers is neither."""

    leaves = 0  # of the present tree, over all iterations

    def utility(self, value: float) -> float:
        LeafCount.leaves += 1
        return super().utility(value)

    def evaluation(self, value: float) -> float:
        LeafCount.leaves += 1
        return super().evaluation(value)


def leaves(search: str, game: RandomTree) -> int:
    LeafCount.leaves = 0
    named(search).search(game, game.initial(), Limit(depth=game.depth), watch=LeafCount)
    return LeafCount.leaves


KINDS: dict[str, Callable[[int, int, int], RandomTree]] = {
    "independent": lambda b, d, seed: RandomTree(b, d, seed, spread=SPREAD),
    "correlated": lambda b, d, seed: RandomTree(b, d, seed, correlated=True, spread=SPREAD),
    "best first": lambda b, d, seed: BestFirst(b, d, seed, spread=SPREAD),
}


def minimal(branching: int, depth: int) -> int:
    """What any search must evaluate to know the value (Knuth and Moore)."""
    return branching ** -(-depth // 2) + branching ** (depth // 2) - 1


def table() -> list[list[str]]:
    rows = [["b", "d", "leaves are", *SEARCHES, "minimal"]]
    for branching, depth in SIZES:
        for kind, grown in KINDS.items():
            games = [grown(branching, depth, seed) for seed in range(TREES)]
            means = [mean(leaves(search, game) for game in games) for search in SEARCHES.values()]
            value.cache_clear()
            counts = [f"{count:,.0f}" for count in [*means, minimal(branching, depth)]]
            rows.append([str(branching), str(depth), kind, *counts])
    return rows


def markdown(rows: list[list[str]]) -> str:
    head, *body = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *body])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, help="a page with marks for the table")
    out = options.parse_args().out
    text = markdown(table()) + "\n"
    print(text)
    if out:
        before, _, rest = out.read_text().partition(MARKS[0])
        _, _, after = rest.partition(MARKS[1])
        out.write_text(before + MARKS[0] + text + MARKS[1] + after)


if __name__ == "__main__":
    main()
