"""Learned evaluations: objects apart from the rules of a game, whose weights are memory.

`with_evaluation(game, "weights.safetensors")` is the same game with another `evaluate`.
"""

from outply.evaluate.evaluated_game import NO_EVALUATION, with_evaluation
from outply.evaluate.evaluation_file import Evaluation, read_evaluation, write_evaluation
from outply.evaluate.linear_evaluation import LinearEvaluation
from outply.evaluate.network_evaluation import NetworkEvaluation
from outply.evaluate.table_evaluation import TableEvaluation
from outply.evaluate.weights_file import read_tensors, write_tensors

__all__ = [
    "NO_EVALUATION",
    "Evaluation",
    "LinearEvaluation",
    "NetworkEvaluation",
    "TableEvaluation",
    "read_evaluation",
    "read_tensors",
    "with_evaluation",
    "write_evaluation",
    "write_tensors",
]
