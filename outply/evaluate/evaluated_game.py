"""A game with another evaluation than its own."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

from outply.evaluate.evaluation_file import Evaluation, parameters_of, read_evaluation
from outply.evaluate.side import side_of
from outply.game import Game, OutplyError

__all__ = ["NO_EVALUATION", "with_evaluation"]

NO_EVALUATION = "none"
"""In place of a file: the game without `evaluate`, to see what an evaluation is worth."""


def with_evaluation(game: Game[Any], source: str | Path | Evaluation) -> Game[Any]:
    """The same rules with the evaluation of a file of weights, or with one that is given.

    It compiles as the game itself does. The same game and file give the same object, so that
    nothing is loaded twice.
    """
    game = _without_evaluation(game)
    if not isinstance(source, str | Path):
        return _evaluated(game, source)
    if source == NO_EVALUATION:
        return _from_file(game, NO_EVALUATION, 0, 0)
    try:
        facts = Path(source).stat()
    except OSError as error:
        raise OutplyError(f"{source} cannot be read: {error.strerror}.") from None
    return _from_file(game, str(source), facts.st_mtime_ns, facts.st_size)


@cache
def _from_file(game: Game[Any], file: str, changed: int, size: int) -> Game[Any]:
    if file == NO_EVALUATION:
        return _evaluated(game, None)
    rules: Any = type(game)
    key = rules, tuple(parameters_of(game).items()), file, changed, size
    if key not in _evaluations:  # a game that is loaded twice may not be equal to itself
        _evaluations[key] = read_evaluation(file, game)
    return _evaluated(game, _evaluations[key])


_evaluations: dict[tuple[Any, ...], Evaluation] = {}


def _evaluated(game: Game[Any], evaluation: Evaluation | None) -> Game[Any]:
    if not game.compilable:
        raise OutplyError(f"{game.name} has rules that are not written in Python: no evaluation.")
    rules: Any = type(game)
    return _of_class(game, _evaluated_class(rules, evaluation))


def _without_evaluation(game: Game[Any]) -> Game[Any]:
    """The game itself, if it was given an evaluation before."""
    rules = getattr(type(game), "rules_without_evaluation", None)
    return game if rules is None else _of_class(game, rules)


def _of_class(game: Game[Any], rules: Any) -> Game[Any]:
    """The same parameters with other rules."""
    twin = copy.copy(game)
    object.__setattr__(twin, "__class__", rules)  # a frozen one's, too
    return twin


@cache
def _evaluated_class(rules: Any, evaluation: Evaluation | None) -> Any:
    """One class for each, since what is compiled is kept by class."""
    members: dict[str, Any] = {
        "__slots__": (),
        "__doc__": rules.__doc__,
        "__module__": rules.__module__,
        "rules_without_evaluation": rules,
        "learned_evaluation": evaluation,
        "evaluate": Game.evaluate if evaluation is None else evaluate,
        "margin": 0.0,  # of another evaluation
    }
    return type(rules.__name__, (rules,), members)


def evaluate(self: Any, state: Any, player: int) -> float:
    """The learned value, within what is known for certain."""
    side = side_of(self, state)
    value: float = self.learned_evaluation.value(self, state)
    low, high = self.bounds(state, side)
    value = min(max(value, low), high)
    return value if player == side else -value
