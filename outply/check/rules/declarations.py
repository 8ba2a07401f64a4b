"""What a game says of itself before anything is played."""

from __future__ import annotations

from typing import Any

from outply.blame import is_defined, place_of_class
from outply.check.broken import Broken, shown
from outply.check.position import is_finite
from outply.check.rules.registry import game_rule
from outply.game import Game

REQUIRED = ("initial", "to_move", "moves", "result", "is_terminal", "utility")


@game_rule("define", "the required methods are there")
def required_methods_are_there(game: Game[Any]) -> None:
    missing = [f"`{method}`" for method in REQUIRED if not is_defined(game, method)]
    if missing:
        raise _broken(game, f"does not define {', '.join(missing)}")


@game_rule("players", "there are players")
def there_are_players(game: Game[Any]) -> None:
    players = game.players
    if not isinstance(players, int) or isinstance(players, bool) or players < 1:
        raise _broken(game, f"is for {shown(players)} players; give a whole number, 1 or more")


@game_rule("utility_range", "utility_range goes from the least to the most")
def utility_range_is_a_range(game: Game[Any]) -> None:
    given: Any = game.utility_range
    pair = isinstance(given, tuple) and len(given) == 2 and all(map(is_finite, given))
    if not pair or given[0] > given[1]:
        raise _broken(game, f"has utility_range {shown(given)}; give (least, most)")


def _broken(game: Game[Any], what: str) -> Broken:
    return Broken(f"`{type(game).__name__}` {what}.", place_of_class(type(game)))
