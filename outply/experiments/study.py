"""All experiments, one after the other, and what they found."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from outply.experiments import (
    agreement,
    figure11,
    figure12,
    lasvegas,
    matches,
    table1,
    tables,
)
from outply.experiments.sizes import Sizes
from outply.experiments.warming import warming

__all__ = ["EXPERIMENTS", "Experiment", "Study", "run_study"]

Row = Any  # a NamedTuple of the experiment's own
Progress = Callable[[str, int, int], None]
"""Told the title of an experiment, how many of its rows there are, and how many are to be."""


@dataclass(frozen=True)
class Experiment:
    """Where its rows come from, and how many there are if nothing stops it."""

    title: str
    rows: Callable[[Sizes, int], Iterator[Row]]
    total: Callable[[Sizes], int]


EXPERIMENTS = {
    "table1": Experiment("Table 1", table1.rows, table1.total),
    "tables": Experiment("Tables 2 and 3", tables.rows, tables.total),
    "figure11": Experiment("Figure 11", figure11.rows, figure11.total),
    "figure12": Experiment("Figure 12", figure12.rows, figure12.total),
    "lasvegas": Experiment("Las Vegas", lasvegas.rows, lasvegas.total),
    "agreement": Experiment("Moves in real games", agreement.rows, agreement.total),
    "matches": Experiment("Matches", matches.rows, matches.total),
}

ON_GAMES = ("agreement", "matches")
ON_TREES = ("table1", "tables", "lasvegas", "figure11", "figure12")  # the timed ones last


@dataclass
class Study:
    """What was found so far; `seconds` are those of each experiment that was begun."""

    sizes: Sizes
    seed: int = 0
    rows: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in EXPERIMENTS})
    seconds: dict[str, float] = field(default_factory=dict)
    interrupted: bool = False

    def missing(self) -> dict[str, tuple[int, int]]:
        """The experiments that are not whole: how many rows there are, and should be."""
        counts = {
            name: (len(self.rows[name]), experiment.total(self.sizes))
            for name, experiment in EXPERIMENTS.items()
        }
        return {name: (there, wanted) for name, (there, wanted) in counts.items() if there < wanted}

    def interpreted(self) -> list[str]:
        """The timed experiments in which something was to be compiled and ran interpreted."""
        if self.sizes.compiled is False:
            return []
        timed = ("figure11", "figure12", "agreement")
        return [name for name in timed if not all(row.compiled for row in self.rows[name])]

    def document(self) -> dict[str, Any]:
        """For programs; an experiment that was not begun is null."""
        sizes, rows = self.sizes, self.rows
        games = {
            "agreement": agreement.document(rows["agreement"], sizes),
            "matches": matches.document(rows["matches"], sizes),
        }
        return self._about() | {
            "table1": self._if_begun("table1", table1.document(rows["table1"], sizes)),
            **{
                table: self._if_begun("tables", tables.document(rows["tables"], sizes, table))
                for table in tables.PAPER
            },
            "figure11": self._if_begun("figure11", figure11.document(rows["figure11"], sizes)),
            "figure12": self._if_begun("figure12", figure12.document(rows["figure12"], sizes)),
            "lasvegas": self._if_begun("lasvegas", lasvegas.document(rows["lasvegas"], sizes)),
            "games": self._if_begun("agreement", games),
        }

    def _about(self) -> dict[str, Any]:
        return {
            "size": self.sizes.name,
            "seed": self.seed,
            "complete": not self.missing(),
            "interrupted": self.interrupted,
            "interpreted": self.interpreted(),
            "seconds": sum(self.seconds.values()),
        }

    def _if_begun(self, name: str, document: dict[str, Any]) -> dict[str, Any] | None:
        return document if self.rows[name] else None


def run_study(sizes: Sizes, seed: int, progress: Progress) -> Study:
    """Run everything; Ctrl-C ends it with what there is."""
    study, began = Study(sizes, seed), perf_counter()
    try:
        with _made_ready(sizes) as wait:
            for name in ON_TREES:
                _run(study, sizes, name, progress)
            for game in sizes.games:
                if game == sizes.games[0] or perf_counter() - began < sizes.caps.games:
                    progress(f"Compiling for {game}", 0, 1)
                    wait()
                    for name in ON_GAMES:
                        _run(study, replace(sizes, games=(game,)), name, progress)
    except KeyboardInterrupt:
        study.interrupted = True
    return study


def _made_ready(sizes: Sizes) -> AbstractContextManager[Callable[[], None]]:
    if sizes.compiled is False:
        return nullcontext(lambda: None)
    return warming(sizes.games)


def _run(study: Study, sizes: Sizes, name: str, progress: Progress) -> None:
    """The cap runs from the first row on: before it, searches are compiled."""
    experiment, began, until = EXPERIMENTS[name], perf_counter(), math.inf
    title = " ".join((experiment.title, *(sizes.games if name in ON_GAMES else ())))
    total = experiment.total(sizes)
    progress(title, 0, total)
    try:
        for done, row in enumerate(experiment.rows(sizes, study.seed), 1):
            study.rows[name].append(row)
            progress(title, done, total)
            until = min(until, perf_counter() + getattr(sizes.caps, name, math.inf))
            if perf_counter() > until:
                break
    finally:
        study.seconds[name] = study.seconds.get(name, 0.0) + perf_counter() - began
