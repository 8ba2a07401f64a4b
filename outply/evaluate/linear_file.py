"""Linear evaluations: new ones for a game, and as tensors of a file."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from outply.evaluate.cell_encoding import sampled_states
from outply.evaluate.linear_evaluation import LinearEvaluation, LinearWeights
from outply.evaluate.table_file import require_two_players
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game, OutplyError

__all__ = ["KIND", "new_linear_evaluation", "packed", "unpacked"]

KIND = "linear"
STATES = 60  # that tell features from others


def new_linear_evaluation(game: Game[Any]) -> LinearEvaluation:
    """A linear evaluation whose weights are 0; raises if the game does not define `features`."""
    require_two_players(game)
    rules: Any = type(game)
    if rules.features is Game.features:
        raise OutplyError(f"{game.name} defines no features(state); use --kind tables.")
    rows = [tuple(map(float, game.features(state))) for state in sampled_states(game, STATES)]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise OutplyError(
            f"`features` of {game.name} must return the same number of features in every state."
        )
    text = repr([[round(number, 6) for number in row] for row in rows])
    fingerprint = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    features = len(rows[0])
    linear = LinearWeights(2 * features if game.traits.chance else features)
    return LinearEvaluation(*game.utility_range, fingerprint, features, linear)


def packed(evaluation: LinearEvaluation) -> tuple[dict[str, str], dict[str, Tensor]]:
    """The texts and tensors of an evaluation."""
    weights = Tensor("F64", bytes(evaluation.linear.weights.memory))
    return {"kind": KIND, "encoding": evaluation.fingerprint}, {"weights": weights}


def unpacked(file: str | Path, content: TensorFile, game: Game[Any]) -> LinearEvaluation:
    """The evaluation of a file, which is for this game."""
    evaluation = new_linear_evaluation(game)
    memory, weights = evaluation.linear.weights.memory, content.tensors.get("weights")
    if content.metadata.get("encoding") != evaluation.fingerprint:
        raise OutplyError(
            f"{file} was learned for other features: {game.name} has changed since; learn anew."
        )
    if weights is None or len(weights.data) != len(memory):
        raise OutplyError(f"{file} is damaged: it has not one weight for each feature.")
    memory[:] = weights.data
    return evaluation
