"""How many simulations Monte-Carlo tree search makes, beside OpenSpiel's, and with two threads."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks import peer
from benchmarks.settings import Settings
from benchmarks.words import Table, count, tell, times
from outply import CHANCE, MCTS, Game, Limit, load

TITLE = "Simulations"
ABOUT = """
Simulations a second of Monte-Carlo tree search from the start, each with one playout at random to
the end of the game: OpenSpiel's `MCTSBot`, which is C++, and `mcts` as it is by default and with
two threads on one tree. Without its solver ours does what OpenSpiel's does. Where chance begins,
the dice are rolled first. Best of five runs each, in turn."""

RUNS = 5


class Task(NamedTuple):
    ours: str
    theirs: str
    simulations: int
    their_simulations: int


TASKS = (
    Task("connect-four", "connect_four", 300_000, 30_000),
    Task("othello", "othello", 80_000, 1_500),
    Task("backgammon", "backgammon", 5_000, 400),
)
OURS = {
    "Outply": MCTS(),
    "Outply, no solver": MCTS(solver=False),
    "Outply, two threads": MCTS(threads=2),
}


def started(game: Game[Any]) -> Any:
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, next(iter(game.outcomes(state)))[0])
    return state


def ours(game: Game[Any], search: MCTS, simulations: int) -> float:
    """Simulations a second."""
    result = search.search(game, started(game), Limit(nodes=simulations), compiled=True)
    return result.nodes / result.seconds


def theirs(name: str, simulations: int) -> float:
    return simulations / float(peer.ask("openspiel_mcts.py", name, simulations)["seconds"])


def speeds(task: Task, settings: Settings) -> dict[str, float]:
    """The best of each program."""
    game = load(task.ours)
    best = dict.fromkeys(("OpenSpiel", *OURS), 0.0)
    MCTS().search(game, started(game), Limit(nodes=1), compiled=True)
    for run in range(settings.few(RUNS, 1)):
        tell(f"{task.ours}, run {run + 1}")
        few = settings.few(task.their_simulations, 10)
        best["OpenSpiel"] = max(best["OpenSpiel"], theirs(task.theirs, few))
        for program, search in OURS.items():
            found = ours(game, search, settings.few(task.simulations, 100))
            best[program] = max(best[program], found)
    return best


def table(settings: Settings) -> Table:
    rows = [["game", "program", "simulations/s", "to OpenSpiel's", "to one thread"]]
    for task in TASKS:
        best = speeds(task, settings)
        rows += [row(task.ours, program, best) for program in best]
    return rows


def row(game: str, program: str, best: dict[str, float]) -> list[str]:
    mine = best[program]
    threads = times(mine / best["Outply"]) if "threads" in program else ""
    return [game, program, count(mine), times(mine / best["OpenSpiel"]), threads]
