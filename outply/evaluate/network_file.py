"""Network evaluations: new ones for a game, and as tensors of a file."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from outply.evaluate.cell_encoding import Encoding, encoding_of
from outply.evaluate.network_evaluation import ZERO, LastSums, NetworkEvaluation, NetworkWeights
from outply.evaluate.table_file import require_encoding, require_two_players
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game, OutplyError

__all__ = ["KIND", "network_evaluation", "packed", "unpacked"]

KIND = "network"
TENSORS = {"rows": "U16", "biases": "U16", "outputs": "U16", "offsets": "F64"}
MOST_HIDDEN = 1024


def network_evaluation(
    game: Game[Any], encoding: Encoding, weights: NetworkWeights
) -> NetworkEvaluation:
    """The evaluation with these weights, which must not change from now on."""
    last = LastSums(encoding, weights)
    return NetworkEvaluation(encoding, len(weights.biases), *game.utility_range, weights, last)


def packed(evaluation: NetworkEvaluation) -> tuple[dict[str, str], dict[str, Tensor]]:
    """The texts and tensors of an evaluation."""
    weights = evaluation.weights
    texts = {
        "kind": KIND,
        "encoding": evaluation.encoding.fingerprint,
        "hidden": str(evaluation.hidden),
        "unit": str(weights.unit),
        "scale": repr(weights.scale),
    }
    tensors = {
        name: Tensor(kind, bytes(getattr(weights, name).memory)) for name, kind in TENSORS.items()
    }
    return texts, tensors


def unpacked(file: str | Path, content: TensorFile, game: Game[Any]) -> NetworkEvaluation:
    """The evaluation of a file, which is for this game."""
    require_two_players(game)
    encoding = encoding_of(game)
    require_encoding(file, content, game, encoding)
    try:
        hidden = int(content.metadata["hidden"])
        if not 1 <= hidden <= MOST_HIDDEN:
            raise ValueError("the hidden layer")
        weights = NetworkWeights(encoding, hidden)
        weights.unit = int(content.metadata["unit"])
        weights.scale = float(content.metadata["scale"])
        if not 1 <= weights.unit < ZERO or not math.isfinite(weights.scale):
            raise ValueError("the scale")
        for name in TENSORS:
            getattr(weights, name).memory[:] = content.tensors[name].data
    except (KeyError, ValueError, TypeError):
        raise OutplyError(f"{file} is damaged: its layers do not fit each other.") from None
    return network_evaluation(game, encoding, weights)
