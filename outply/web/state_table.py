"""The fields of a state as a table, for games that draw no board and write no text of their own."""

from __future__ import annotations

from typing import Any

from outply.game import BoardView, Game
from outply.plain_texts import plain_text, shown_fields

__all__ = ["state_table"]


def state_table(game: Game[Any], state: Any) -> BoardView | None:
    """A row for each field of the state; None if the state has a text of its own, or no fields."""
    names = shown_fields(state) if type(game).format is Game.format else ()
    if not names:
        return None
    rows = tuple((_value_text(getattr(state, name)),) for name in names)
    labels = tuple(name.replace("_", " ") for name in names)
    return BoardView(rows, row_labels=labels, kind="table")


def _value_text(value: Any) -> str:
    """A value as people read it: rows of rows as lines, and items with commas between them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if type(value) not in (tuple, list):
        return "none" if value is None else plain_text(value)
    if value and all(type(item) in (tuple, list) for item in value):
        return "\n".join(" ".join(map(_value_text, item)) for item in value)
    return ", ".join(map(_value_text, value)) or "none"
