"""The report's section on real games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.experiments.genetic_minimax_paper.compared_searches import COMPARED
from outply.experiments.genetic_minimax_paper.real_games import OPENING, STAGES
from outply.experiments.genetic_minimax_paper.report.blocks import (
    LABELS,
    Block,
    Grid,
    Heading,
    Panel,
    Picture,
    PlotSeries,
    Text,
    enumeration,
    milliseconds,
    percent,
)
from outply.experiments.genetic_minimax_paper.sizes import Sizes

__all__ = ["real_games"]


def real_games(found: dict[str, Any], sizes: Sizes) -> Iterator[Block]:
    yield Heading("Real games")
    left_out = [game for game in sizes.games if game not in found["agreement"]]
    if left_out:
        yield Text(f"Not begun before time was up: {enumeration(left_out)}.")
    yield from _agreement(found["agreement"], sizes)
    if any(pair["games"] for pair in found["matches"]):
        yield from _matches(found["matches"], sizes)


def _agreement(found: dict[str, Any], sizes: Sizes) -> Iterator[Block]:
    stages = [f"{s['early']} or {s['middle']} in {game}" for game, s in STAGES.items()]
    yield Heading("Moves that match a much deeper search", 3)
    yield Text(
        f"Positions after moves at random ({enumeration(stages)}). Every search has "
        f"{milliseconds(sizes.thought)}; the move to match is that of the engine after "
        f"{milliseconds(sizes.deep_thought)}. It may be one of several good ones, and the engine "
        "is asked about itself: its own share is high for that reason too. Paths are 7 plies long. "
        "In brackets, 95% confidence intervals after Wilson."
    )
    header = ("Search", *(f"{game}, {of['positions']} positions" for game, of in found.items()))
    rows = tuple((LABELS[name], *(_share(of[name]) for of in found.values())) for name in COMPARED)
    yield Grid(header, rows, "Share of moves that match")
    yield Picture(
        *("games", "Moves that match a much deeper search", "", "share"),
        tuple(Panel(game, _points(of)) for game, of in found.items()),
    )


def _share(found: dict[str, Any] | None) -> str:
    if found is None:
        return percent(None)
    low, high = found["interval"]
    return f"{found['share']:.0%} [{low:.0%}, {high:.0%}]"


def _points(found: dict[str, Any]) -> tuple[PlotSeries, ...]:
    """A series for each search, so that each has its colour."""
    return tuple(
        PlotSeries(
            LABELS[name],
            [LABELS[name].replace("genetic as in", "as in")],
            [found[name] and found[name]["share"]],
            [found[name] and found[name]["interval"]],
            joined=False,
        )
        for name in COMPARED
    )


def _matches(found: list[dict[str, Any]], sizes: Sizes) -> Iterator[Block]:
    yield Heading("Matches at equal time", 3)
    yield Text(
        f"`genetic` against others, {milliseconds(sizes.pace)} a move for both, from openings of "
        f"{OPENING} moves at random; each opening is played twice, with sides changed. With "
        "so few games, only large differences in strength can be seen."
    )
    rows = tuple(
        (
            *(pair["game"], LABELS[pair["rival"]], str(pair["games"])),
            *(str(pair[what]) for what in ("won", "drawn", "lost")),
            percent(pair["points"]),
        )
        for pair in found
    )
    yield Grid(("Game", "Against", "Games", "Won", "Drawn", "Lost", "Points"), rows)
