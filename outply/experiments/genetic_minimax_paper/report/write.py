"""Writes a report: all its blocks, and its files."""

from __future__ import annotations

import csv
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from outply.experiments.genetic_minimax_paper.report.blocks import (
    Block,
    Heading,
    Picture,
    Text,
    duration,
    enumeration,
)
from outply.experiments.genetic_minimax_paper.report.figures_section import figure_11, figure_12
from outply.experiments.genetic_minimax_paper.report.las_vegas_section import las_vegas
from outply.experiments.genetic_minimax_paper.report.plots import (
    HOW_TO_GET_THEM,
    can_draw,
    draw,
    for_a_page,
)
from outply.experiments.genetic_minimax_paper.report.real_games_section import real_games
from outply.experiments.genetic_minimax_paper.report.rendering import html_page, markdown
from outply.experiments.genetic_minimax_paper.report.tables_section import table_1, tables_2_and_3
from outply.experiments.genetic_minimax_paper.sizes import FULL
from outply.experiments.genetic_minimax_paper.study import EXPERIMENTS, Study
from outply.game import OutplyError

__all__ = ["require_folder", "write_report"]

TITLE = "Genetic minimax: the paper's experiments, run again"
SOURCE = (
    "The paper: T.-P. Hong, K.-Y. Huang and W.-Y. Lin, “Adversarial Search by Evolutionary "
    "Computation”, Evolutionary Computation 9 (2001)."
)


def report_blocks(study: Study, has_plots: bool) -> Iterator[Block]:
    found = study.document()
    yield from _front(study, has_plots)
    if found["table1"]:
        yield from table_1(found["table1"])
    if found["table2"]:
        yield from tables_2_and_3(found["table2"], found["table3"])
    if found["figure11"]:
        yield from figure_11(found["figure11"])
    if found["figure12"]:
        yield from figure_12(found["figure12"])
    if found["lasvegas"]:
        yield from las_vegas(found["lasvegas"])
    if found["games"]:
        yield from real_games(found["games"], study.sizes)
    yield from _back(study)


def _front(study: Study, has_plots: bool) -> Iterator[Block]:
    yield Heading(TITLE, 1)
    yield Text(SOURCE)
    if study.missing():
        yield Text(f"**This report is partial.** {_missing_rows(study)}")
    if study.sizes.name != FULL.name:
        yield Text(
            f"This is the {study.sizes.name} size: fewer trees, games and times than `outply "
            "paper` measures without `--quick`, so the intervals are wide."
        )
    if study.interpreted():
        titles = enumeration([EXPERIMENTS[name].title for name in study.interpreted()])
        yield Text(
            "**Not all searches were compiled**, so the times of these cannot be compared: "
            f"{titles}. Matches are of the same searches as the moves in real games."
        )
    if not has_plots:
        yield Text(HOW_TO_GET_THEM)


def _missing_rows(study: Study) -> str:
    reason = "It was stopped by Ctrl-C." if study.interrupted else "Its time was up."
    missing = (
        f"{EXPERIMENTS[name].title} ({there:,} of {wanted:,} rows)"
        for name, (there, wanted) in study.missing().items()
    )
    return f"{reason} Not complete: {enumeration(list(missing))}."


def _back(study: Study) -> Iterator[Block]:
    yield Heading("How this was made")
    option = "" if study.sizes.name == FULL.name else f" --{study.sizes.name}"
    times = (f"{EXPERIMENTS[name].title} {duration(s)}" for name, s in study.seconds.items())
    yield Text(
        f"`outply paper{option} --seed {study.seed}` in {sum(study.seconds.values()):.0f} s, with "
        f"compiling: {enumeration(list(times))}. Python {platform.python_version()} on "
        f"{platform.machine()}. The trees, positions, openings and searches are seeded: Tables 1 "
        "to 3 and the Las Vegas table come out the same again; what is limited by time depends on "
        "the machine. The raw rows are in the CSV files beside this report."
    )


# -- files --------------------------------------------------------------------------------


def require_folder(folder: Path) -> None:
    """Make the folder of a report, and refuse one that cannot be written to, before the work."""
    if folder.exists() and not folder.is_dir():
        raise OutplyError(f"{folder} is a file; give a folder for the report.")
    trial = folder / ".outply"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial.touch()
        trial.unlink()
    except OSError as problem:
        raise OutplyError(f"{folder} cannot be written to: {problem.strerror}.") from problem


def write_report(study: Study, folder: Path) -> list[Path]:
    """Write the rows, and the report in both formats with its plots; return the files."""
    tables = list(_write_rows(study, folder))
    has_plots = can_draw()
    blocks = list(report_blocks(study, has_plots))
    pictures = [block for block in blocks if isinstance(block, Picture)] if has_plots else []
    drawings = {picture.name: draw(picture) for picture in pictures}
    inline = {name: for_a_page(svg) for name, svg in drawings.items()}
    texts = {
        "report.md": markdown(blocks, drawings),
        "report.html": html_page(TITLE, blocks, inline),
        **{f"{name}.svg": svg for name, svg in drawings.items()},
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [*(folder / name for name in texts), *tables]


def _write_rows(study: Study, folder: Path) -> Iterator[Path]:
    for name, rows in study.rows.items():
        if rows:
            file = folder / f"{name}.csv"
            _write_csv(file, rows)
            yield file


def _write_csv(file: Path, rows: Iterable[Any]) -> None:
    first, *others = rows
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerows([first._fields, first, *others])
