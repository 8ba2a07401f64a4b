"""The whole report, block by block."""

from __future__ import annotations

import platform
from collections.abc import Iterator

from outply.experiments.report.accuracy import table_1, tables_2_and_3
from outply.experiments.report.blocks import Block, Heading, Text
from outply.experiments.report.chances import las_vegas
from outply.experiments.report.equal_time import figure_12
from outply.experiments.report.plots import HOW_TO_GET_THEM
from outply.experiments.report.real_games import real_games
from outply.experiments.report.timing import figure_11
from outply.experiments.report.wording import duration, enumeration
from outply.experiments.sizes import FULL
from outply.experiments.study import EXPERIMENTS, Study

__all__ = ["TITLE", "content"]

TITLE = "Genetic minimax: the paper's experiments, run again"
SOURCE = (
    "The paper: T.-P. Hong, K.-Y. Huang and W.-Y. Lin, “Adversarial Search by Evolutionary "
    "Computation”, Evolutionary Computation 9 (2001)."
)


def content(study: Study, has_plots: bool) -> Iterator[Block]:
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
        yield Text(f"**This report is partial.** {_what_is_missing(study)}")
    if study.sizes.name != FULL.name:
        yield Text(
            f"This is the {study.sizes.name} size: fewer trees, games and times than `outply "
            "paper` measures without `--quick`, so the intervals are wide."
        )
    if study.interpreted():
        titles = enumeration([EXPERIMENTS[name].title for name in study.interpreted()])
        yield Text(
            "**Not all searches were compiled**, so times were not equal chances in these: "
            f"{titles}. Matches are of the same searches as the moves in real games."
        )
    if not has_plots:
        yield Text(HOW_TO_GET_THEM)


def _what_is_missing(study: Study) -> str:
    reason = "It was stopped by Ctrl-C." if study.interrupted else "Its time was up."
    missing = (
        f"{EXPERIMENTS[name].title} ({there:,} of {wanted:,} rows)"
        for name, (there, wanted) in study.missing().items()
    )
    return f"{reason} Not whole: {enumeration(list(missing))}."


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
