"""How much Star1 and Star2 leave out of expectiminimax."""

from __future__ import annotations

from benchmarks.settings import Settings
from benchmarks.words import Table
from outply import Expectiminimax, Limit, Star1, Star2, load
from tests.positions import played

TITLE = "Pruning under chance"
ABOUT = """
Nodes over the same positions, from random play, and the share of them that each search visits; all
three return the same values. Star1 and Star2 deepen ply by ply, and the nodes of the shallower
searches count. Times are of the whole, compiled."""

CASES = [
    ("dice-tree", {"branching": 8, "faces": 6, "depth": 4}, 4, 20),
    ("pig", {}, 6, 20),
    ("ein-stein", {}, 3, 60),
    ("ein-stein", {}, 4, 20),
    ("backgammon", {}, 2, 10),
]


def table(settings: Settings) -> Table:
    head = ["game", "depth", "expectiminimax", "star1", "star2", "seconds of each"]
    return [head, *(row(*case, settings) for case in CASES)]


def row(
    name: str, parameters: dict[str, int], depth: int, count: int, settings: Settings
) -> list[str]:
    game = load(name, **parameters)
    depth = settings.few(depth, 1)
    positions = [played(game, 2 + 3 * seed % 28, seed) for seed in range(settings.few(count, 2))]
    nodes, seconds = [], []
    for search in (Expectiminimax(), Star1(), Star2()):
        search.search(game, game.initial(), Limit(depth=1))
        found = [search.search(game, state, Limit(depth=depth)) for state in positions]
        nodes.append(sum(each.nodes for each in found))
        seconds.append(sum(each.seconds for each in found))
    shares = [f"{part / nodes[0]:.0%}" for part in nodes[1:]]
    times = " / ".join(f"{each:.3g}" for each in seconds)
    return [name, str(depth), f"{nodes[0]:,}", *shares, times]
