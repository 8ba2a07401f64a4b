"""The games of a match as text, and as PGN for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from outply.parameters import parameter_value
from outply.play.arena.game_record import Ending, GameRecord
from outply.play.time_control import clock_text
from outply.search import Clock

__all__ = ["FORMATS", "as_pgn", "as_text"]

WIDTH = 80
PGN_SEATS = ("White", "Black")  # PGN's names of the first and the second player

TERMINATIONS = {
    Ending.FINISHED: "normal",
    Ending.REPETITION: "normal",
    Ending.ADJUDICATED: "adjudication",
    Ending.LENGTH: "adjudication",
    Ending.TIME: "time forfeit",
    Ending.ILLEGAL: "rules infraction",
    Ending.CRASH: "abandoned",
    Ending.VOID: "unterminated",
}


def as_text(setup: dict[str, Any], game: GameRecord) -> str:
    """Format a game as a heading, a line with the opening and a line with the moves."""
    names = " v ".join(_names(setup, game))
    ending = game.ending.value + (f", {_reason(setup, game)}" if game.reason else "")
    lines = [f"Game {game.number + 1}: {names}  {game.result}  ({ending})"]
    if game.position is not None:
        lines.append(f"  Position: {game.position}")
    if game.opening:
        lines.append(f"  Opening: {' '.join(game.opening)}")
    return "\n".join([*lines, f"  Moves: {' '.join(game.moves) or 'none'}", ""])


def as_pgn(setup: dict[str, Any], game: GameRecord) -> str:
    """Format a game as PGN, with the game's own notation of moves; they include the opening.

    Games of chess are such that every chess program reads them.
    """
    tags = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in _tags(setup, game))
    moves = wrap(" ".join([*_move_texts(setup, game), game.result]), WIDTH)
    return "\n".join([tags, "", *moves, ""])


FORMATS: dict[str, Callable[[dict[str, Any], GameRecord], str]] = {"text": as_text, "pgn": as_pgn}


def _names(setup: dict[str, Any], game: GameRecord) -> list[str]:
    return [setup["players"][player]["name"] for player in game.seats]


def _reason(setup: dict[str, Any], game: GameRecord) -> str:
    return game.reason if game.loser is None else f"{_names(setup, game)[game.loser]} {game.reason}"


# -- tags ------------------------------------------------------------------------------


def _tags(setup: dict[str, Any], game: GameRecord) -> Iterator[tuple[str, str]]:
    seats, start = _seat_names(game), _start(setup, game)
    yield "Event", f"outply arena {setup['game']}"
    yield "Site", "?"
    yield "Date", game.ended_at[:10].replace("-", ".")
    yield "Round", str(game.number + 1)
    yield from zip(seats, _names(setup, game), strict=True)
    yield "Result", game.result
    yield "Variant", "Chess960" if _is_chess960(setup) else setup["game"]
    if start is not None:
        yield from (("SetUp", "1"), ("FEN", start))
    yield from _time_controls(setup, game, seats)
    yield "PlyCount", str(len(game.opening) + len(game.moves))
    yield "Termination", TERMINATIONS[game.ending]
    if game.reason:
        yield "Reason", _reason(setup, game)


def _seat_names(game: GameRecord) -> list[str]:
    if len(game.seats) == 2:
        return list(PGN_SEATS)
    return [f"Player{number}" for number in range(1, len(game.seats) + 1)]


def _time_controls(
    setup: dict[str, Any], game: GameRecord, seats: list[str]
) -> Iterator[tuple[str, str]]:
    """One for all players, or one for each if they differ; nothing without clocks."""
    clocks = [setup["players"][player].get("limit", {}).get("clock") for player in game.seats]
    texts = ["-" if clock is None else clock_text(Clock(**clock)) for clock in clocks]
    if set(texts) == {"-"}:
        return
    if len(set(texts)) == 1:
        yield "TimeControl", texts[0]
    else:
        yield from ((f"{seat}TimeControl", text) for seat, text in zip(seats, texts, strict=True))


def _start(setup: dict[str, Any], game: GameRecord) -> str | None:
    """The position where the game began; None if programs that read PGN know it."""
    if game.position is not None or not _is_chess960(setup):
        return game.position
    from outply.games import load

    given = {name: parameter_value(text) for name, text in setup["parameters"].items()}
    rules = load("chess", **given)
    return rules.format(rules.initial())


def _is_chess960(setup: dict[str, Any]) -> bool:
    parameters: dict[str, str] = setup.get("parameters", {})
    return setup["game"] == "chess" and parameters.get("chess960") == "True"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# -- moves -----------------------------------------------------------------------------


def _move_texts(setup: dict[str, Any], game: GameRecord) -> Iterator[str]:
    """The moves with their numbers, and what the mover's clock showed after each."""
    moves = [*game.opening, *game.moves]
    clocks = [None] * len(game.opening) + list(game.clocks)
    first = _first_ply(setup, game)
    for ply, (move, clock) in enumerate(zip_longest(moves, clocks), first):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif ply == first:
            yield f"{ply // 2 + 1}..."
        yield str(move)
        if clock is not None:
            yield f"{{[%clk {_clock_time(clock)}]}}"


def _first_ply(setup: dict[str, Any], game: GameRecord) -> int:
    """The number of the first ply: in chess by the position, else 0."""
    if setup["game"] != "chess" or game.position is None:
        return 0
    fields = game.position.split()
    return 2 * (int(fields[5]) - 1) + (fields[1] == "b")


def _clock_time(seconds: float) -> str:
    """`0:04:58.2`, as comments of PGN write the time on a clock."""
    tenths = int(10 * seconds)
    return f"{tenths // 36000}:{tenths // 600 % 60:02d}:{tenths % 600 / 10:04.1f}"
