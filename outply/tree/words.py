"""Numbers, windows and players as a drawing writes them."""

from __future__ import annotations

import math
from functools import lru_cache

from outply.game import CHANCE, MAX, MIN, SURE

__all__ = ["counted", "player_name", "short", "values_note", "window_text"]

WIDE = 1e6
"""From here on a number is written with an exponent."""

LONGEST = 1024
"""Values so few plies from `SURE` are wins and losses."""


@lru_cache(maxsize=4096)
def short(number: float) -> str:
    """3 for 3.0, 0.25, 0.333, 1234, −∞, win in 7: at most three digits that are not whole."""
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    size = abs(number)
    if SURE - LONGEST <= size <= SURE:
        return f"{'win' if number > 0 else 'loss'} in {SURE - size:.0f}"
    is_whole = number == round(number) if size < WIDE else False
    text = f"{number:.0f}" if is_whole or 999.5 <= size < WIDE else f"{number:.3g}"
    return "0" if text == "-0" else text.replace("-", "−")


def window_text(alpha: float, beta: float) -> str:
    return f"[{short(alpha)}, {short(beta)}]"


def player_name(player: int) -> str:
    return {MAX: "MAX", MIN: "MIN", CHANCE: "chance"}.get(player, f"player {player}")


def counted(number: int, thing: str, things: str | None = None) -> str:
    """`1 leaf`, `2 leaves`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def values_note(values_for: str) -> str:
    """Whose side the values are from, in one sentence."""
    if values_for == "MAX":
        return "Values are MAX's: MAX wants them high, MIN low."
    if values_for == "mover":
        return "Each value is from the side of the player to move there."
    return f"Values are from the side of {values_for}."
