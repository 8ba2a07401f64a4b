"""Checks of what a class declares, before any of its methods is called."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Any

from outply.check.check_report import Broken, shown
from outply.check.checked_position import is_finite
from outply.check.checks.registry import game_check
from outply.check.contract import METHODS, TRAITS, fits, signature, text_of_missing_methods
from outply.game import Game
from outply.source_lines import line_of_class, line_of_method

METHODS_FIT = ("parameters", "methods have the parameters of the contract")
SETTINGS_ARE_VALUES = ("traits", "class settings are not methods")


@game_check("define", "the required methods are there")
def required_methods_are_there(game: Game[Any]) -> None:
    missing = text_of_missing_methods(game)
    if missing:
        raise _declared(game, f"does not define {missing}")


def trait_is_a_value(name: str, game: Game[Any]) -> None:
    """A helper method must not take the name of what is no method."""
    if inspect.getattr_static(game, name) is inspect.getattr_static(Game, name):
        return
    value: Any = getattr(game, name)
    description = f"`{name}` is {TRAITS[name]}"
    if callable(value):
        place = line_of_method(game, name)
        is_property = signature(value, name) == f"{name}(self)"
        either = f"put `@property` above `def {name}`, or " if is_property else ""
        raise Broken(f"{description}; {either}call the method something else.", place, "traits")
    if name == "name" and not isinstance(value, str):
        raise _declared(game, f"has the name {shown(value)}, and {description}.")


def method_fits(name: str, game: Game[Any]) -> None:
    """A method that the author defines can be called as the contract says."""
    method: Any = getattr(game, name)
    wanted = signature(getattr(Game, name), name)
    if not callable(method):
        message = f"`{name}` is {shown(method)}, and the contract has a method of that name"
        raise Broken(f"{message}; call it something else.", line_of_method(game, name))
    if not fits(method, name):
        message = f"`{signature(method, name)}` has the wrong parameters; write `{wanted}`."
        raise Broken(message, line_of_method(game, name))


for _name in TRAITS:
    game_check(*SETTINGS_ARE_VALUES)(partial(trait_is_a_value, _name))
for _name in METHODS:
    game_check(*METHODS_FIT)(partial(method_fits, _name))


@game_check("players", "there are players")
def there_are_players(game: Game[Any]) -> None:
    trait_is_a_value("players", game)
    players = game.players
    if not isinstance(players, int) or isinstance(players, bool) or players < 1:
        raise _declared(game, f"is for {shown(players)} players; give a whole number, 1 or more.")


@game_check("utility_range", "utility_range goes from the least to the most")
def utility_range_is_a_range(game: Game[Any]) -> None:
    trait_is_a_value("utility_range", game)
    given: Any = game.utility_range
    pair = isinstance(given, tuple) and len(given) == 2 and all(map(is_finite, given))
    if not pair or given[0] > given[1]:
        raise _declared(game, f"has utility_range {shown(given)}; give (least, most).")


def _declared(game: Game[Any], what: str) -> Broken:
    return Broken(f"`{type(game).__name__}` {what}", line_of_class(type(game)))
