"""Values, counts, players and results of games as text."""

from __future__ import annotations

import math
from typing import Any

from outply.game import CHANCE, Game
from outply.play.states import utilities, winners
from outply.search import Result
from outply.search.engine import EngineRun

__all__ = [
    "count_text",
    "distance_text",
    "duration_text",
    "game_result_text",
    "player_name",
    "proof_text",
    "size_text",
    "speed_text",
    "value_text",
]


def value_text(value: float | None) -> str:
    """+1, −0.25, 0; ? where unknown."""
    if value is None:
        return "?"
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    digits = 0 if value == round(value) else 3
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text if any(digit in text for digit in "123456789") else "0"


def distance_text(
    game: Game[Any] | None, value: float, distance: int | None, *, with_unit: bool = False
) -> str:
    """`mate in 4`, if players of the game say so; or `win in 7`, `loss in 12`, in plies.

    Empty where the distance is not known.
    """
    if distance is None:
        return ""
    plies = f" {'ply' if distance == 1 else 'plies'}" if with_unit else ""
    kind = "win" if value > 0 else "loss" if value < 0 else "draw"
    called = game.format_distance(value, distance) if game else ""
    return called or f"{kind} in {distance}{plies}"


def count_text(number: int, thing: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def duration_text(seconds: float) -> str:
    """`40 s`, `2.5 min`, `3 h`, for a time that is only estimated."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"{round(2 * seconds / length) / 2:g} {unit}"
    return f"{max(1, round(seconds))} s"


def player_name(game: Game[Any], player: int) -> str:
    """Texts for people name players, or number them from 1; JSON numbers them from 0."""
    return "Chance" if player == CHANCE else game.format_player(player)


def speed_text(count: float, seconds: float, things: str) -> str:
    """`12.3 M nodes/s`."""
    speed = count / seconds if seconds > 0 else 0.0
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if speed >= size:
            return f"{speed / size:.1f}{letter} {things}/s"
    return f"{speed:.0f} {things}/s"


def size_text(size: int) -> str:
    """`3.5 MB`."""
    for unit, letters in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size / unit:.1f} {letters}"
    return count_text(size, "byte")


def proof_text(run: EngineRun, latest: Result | None = None) -> str:
    """The progress of a proof, with the last depth that it has finished."""
    depth = f"depth {latest.depth}  value {value_text(latest.value)}  " if latest else ""
    return f"Proving… {depth}{run.nodes_so_far:,} nodes  {run.seconds:.0f} s"


def game_result_text(game: Game[Any], state: Any) -> str:
    """Who won, in one sentence, and what each player got if that says more."""
    won, got = _winners_text(game, winners(game, state)), utilities(game, state)
    ending = game.format_ending(state)
    won += f" by {ending}" if ending else ""
    if len(got) > 2:
        each = (f"{player_name(game, seat)} {value_text(part)}" for seat, part in enumerate(got))
        return f"{won}: {', '.join(each)}."
    if {abs(utility) for utility in got} <= {0.0, 1.0}:
        return f"{won}."
    return f"{won}: {' to '.join(map(value_text, got))}."


def _winners_text(game: Game[Any], best: list[int]) -> str:
    if len(best) == game.traits.players > 1:
        return "A draw"
    names = [player_name(game, player) for player in best]
    return " and ".join(names) + (" won" if len(names) == 1 else " share the win")
