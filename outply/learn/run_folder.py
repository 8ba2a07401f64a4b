"""The folder of a run: what is learned, the last checkpoint, and the metrics over time.

run.json                 the game, its parameters, the seed: a run goes on with the same ones
checkpoint.safetensors   weights, rates, averages, counts and the random state
metrics.jsonl            a line every few seconds
games.jsonl              the games that an evaluation is fitted to
generation.safetensors   the evaluation that they are played with
weights.safetensors      the evaluation, once the run has ended
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outply.evaluate.weights_file import Tensor, TensorFile, read_tensors, write_tensors
from outply.game import OutplyError

__all__ = ["RunFolder"]


class RunFolder:
    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.weights = self.path / "weights.safetensors"
        self._settings = self.path / "run.json"
        self._checkpoint = self.path / "checkpoint.safetensors"
        self._metrics = self.path / "metrics.jsonl"
        self._games = self.path / "games.jsonl"
        self.generation = self.path / "generation.safetensors"

    def begin(self, settings: dict[str, Any]) -> None:
        """Make the folder of a new run; raises if there is a run in it."""
        if self._settings.exists():
            raise OutplyError(
                f"{self.path} has a run already; continue it with --resume {self.path}."
            )
        self.path.mkdir(parents=True, exist_ok=True)
        self._settings.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")

    def settings(self) -> dict[str, Any]:
        """The settings of the run; raises if there is none."""
        try:
            settings: dict[str, Any] = json.loads(self._settings.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise OutplyError(f"{self.path} is not the folder of a run of outply learn.") from None
        return settings

    def write_checkpoint(self, texts: dict[str, str], tensors: dict[str, Tensor]) -> None:
        write_tensors(self._checkpoint, texts, tensors)

    def read_checkpoint(self) -> TensorFile | None:
        """The last checkpoint; None if the run was killed before the first one."""
        return read_tensors(self._checkpoint) if self._checkpoint.exists() else None

    def add_metrics(self, line: dict[str, Any]) -> None:
        with self._metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def metrics(self) -> list[dict[str, Any]]:
        """All lines; one that was being written when the process was killed is left out."""
        if not self._metrics.exists():
            return []
        found = []
        for line in self._metrics.read_text(encoding="utf-8").splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found

    def forget_metrics_after(self, games: int) -> None:
        """Drop the lines of games that are played again."""
        kept = [json.dumps(line) + "\n" for line in self.metrics() if line["games"] <= games]
        part = self._metrics.with_suffix(".part")
        part.write_text("".join(kept), encoding="utf-8")
        os.replace(part, self._metrics)

    # -- labelled games --------------------------------------------------------------------

    def add_game(self, line: str) -> None:
        with self._games.open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def games(self) -> Iterator[str]:
        """All lines; one that was being written when the process was killed is removed."""
        if not self._games.exists():
            return
        place = 0
        with self._games.open("rb+") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    file.truncate(place)
                    return
                place += len(line)
                yield line.decode()

    def forget_games(self) -> None:
        self._games.unlink(missing_ok=True)
