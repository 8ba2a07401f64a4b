"""Evaluations apart from the rules of a game: functions, and weights that were learned.

`with_evaluation(game, "weights.safetensors")` is the same game with another `evaluate`.
"""

from outply.evaluate.evaluated_game import (
    NO_EVALUATION,
    evaluation_file,
    game_and_source,
    with_evaluation,
)
from outply.evaluate.evaluation_file import Evaluation, read_evaluation, write_evaluation
from outply.evaluate.linear_evaluation import LinearEvaluation
from outply.evaluate.network_evaluation import NetworkEvaluation
from outply.evaluate.parameter_evaluation import ParameterEvaluation
from outply.evaluate.table_evaluation import TableEvaluation
from outply.evaluate.weights_file import read_tensors, write_tensors

__all__ = [
    "NO_EVALUATION",
    "Evaluation",
    "LinearEvaluation",
    "NetworkEvaluation",
    "ParameterEvaluation",
    "TableEvaluation",
    "evaluation_file",
    "game_and_source",
    "read_evaluation",
    "read_tensors",
    "with_evaluation",
    "write_evaluation",
    "write_tensors",
]
