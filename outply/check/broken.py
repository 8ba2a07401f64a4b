"""How a rule says that the game breaks it, or that it cannot be checked."""

from __future__ import annotations

from typing import Any

from outply.blame import Place

__all__ = ["Broken", "NotChecked", "shown"]


class Broken(Exception):
    """A rule that the game breaks. Without `rule`, it is the one that was being checked."""

    def __init__(self, message: str, place: Place, rule: str = "") -> None:
        super().__init__(message)
        self.message, self.place, self.rule = message, place, rule


class NotChecked(Exception):
    """Why a rule does not apply; becomes a note."""


def shown(value: Any, most: int = 100) -> str:
    """A value on one line, not too long."""
    try:
        text = " ".join((value if isinstance(value, str) else repr(value)).split())
    except Exception:
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= most else text[: most - 1] + "…"
