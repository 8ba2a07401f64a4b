"""The report's section on Tables 1, 2 and 3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.experiments.genetic_minimax_paper.report.blocks import (
    LABELS,
    UNKNOWN,
    Block,
    Grid,
    Heading,
    Panel,
    Picture,
    PlotSeries,
    Text,
    enumeration,
    figure,
    percent,
    with_interval,
)
from outply.experiments.genetic_minimax_paper.seeded_trees import KINDS

__all__ = ["table_1", "tables_2_and_3"]

WHAT_IS_RANKED = (
    "The paper ranks “solutions” by their minimax values and gives one tree's rank; it does not "
    "say how its leaves were made. Here the moves at the root are ranked: 1 is a best move, and "
    "the bias is the rank less 1, which is the number of better moves. A level is a ply. (The "
    "paper calls the tree of its Figure 8 one of four levels though its paths have three moves; in "
    "Tables 2 and 3 a tree of one level has a choice to make, so there its levels are plies.)"
)
WHAT_IS_INSIDE = (
    "`genetic` is Outply's, with its defaults; “as in the paper” has nothing of ours "
    "(`challenges=0,deepening=False,ordered=False,whole_last_ply=False`). Both have the paper's "
    "population of 40, crossover rate 0.5 and mutation rate 0.1. The "
    "figures are means over {trees} seeded trees of each kind, with 95% confidence intervals of "
    "the mean after Student's t; there is none where all trees gave the same. Leaves are "
    "independent of each other, or correlated: then each is a sum of random amounts along its "
    "path. The truth is a full search of every move. A generation of `genetic` has many more "
    "children than the paper's, since its challenges are children too; the last table of each "
    "part says how many paths were evaluated in all, and a path of `genetic` ends with the best of "
    "all its last moves."
)


def table_1(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Table 1: fitness in the reservation tree")
    header = ("Chromosome", "Source", "Leaf value", "Fitness", "The paper's", "Survives")
    keys = ("chromosome", "source", "leaf", "fitness", "paper")
    yield Grid(
        header,
        tuple(
            (*(str(row[key]) for key in keys), "yes" if row["survives"] else "")
            for row in found["rows"]
        ),
    )
    same = "the paper's" if found["agrees"] else "NOT the paper's"
    yield Text(
        f"The fitness values are {same}. The best three are {enumeration(found['best'])}, and the "
        f"move is branch {found['move']}."
    )


def tables_2_and_3(table2: dict[str, Any], table3: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Tables 2 and 3: accuracy by levels")
    yield Text(WHAT_IS_RANKED)
    yield Text(WHAT_IS_INSIDE.format(trees=table2["trees"]))
    for number, table in ((2, table2), (3, table3)):
        yield Heading(f"Table {number}: {table['generations']} generations", 3)
        yield _grid(table, "rank", f"Mean rank, {table['generations']} generations")
        yield _grid(table, "bias", f"Mean bias, {table['generations']} generations")
        yield _best(table)
        yield _paths(table)
        yield _picture(f"table{number}", table)
    yield Text(_verdict(table2, table3))


def _grid(table: dict[str, Any], what: str, caption: str) -> Grid:
    levels = [str(level) for level in range(1, len(table["paper"][what]) + 1)]
    paper = ("the paper, one tree", *map(str, table["paper"][what]))
    rows = (
        (label, *map(with_interval, series[what], series[f"{what}_interval"]))
        for label, series in _rows(table)
    )
    return Grid(
        ("Levels", *levels),
        (*rows, paper),
        caption,
    )


def _best(table: dict[str, Any]) -> Grid:
    levels = [str(level) for level in range(1, len(table["paper"]["rank"]) + 1)]
    rows = tuple((label, *map(percent, series["best"])) for label, series in _rows(table))
    caption = f"Trees in which the best move was chosen, {table['generations']} generations"
    return Grid(("Levels", *levels), rows, caption)


def _paths(table: dict[str, Any]) -> Grid:
    levels = [str(level) for level in range(1, len(table["paper"]["rank"]) + 1)]
    rows = tuple((label, *map(_count, series["paths"])) for label, series in _rows(table))
    return Grid(("Levels", *levels), rows, f"Mean paths, {table['generations']} generations")


def _count(mean: float | None) -> str:
    return UNKNOWN if mean is None else f"{mean:,.0f}"


def _rows(table: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for kind in KINDS:
        yield f"{LABELS['genetic']}, {kind}", table[kind]
        yield f"{LABELS['as_in_the_paper']}, {kind}", table[kind]["as_in_the_paper"]


def _picture(name: str, table: dict[str, Any]) -> Picture:
    title = f"Table {name[-1]}: mean rank after {table['generations']} generations"
    panels = tuple(Panel(f"{kind} leaves", _series(table, kind)) for kind in KINDS)
    return Picture(name, title, "levels", "mean rank (1 is best)", panels)


def _series(table: dict[str, Any], kind: str) -> tuple[PlotSeries, ...]:
    levels = range(1, len(table["paper"]["rank"]) + 1)
    ours, theirs = table[kind], table[kind]["as_in_the_paper"]
    return (
        PlotSeries(LABELS["genetic"], levels, ours["rank"], ours["rank_interval"]),
        PlotSeries(LABELS["as_in_the_paper"], levels, theirs["rank"], theirs["rank_interval"]),
        PlotSeries("the paper, one tree", levels, table["paper"]["rank"], dashed=True),
    )


def _verdict(table2: dict[str, Any], table3: dict[str, Any]) -> str:
    """Whether bias is what the paper has, and whether more generations help."""
    parts = []
    for kind in KINDS:
        few, many = (_mean_bias(table[kind]) for table in (table2, table3))
        plain_few, plain_many = (
            _mean_bias(table[kind]["as_in_the_paper"]) for table in (table2, table3)
        )
        parts.append(
            f"On {kind} trees the bias of `genetic` is {figure(few)} on average over the levels "
            f"after {table2['generations']} generations and {figure(many)} after "
            f"{table3['generations']}; that of the paper's algorithm {figure(plain_few)} and "
            f"{figure(plain_many)}."
        )
    few, many = (_mean_bias(table["paper"]) for table in (table2, table3))
    parts.append(f"The paper's own figures come to {figure(few)} and {figure(many)}.")
    return " ".join(parts)


def _mean_bias(series: dict[str, Any]) -> float | None:
    known = [bias for bias in series["bias"] if bias is not None]
    return sum(known) / len(known) if known else None
