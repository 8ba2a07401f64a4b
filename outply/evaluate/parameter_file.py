"""Numbers for the parameters of an evaluation: those of a game, and as tensors of a file."""

from __future__ import annotations

import hashlib
import json
import math
from array import array
from pathlib import Path
from typing import Any

from outply.evaluate.cell_encoding import sampled_states
from outply.evaluate.parameter_evaluation import ParameterEvaluation, ParameterNumbers
from outply.evaluate.table_file import require_two_players
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game, OutplyError

__all__ = ["KIND", "own_parameters", "packed", "unpacked"]

KIND = "parameters"
STATES = 60  # that tell one formula from another


def own_parameters(game: Game[Any]) -> ParameterEvaluation:
    """The parameters that a game declares, with its own numbers; raises if there are none."""
    require_two_players(game)
    if game.traits.chance:
        raise OutplyError(f"The parameters of {game.name} cannot be tuned: it has chance.")
    names = tuple(game.evaluation_parameters)
    rules: Any = type(game)
    if rules.evaluate is Game.evaluate:
        raise OutplyError(f"{game.name} defines no evaluate; use --kind tables.")
    if not names:
        raise OutplyError(
            f"{game.name} declares no evaluation_parameters; list the fields that its evaluate"
            ' uses, as in evaluation_parameters = ("mobility",).'
        )
    numbers = [_number(game, name) for name in names]
    whole = frozenset(n for n, number in zip(names, numbers, strict=True) if type(number) is int)
    evaluation = ParameterEvaluation(names, whole, ParameterNumbers(len(names)))
    for at, number in enumerate(numbers):
        evaluation.parameters.numbers[at] = float(number)
    return evaluation


def _number(game: Game[Any], name: str) -> int | float:
    found: Any = getattr(game, name, None)
    if type(found) not in (int, float) or not math.isfinite(found):
        raise OutplyError(
            f"The evaluation_parameters of {game.name} name {name!r}, which is {found!r};"
            " name fields that are numbers."
        )
    number: int | float = found
    return number


def packed(
    game: Game[Any], evaluation: ParameterEvaluation
) -> tuple[dict[str, str], dict[str, Tensor]]:
    """The texts and tensors of an evaluation."""
    texts = {
        "kind": KIND,
        "names": json.dumps(evaluation.names),
        "encoding": _fingerprint(game, evaluation),
    }
    return texts, {"numbers": Tensor("F64", bytes(evaluation.parameters.numbers.memory))}


def unpacked(file: str | Path, content: TensorFile, game: Game[Any]) -> ParameterEvaluation:
    """The evaluation of a file, which is for this game."""
    evaluation = own_parameters(game)
    memory, numbers = evaluation.parameters.numbers.memory, content.tensors.get("numbers")
    changed = OutplyError(
        f"{file} was tuned for another evaluate: {game.name} has changed since; tune anew."
    )
    if json.loads(content.metadata.get("names", "[]")) != list(evaluation.names):
        raise changed
    if numbers is None or numbers.kind != "F64" or len(numbers.data) != len(memory):
        raise OutplyError(f"{file} is damaged: it has not one number for each parameter.")
    if not all(map(math.isfinite, array("d", numbers.data))):
        raise OutplyError(f"{file} is damaged: its numbers are not finite.")
    memory[:] = numbers.data
    if content.metadata.get("encoding") != _fingerprint(game, evaluation):
        raise changed
    return evaluation


def _fingerprint(game: Game[Any], evaluation: ParameterEvaluation) -> str:
    """A hash of the values of some states."""
    from outply.evaluate.evaluated_game import with_evaluation  # which reads such files

    evaluated = with_evaluation(game, evaluation)
    values = [
        round(evaluated.evaluate(state, game.to_move(state)), 6)
        for state in sampled_states(game, STATES)
    ]
    return hashlib.blake2b(repr(values).encode(), digest_size=8).hexdigest()
