"""Whether learned evaluations that are updated incrementally equal those of the whole state.

Compiled code changes what it knows of the last state by the cells that differ; interpreted code
computes everything anew. Random weights tell all cells apart, and a play visits one state after
the other. Both must give the same numbers, bit for bit.
"""

from __future__ import annotations

import random
from typing import Any

from outply.check.check_report import Broken
from outply.check.checked_position import CheckedPosition, Subject
from outply.compiler import kernel
from outply.evaluate import Evaluation, with_evaluation
from outply.evaluate.cell_encoding import encoding_of
from outply.evaluate.network_evaluation import ZERO, NetworkWeights
from outply.evaluate.network_file import network_evaluation
from outply.evaluate.table_file import new_evaluation
from outply.game import Game
from outply.search.random_numbers import random_choice

__all__ = ["AGREEMENT", "incremental_difference"]

AGREEMENT = "learned evaluations updated incrementally equal whole ones"
PLAYS, MOST_PLIES = 4, 200
UNITS = 8  # of the hidden layer
ADVICE = "give the same cells for the same state"


def incremental_difference(game: Game[Any]) -> Broken | None:
    """The first kind of evaluation that differs, if any; raises OutplyError if there is none."""
    for kind, evaluation in (("tables", _random_tables(game)), ("network", _random_network(game))):
        evaluated = with_evaluation(game, evaluation)
        compiled = kernel(values_on_a_play, evaluated)
        for play in range(PLAYS):
            luck = (play + 0.6180339887) / PLAYS
            initial = evaluated.initial()
            if compiled(initial, luck) != values_on_a_play(evaluated, initial, luck):
                message = f"the values of learned {kind} depend on the state before,"
                at = CheckedPosition(Subject(game), initial)
                return at.broken("cells", message, ADVICE, "compiled")
    return None


def values_on_a_play(game: Game[Any], state: Any, luck: float) -> float:
    """The sum of the values of all states of a random play, each weighted by its ply."""
    total = 0.0
    for ply in range(MOST_PLIES):
        if game.is_terminal(state):
            break
        total += (ply + 1) * game.evaluate(state, 0)
        luck = luck * 9301.0 % 1.0
        state = game.result(state, random_choice(game, state, luck))
    return total


def _random_tables(game: Game[Any]) -> Evaluation:
    made, rng = new_evaluation(game), random.Random(1)
    made.tables.scale = 0.0005
    for index in range(len(made.tables.weights)):
        made.tables.weights[index] = rng.randint(-300, 300)
    return made


def _random_network(game: Game[Any]) -> Evaluation:
    encoding, rng = encoding_of(game), random.Random(2)
    weights = NetworkWeights(encoding, UNITS)
    weights.unit, weights.scale = 255, 0.0001
    for array in (weights.rows, weights.biases, weights.outputs):
        for index in range(len(array)):
            array[index] = ZERO + rng.randint(-40, 40)
    return network_evaluation(game, encoding, weights)
