"""Who plays better where a game defines no `evaluate`: the engine or Monte-Carlo tree search.

python -m benchmarks without_evaluation
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from benchmarks.settings import Settings
from benchmarks.words import Table, tell
from outply import Game, Limit, load, named
from outply.play.players import player

TITLE = "Games without an evaluation"
ABOUT = """
Matches at 50 ms a move between the engine and `mcts` on games that define no `evaluate`, or whose
`evaluate` is left out here (*). Each pair of games begins with the same two to six random plies,
and the players change sides. The last column is what the engine scores, a draw counting as half."""

STRANGERS = Path(__file__).parent.parent / "tests" / "strangers"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("breakthrough_enum.py", {}),
    ("hex_dict.py", {}),
    ("othello_tuple.py", {}),
    ("shapes/onitama.py", {}),
    ("shapes/quarto.py", {}),
    ("shapes/gobblet.py", {}),
    ("draughts_tuple.py", {}),
    ("ataxx_strings.py", {}),
    ("morris_text.py", {}),
    ("isolation_deque.py", {}),
    ("connect-four", {}),
    ("gomoku", {"size": 9}),
]
PAIRS = 10
SECONDS = 0.05
MOST_PLIES = 300


def blind(name: str, parameters: dict[str, Any]) -> tuple[str, Game[Any]]:
    """A game without its evaluation, and its name."""
    file = STRANGERS / name
    game = load(str(file) if file.exists() else name, **parameters)
    title = Path(name).stem.replace("_", " ")
    if type(game).evaluate is Game.evaluate:
        return title, game
    rules: Any = type(game)
    cls = type(
        rules.__name__, (rules,), {"evaluate": Game.evaluate, "__module__": rules.__module__}
    )
    object.__setattr__(game, "__class__", cls)
    return f"{title} *", game


def opening(game: Game[Any], seed: int) -> Any:
    """A state after a few random plies."""
    dice = random.Random(seed)
    state = game.initial()
    for _ in range(2 + seed % 5):
        after = game.result(state, dice.choice(list(game.moves(state))))
        if game.is_terminal(after):
            break
        state = after
    return state


def result(game: Game[Any], players: list[Any], state: Any, seat: int) -> float:
    """What a seat gets; 0 after very many plies."""
    for _ in range(MOST_PLIES):
        if game.is_terminal(state):
            return game.utility(state, seat)
        state = game.result(state, players[game.to_move(state)](game, state))
    return 0.0


def score(game: Game[Any], pairs: int, seconds: float) -> tuple[int, int, int]:
    """Wins, draws and losses of the engine."""
    tally = [0, 0, 0]
    for seed in range(pairs):
        state = opening(game, seed)
        for seat in range(2):
            searches = [named("engine"), named(f"mcts:seed={seed}")]
            players = [player(searches[index ^ seat], Limit(seconds=seconds)) for index in range(2)]
            utility = result(game, players, state, seat)
            tally[0 if utility > 0 else 2 if utility < 0 else 1] += 1
    return tally[0], tally[1], tally[2]


def table(settings: Settings) -> Table:
    rows = [["game", "engine won", "drawn", "mcts won", "engine"]]
    for name, parameters in GAMES[: settings.few(len(GAMES), 1)]:
        title, game = blind(name, parameters)
        tell(f"{title} …")
        won, drawn, lost = score(
            game, settings.few(PAIRS, 1), SECONDS if not settings.quick else 0.01
        )
        share = (won + drawn / 2) / (won + drawn + lost)
        rows.append([title, str(won), str(drawn), str(lost), f"{share:.0%}"])
    return rows
