"""Positions: the documents of `analyze` and `solve`."""

from __future__ import annotations

import msgspec

from outply.cli.schemas.base import Document, Number

__all__ = [
    "AnalyzeDocument",
    "AnalyzedMove",
    "AnalyzedOutcome",
    "PositionDocument",
    "SolveAllDocument",
    "SolveDocument",
]


class PositionDocument(Document, kw_only=True):
    """A position and its best move; with --file, one such document for each line.

    game: The name of the game.
    position: The position as text; with --file and an error, the line of the file.
    error: With --file, why this line was refused; every key but `game` and `position` is null then.
    move: The best move; null if the game is over, if chance is to move, or if none was found.
    value: The value for the player to move; where chance is to move, for player 0.
    line: The principal variation.
    depth: The depth of the last complete iteration, in plies; 0 if there was none.
    nodes: The nodes visited.
    seconds: The time of the search, without compiling.
    proved: Whether the value is the game-theoretic value.
    distance: The plies to the end of the game under best play, where known.
    compiled: Whether the search ran compiled.
    moves: The value of each legal move; null where unknown.
    information_of: In a game with hidden information, the player whose knowledge the value is
        based on; null otherwise.
    """

    game: str
    position: str
    error: str | None = None
    move: str | None = None
    value: Number = None
    line: list[str] | None = None
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    proved: bool | None = None
    distance: int | None = None
    compiled: bool | None = None
    moves: dict[str, Number] | None = None
    information_of: int | None = None


class AnalyzedMove(msgspec.Struct, kw_only=True):
    """A move that was searched.

    move: The move.
    value: Its value for the player who makes it.
    distance: The plies to the end of the game under best play, where known.
    depth: The depth to which the move was searched.
    line: The principal variation, beginning with the move.
    visits: The simulations through the move, of a search that simulates.
    """

    move: str
    value: Number
    distance: int | None
    depth: int
    line: list[str]
    visits: int | None


class AnalyzedOutcome(msgspec.Struct, kw_only=True):
    """An outcome of chance.

    outcome: The outcome.
    probability: Its probability.
    value: Its value for player 0.
    """

    outcome: str
    probability: float
    value: Number


class AnalyzeDocument(PositionDocument, kw_only=True):
    """`outply analyze --json`.

    lines: The moves that were searched, best first.
    outcomes: Where chance is to move, every outcome; null otherwise.
    strategy: The probability with which each move should be played, if the answer is a strategy.
    exploitability: What the strategies of both players lose to best replies, on average.
    interrupted: Whether Ctrl-C ended the search.
    search: The name of the search.
    search_reason: Why this search was chosen; null if --search named it.
    """

    lines: list[AnalyzedMove] | None = None
    outcomes: list[AnalyzedOutcome] | None = None
    strategy: dict[str, float] | None = None
    exploitability: Number = None
    interrupted: bool | None = None
    search: str | None = None
    search_reason: str | None = None


class SolveDocument(PositionDocument, kw_only=True):
    """`outply solve --json`.

    best_moves: The best moves that were found.
    complete: Whether these are all best moves.
    all_nodes: The nodes visited for the value and for all best moves.
    all_seconds: The time of that.
    interrupted: Whether Ctrl-C ended the search.
    """

    best_moves: list[str] | None = None
    complete: bool | None = None
    all_nodes: int | None = None
    all_seconds: float | None = None
    interrupted: bool | None = None


class SolveAllDocument(Document, kw_only=True):
    """`outply solve --all --json`.

    game: The name of the game.
    value: The value of the initial position for the player to move.
    distance: The plies to the end of the game from there, under best play.
    states: The number of positions.
    symmetric_once: Whether symmetric positions are counted once.
    wins: The positions that the player to move wins.
    draws: The drawn positions.
    losses: The positions that the player to move loses.
    longest: The greatest distance of a won or lost position; null if there is none.
    can_repeat: Whether positions can repeat.
    file: The file that was written, if any.
    bytes: Its size.
    seconds: The time taken.
    compiled: Whether the rules ran compiled.
    """

    game: str
    value: Number
    distance: int | None
    states: int
    symmetric_once: bool
    wins: int
    draws: int
    losses: int
    longest: int | None
    can_repeat: bool
    file: str | None
    bytes: int | None
    seconds: float
    compiled: bool
