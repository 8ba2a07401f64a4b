"""Evaluations that are functions of a Python file: `my_eval.py:cautious`.

def cautious(game, state, player): ...
def cautious(state, player): ...
"""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from outply.did_you_mean import did_you_mean
from outply.evaluate.cell_encoding import sampled_states
from outply.file_modules import LoadError, described, imported_file, module_of
from outply.game import Game, OutplyError
from outply.source_lines import last_line

__all__ = ["FunctionEvaluation", "function_evaluation"]

STATES = 12  # in which a function is tried


@dataclass(frozen=True)
class FunctionEvaluation:
    """A function that evaluates a state from the side of a player."""

    function: Callable[..., Any]
    takes_game: bool

    def value(self, game: Game[Any], state: Any, player: int) -> float:
        value = self.answer(game, state, player)
        if value is None or not isinstance(value, int | float):
            raise OutplyError(
                "The function of evaluation=FILE.py:NAME must always return a number."
            )
        return float(value)

    def answer(self, game: Game[Any], state: Any, player: int) -> Any:
        if self.takes_game:
            return self.function(game, state, player)
        return self.function(state, player)


def function_evaluation(game: Game[Any], file: Path, name: str) -> FunctionEvaluation:
    """The function of a file; raises, in one sentence, if it cannot evaluate this game."""
    module = _module(game, file)
    if not name or not hasattr(module, name):
        raise OutplyError(_unknown(file, name, _function_names(module)))
    function = getattr(module, name)
    evaluation = FunctionEvaluation(function, _takes_game(function, file, name))
    _try(game, evaluation, file, name)
    return evaluation


def _module(game: Game[Any], file: Path) -> ModuleType:
    """The module of a file; if the rules are in that file, the module that they are from."""
    rules = sys.modules.get(type(game).__module__)
    rules_file = imported_file(rules, "game")
    if rules is None or rules_file is None or not file.is_file():
        return module_of(file, "evaluation")
    if rules_file.resolve() == file.resolve():
        return rules
    with _imported_as(rules_file.stem, rules):
        return module_of(file, "evaluation")


@contextmanager
def _imported_as(name: str, module: ModuleType) -> Iterator[None]:
    """While inside, `import my_game` gives the module of the game and no second one of its file."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = module
    try:
        yield
    finally:
        del sys.modules[name]


def _function_names(module: ModuleType) -> list[str]:
    functions = inspect.getmembers(module, inspect.isfunction)
    return [
        name
        for name, function in functions
        if function.__module__ == module.__name__ and not name.startswith("_")
    ]


def _unknown(file: Path, name: str, known: list[str]) -> str:
    listed = f"it defines {', '.join(known)}" if known else "it defines no functions"
    if not name:
        return f"{file} is a Python file; name a function of it, {file}:NAME ({listed})."
    return f"{file} defines no {name!r}; {did_you_mean(name, known, f'{listed}.')}"


def _takes_game(function: Any, file: Path, name: str) -> bool:
    """Whether the first of its parameters is the game; raises if it has others than it should."""
    if not callable(function):
        raise OutplyError(
            f"{name} in {file} is {function!r} and not a function; {_how_to_write(name)}."
        )
    try:
        given = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        raise OutplyError(f"{name} in {file} has no signature; {_how_to_write(name)}.") from None
    required = [p.kind for p in given if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    is_positional = all(kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for kind in required)
    if not is_positional or (len(required) != 3 and (len(required), len(given)) != (2, 2)):
        written = ", ".join(str(parameter) for parameter in given)
        reason = f"the parameters of {name} are ({written}); {_how_to_write(name)}"
        raise LoadError(str(file), _line_of(function), reason)
    return len(required) == 3


def _how_to_write(name: str) -> str:
    return f"write def {name}(game, state, player) or def {name}(state, player)"


def _line_of(function: Any) -> int:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return getattr(code, "co_firstlineno", 1)


def _try(game: Game[Any], evaluation: FunctionEvaluation, file: Path, name: str) -> None:
    """Raise, in one sentence, if a function raises or returns no number in some states."""
    for state in sampled_states(game, STATES):
        for player in range(game.players):
            try:
                value = evaluation.answer(game, state, player)
            except Exception as error:
                place = last_line(error, {str(file)}) or (str(file), _line_of(evaluation.function))
                raise LoadError(*place, f"{name} raises {described(error)}") from error
            if not isinstance(value, int | float) or math.isnan(value):
                reason = f"{name} returned {value!r}; it must return a number"
                raise LoadError(str(file), _line_of(evaluation.function), reason)
