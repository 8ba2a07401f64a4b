"""The documents of `arena`."""

from __future__ import annotations

from typing import Any

import msgspec

from outply.cli.schemas.base import Document, Number

__all__ = [
    "ArenaDocument",
    "ArenaGame",
    "ArenaGamesDocument",
    "ArenaMeeting",
    "ArenaPlayer",
    "ArenaTest",
    "Estimate",
]


class Estimate(msgspec.Struct, kw_only=True):
    """An estimate and its 95 % interval.

    value: The estimate.
    low: The lower end of the interval.
    high: The upper end.
    """

    value: Number
    low: Number
    high: Number


class ArenaPlayer(msgspec.Struct, kw_only=True):
    """How a player stands.

    player: The index of the player in `players` of `match`.
    name: The name of the player.
    elo: Elo, and its 95 % interval.
    at_least: Whether the player won or lost every game against some others.
    games: The games played.
    wins: The opponents that it beat.
    draws: The opponents that it drew with.
    losses: The opponents that it lost to.
    points: The points.
    superior_to_next: The probability that it is better than the next player.
    forfeits: The games it lost by each kind of fault.
    mean_utility: The mean utility.
    seconds_a_turn: The mean time of a turn.
    """

    player: int
    name: str
    elo: Estimate
    at_least: bool
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    superior_to_next: float | None
    forfeits: dict[str, int]
    mean_utility: Number
    seconds_a_turn: Number


class ArenaMeeting(msgspec.Struct, kw_only=True):
    """How one player stands against another.

    player: The index of the player.
    other: The index of the other player.
    wins: Its wins.
    draws: The draws.
    losses: Its losses.
    pentanomial: The pairs of games in which it got 0, ½, 1, 1½ and 2 points.
    pairs_ratio: The pairs won for each pair lost.
    draw_ratio: The share of drawn pairs.
    elo: The difference in Elo.
    normalized_elo: The difference in normalized Elo.
    superiority: The probability that the player is better.
    """

    player: int
    other: int
    wins: int
    draws: int
    losses: int
    pentanomial: list[int]
    pairs_ratio: Number
    draw_ratio: float | None
    elo: Estimate
    normalized_elo: Estimate
    superiority: float | None


class ArenaTest(msgspec.Struct, kw_only=True):
    """A sequential probability ratio test.

    elo0: The first hypothesis.
    elo1: The second hypothesis.
    alpha: The probability of a wrong acceptance.
    beta: The probability of a wrong rejection.
    model: `normalized` or `logistic`.
    llr: The log-likelihood ratio.
    bounds: The bounds at which the test is decided.
    verdict: `accepted` or `rejected`; null if undecided.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str
    llr: Number
    bounds: list[Number]
    verdict: str | None


class ArenaDocument(Document, kw_only=True):
    """`outply arena run --json` and `outply arena show --json`.

    game: The name of the game.
    file: The file that keeps the match.
    match: The settings of the match, as its file keeps them.
    scheduled: The games that are to be played.
    games: The games that were played.
    interrupted: Whether Ctrl-C ended the match.
    endings: The games that ended in each way.
    reasons: Why games were lost by a fault or are void, and how many.
    standings: The players, best first.
    meetings: Each pair of players that met.
    sprt: The sequential test, if there is one.
    """

    game: str
    file: str
    match: dict[str, Any]
    scheduled: int
    games: int
    interrupted: bool
    endings: dict[str, int]
    reasons: dict[str, int]
    standings: list[ArenaPlayer]
    meetings: list[ArenaMeeting]
    sprt: ArenaTest | None


class ArenaGame(msgspec.Struct, kw_only=True):
    """A game of a match.

    number: Its number in the match, from 0.
    seats: For each player of the game, in order, the index of the match's player.
    position: The position of the opening; null for the initial position.
    opening: The moves of the opening.
    moves: The moves after the opening.
    ending: How the game ended.
    utilities: What each player of the game got, where known.
    loser: The player of the game who lost by a fault.
    reason: Which fault, or why the game was drawn or is void; empty if there is none.
    seconds: The time that each player of the game took.
    turns: The turns of each player of the game.
    ended_at: The date and time of the end.
    clocks: The seconds that the mover had left after each move, null where it has no clock; empty
        if no player has one.
    """

    number: int
    seats: list[int]
    position: str | None
    opening: list[str]
    moves: list[str]
    ending: str
    utilities: list[float] | None
    loser: int | None
    reason: str
    seconds: list[float]
    turns: list[int]
    ended_at: str
    clocks: list[float | None]


class ArenaGamesDocument(Document, kw_only=True):
    """`outply arena export --json`.

    match: The settings of the match, as its file keeps them.
    games: The games.
    """

    match: dict[str, Any]
    games: list[ArenaGame]
