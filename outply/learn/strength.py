"""What a learned evaluation is worth: a match of the engine with it against the engine without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from outply.game import Game
from outply.play.arena import Arena, Standings
from outply.play.arena.statistics import elo
from outply.search import Limit

__all__ = ["MATCH_LIMIT", "Strength", "measure_strength"]

BLIND = "engine:evaluation=none"
MATCH_LIMIT = Limit(seconds=0.05)
MARGIN = 2.0  # seconds: a busy machine must not decide the match


class Strength(NamedTuple):
    """The result of a match: the Elo difference with its error of 95 %, and the games."""

    opponent: str
    elo: float
    error: float
    wins: int
    draws: int
    losses: int


def measure_strength(
    game: Game[Any],
    weights: Path,
    store: Path,
    games: int = 40,
    limit: Limit = MATCH_LIMIT,
    jobs: int | None = None,
    on_game: Callable[[Standings], None] | None = None,
) -> Strength:
    """Play the engine with learned weights against the engine that has no evaluation."""
    players = [f"engine:evaluation={weights}", BLIND]
    store.unlink(missing_ok=True)
    arena = Arena(game, players, games, limit, margin=MARGIN, store=store, jobs=jobs)
    tell = on_game
    standings = arena.run(on_game=(lambda _, now: tell(now)) if tell else None)
    tally = standings.between(0, 1)
    found = elo(tally)
    return Strength(BLIND, found.value, found.error, tally.wins, tally.draws, tally.losses)
