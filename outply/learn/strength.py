"""What a learned evaluation is worth: a match of a search with it against the same without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from outply.evaluate import NO_EVALUATION
from outply.game import Game
from outply.play.arena import Arena, Standings
from outply.play.arena.elo import elo
from outply.search import Limit
from outply.search.engine import Engine
from outply.search.star import Star2

__all__ = ["MATCH_LIMIT", "Strength", "measure_strength", "search_with"]

SEARCHES = (Engine(), Star2())
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


def search_with(game: Game[Any], evaluation: str | Path) -> str:
    """The search that plays a game best with an evaluation, as it is written in a command."""
    name = next(one.name for one in SEARCHES if one.refusal(game.traits) is None)
    return f"{name}:evaluation={evaluation}"


def measure_strength(
    game: Game[Any],
    weights: Path,
    store: Path,
    games: int = 40,
    limit: Limit = MATCH_LIMIT,
    jobs: int | None = None,
    on_game: Callable[[Standings], None] | None = None,
) -> Strength:
    """Play a search with learned weights against the same search without an evaluation."""
    blind = search_with(game, NO_EVALUATION)
    players = [search_with(game, weights), blind]
    store.unlink(missing_ok=True)
    arena = Arena(game, players, games, limit, margin=MARGIN, store=store, jobs=jobs)
    tell = on_game
    standings = arena.run(on_game=(lambda _, now: tell(now)) if tell else None)
    tally = standings.between(0, 1)
    found = elo(tally)
    return Strength(blind, found.value, found.error, tally.wins, tally.draws, tally.losses)
