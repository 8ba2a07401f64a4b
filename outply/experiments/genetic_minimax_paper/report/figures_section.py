"""The report's sections on Figures 11 and 12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.experiments.genetic_minimax_paper import figure11
from outply.experiments.genetic_minimax_paper.compared_searches import COMPARED
from outply.experiments.genetic_minimax_paper.figure12 import ON_TREES
from outply.experiments.genetic_minimax_paper.report.blocks import (
    LABELS,
    Block,
    Grid,
    Heading,
    Panel,
    Picture,
    PlotSeries,
    Text,
    duration,
    enumeration,
    figure,
    milliseconds,
    with_interval,
)
from outply.experiments.genetic_minimax_paper.seeded_trees import KINDS

__all__ = ["figure_11", "figure_12"]

WHAT_IS_COMPARED = (
    "Mean rank of the chosen move when every search has the same time, compiled, on {trees} seeded "
    "trees of each kind with 7 branches; 95% confidence intervals after Student's t. A move at "
    "random has rank {by_chance} on average. Minimax, alpha-beta and the engine deepen level by "
    "level, and where they do not come to the leaves they see what a leaf below is on average: "
    "nothing where leaves are independent, the sum so far where they are correlated. Genetic "
    "minimax and Las Vegas follow paths to the leaves. The paper's figure is of trees of 7 levels."
)
STRAIGHT = (
    "The paper does not say what its minimax did with too little time, nor what it knew of a "
    "position before the leaves. “Minimax straight to the leaves” knows nothing there: it searches "
    "one move after the other to the end of the tree and takes the best of those that it finished."
)
CLAIM = "The paper's claim is that genetic minimax is more accurate than minimax in the same time."
CLEAR = "Clearly means that the intervals are apart, over {few} trees or more."
FEW = 10  # trees; with fewer, intervals say nothing


def figure_11(found: dict[str, Any]) -> Iterator[Block]:
    few, many = found["generations"].values()
    yield Heading("Figure 11: time against levels")
    yield Text(
        f"Seconds to search a tree of 7 branches to its end, medians over {found['trees']} seeded "
        f"trees of each kind, compiled; genetic minimax for {few} generations, and for {many} as "
        "“more generations”."
    )
    for kind in KINDS:
        rows = tuple((LABELS[name], *map(duration, found[kind][name])) for name in figure11.NAMES)
        yield Grid(("Levels", *map(str, found["levels"])), rows, f"Time, {kind} leaves")
    yield Picture(
        *("figure11", "Figure 11: time against levels", "levels", "seconds"),
        tuple(Panel(f"{kind} leaves", _times(found, kind)) for kind in KINDS),
        logarithmic=True,
    )
    yield Text(_level_factors(found))


def _times(found: dict[str, Any], kind: str) -> tuple[PlotSeries, ...]:
    return tuple(
        PlotSeries(LABELS[name], found["levels"], found[kind][name]) for name in figure11.NAMES
    )


def _level_factors(found: dict[str, Any]) -> str:
    """By how much the last level costs more than the one before, and who is slower there."""
    parts = []
    for kind in KINDS:
        factors = [_factor(found[kind][name]) for name in figure11.NAMES[:3]]
        named = [LABELS[name] for name in figure11.NAMES[:3]]
        texts = [f"{f:.1f} times for {name}" for f, name in zip(factors, named, strict=True) if f]
        parts.append(
            f"On {kind} trees the last level takes {enumeration(texts)} what the one before takes."
        )
        parts.append(_crossing(found, kind))
    return " ".join(part for part in parts if part)


def _factor(seconds: list[float | None]) -> float | None:
    before, last = (None, *seconds)[-2:]
    return last / before if last and before else None


def _crossing(found: dict[str, Any], kind: str) -> str:
    """From which level on genetic is faster than each of the exact searches."""
    parts = []
    for name in ("minimax", "alphabeta"):
        pairs = zip(found["levels"], found[kind]["genetic"], found[kind][name], strict=True)
        faster = [level for level, ours, theirs in pairs if ours and theirs and ours < theirs]
        since = f"from level {min(faster)} on" if faster else "at no level that was measured"
        parts.append(f"faster than {LABELS[name]} {since}")
    return f"Genetic minimax is {enumeration(parts)}."


# -- Figure 12 ----------------------------------------------------------------------------


def figure_12(found: dict[str, Any]) -> Iterator[Block]:
    yield Heading("Figure 12: accuracy within the same time")
    chance = figure(found["by_chance"], 1)
    yield Text(WHAT_IS_COMPARED.format(trees=found["trees"], by_chance=chance))
    yield Text(STRAIGHT)
    for part in (found, *found["others"]):
        yield from _of_levels(part)


def _of_levels(found: dict[str, Any]) -> Iterator[Block]:
    levels = found["levels"]
    yield Heading(f"Trees of {levels} levels", 3)
    for kind in KINDS:
        yield _ranks(found, kind)
    yield Picture(
        f"figure12-{levels}",
        f"Figure 12: mean rank at equal time, {levels} levels",
        *("time for the move", "mean rank (1 is best)"),
        tuple(Panel(f"{kind} leaves", _series(found, kind)) for kind in KINDS),
    )
    yield _depths(found)
    verdicts = (_verdict(found, kind, other) for kind in KINDS for other in ("minimax", "straight"))
    yield Text(f"{CLAIM} {' '.join(verdicts)} {CLEAR.format(few=FEW)}")


def _ranks(found: dict[str, Any], kind: str) -> Grid:
    of = found[kind]
    rows = (
        (LABELS[name], *map(with_interval, of[name]["rank"], of[name]["interval"]))
        for name in ON_TREES
    )
    header = ("Search", *map(milliseconds, found["budgets"]))
    return Grid(header, tuple(rows), f"Mean rank, {found['levels']} levels, {kind} leaves")


def _series(found: dict[str, Any], kind: str) -> tuple[PlotSeries, ...]:
    of, times = found[kind], [milliseconds(time) for time in found["budgets"]]
    return tuple(
        PlotSeries(LABELS[name], times, of[name]["rank"], of[name]["interval"]) for name in ON_TREES
    )


def _depths(found: dict[str, Any]) -> Grid:
    header = (f"{kind}, {milliseconds(time)}" for kind in KINDS for time in found["budgets"])
    rows = (
        (LABELS[name], *(figure(ply, 1) for kind in KINDS for ply in found[kind][name]["depth"]))
        for name in COMPARED
    )
    return Grid(("Search", *header), tuple(rows), "Levels looked ahead, on average")


def _verdict(found: dict[str, Any], kind: str, other: str) -> str:
    """Genetic against the other, time by time."""
    ours, theirs = found[kind]["genetic"], found[kind][other]
    compared: dict[str, list[str]] = {}
    for place, time in enumerate(found["budgets"]):
        ranks = f"{figure(ours['rank'][place])} to {figure(theirs['rank'][place])}"
        verdict = _comparison(ours["interval"][place], theirs["interval"][place], found["trees"])
        compared.setdefault(verdict, []).append(f"{milliseconds(time)} ({ranks})")
    texts = [f"{verdict} at {enumeration(times)}" for verdict, times in compared.items()]
    return f"Against {LABELS[other]} on {kind} trees its mean rank is {'; '.join(texts)}."


def _comparison(ours: list[float] | None, theirs: list[float] | None, trees: int) -> str:
    if ours is None or theirs is None:
        return "not measured"
    if trees < FEW:
        return "not clearly different"
    if ours[1] < theirs[0]:
        return "clearly better"
    if theirs[1] < ours[0]:
        return "clearly worse"
    return "not clearly different"
