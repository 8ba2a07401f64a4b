"""A game with another evaluation than its own."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

from outply.evaluate.evaluation_file import Evaluation, parameters_of, read_evaluation
from outply.evaluate.evaluation_function import FunctionEvaluation, function_evaluation
from outply.evaluate.parameter_evaluation import (
    ParameterEvaluation,
    kept_inside,
    parameter_members,
)
from outply.evaluate.side import side_of
from outply.evaluate.trained_evaluations import TRAINED, trained_file
from outply.file_modules import file_and_name
from outply.game import Game, OutplyError

__all__ = ["NO_EVALUATION", "evaluation_file", "game_and_source", "with_evaluation"]

AnyEvaluation = Evaluation | FunctionEvaluation

NO_EVALUATION = "none"
"""In place of a file: the game without `evaluate`, to see what an evaluation is worth."""

NO_FILES = ("", NO_EVALUATION, TRAINED)


def with_evaluation(game: Game[Any], source: str | Path | AnyEvaluation) -> Game[Any]:
    """The same rules with another evaluation.

    `source` is a file of weights, `my_eval.py:cautious` (a function of a Python file), `trained`
    (the weights that come with Outply), `none`, or an evaluation. It compiles as the game itself
    does. The same game and file give the same object, so that nothing is loaded twice.
    """
    game = _without_evaluation(game)
    if not isinstance(source, str | Path):
        return _evaluated(game, source, None)
    source = trained_file(game) if source == TRAINED else source
    return _from_file(game, str(source), _version(str(source)))


def evaluation_file(source: str) -> Path | None:
    """The file that an evaluation is in; None if it is in none."""
    given = file_and_name(source)
    return given[0] if given else None if source in NO_FILES else Path(source)


def game_and_source(game: Game[Any]) -> tuple[Game[Any], str]:
    """The game without its evaluation, and the file of that: what another process can read.

    The source is empty if the evaluation is the game's own.
    """
    plain = _without_evaluation(game)
    if plain is game:
        return game, ""
    source: str | None = getattr(game, "evaluation_source", None)
    if source is None:
        raise OutplyError(
            f"{game.name} has an evaluation without a file; write one with write_evaluation."
        )
    return plain, source


def _version(source: str) -> Any:
    """What changes if the file is written again; the content of a Python file, which is short."""
    file = evaluation_file(source)
    if file is None:
        return None
    try:
        if file_and_name(source):
            return file.read_bytes()
        facts = file.stat()
    except OSError as error:
        hint = "; a function is FILE.py:NAME" if ":" in file.name else ""
        raise OutplyError(f"{file} cannot be read: {error.strerror}{hint}.") from None
    return facts.st_mtime_ns, facts.st_size


@cache
def _from_file(game: Game[Any], source: str, version: Any) -> Game[Any]:
    if source == NO_EVALUATION:
        return _evaluated(game, None, source)
    rules: Any = type(game)
    key = rules, tuple(parameters_of(game).items()), source, version
    if key not in _evaluations:  # a game that is loaded twice may not be equal to itself
        given = file_and_name(source)
        _evaluations[key] = (
            function_evaluation(game, *given) if given else read_evaluation(source, game)
        )
    return _evaluated(game, _evaluations[key], source)


_evaluations: dict[tuple[Any, ...], AnyEvaluation] = {}


def _evaluated(game: Game[Any], evaluation: AnyEvaluation | None, source: str | None) -> Game[Any]:
    if not game.compilable:
        raise OutplyError(f"{game.name} has rules that are not written in Python: no evaluation.")
    rules: Any = type(game)
    return _of_class(game, _evaluated_class(rules, evaluation, source))


def _without_evaluation(game: Game[Any]) -> Game[Any]:
    """The game itself, if it was given an evaluation before."""
    rules = getattr(type(game), "rules_without_evaluation", None)
    return game if rules is None else _of_class(game, rules)


def _of_class(game: Game[Any], rules: Any) -> Game[Any]:
    """The same parameters with other rules."""
    copied = copy.copy(game)
    object.__setattr__(copied, "__class__", rules)  # a frozen one's, too
    return copied


@cache
def _evaluated_class(rules: Any, evaluation: AnyEvaluation | None, source: str | None) -> Any:
    """One class for each, since what is compiled is kept by class."""
    members: dict[str, Any] = {
        "__slots__": (),
        "__doc__": rules.__doc__,
        "__module__": rules.__module__,
        "__qualname__": f"{rules.__qualname__}[{_kind_of(evaluation)}]",
        "rules_without_evaluation": rules,
        "evaluation_source": source,
        "given_evaluation": evaluation,
        **_members_of(rules, evaluation),
    }
    return type(rules.__name__, (rules,), members)


def _kind_of(evaluation: AnyEvaluation | None) -> str:
    """What tells one evaluation's code from another's: each kind is kept on disk by itself."""
    if isinstance(evaluation, FunctionEvaluation):
        function: Any = evaluation.function
        name = getattr(function, "__qualname__", type(function).__name__)
        return f"{getattr(function, '__module__', '')}.{name}"  # a module for each file
    return type(evaluation).__name__


def _members_of(rules: Any, evaluation: AnyEvaluation | None) -> dict[str, Any]:
    """What follows from the kind of an evaluation; the margin is that of the game's own."""
    if isinstance(evaluation, ParameterEvaluation):
        return parameter_members(rules, evaluation)
    if evaluation is None:
        return {"evaluate": Game.evaluate, "margin": 0.0}
    is_function = isinstance(evaluation, FunctionEvaluation)
    return {"evaluate": evaluate_by_function if is_function else evaluate, "margin": 0.0}


def evaluate(self: Any, state: Any, player: int) -> float:
    """The learned value, within what is known for certain."""
    side = side_of(self, state)
    value: float = self.given_evaluation.value(self, state)
    low, high = self.bounds(state, side)
    value = min(max(value, low), high)
    return value if player == side else -value


def evaluate_by_function(self: Any, state: Any, player: int) -> float:
    """The value that a function gives, less than a win and within what is known for certain."""
    return kept_inside(self, state, player, self.given_evaluation.value(self, state, player))
