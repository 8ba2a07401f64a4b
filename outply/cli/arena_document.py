"""How a match stands, as one document for programs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from outply.play.arena import Ending, RankedPlayer, Sprt, Standings, Tally, ranking
from outply.play.arena.statistics import (
    draw_ratio,
    elo,
    likelihood_of_superiority,
    normalized_elo,
    pairs_ratio,
)

__all__ = ["document", "reasons", "tested"]


def document(
    standings: Standings, sprt: Sprt | None, file: Path, interrupted: bool = False
) -> dict[str, Any]:
    setup = standings.setup
    return {
        "game": setup["game"],
        "file": str(file),
        "match": setup,
        "scheduled": standings.scheduled,
        "games": len(standings.games),
        "interrupted": interrupted,
        "endings": {ending.value: count for ending, count in standings.endings.items()},
        "reasons": dict(reasons(standings)),
        "standings": [_player_document(standings, row) for row in ranking(standings)],
        "meetings": [_meeting_document(standings, *both) for both in standings.meetings],
        "sprt": None if sprt is None else tested(sprt, standings),
    }


def _player_document(standings: Standings, row: RankedPlayer) -> dict[str, Any]:
    forfeits = standings.forfeits(row.player)
    return {
        "player": row.name,
        "elo": row.elo.value,
        "low": row.elo.low,
        "high": row.elo.high,
        "at_least": row.at_least,
        "games": row.games,
        **_counts(row.tally),
        "points": row.tally.points,
        "superior_to_next": row.superior,
        "forfeits": {ending.value: count for ending, count in forfeits.items()},
        "mean_utility": standings.mean_utility(row.player),
        "seconds_a_turn": standings.seconds_per_turn(row.player),
    }


def _meeting_document(standings: Standings, player: int, other: int) -> dict[str, Any]:
    tally = standings.between(player, other)
    difference, normalized = elo(tally), normalized_elo(tally)
    return {
        "player": standings.names[player],
        "other": standings.names[other],
        **_counts(tally),
        "pentanomial": tally.pentanomial,
        "pairs_ratio": pairs_ratio(tally),
        "draw_ratio": draw_ratio(tally),
        "elo": difference._asdict(),
        "normalized_elo": normalized._asdict(),
        "superiority": likelihood_of_superiority(tally),
    }


def _counts(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def reasons(standings: Standings) -> Counter[str]:
    """Why games were lost or void; on time, only how often."""
    told: Counter[str] = Counter()
    for game in standings.games:
        if game.ending.is_forfeit and game.loser is not None:
            name = standings.names[game.seats[game.loser]]
            reason = "overstepped its time" if game.ending is Ending.TIME else game.reason
            told[f"{name}: {reason}"] += 1
        elif game.ending is Ending.VOID:
            told[f"void: {game.reason}"] += 1
    return told


def tested(sprt: Sprt, standings: Standings) -> dict[str, Any]:
    """The test by the pairs that are finished; before the first, nothing is known."""
    tally = standings.between(0, 1)
    paired = tally if tally.pairs else Tally()
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "model": sprt.model,
        "llr": sprt.llr(paired),
        "bounds": sprt.bounds,
        "verdict": sprt.verdict(paired),
    }
