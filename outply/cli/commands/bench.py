"""`outply bench`: the engine's signature, by which an unwanted change is noticed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply import games
from outply.cli.blame import rules_of
from outply.cli.options import json_option
from outply.cli.output import answer, apart_from_prints, console, print_table, say
from outply.cli.progress import doing
from outply.cli.words import speed_text
from outply.game import OutplyError
from outply.play.signature import NODES, Count, Signature, game_names, signature_of

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command
@click.argument("names", metavar="[GAME]...", nargs=-1)
@click.option("--nodes", type=click.IntRange(min=1), help=f"Per position; {NODES:,} if not given.")
@click.option("--interpreted", is_flag=True, help="Do not compile; the nodes are the same.")
@click.option("--check", type=FILE, help="Exit with 1 unless the nodes are those in this file.")
@click.option("--update", type=FILE, help="Write the nodes to this file.")
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

    The counts are the same at both speeds and on every machine. Without GAME, all games that
    come with Outply and that the engine takes.
    """
    expected = _read(check, nodes) if check else None
    limit = expected.limit if expected else nodes or NODES
    with apart_from_prints():
        found = _counted(names, limit, interpreted)
    if expected and names:
        expected = expected.only(count.game for count in found.counts)
    differences = found.differences(expected) if expected else []
    _answer(found, differences, as_json)
    if update:
        update.write_text(found.text(), encoding="utf-8")
    if differences:
        say(f"Not the nodes in {check}: {'; '.join(differences)}.")
        say(f"If that is on purpose: outply bench --update {check}")
    return 1 if differences else 0


def _read(file: Path, nodes: int | None) -> Signature:
    expected = Signature.parse(file.read_text(encoding="utf-8"))
    if nodes not in (None, expected.limit):
        raise OutplyError(f"{file} was made with --nodes {expected.limit}; leave --nodes out.")
    return expected


def _counted(names: tuple[str, ...], limit: int, interpreted: bool) -> Signature:
    chosen = names or tuple(game_names())
    counts = []
    with doing("Counting…") as change:
        for name in chosen:
            change(f"Counting {name}…")
            game = games.load(name)
            with rules_of(game, name):
                counts.append(signature_of(game, limit, compiled=not interpreted))
    return Signature(limit, tuple(counts))


def _answer(found: Signature, differences: list[str], as_json: bool) -> None:
    if as_json:
        answer(_document(found, differences))
    else:
        print_table(console(), _table(found))


def _document(found: Signature, differences: list[str]) -> dict[str, Any]:
    return {
        "limit": found.limit,
        "games": [count._asdict() for count in found.counts],
        "nodes": found.nodes,
        "seconds": sum(count.seconds for count in found.counts),
        "differences": differences,
    }


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
