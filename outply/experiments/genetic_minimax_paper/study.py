"""Runs all experiments, one after the other, and collects their rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from outply.experiments.genetic_minimax_paper import (
    figure11,
    figure12,
    las_vegas,
    real_games,
    table1,
    tables_2_and_3,
)
from outply.experiments.genetic_minimax_paper.compile_ahead import compiling_ahead
from outply.experiments.genetic_minimax_paper.sizes import Sizes

__all__ = ["EXPERIMENTS", "Experiment", "Study", "run_study"]

Row = Any  # a NamedTuple of the experiment's own
StudyProgress = Callable[[str, int, int], None]
"""Called with the title of an experiment, the number of its rows, and how many it will have."""


@dataclass(frozen=True)
class Experiment:
    """An experiment: its rows, and how many there are if nothing stops it."""

    title: str
    rows: Callable[[Sizes, int], Iterator[Row]]
    total: Callable[[Sizes], int]


EXPERIMENTS = {
    "table1": Experiment("Table 1", table1.rows, table1.total),
    "tables": Experiment("Tables 2 and 3", tables_2_and_3.rows, tables_2_and_3.total),
    "figure11": Experiment("Figure 11", figure11.rows, figure11.total),
    "figure12": Experiment("Figure 12", figure12.rows, figure12.total),
    "lasvegas": Experiment("Las Vegas", las_vegas.rows, las_vegas.total),
    "agreement": Experiment(
        "Moves in real games", real_games.matched_moves, real_games.matched_count
    ),
    "matches": Experiment("Matches", real_games.matches, real_games.match_count),
}

ON_GAMES = ("agreement", "matches")
ON_TREES = ("table1", "tables", "lasvegas", "figure11", "figure12")  # the timed ones last


@dataclass
class Study:
    """The rows that were measured so far; `seconds` are those of each experiment that was begun."""

    sizes: Sizes
    seed: int = 0
    rows: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in EXPERIMENTS})
    seconds: dict[str, float] = field(default_factory=dict)
    interrupted: bool = False

    def missing(self) -> dict[str, tuple[int, int]]:
        """The experiments that are not complete: how many rows there are, and should be."""
        counts = {
            name: (len(self.rows[name]), experiment.total(self.sizes))
            for name, experiment in EXPERIMENTS.items()
        }
        return {name: (there, wanted) for name, (there, wanted) in counts.items() if there < wanted}

    def interpreted(self) -> list[str]:
        """The timed experiments in which a search ran interpreted that should be compiled."""
        if self.sizes.compiled is False:
            return []
        timed = ("figure11", "figure12", "agreement")
        return [name for name in timed if not all(row.compiled for row in self.rows[name])]

    def document(self) -> dict[str, Any]:
        """For programs; an experiment that was not begun is null."""
        sizes, rows = self.sizes, self.rows
        games = {
            "agreement": real_games.matched_document(rows["agreement"], sizes),
            "matches": real_games.matches_document(rows["matches"], sizes),
        }
        return self._about() | {
            "table1": self._if_begun("table1", table1.document(rows["table1"], sizes)),
            **{
                table: self._if_begun(
                    "tables", tables_2_and_3.document(rows["tables"], sizes, table)
                )
                for table in tables_2_and_3.PAPER
            },
            "figure11": self._if_begun("figure11", figure11.document(rows["figure11"], sizes)),
            "figure12": self._if_begun("figure12", figure12.document(rows["figure12"], sizes)),
            "lasvegas": self._if_begun("lasvegas", las_vegas.document(rows["lasvegas"], sizes)),
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


def run_study(sizes: Sizes, seed: int, progress: StudyProgress) -> Study:
    """Run all experiments; Ctrl-C ends the study with the rows so far."""
    study, began = Study(sizes, seed), perf_counter()
    try:
        with _compiled_ahead(sizes) as wait:
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


def _compiled_ahead(sizes: Sizes) -> AbstractContextManager[Callable[[], None]]:
    if sizes.compiled is False:
        return nullcontext(lambda: None)
    return compiling_ahead(sizes.games)


def _run(study: Study, sizes: Sizes, name: str, progress: StudyProgress) -> None:
    """Run one experiment. Its time limit counts from the first row on, when all is compiled."""
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
