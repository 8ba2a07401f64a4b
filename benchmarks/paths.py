"""How many paths genetic minimax reserves in a second, interpreted and compiled."""

from __future__ import annotations

from benchmarks.settings import Settings
from benchmarks.words import Table
from outply import Genetic, LasVegas, Limit, Search
from outply.game import mixed
from outply.games.random_tree import RandomTree, Spot

TITLE = "Paths reserved"
ABOUT = """
New paths per second on trees of 7 levels by 7 branches, including repair, evaluation and insertion;
20 trees each, and the best of three runs. “As in the paper” omits what we added. By default
`genetic` makes fewer paths that are each worth more: it ends them with the best of all last moves,
and stops when the value of the root is proved."""

PLAIN = Genetic(challenges=0, deepening=False, ordered=False, whole_last_ply=False)
SEARCHES: dict[str, Search] = {
    "lasvegas": LasVegas(),
    "genetic as in the paper": PLAIN,
    "genetic": Genetic(deepening=False),
}
COMPILED, INTERPRETED = 20_000, 1_000  # paths


def paths_per_second(search: Search, game: RandomTree, paths: int, trees: int) -> float:
    compiled = paths == COMPILED

    def speed() -> float:
        found = [
            search.search(game, Spot(mixed((seed,)), 0, 0), Limit(nodes=paths), compiled=compiled)
            for seed in range(trees)
        ]
        return sum(each.nodes for each in found) / sum(each.seconds for each in found)

    return max(speed() for _ in range(3))


def table(settings: Settings) -> Table:
    rows = [["leaves", "search", "compiled, paths/s", "interpreted, paths/s", "ratio"]]
    for kind in (False, True):
        game = RandomTree(branching=7, depth=7, correlated=kind, spread=10**6)
        for name, search in SEARCHES.items():
            search.search(game, game.initial(), Limit(nodes=10))
            fast = paths_per_second(search, game, COMPILED, settings.few(20, 1))
            slow = paths_per_second(search, game, INTERPRETED, settings.few(2, 1))
            leaves = "correlated" if kind else "independent"
            rows.append([leaves, name, f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:,.0f}×"])
    return rows
