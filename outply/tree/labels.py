"""Numbers, windows and players as text in a drawing."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from outply.game import CHANCE, MAX, MIN, SURE

if TYPE_CHECKING:
    from outply.tree.recorded_tree import RecordedTree

__all__ = ["counted", "number_text", "player_name", "values_note", "window_text"]

WIDE = 1e6
"""Numbers from here on are written with an exponent."""

LONGEST = 1024
"""Values at most this many plies from `SURE` are wins and losses."""


@lru_cache(maxsize=4096)
def number_text(number: float) -> str:
    """3 for 3.0, 0.25, 0.333, 1234, −∞, win in 7: a fraction has at most three digits."""
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    size = abs(number)
    if SURE - LONGEST <= size <= SURE:
        return f"{'win' if number > 0 else 'loss'} in {SURE - size:.0f}"
    is_whole = number == round(number) if size < WIDE else False
    text = f"{number:.0f}" if is_whole or 999.5 <= size < WIDE else f"{number:.3g}"
    return "0" if text == "-0" else text.replace("-", "−")


def window_text(alpha: float, beta: float) -> str:
    return f"[{number_text(alpha)}, {number_text(beta)}]"


def player_name(player: int, players: int = 2) -> str:
    """MAX or MIN; of more than two players, a number from 1 on."""
    names = {MAX: "MAX", MIN: "MIN"} if players <= 2 else {}
    return "chance" if player == CHANCE else names.get(player, f"player {player + 1}")


def counted(number: int, thing: str, things: str | None = None) -> str:
    """`1 leaf`, `2 leaves`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def values_note(tree: RecordedTree) -> str:
    """One sentence that says whose side the values are from."""
    has_chance = any(node.player == CHANCE for node in tree.visits)
    if tree.values_for == "mover":
        at_chance = ", at chance from MAX's" if has_chance else ""
        return f"Each value is from the side of the player to move there{at_chance}."
    if tree.values_for == "chooser":
        at_chance = "; of an outcome, from MAX's" if has_chance else ""
        return f"Each value is from the side of the player who moved there{at_chance}."
    average = ", and chance averages" if has_chance else ""
    if tree.values_for == "MAX" and tree.game.players <= 2:
        return f"Values are MAX's: MAX wants them high, MIN low{average}."
    root = MAX if tree.root.player == CHANCE else tree.root.player
    name = player_name(root, tree.game.players)
    return f"Values are {name}'s, for the root: {name} wants them high, all others low{average}."
