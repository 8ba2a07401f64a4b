"""Games as people and other programs read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from outply.play.arena.played import Ending, PlayedGame

__all__ = ["FORMATS", "as_pgn", "as_text"]

WIDTH = 80
SEATS = ("White", "Black")  # as PGN calls the first and the second to move

TERMINATIONS = {
    Ending.FINISHED: "normal",
    Ending.ADJUDICATED: "adjudication",
    Ending.LENGTH: "adjudication",
    Ending.TIME: "time forfeit",
    Ending.ILLEGAL: "rules infraction",
    Ending.CRASH: "abandoned",
    Ending.VOID: "unterminated",
}


def as_text(setup: dict[str, Any], game: PlayedGame) -> str:
    """A heading, the opening and the moves, each on a line."""
    names = " v ".join(_names(setup, game))
    how = game.ending.value + (f", {_reason(setup, game)}" if game.reason else "")
    lines = [f"Game {game.number + 1}: {names}  {game.result}  ({how})"]
    if game.position is not None:
        lines.append(f"  Position: {game.position}")
    if game.opening:
        lines.append(f"  Opening: {' '.join(game.opening)}")
    return "\n".join([*lines, f"  Moves: {' '.join(game.moves) or 'none'}", ""])


def as_pgn(setup: dict[str, Any], game: PlayedGame) -> str:
    """As PGN, the notation of moves being the game's own; openings are part of the moves."""
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in _tags(setup, game))
    moves = wrap(" ".join([*_numbered([*game.opening, *game.moves]), game.result]), WIDTH)
    return "\n".join([tags, "", *moves, ""])


FORMATS: dict[str, Callable[[dict[str, Any], PlayedGame], str]] = {"text": as_text, "pgn": as_pgn}


def _names(setup: dict[str, Any], game: PlayedGame) -> list[str]:
    return [setup["players"][player]["name"] for player in game.seats]


def _reason(setup: dict[str, Any], game: PlayedGame) -> str:
    return game.reason if game.loser is None else f"{_names(setup, game)[game.loser]} {game.reason}"


def _tags(setup: dict[str, Any], game: PlayedGame) -> Iterator[tuple[str, str]]:
    yield "Event", f"outply arena {setup['game']}"
    yield "Site", "?"
    yield "Date", game.ended_at[:10].replace("-", ".")
    yield "Round", str(game.number + 1)
    seats = SEATS if len(game.seats) == 2 else [f"Player{n}" for n in range(1, len(game.seats) + 1)]
    yield from zip(seats, _names(setup, game), strict=True)
    yield "Result", game.result
    yield "Variant", setup["game"]
    if game.position is not None:
        yield from (("SetUp", "1"), ("FEN", game.position))
    yield "PlyCount", str(len(game.opening) + len(game.moves))
    yield "Termination", TERMINATIONS[game.ending]
    if game.reason:
        yield "Reason", _reason(setup, game)


def _numbered(moves: list[str]) -> Iterator[str]:
    for ply, move in enumerate(moves):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        yield move


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
