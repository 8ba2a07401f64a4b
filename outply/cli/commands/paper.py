"""`outply paper`: repeat the experiments of the paper on genetic minimax."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from outply.cli.errors import STOPPED
from outply.cli.options import json_option
from outply.cli.output import apart_from_prints, console, print_json, print_message, print_table
from outply.cli.progress import activity

if TYPE_CHECKING:
    from rich.table import Table

    from outply.experiments.genetic_minimax_paper import Study

__all__ = ["command"]


@click.command
@click.option("--quick", is_flag=True, help="Measure less: less than a minute instead of thirty.")
@click.option(
    *("--out", "folder"),
    metavar="DIR",
    type=click.Path(path_type=Path),
    default="paper",
    help="The folder of the report.  [default: paper]",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31),
    default=0,
    help="The seed of everything random.  [default: 0]",
)
@json_option
def command(quick: bool, folder: Path, seed: int, as_json: bool) -> int:
    """Repeat the experiments of the paper on genetic minimax, and write a report.

    The report is Markdown and HTML with plots; the measurements are CSV. Ctrl-C ends the
    experiments early: the report then has what was measured so far, and the exit code is 130.
    """
    from outply.experiments.genetic_minimax_paper.report import require_folder, write_report

    require_folder(folder)
    with apart_from_prints():
        study = _studied(quick, seed)
    with activity("Writing the report…"):
        files = write_report(study, folder)
    _print_notes(study, folder)
    if as_json:
        from outply.cli.schemas import PaperDocument

        print_json(PaperDocument(**study.document(), files=[str(file) for file in files]))
    else:
        _show(study)
    return STOPPED if study.interrupted else 0


def _studied(quick: bool, seed: int) -> Study:
    from outply.experiments.genetic_minimax_paper import FULL, QUICK, run_study

    with activity("Beginning…") as shown:
        return run_study(QUICK if quick else FULL, seed, shown.advance)


def _print_notes(study: Study, folder: Path) -> None:
    if study.interrupted:
        print_message("note: stopped by Ctrl-C; the report is partial.")
    elif study.missing():
        print_message("note: the time was too short to measure everything; the report is partial.")
    print_message(
        f"Wrote {folder / 'report.html'}, {folder / 'report.md'} and the files beside them."
    )


# -- for people ------------------------------------------------------------------------


def _show(study: Study) -> None:
    found = study.document()
    if found["table2"]:
        print_table(console(), _table(found))


def _table(found: dict[str, Any]) -> Table:
    """The mean ranks of Tables 2 and 3, which are what the paper is about."""
    from rich.table import Table

    levels = range(1, len(found["table2"]["paper"]["rank"]) + 1)
    table = Table("Mean rank by levels", *map(str, levels), box=None, padding=(0, 2, 0, 0))
    for column in table.columns[1:]:
        column.justify = "right"
    for part in (found["table2"], found["table3"]):
        after = f"after {part['generations']} generations"
        for kind in ("independent", "correlated"):
            table.add_row(f"{kind}, {after}", *map(_rank, part[kind]["rank"]))
        table.add_row(f"the paper, {after}", *map(str, part["paper"]["rank"]))
    return table


def _rank(rank: float | None) -> str:
    return "–" if rank is None else f"{rank:.2f}"
