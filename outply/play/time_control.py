"""Time controls: how people write the clocks of a game, and how a move changes a clock.

How much of a clock a move gets is in `search/time_management.py`.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from outply.game import OutplyError
from outply.search import Clock

__all__ = ["after_move", "clock_text", "parse_clock", "time_text"]

NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0}
SHOWN_TENTHS = 20.0  # seconds, below which tenths of a second are shown


def parse_clock(text: str) -> Clock:
    """Parse `5+3`: minutes for the game, and seconds that are added after each move.

    Both may have a unit, as in `90s+1s`; the time may also be `0:30` or `1:30:00`.
    """
    time, plus, increment = text.replace(" ", "").partition("+")
    remaining, added = _seconds(time, "m"), _seconds(increment, "s") if plus else 0.0
    if not remaining or added is None or math.inf in (remaining, added):
        raise OutplyError(
            f"{text!r} is not a clock; write minutes + seconds for each move, as in 5+3, "
            "90s+1s or 0:30+0.5."
        )
    return Clock(remaining, added)


def _seconds(text: str, unit: str) -> float | None:
    """The seconds of a time, whose unit is given if it is not written; None if it is none."""
    if parts := re.fullmatch(r"(?:(\d+):)?(\d+):([0-5]?\d(?:\.\d*)?)", text):
        hours, minutes, seconds = parts.groups(default="0")
        return 3600.0 * int(hours) + 60.0 * int(minutes) + float(seconds)
    if amount := re.fullmatch(rf"{NUMBER}([hms]?)", text):
        return float(amount[1]) * UNITS[amount[2] or unit]
    return None


def after_move(clock: Clock, seconds: float) -> Clock:
    """The clock when its player has made a move in `seconds` seconds."""
    return replace(clock, remaining=max(0.0, clock.remaining - seconds) + clock.increment)


def time_text(seconds: float) -> str:
    """`4:58`, `1:02:03`, and `0:09.3` when it is little; never more than is left."""
    tenths = math.floor(10 * max(0.0, seconds))
    minutes, rest = divmod(tenths, 600)
    last = f"{rest / 10:04.1f}" if seconds < SHOWN_TENTHS else f"{rest // 10:02d}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{last}" if hours else f"{minutes}:{last}"


def clock_text(clock: Clock) -> str:
    """`300+3`, in seconds, as PGN writes a time control."""
    added = f"+{clock.increment:g}" if clock.increment else ""
    return f"{clock.remaining:g}{added}"
