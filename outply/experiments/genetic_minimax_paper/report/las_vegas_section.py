"""The report's section on the Las Vegas search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.experiments.genetic_minimax_paper.report.blocks import (
    Block,
    Grid,
    Heading,
    Panel,
    Picture,
    PlotSeries,
    Text,
    enumeration,
    figure,
    with_interval,
)
from outply.experiments.genetic_minimax_paper.seeded_trees import KINDS

__all__ = ["las_vegas"]

FORMULA = (
    "In a tree of b branches and d levels, the paper's conclusion says, n random paths find the "
    "best sequence of moves with probability n / b^d, and so with more than one half where d is "
    "less than log_b 2n. That is exact for n different paths, each as likely as any other: it is "
    "the probability that a given path is among them. For n draws that may repeat it is too high, "
    "by the more the nearer n is to b^d; those meet a given path with probability 1 − (1 − "
    "b^−d)^n, and n / b^d would pass 1."
)
NOT_ENOUGH = (
    "To meet the best sequence is not to choose it: while replies are untried, other lines look "
    "better than they are. Nor does the best move need it. So the table has how often the best "
    "sequence was among the paths (“met”), was the answer (“chosen”), and how often the chosen "
    "first move was a best one, over {trees} seeded trees; 95% confidence intervals after Wilson. "
    "The paths are different ones, as many as the second column says."
)
COLUMNS = ("met", "chosen", "best")


def las_vegas(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("The Las Vegas probability")
    yield Text(FORMULA)
    yield Text(NOT_ENOUGH.format(trees=found["trees"]))
    for kind in KINDS:
        yield _grid([row for row in found["rows"] if row["kind"] == kind], kind)
    yield Picture(
        *("lasvegas", "Random paths: the formula and what happens"),
        *("n / b^d", "measured share of trees"),
        tuple(Panel(f"{kind} leaves", _series(found, kind)) for kind in KINDS),
    )
    yield Text(_held(found) + " " + _depths(found))


def _grid(rows: list[dict[str, Any]], kind: str) -> Grid:
    header = ("Levels", "Paths", "n / b^d", "With repeats", "Met", "Chosen", "Best move")
    return Grid(
        header,
        tuple(
            (
                *(str(row["levels"]), f"{row['paths']:,}"),
                *(figure(row["formula"]), figure(row["with_repeats"])),
                *(with_interval(row[what], row[f"{what}_interval"]) for what in COLUMNS),
            )
            for row in rows
        ),
        f"Shares of the trees, {kind} leaves",
    )


def _series(found: dict[str, Any], kind: str) -> tuple[PlotSeries, ...]:
    """The deepest trees alone: a point for each number of paths."""
    deepest = max(row["levels"] for row in found["rows"])
    rows = [row for row in found["rows"] if (row["kind"], row["levels"]) == (kind, deepest)]
    xs = [row["formula"] for row in rows]
    names = {"met": "best sequence met", "chosen": "best sequence chosen", "best": "best move"}
    measured = (
        PlotSeries(name, xs, [row[what] for row in rows], [row[f"{what}_interval"] for row in rows])
        for what, name in names.items()
    )
    return (*measured, PlotSeries("the formula", xs, xs, dashed=True))


def _held(found: dict[str, Any]) -> str:
    rows = [row for row in found["rows"] if row["met_interval"]]
    inside = sum(row["met_interval"][0] <= row["formula"] <= row["met_interval"][1] for row in rows)
    chosen = sum(row["chosen_interval"][1] < row["formula"] for row in rows)
    return (
        f"The formula is inside the interval of what was met in {inside} of {len(rows)} cases; in "
        f"{chosen} of them the best sequence was chosen clearly less often than the formula says."
    )


def _depths(found: dict[str, Any]) -> str:
    texts = [f"{float(d):.2f} for {int(n):,} paths" for n, d in found["deepest"].items()]
    return f"With {found['branching']} branches log_b 2n is {enumeration(texts)}."
