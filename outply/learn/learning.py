"""What to learn, how, and for how long."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outply.evaluate.evaluation_file import parameters_of
from outply.evaluate.weights_file import TensorFile
from outply.game import Game, OutplyError
from outply.learn.fit_trainer import FitTrainer
from outply.learn.labelled_games import Labelling
from outply.learn.least_squares import LinearTrainer
from outply.learn.match_forecast import mean_plies_of_random_plays
from outply.learn.network_trainer import NetworkTrainer
from outply.learn.parameter_trainer import ParameterTrainer
from outply.learn.run_folder import RunFolder
from outply.learn.table_trainer import TableTrainer
from outply.learn.trainer import Trainer
from outply.play.arena.fingerprint import rules_fingerprint
from outply.play.arena.workers import picklable_game

__all__ = ["AUTO", "FIT", "METHODS", "NODES", "TD", "TRAINERS", "Learning"]

Trainers = TableTrainer | LinearTrainer | NetworkTrainer | ParameterTrainer
TRAINERS: dict[str, type[Trainers]] = {
    trainer.kind: trainer
    for trainer in (TableTrainer, LinearTrainer, NetworkTrainer, ParameterTrainer)
}
AUTO, TD, FIT = METHODS = ("auto", "td", "fit")
NODES, MOST_RANDOM_PLIES = 2000, 8  # of each search of `fit`; of each of its games

RESUMED = {"kind": AUTO, "method": AUTO, "nodes": None, "endings": None}
"""What a run that is resumed goes on with, and what it means that nothing was given."""


@dataclass(frozen=True)
class Learning:
    """What to learn, and when to stop: after some minutes, or a number of games.

    `nodes`, `endings` and `jobs` are for the method `fit`: how many nodes each search has, the file
    of a solved game, and how many games are played at once; 0 plays them in this process. It begins
    with the weights of the run in the folder `start`.
    """

    game: Game[Any]
    folder: Path
    minutes: float = 10.0
    games: int | None = None
    seed: int = 0
    compiled: bool | None = None
    kind: str = AUTO
    method: str = AUTO
    nodes: int | None = None
    endings: str | None = None
    jobs: int | None = None
    start: Path | None = None

    def __post_init__(self) -> None:
        if self.kind not in (AUTO, *TRAINERS):
            raise OutplyError(f"The kind is {self.kind!r}; give {', '.join((AUTO, *TRAINERS))}.")
        if self.method not in METHODS:
            raise OutplyError(f"The method is {self.method!r}; give {', '.join(METHODS)}.")
        if not (math.isfinite(self.minutes) and self.minutes > 0):
            raise OutplyError(f"The minutes are {self.minutes:g}; give a number above 0.")
        for name in ("games", "nodes"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise OutplyError(f"The {name} are {number}; give 1 or more.")

    def trainer(self) -> Trainer | FitTrainer:
        """What learns in this way; raises, in one sentence, if the method is for something else."""
        if self.kind == ParameterTrainer.kind and self.method != AUTO:
            raise OutplyError("Parameters are tuned by a method of their own; leave --method out.")
        if self.method == FIT:
            return self._fit_trainer() if self.start is None else self._started(self.start)
        for name in ("nodes", "endings", "start"):
            if getattr(self, name) is not None:
                raise OutplyError(f"--{name} is for --method fit; give that, too.")
        return self._trainer_of_kind()

    def _fit_trainer(self) -> FitTrainer:
        labelling = Labelling(
            picklable_game(self.game),
            nodes=self.nodes or NODES,
            endings=self.endings or "",
            seed=self.seed,
            compiled=self.compiled,
            opening=self._random_plies(),
        )
        return FitTrainer(self._trainer_of_kind(), labelling, self.jobs, self.games)

    def _started(self, start: Path) -> FitTrainer:
        """A trainer that begins with the weights of another run, whose kind it has."""
        folder = RunFolder(start)
        known, content = folder.settings(), folder.read_checkpoint() or TensorFile({}, {})
        self._require_same_game(start, known)
        if self.kind not in (AUTO, known["kind"]) or known["kind"] == ParameterTrainer.kind:
            raise OutplyError(f"{start} learns {known['kind']}; begin with a run of the same kind.")
        made = replace(self, kind=known["kind"])._fit_trainer()
        try:
            made.begin_with(content)
        except (KeyError, ValueError):
            raise OutplyError(
                f"{start} has no weights for these rules; leave --start out."
            ) from None
        return made

    def _random_plies(self) -> int:
        """The most random plies at the beginning of a game: two thirds of it, if it is short."""
        return max(1, min(MOST_RANDOM_PLIES, int(mean_plies_of_random_plays(self.game) * 2 / 3)))

    def _trainer_of_kind(self) -> Trainer:
        """A trainer of the kind; `auto` is tables, or linear where they cannot be."""
        if self.kind in TRAINERS:
            return TRAINERS[self.kind](self.game, self.seed, self.compiled)
        try:
            return TableTrainer(self.game, self.seed, self.compiled)
        except OutplyError as reason:
            try:
                return LinearTrainer(self.game, self.seed, self.compiled)
            except OutplyError:
                raise reason from None

    # -- the settings of a run ---------------------------------------------------------------

    def settings(self, kind: str) -> dict[str, Any]:
        """What a run that is resumed has to have in common with this one."""
        is_plain = self.method == AUTO and kind != ParameterTrainer.kind
        return {
            "kind": kind,
            "method": TD if is_plain else self.method,
            "nodes": self.nodes,
            "endings": str(Path(self.endings).absolute()) if self.endings else None,
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "seed": self.seed,
            "rules": rules_fingerprint(self.game),
        }

    def resumed(self, known: dict[str, Any]) -> Learning:
        """The same with the settings of a run; raises if it is of another game, or has others."""
        self._require_same_game(self.folder, known)
        self._require_same_rules(known)
        found: dict[str, Any] = {"seed": int(known["seed"])}
        for name, default in RESUMED.items():
            found[name] = known.get(name, default)
            if getattr(self, name) not in (default, found[name]):
                raise OutplyError(
                    f"The {name} of {self.folder} is {found[name]}; leave --{name} out."
                )
        return replace(self, **found)

    def _require_same_game(self, folder: Path, known: dict[str, Any]) -> None:
        game = known.get("game"), known.get("parameters")
        if game != (self.game.name, parameters_of(self.game)):
            raise OutplyError(
                f"{folder} learns {game[0]} with {game[1]}; name the same game with the same --set."
            )

    def _require_same_rules(self, known: dict[str, Any]) -> None:
        """Recorded games are learned from again, move by move; other methods record none."""
        is_recorded = known.get("method") == FIT and "rules" in known
        if is_recorded and known["rules"] != rules_fingerprint(self.game):
            raise OutplyError(
                f"The rules of {self.game.name} have changed since {self.folder} was begun;"
                " begin a new run."
            )
