"""The files of a report."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from outply.experiments.report.blocks import Picture
from outply.experiments.report.content import TITLE, content
from outply.experiments.report.markdown import markdown
from outply.experiments.report.page import page
from outply.experiments.report.plots import can_draw, draw, for_a_page
from outply.experiments.study import Study
from outply.game import OutplyError

__all__ = ["require_folder", "write_report"]


def require_folder(folder: Path) -> None:
    """Make it, and refuse before the work what could not be written after it."""
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
    """Write the rows, and the report in both forms with its plots; the files."""
    tables = list(_write_rows(study, folder))
    has_plots = can_draw()
    blocks = list(content(study, has_plots))
    pictures = [block for block in blocks if isinstance(block, Picture)] if has_plots else []
    drawings = {picture.name: draw(picture) for picture in pictures}
    inline = {name: for_a_page(svg) for name, svg in drawings.items()}
    texts = {
        "report.md": markdown(blocks, drawings),
        "report.html": page(TITLE, blocks, inline),
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
