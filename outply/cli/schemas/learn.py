"""The document of `learn`."""

from __future__ import annotations

import msgspec

from outply.cli.schemas.base import Document, Number

__all__ = ["LearnDocument", "LearnedParameters", "LearnedStrength"]


class LearnedStrength(msgspec.Struct, kw_only=True):
    """The match against the same search without an evaluation.

    opponent: The other player of the match.
    elo: The difference in Elo.
    error: Half of its 95 % confidence interval.
    wins: The games that the learned evaluation won.
    draws: The games that were drawn.
    losses: The games that it lost.
    seconds: The time of each move.
    """

    opponent: str
    elo: Number
    error: Number
    wins: int
    draws: int
    losses: int
    seconds: float


class LearnedParameters(msgspec.Struct, kw_only=True):
    """The numbers that `--kind parameters` found.

    before: The parameters of the game by their names.
    after: The tuned parameters.
    scale: K of sigmoid(K · evaluation).
    positions: The positions that were learned from.
    held_out: The positions of the games that were held out.
    loss_before: The logistic loss on these with the parameters of the game.
    loss_after: The same with the tuned ones.
    """

    before: dict[str, float]
    after: dict[str, float]
    scale: float
    positions: int
    held_out: int
    loss_before: float
    loss_after: float


class LearnDocument(Document, kw_only=True):
    """`outply learn --json`.

    game: The name of the game.
    kind: The kind of the evaluation.
    folder: The folder of the run.
    weights: The file of the evaluation.
    parameters: The number of weights.
    games: The games played, in all processes of the run.
    moves: The moves made.
    seconds: The time of the run.
    loss: The mean squared error of values before they were learned from, at the end.
    constant_loss: The same of a constant value.
    compiled: Whether the games ran compiled.
    interrupted: Whether Ctrl-C ended the run.
    tuning: The tuned parameters; null for other kinds.
    strength: What the evaluation is worth; null if no match was played.
    command: The command that plays with the evaluation.
    """

    game: str
    kind: str
    folder: str
    weights: str
    parameters: int
    games: int
    moves: int
    seconds: float
    loss: float | None
    constant_loss: float | None
    compiled: bool
    interrupted: bool
    tuning: LearnedParameters | None
    strength: LearnedStrength | None
    command: str
