"""One run of learning: plays and learns until its time or its games are used up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from outply.evaluate import write_evaluation
from outply.game import OutplyError
from outply.learn.learning import Learning
from outply.learn.match_forecast import mean_plies_of_random_plays
from outply.learn.run_folder import RunFolder
from outply.play.ctrl_c_blocked import ctrl_c_blocked

__all__ = ["LearningProgress", "LearningRun"]

CHECKPOINT_SECONDS, METRICS_SECONDS = 15.0, 2.0
LEAST_POSITIONS = 1000  # that a loss is the mean of, if there are enough


class LearningProgress(NamedTuple):
    """How far a run is. `loss` is the mean squared error of the values of positions that had not
    been learned yet, the last thousand or more of them; `constant_loss` is that of the value 0.
    """

    games: int
    moves: int
    seconds: float
    moves_per_second: float
    loss: float | None
    constant_loss: float | None
    draws: float | None  # the share of games


class _LearnerCounts(NamedTuple):
    """The counts of a learner, from its fields with the same names."""

    games: int
    moves: int
    draws: int
    positions: int
    loss: float
    spread: float


class LearningRun:
    """Plays, learns, and writes checkpoints and metrics; `run` may be called once."""

    def __init__(self, learning: Learning, is_resumed: bool = False) -> None:
        self.learning, self.folder = learning, RunFolder(learning.folder)
        self._before = 0.0  # seconds of earlier processes
        if is_resumed:
            self.learning = learning.resumed(self.folder.settings())
        self.trainer = self.learning.trainer()
        self.trainer.prepare()
        self._began = monotonic()
        if not is_resumed:
            self.folder.begin(self.learning.settings(self.trainer.kind))
        self.trainer.open(self.folder, is_resumed)
        if is_resumed:
            self._restore()
        elif learning.start is not None:
            self.save()  # what it starts with, so that the other folder is not needed again
        self._marks = [(self._counts(), self._before)] * 2

    def _restore(self) -> None:
        try:
            if content := self.folder.read_checkpoint():
                self.trainer.restore(content)
                self._before = float(content.metadata["seconds"])
        except (KeyError, ValueError):
            raise OutplyError(
                f"The checkpoint in {self.folder.path} is of other rules; begin a new run."
            ) from None
        self.folder.forget_metrics_after(self.trainer.learner.games)

    # -- what is told of it ----------------------------------------------------------------

    def forecast(self) -> str:
        """What is going to happen, in a sentence."""
        learning = self.learning
        limit = f"{learning.minutes:g} min of training"
        if learning.games is not None:
            limit = f"{learning.games:,} games"
        how = "compiled" if self.trainer.is_compiled else "interpreted"
        begun = f", of which {self.trainer.learner.games:,} games are done" if self._before else ""
        what = f"{learning.game.name} ({how}): {self.trainer.description}"
        return f"Learning {what}; {limit}{begun}; folder {self.folder.path}."

    @property
    def mean_plies(self) -> float:
        """The mean length of a game, as played so far; of random plays, if none was."""
        learner = self.trainer.learner
        if learner.games:
            return learner.moves / learner.games
        return mean_plies_of_random_plays(self.learning.game, self.learning.seed)

    # -- the loop --------------------------------------------------------------------------

    def run(
        self, on_progress: Callable[[LearningProgress], None] | None = None
    ) -> LearningProgress:
        """Learn until the limit, and return how far it went; Ctrl-C ends it earlier.

        What was learned is then in the checkpoint. An interpreted game that Ctrl-C interrupts in
        its midst loses what it learned since the last checkpoint.
        """
        self._began = monotonic()
        reported = saved = self._began
        try:
            while not self._is_done():
                self._play()
                now = monotonic()
                if now - reported >= METRICS_SECONDS:
                    self._report(on_progress)
                    reported = now
                if now - saved >= CHECKPOINT_SECONDS:
                    self.save()
                    saved = monotonic()
        except KeyboardInterrupt:
            if self.trainer.is_compiled:
                self.save()
            raise
        finally:
            self.trainer.close()
        self.save()
        return self._report(on_progress)

    def _is_done(self) -> bool:
        return self.trainer.is_complete or self.share_done(self.progress()) >= 1.0

    def share_done(self, progress: LearningProgress) -> float:
        """How much of the run is done, from 0 to 1 or a little more."""
        if self.learning.games is not None:
            return progress.games / self.learning.games
        return progress.seconds / (60.0 * self.learning.minutes)

    def _play(self) -> None:
        """Play some games; Ctrl-C waits until a compiled batch of them is complete."""
        if not self.trainer.is_compiled:
            self.trainer.play(self._next_games())
            return
        with ctrl_c_blocked():
            self.trainer.play(self._next_games())

    def _next_games(self) -> int:
        if self.learning.games is None:
            return self.trainer.batch
        return min(self.trainer.batch, self.learning.games - self.trainer.learner.games)

    @property
    def seconds(self) -> float:
        """The time of all processes of the run."""
        return self._before + monotonic() - self._began

    def save(self) -> None:
        texts, tensors = self.trainer.checkpoint()
        self.folder.write_checkpoint({**texts, "seconds": str(self.seconds)}, tensors)

    # -- metrics ---------------------------------------------------------------------------

    def _counts(self) -> _LearnerCounts:
        learner = self.trainer.learner
        return _LearnerCounts(*(getattr(learner, name) for name in _LearnerCounts._fields))

    def _report(self, on_progress: Callable[[LearningProgress], None] | None) -> LearningProgress:
        progress = self.progress()
        if progress.loss is not None:
            self._mark(progress.seconds)
            self.folder.add_metrics(progress._asdict())
            if on_progress:
                on_progress(progress)
        return progress

    def _mark(self, seconds: float) -> None:
        """Let later reports begin at the last mark and set a new one, if enough was learned since."""
        counts = self._counts()
        if counts.positions - self._marks[1][0].positions >= LEAST_POSITIONS:
            self._marks = [self._marks[1], (counts, seconds)]

    def progress(self) -> LearningProgress:
        """How far the run is; rates are of the last thousands of positions."""
        counts, seconds, (last, last_time) = self._counts(), self.seconds, self._marks[0]
        games, moves, draws, positions, loss, spread = (
            now - before for now, before in zip(counts, last, strict=True)
        )
        duration = max(seconds - last_time, 1e-9)
        return LearningProgress(
            games=counts.games,
            moves=counts.moves,
            seconds=seconds,
            moves_per_second=moves / duration,
            loss=loss / positions if positions else None,
            constant_loss=spread / positions if positions else None,
            draws=draws / games if games else None,
        )

    # -- the result ------------------------------------------------------------------------

    def write_weights(self, file: str | Path | None = None) -> Path:
        """Write the evaluation that was learned; by default into the folder of the run."""
        target = Path(file) if file else self.folder.weights
        learner = self.trainer.learner
        metrics = self.folder.metrics()
        training = {
            "method": self.trainer.method,
            "games": learner.games,
            "moves": learner.moves,
            "seed": self.folder.settings()["seed"],
            "loss": metrics[-1]["loss"] if metrics else None,
            "constant_loss": metrics[-1]["constant_loss"] if metrics else None,
            **(self.trainer.tuning._asdict() if self.trainer.tuning else {}),
        }
        write_evaluation(target, self.learning.game, self.trainer.evaluation(), training)
        return target
