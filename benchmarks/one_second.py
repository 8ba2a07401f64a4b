"""How far one second of thinking reaches from the start, beside OpenSpiel and easyAI."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from benchmarks import peer
from benchmarks.settings import Settings
from benchmarks.warm import warm
from benchmarks.words import Table, count, tell, times
from outply import Engine, Limit

TITLE = "One second from the start"
ABOUT = """
Each program deepens ply by ply for a second. Outply: `Engine().search(game, state,
Limit(seconds=1))`, one thread, with the game's own evaluation. OpenSpiel: its Python
`alpha_beta_search` on its C++ game, called again one ply deeper until the second is over, with a
constant evaluation, which costs nothing and makes it cut most. easyAI: `Negamax` on its own Connect
Four and Reversi with their own scoring, called the same way. Depth is the last that was finished.
The peers' nodes are those of the finished depths, over the time that these took, counted in a run
that is not timed; Outply's are all that it visited. The run in the middle of three, by nodes/s."""

RUNS = 3
GAMES = {"connect-four": "connect_four", "othello": "othello"}


class Reach(NamedTuple):
    depth: int
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        return self.nodes / self.seconds


def ours(name: str, seconds: float) -> Reach:
    game = warm(name)
    result = Engine().search(game, game.initial(), Limit(seconds=seconds))
    return Reach(result.depth, result.nodes, result.seconds)


def theirs(script: str, name: str, seconds: float) -> Reach:
    return Reach(**peer.ask(script, GAMES[name], "seconds", seconds))


def middle(runs: list[Reach]) -> Reach:
    return sorted(runs, key=lambda run: run.speed)[len(runs) // 2]


def measured(name: str, settings: Settings) -> dict[str, Reach]:
    seconds, runs = (0.2, 1) if settings.quick else (1.0, RUNS)
    tell(f"{name} …")
    programs: dict[str, Callable[[], Reach]] = {
        "Outply, engine": lambda: ours(name, seconds),
        "OpenSpiel, Python alpha-beta, C++ game": lambda: theirs("openspiel.py", name, seconds),
        "easyAI, Negamax": lambda: theirs("easyai.py", name, seconds),
    }
    return {who: middle([run() for _ in range(runs)]) for who, run in programs.items()}


def table(settings: Settings) -> Table:
    rows = [["game", "program", "depth", "nodes", "nodes/s", "Outply is faster by"]]
    for name in GAMES:
        reached = measured(name, settings)
        best = next(iter(reached.values()))
        for who, run in reached.items():
            speeds = [count(run.speed), times(best.speed / run.speed)]
            rows.append([name, who, str(run.depth), count(run.nodes), *speeds])
    return rows
