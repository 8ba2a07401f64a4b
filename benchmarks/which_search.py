"""Compare the searches on every game for two players, at equal time.

    python -m benchmarks.which_search [SECONDS [GAMES [GAME …]]]

prints a table for each game, as in docs/which-search.md. The matches are stored in the folder
`which-search`, so that an interrupted run resumes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from outply import Game, Limit, OutplyError, load, named
from outply.play.arena import Arena, ranking

FOLDER = Path("which-search")
MCTS = ["mcts", "mcts:policy=grave", "mcts:policy=puct,priors=evaluation,playout=none"]
PLAYERS = ["engine", "alphabeta", "star2", "expectiminimax", "cfr", "pimc", *MCTS, "genetic"]
GAMES = [
    *("tic-tac-toe", "nim", "inc-square", "connect-four", "othello", "gomoku"),
    *("ein-stein", "pig", "backgammon", "kuhn-poker", "leduc-poker", "liars-dice"),
]
HEAD = [
    "| player | Elo | ± | won | drawn | lost | mean |",
    "| --- | --- | --- | --- | --- | --- | --- |",
]


def searches_for(game: Game[Any]) -> list[str]:
    """List the searches for a game; those for chance or hidden information only if it has them."""
    chance, hidden = game.traits.chance, game.traits.hidden
    foreign = {"cfr", "pimc"} if not hidden else set()
    foreign |= {"star2", "expectiminimax"} if not chance else set()
    return [player for player in PLAYERS if player not in foreign and can_play(player, game)]


def can_play(player: str, game: Game[Any]) -> bool:
    try:
        named(player).require(game)
    except OutplyError:
        return False
    return True


def table(name: str, seconds: float, games: int) -> list[str]:
    game = load(name)
    store = FOLDER / f"{name}-{seconds}-{games}.sqlite"
    players = [*searches_for(game), "random"]
    match = Arena(game, players, games=games, limit=Limit(seconds=seconds), store=store)
    rows = []
    standings = match.run()
    for row in ranking(standings):
        value, error, won = row.elo.value, row.elo.error, row.tally
        counts = (
            f"{won.wins} | {won.draws} | {won.losses} | {standings.mean_utility(row.player):.2f}"
        )
        rows.append(f"| `{row.name}` | {value:+.0f} | {error:.0f} | {counts} |")
    return [f"### {name}", "", *HEAD, *rows, ""]


def main(seconds: str = "0.05", games: str = "20", *names: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        print("\n".join(table(name, float(seconds), int(games))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
