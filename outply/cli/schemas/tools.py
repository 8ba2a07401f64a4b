"""The documents of `check`, `compile`, `bench`, `perft` and `paper`."""

from __future__ import annotations

from typing import Any

import msgspec

from outply.cli.schemas.base import Document

__all__ = [
    "BenchCount",
    "BenchDocument",
    "CheckDocument",
    "CompileDocument",
    "CompileRefusal",
    "CompiledFunction",
    "Finding",
    "PaperDocument",
    "PerftDocument",
    "PlayStatistics",
    "Spread",
]


class Finding(msgspec.Struct, kw_only=True):
    """Something that is wrong with the rules.

    rule: The rule of the contract that is broken.
    message: What is wrong.
    file: The author's file; empty if unknown.
    line: The line; 0 if unknown.
    """

    rule: str
    message: str
    file: str
    line: int


class CompileRefusal(msgspec.Struct, kw_only=True):
    """A place that cannot be compiled.

    reason: Why.
    hint: What to write instead.
    file: The author's file; empty if unknown.
    line: The line; 0 if unknown.
    column: The column, counted from 0.
    """

    reason: str
    hint: str
    file: str
    line: int
    column: int


class Spread(msgspec.Struct, kw_only=True):
    """The range of a count, and its average.

    least: The least.
    average: The average.
    most: The greatest.
    """

    least: int
    average: float
    most: int


class PlayStatistics(msgspec.Struct, kw_only=True):
    """What happened in random plays.

    plays: The number of plays that were counted.
    length: The plies of a play.
    branching: The legal moves of a position.
    turns: The moves of each player.
    results: The wins, draws and losses of each player.
    last_mover: The wins and losses of the player who made the last move.
    never_run: The lines of the rules that none of the first plays executed, as file:line.
    """

    plays: int
    length: Spread
    branching: Spread
    turns: list[int]
    results: list[dict[str, int]]
    last_mover: dict[str, int]
    never_run: list[str]


class CheckDocument(Document, kw_only=True):
    """`outply check --json`.

    ok: Whether nothing was found.
    game: The name of the game.
    findings: What is wrong.
    passed: What was checked and holds.
    notes: What could not be checked.
    remarks: What looks odd in random plays, but may be intended.
    statistics: What happened in random plays; null if there were none.
    plays: The number of random plays.
    states: The number of states in them.
    compiled: Whether the rules can be compiled, with the search that fits the game.
    not_compiled: Why they cannot.
    refusals: Every place that cannot be compiled.
    interpreted_speed: States per second, interpreted.
    compiled_speed: States per second, compiled.
    """

    ok: bool
    game: str
    findings: list[Finding]
    passed: list[str]
    notes: list[str]
    remarks: list[str]
    statistics: PlayStatistics | None
    plays: int
    states: int
    compiled: bool
    not_compiled: str | None
    refusals: list[CompileRefusal]
    interpreted_speed: float | None
    compiled_speed: float | None


class CompiledFunction(msgspec.Struct, kw_only=True):
    """A function that was compiled.

    name: Its name.
    file: Its file.
    line: Its line.
    arguments: The types of its arguments.
    result: The type of its result.
    code: With --show, its LLVM code.
    """

    name: str
    file: str
    line: int
    arguments: list[str]
    result: str
    code: str | None = None


class CompileDocument(Document, kw_only=True):
    """`outply compile --json`.

    compiled: Whether the game can be compiled.
    functions: The compiled functions.
    refusals: Every place that cannot be compiled.
    """

    compiled: bool
    functions: list[CompiledFunction]
    refusals: list[CompileRefusal]


class BenchCount(msgspec.Struct, kw_only=True):
    """The nodes of one game.

    game: The name of the game.
    depths: The depth reached in each position.
    nodes: The nodes of all positions.
    seconds: The time of all positions.
    compiled: Whether the search ran compiled.
    """

    game: str
    depths: list[int]
    nodes: int
    seconds: float
    compiled: bool


class BenchDocument(Document, kw_only=True):
    """`outply bench --json`.

    limit: The limit of nodes of each position.
    games: The nodes of each game.
    nodes: The nodes of all games.
    seconds: The time of all games.
    differences: With --check, what differs from the file.
    """

    limit: int
    games: list[BenchCount]
    nodes: int
    seconds: float
    differences: list[str]


class PerftDocument(Document, kw_only=True):
    """`outply perft --json`.

    game: The game's name.
    position: The position, as the game writes it.
    depth: The plies from there to the leaves.
    leaves: The number of lines of that length.
    seconds: The time.
    moves: With --divide, the leaves below each move; otherwise empty.
    """

    game: str
    position: str
    depth: int
    leaves: int
    seconds: float
    moves: dict[str, int]


class PaperDocument(Document, kw_only=True):
    """`outply paper --json`; an experiment that did not begin is null.

    size: `quick` or `full`.
    seed: The seed.
    complete: Whether everything was measured.
    interrupted: Whether Ctrl-C ended the experiments.
    interpreted: The timed experiments in which a search ran interpreted.
    seconds: The time of all experiments.
    table1: The paper's Table 1.
    table2: The paper's Table 2.
    table3: The paper's Table 3.
    figure11: The paper's Figure 11.
    figure12: The paper's Figure 12.
    lasvegas: Genetic minimax compared with random paths.
    games: Agreement with minimax and matches, in real games.
    files: The files of the report.
    """

    size: str
    seed: int
    complete: bool
    interrupted: bool
    interpreted: list[str]
    seconds: float
    table1: dict[str, Any] | None
    table2: dict[str, Any] | None
    table3: dict[str, Any] | None
    figure11: dict[str, Any] | None
    figure12: dict[str, Any] | None
    lasvegas: dict[str, Any] | None
    games: dict[str, Any] | None
    files: list[str]
