"""What the report says of Figure 11."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outply.experiments import figure11
from outply.experiments.report.blocks import Block, Grid, Heading, Panel, Picture, Series, Text
from outply.experiments.report.wording import (
    LABELS,
    duration,
    enumeration,
)
from outply.experiments.trees import KINDS

__all__ = ["figure_11"]


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
    yield Text(_growth(found))


def _times(found: dict[str, Any], kind: str) -> tuple[Series, ...]:
    return tuple(
        Series(LABELS[name], found["levels"], found[kind][name]) for name in figure11.NAMES
    )


def _growth(found: dict[str, Any]) -> str:
    """By how much the last level costs more than the one before, and who is slower there."""
    parts = []
    for kind in KINDS:
        factors = [_factor(found[kind][name]) for name in figure11.NAMES[:3]]
        named = [LABELS[name] for name in figure11.NAMES[:3]]
        words = [f"{f:.1f} times for {name}" for f, name in zip(factors, named, strict=True) if f]
        parts.append(
            f"On {kind} trees the last level takes {enumeration(words)} what the one before takes."
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
