"""Texts that are no positions are refused, with what is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from outply import OutplyError, load

FILE = Path(__file__).parents[1] / "data" / "refused_positions.toml"
GAMES = tomllib.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name in GAMES for text in GAMES[name]["refused"]]
)
def test_texts_that_are_no_positions_are_refused(name: str, text: str) -> None:
    section = GAMES[name]
    message = f"{section.get('every_message', '')}.*{section['refused'][text]}"
    game = load(name, **section.get("parameters", {}))
    with pytest.raises(OutplyError, match=message):
        game.parse(text)
