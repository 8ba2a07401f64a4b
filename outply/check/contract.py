"""The names of the contract: its methods with their parameters, its traits, likely misspellings."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from outply.game import REQUIRED_METHODS, Game, is_defined
from outply.source_lines import missing_methods

__all__ = [
    *("METHODS", "TRAITS"),
    *("fits", "misspelt_methods", "name_of", "signature", "text_of_missing_methods"),
]

TRAITS = {
    "name": "the game's name, a text",
    "players": "the number of players",
    "zero_sum": "True or False: whether the others lose what one player gains",
    "utility_range": "the least and the most utility, a pair of numbers",
    "compilable": "True or False: whether the rules may be compiled",
    "evaluation_parameters": "the names of fields that `evaluate` uses, a tuple of texts",
    "cell_values": "how many values a cell can take, a number",
    "stages": "the number of stages of the game",
    "cell_grid": "the rows and columns of the cells, a pair of numbers",
    "symmetries": "a tuple of permutations of the cells",
    "tuples": "a tuple of tuples of cells",
    "selective": "True or False: whether `candidates` may leave out good moves",
    "tail_plies": "a number of plies before the end",
    "margin": "what a small advantage is worth, a number",
    "traits": "what a search must know of the game, which follows from its other attributes",
}
"""What each attribute of a game holds that is not a method."""

NOT_FOR_AUTHORS = ("with_evaluation",)
METHODS = tuple(
    name
    for name, member in vars(Game).items()
    if inspect.isfunction(member) and name[0] != "_" and name not in NOT_FOR_AUTHORS
)
BARE: dict[str, Any] = dict.fromkeys(("annotation", "default"), inspect.Parameter.empty)
CLOSE = 0.75  # of the letters, in what may be a misspelling


def name_of(game: Game[Any]) -> str:
    """The game's name, or that of its class where the author uses `name` for something else."""
    name: Any = game.name
    return name if isinstance(name, str) else type(game).__name__


def signature(method: Callable[..., Any], name: str) -> str:
    """A method as its author defines it, without types: `order(self, state, move)`."""
    function = inspect.unwrap(getattr(method, "__func__", method))
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return f"{name}(…)"
    return f"{name}({', '.join(str(each.replace(**BARE)) for each in parameters)})"


def fits(method: Callable[..., Any], name: str) -> bool:
    """Whether a method of a game can be called as the contract's method of this name is."""
    given = len(inspect.signature(getattr(Game, name)).parameters) - 1  # without self
    try:
        inspect.signature(method).bind(*[None] * given)
    except (TypeError, ValueError):
        return False
    return True


def _written_methods(game: Game[Any]) -> dict[str, Callable[..., Any]]:
    """The author's methods that are not in the contract and not private, by their names."""
    names = (name for cls in type(game).__mro__ for name in vars(cls))
    public = (name for name in names if not name.startswith("_") and not hasattr(Game, name))
    found = {name: inspect.getattr_static(game, name, None) for name in public}
    return {name: getattr(game, name) for name, each in found.items() if inspect.isfunction(each)}


def _closest(name: str, others: Iterable[str]) -> str | None:
    """The one of other names that may be the same name, misspelt."""
    likeness = {other: _likeness(name, other) for other in others if other[0] == name[0]}
    best = max(likeness, key=likeness.__getitem__, default=None)
    return best if best and likeness[best] >= CLOSE else None


def _likeness(name: str, other: str) -> float:
    """The share of letters in common, after a word in common: `format_` is not enough."""
    word = name.partition("_")[0] + "_"
    if other.startswith(word):
        name, other = name.removeprefix(word), other.removeprefix(word)
    return difflib.SequenceMatcher(None, name, other).ratio()


def misspelt_methods(game: Game[Any]) -> Iterator[str]:
    """In words: methods that nobody calls, named and called nearly as one of the contract."""
    undefined = [
        name for name in METHODS if not (name in REQUIRED_METHODS or is_defined(game, name))
    ]
    for name, method in _written_methods(game).items():
        meant = _closest(name, (other for other in undefined if fits(method, other)))
        if meant:
            yield f"`{name}` is not a method of the contract; did you mean `{meant}`?"


def text_of_missing_methods(game: Game[Any]) -> str:
    """In words: the required methods that a game does not define; empty if there are none."""
    missing = missing_methods(type(game))
    written = {name: _closest(name, _written_methods(game)) for name in missing}
    meant = " and ".join(f"`{name}` by `{near}`" for name, near in written.items() if near)
    listed = ", ".join(f"`{name}`" for name in missing)
    return f"{listed}; did you mean {meant}?" if meant else listed and f"{listed}."
