"""`outply bench`: the engine's signature, node counts that show an unintended change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from outply import games
from outply.cli.completion import complete_game
from outply.cli.errors import rule_errors
from outply.cli.formatting import speed_text
from outply.cli.options import json_option
from outply.cli.output import apart_from_prints, console, print_json, print_message, print_table
from outply.cli.progress import activity
from outply.game import OutplyError
from outply.play.signature import NODES, Count, Signature, game_names, signature_of

if TYPE_CHECKING:
    from rich.table import Table

    from outply.cli.schemas import BenchDocument

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command
@click.argument("names", metavar="[GAME]...", nargs=-1, shell_complete=complete_game)
@click.option(
    "--nodes", type=click.IntRange(min=1), help=f"Nodes of each position.  [default: {NODES}]"
)
@click.option("--interpreted", is_flag=True, help="Do not compile; the counts are the same.")
@click.option("--check", type=FILE, help="Exit with 1 unless the counts equal this file.")
@click.option("--update", type=FILE, help="Write the counts to this file.")
@json_option
def command(
    names: tuple[str, ...],
    nodes: int | None,
    interpreted: bool,
    check: Path | None,
    update: Path | None,
    as_json: bool,
) -> int:
    """Count the nodes of the engine in fixed positions of each GAME.

    The counts are the same interpreted and compiled, and on every machine. Without GAME, count
    the nodes of all included games that the engine takes.
    """
    expected = _read(check, nodes) if check else None
    limit = expected.limit if expected else nodes or NODES
    with apart_from_prints():
        found = _signature(names, limit, interpreted)
    if expected and names:
        expected = expected.only(count.game for count in found.counts)
    differences = found.differences(expected) if expected else []
    _show(found, differences, as_json)
    if update:
        update.write_text(found.text(), encoding="utf-8")
    if differences:
        print_message(f"The counts differ from {check}: {'; '.join(differences)}.")
        print_message(f"If that is intended, run: outply bench --update {check}")
    return 1 if differences else 0


def _read(file: Path, nodes: int | None) -> Signature:
    expected = Signature.parse(file.read_text(encoding="utf-8"))
    if nodes not in (None, expected.limit):
        raise OutplyError(f"{file} was made with --nodes {expected.limit}; leave --nodes out.")
    return expected


def _signature(names: tuple[str, ...], limit: int, interpreted: bool) -> Signature:
    chosen = names or tuple(game_names())
    counts = []
    with activity("Counting…") as shown:
        for done, name in enumerate(chosen):
            shown.advance(f"Counting {name}", done, len(chosen))
            game = games.load(name)
            with rule_errors(game, name):
                counts.append(signature_of(game, limit, compiled=not interpreted))
    return Signature(limit, tuple(counts))


def _show(found: Signature, differences: list[str], as_json: bool) -> None:
    if as_json:
        print_json(_document(found, differences))
    else:
        print_table(console(), _table(found))


def _document(found: Signature, differences: list[str]) -> BenchDocument:
    from outply.cli.schemas import BenchCount, BenchDocument

    return BenchDocument(
        limit=found.limit,
        games=[BenchCount(**count._asdict()) for count in found.counts],
        nodes=found.nodes,
        seconds=sum(count.seconds for count in found.counts),
        differences=differences,
    )


def _table(found: Signature) -> Table:
    from rich.table import Table

    table = Table("Game", "Depths", "Nodes", "Seconds", "Speed", box=None, padding=(0, 2, 0, 0))
    for column in table.columns[2:]:
        column.justify = "right"
    for count in found.counts:
        table.add_row(count.game, " ".join(map(str, count.depths)), *_effort(count))
    seconds = sum(count.seconds for count in found.counts)
    table.add_row("total", "", *_effort(Count("total", (), found.nodes, seconds)))
    return table


def _effort(count: Count) -> list[str]:
    speed = speed_text(count.nodes, count.seconds, "nodes")
    return [f"{count.nodes:,}", f"{count.seconds:.2f}", speed]
