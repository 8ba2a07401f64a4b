"""Evaluations as files: the weights, and the game that they were learned for."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from outply.evaluate import linear_file, network_file, parameter_file, table_file
from outply.evaluate.linear_evaluation import LinearEvaluation
from outply.evaluate.network_evaluation import NetworkEvaluation
from outply.evaluate.parameter_evaluation import ParameterEvaluation
from outply.evaluate.table_evaluation import TableEvaluation
from outply.evaluate.weights_file import Tensor, TensorFile, read_tensors, write_tensors
from outply.game import Game, OutplyError
from outply.parameters import parameter_kinds

__all__ = ["Evaluation", "parameters_of", "read_evaluation", "write_evaluation"]

VERSION = "1"
Evaluation = TableEvaluation | LinearEvaluation | NetworkEvaluation | ParameterEvaluation
READERS: dict[str, Callable[[Any, TensorFile, Game[Any]], Evaluation]] = {
    table_file.KIND: table_file.unpacked,
    linear_file.KIND: linear_file.unpacked,
    network_file.KIND: network_file.unpacked,
    parameter_file.KIND: parameter_file.unpacked,
}


def parameters_of(game: Game[Any]) -> dict[str, str]:
    """The parameters of a game, written as in Python."""
    rules: Any = type(game)
    rules = getattr(rules, "rules_without_evaluation", rules)
    return {name: repr(getattr(game, name, None)) for name in parameter_kinds(rules)}


def write_evaluation(
    file: str | Path, game: Game[Any], evaluation: Evaluation, training: dict[str, Any]
) -> None:
    """Write an evaluation; `training` says how it was learned, and the loss on held-out games."""
    texts, tensors = _packed(game, evaluation)
    metadata = {
        "outply": VERSION,
        "game": game.name,
        "parameters": json.dumps(parameters_of(game)),
        "training": json.dumps(training),
        **texts,
    }
    write_tensors(file, metadata, tensors)


def _packed(game: Game[Any], evaluation: Evaluation) -> tuple[dict[str, str], dict[str, Tensor]]:
    match evaluation:
        case TableEvaluation():
            return table_file.packed(evaluation)
        case LinearEvaluation():
            return linear_file.packed(evaluation)
        case NetworkEvaluation():
            return network_file.packed(evaluation)
        case ParameterEvaluation():
            return parameter_file.packed(game, evaluation)


def read_evaluation(file: str | Path, game: Game[Any]) -> Evaluation:
    """Read an evaluation; raises, in one sentence, if it is for another game."""
    content = read_tensors(file)
    metadata = content.metadata
    if metadata.get("kind") not in READERS or metadata.get("outply") != VERSION:
        raise OutplyError(f"{file} is not a file of weights that this version can read.")
    _require_match(file, metadata, game)
    return READERS[metadata["kind"]](file, content, game)


def _require_match(file: str | Path, metadata: dict[str, str], game: Game[Any]) -> None:
    if metadata.get("game") != game.name:
        raise OutplyError(f"{file} was learned for {metadata.get('game')}, not for {game.name}.")
    learned, here = json.loads(metadata["parameters"]), parameters_of(game)
    tuned = json.loads(metadata.get("names", "[]"))  # the file has numbers of its own for these
    for name in learned | here:
        if name not in tuned and learned.get(name) != here.get(name):
            raise OutplyError(
                f"{file} was learned for {game.name} with {name}={learned.get(name)},"
                f" not with {name}={here.get(name)}."
            )
