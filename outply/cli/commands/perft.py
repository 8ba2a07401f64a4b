"""`outply perft`: count the positions at a depth."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from outply.cli.formatting import speed_text
from outply.cli.options import (
    GameOptions,
    PositionOptions,
    game_options,
    json_option,
    position_options,
)
from outply.cli.output import console, print_json, print_table
from outply.cli.progress import activity
from outply.game import Game
from outply.search.base import MAX_DEPTH
from outply.search.perft import divide, perft

if TYPE_CHECKING:
    from outply.cli.schemas import PerftDocument

__all__ = ["command"]


@click.command
@game_options
@position_options
@click.option(
    "--depth", type=click.IntRange(0, MAX_DEPTH), required=True, help="The plies to the leaves."
)
@click.option("--divide", "is_divided", is_flag=True, help="Also count below each move.")
@click.option("--interpreted", is_flag=True, help="Do not compile; the counts are the same.")
@json_option
def command(
    game_options: GameOptions,
    position_options: PositionOptions,
    depth: int,
    is_divided: bool,
    interpreted: bool,
    as_json: bool,
) -> None:
    """Count the positions of GAME that are --depth plies away, each line once.

    This is the test that every move generator must pass: compare the counts with another
    program's, and with --divide find the move below which they differ.
    """
    compiled = False if interpreted else None
    with game_options.loaded() as game:
        state = position_options.state(game)
        with activity("Counting…"):
            perft(game, state, 0, compiled)  # compiles, and is not counted
            began = perf_counter()
            parts = divide(game, state, depth, compiled) if is_divided else {}
            leaves = sum(parts.values()) if parts else perft(game, state, depth, compiled)
            seconds = perf_counter() - began
        # as other programs write moves, so that the counts can be compared
        text_of = getattr(game, "format_uci", game.format_move)
        moves = {text_of(state, move): count for move, count in parts.items()}
        found = _document(game, state, depth, leaves, seconds, moves)
    if as_json:
        print_json(found)
    else:
        _show(found)


def _document(
    game: Game[Any], state: Any, depth: int, leaves: int, seconds: float, moves: dict[str, int]
) -> PerftDocument:
    from outply.cli.schemas import PerftDocument

    position = game.format(state)
    return PerftDocument(
        game=game.name, position=position, depth=depth, leaves=leaves, seconds=seconds, moves=moves
    )


def _show(found: PerftDocument) -> None:
    from rich.table import Table

    people = console()
    if found.moves:
        table = Table("Move", "Leaves", box=None, padding=(0, 2, 0, 0))
        table.columns[1].justify = "right"
        for move, count in found.moves.items():
            table.add_row(move, f"{count:,}")
        print_table(people, table)
    speed = speed_text(found.leaves, found.seconds, "leaves")
    people.print(f"depth {found.depth}: {found.leaves:,} leaves in {found.seconds:.2f} s ({speed})")
