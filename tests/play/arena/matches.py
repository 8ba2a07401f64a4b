"""Small matches and records of games, for tests."""

from __future__ import annotations

from pathlib import Path

from outply import Limit, load
from outply.play.arena import Arena, Ending, GameRecord

TIC_TAC_TOE = load("tic-tac-toe")
SHORTLY = Limit(seconds=0.2)


def arena(tmp_path: Path, *players, **changes) -> Arena:
    defaults = {"games": 4, "jobs": 0, "compiled": False, "store": tmp_path / "match.sqlite"}
    game = changes.pop("game", TIC_TAC_TOE)
    return Arena(game, players or ("random", "alphabeta:depth=2"), **defaults | changes)


def first_move(game, state):
    return next(iter(game.moves(state)))


def setup(*names: str, seats: int = 2, gauntlet: bool = False) -> dict:
    players = [{"name": name} for name in names]
    return {"game": "nim", "players": players, "seats": seats, "gauntlet": gauntlet}


def a_game(number: int, seats: tuple[int, ...], *utilities: float, **changes) -> GameRecord:
    defaults = {"ending": Ending.FINISHED, "utilities": utilities or None} | changes
    turns = {"seconds": (0.5,) * len(seats), "turns": (2,) * len(seats)}
    return GameRecord(number, seats, None, ("a1",), ("b1", "c1"), **turns, **defaults)
