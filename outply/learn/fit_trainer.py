"""Trains by generations: workers play games with the last evaluation, then another is fitted.

Each game has a number, from which its random plies follow, and is recorded when it ends. What is
learned follows from the seed and the recorded games alone: it does not matter how many processes
played them, nor how often the run was interrupted.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any

import numpy as np

from outply.evaluate import Evaluation, with_evaluation, write_evaluation
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import INFINITY, OutplyError
from outply.learn.fit import Fit
from outply.learn.labelled_games import LabelledGame, Labelling, play_labelled_game
from outply.learn.run_folder import RunFolder
from outply.learn.trainer import Trainer, Tuning
from outply.play.arena.seat import error_text
from outply.play.arena.workers import InProcess, LocalWorkers, WorkerDied, Workers

__all__ = ["FitTrainer"]

FIRST_GAMES = 200  # of the first generation, whose labels are results: no value is learned yet
GROWTH = 4  # a generation has at least this part of the games before it: fits take little time
MOST_MOVES = 1 << 20  # of the games that are learned from, about: the newest
MOST_DEATHS = 3  # of processes, before something must be wrong


def end_of_generation(games: int) -> int:
    """Where the generation ends that begins after `games` games."""
    return games + max(FIRST_GAMES, games // GROWTH)


class FitTrainer:
    """Plays and fits; the weights are those of another trainer, of their kind."""

    method = "fit to searches, results and proofs"
    batch = 1
    is_complete = False
    tuning: Tuning | None = None

    def __init__(
        self, trainer: Trainer, labelling: Labelling, jobs: int | None, games: int | None
    ) -> None:
        if trainer.game.traits.chance:
            raise OutplyError(
                f"{trainer.game.name} has chance, and fit labels by the engine; use --method td."
            )
        self._trainer, self._labelling, self._jobs = trainer, labelling, jobs
        self._most_games = games or INFINITY
        self._fit, self.learner, self.kind = Fit(trainer), trainer.learner, trainer.kind
        self._games: dict[int, LabelledGame] = {}  # those that will be learned from
        self._running: dict[Future[Any], int] = {}
        self._fitted = 0  # the games before the last fit
        self._values_from = FIRST_GAMES  # the first game that was played with learned weights
        self._workers: Workers | None = None
        self._deaths = 0

    @property
    def is_compiled(self) -> bool:
        return self._fit.is_compiled

    @property
    def parameters(self) -> int:
        return self._trainer.parameters

    @property
    def description(self) -> str:
        return f"{self._trainer.description}, by searches of {self._labelling.nodes:,} nodes"

    def prepare(self) -> None:
        """Compile searches with and without a fitted evaluation: workers find them compiled."""
        plain = self._labelling.game("")
        fitted = with_evaluation(plain, self._trainer.present_evaluation())
        for game in (plain, fitted):
            self._labelling.searched(game, [game.initial()])

    def open(self, folder: RunFolder, is_resumed: bool) -> None:
        """Take over the games of the folder."""
        self._folder = folder
        if not is_resumed:
            folder.forget_games()
            self._write_evaluation()
        for number, line in enumerate(folder.games(), 1):
            try:
                self._take(LabelledGame.from_json(line))
            except (ValueError, TypeError, AttributeError):
                raise OutplyError(
                    f"Line {number} of the games in {folder.path} is damaged; begin a new run."
                ) from None

    # -- games -----------------------------------------------------------------------------

    def play(self, games: int) -> None:
        """Play `games` games, and fit the weights whenever a generation is complete."""
        wanted = self.learner.games + games
        while self.learner.games < wanted:
            self._fit_complete_generations()
            self._start_games()
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                self._collect(future)
        self._fit_complete_generations()

    def _start_games(self) -> None:
        """Let each worker play one of the missing games of the generation."""
        if self._workers is None:
            self._workers = InProcess() if self._jobs == 0 else LocalWorkers(self._jobs)
        end = int(min(end_of_generation(self._fitted), self._most_games))
        known, running = self._games, set(self._running.values())
        missing = (n for n in range(self._fitted, end) if n not in known and n not in running)
        is_learned = self._fitted >= self._values_from
        evaluation = str(self._folder.generation.absolute()) if is_learned else ""
        for number in islice(missing, self._workers.capacity - len(self._running)):
            future = self._workers.submit(play_labelled_game, self._labelling, evaluation, number)
            self._running[future] = number

    def _collect(self, future: Future[Any]) -> None:
        """Record the game of a worker; if its process died, it will be played again."""
        del self._running[future]
        try:
            game: LabelledGame = future.result()
        except WorkerDied as death:
            self._deaths += 1
            if self._deaths == MOST_DEATHS:
                times = f"{MOST_DEATHS} times in a row"
                raise OutplyError(f"A game could not be played: {death}, {times}.") from None
            return
        except OutplyError:
            raise
        except Exception as error:
            raise OutplyError(
                f"Other processes cannot play this game: {error_text(error)}; use --jobs 0."
            ) from error
        self._deaths = 0
        self._folder.add_game(game.to_json())
        loss, spread, positions = self._fit.loss(game, self._values_from)
        self.learner.loss += loss
        self.learner.spread += spread
        self.learner.positions += positions
        self._take(game)

    def _take(self, game: LabelledGame) -> None:
        self._games[game.number] = game
        self.learner.games += 1
        self.learner.moves += len(game.values)
        self.learner.draws += game.is_drawn

    def close(self) -> None:
        """End the processes; the games that they play are lost."""
        self._running.clear()
        if self._workers is not None:
            self._workers.close()
            self._workers = None

    # -- fits ------------------------------------------------------------------------------

    def _fit_complete_generations(self) -> None:
        """Fit at the end of each generation all of whose games are recorded."""
        end = end_of_generation(self._fitted)
        while self.learner.games >= end and self._has_all_before(end):
            games = self._fit_to(end)
            self._forget_before(games[0].number)
            self._fitted = end
            self._write_evaluation()
            end = end_of_generation(end)

    def _has_all_before(self, end: int) -> bool:
        return all(number in self._games for number in range(self._fitted, end))

    def _forget_before(self, first: int) -> None:
        """Forget games that are too old to be learned from again."""
        for number in [number for number in self._games if number < first]:
            del self._games[number]

    def _write_evaluation(self) -> None:
        """Write the weights that the games of the next generation are played with."""
        made = self._trainer.present_evaluation()
        write_evaluation(self._folder.generation, self._trainer.game, made, {})

    def _fit_to(self, end: int) -> list[LabelledGame]:
        """Fit to the newest games before the one of this number, and return them."""
        games = [self._games[number] for number in sorted(self._games) if number < end]
        ends = np.cumsum([len(game.moves) for game in games])
        games = games[int(np.searchsorted(ends, ends[-1] - MOST_MOVES)) :]
        self._fit.run(games, self._values_from, self._labelling.seed)
        return games

    def evaluation(self) -> Evaluation:
        """The weights that also fit the games of the generation under way, which are not kept."""
        before = self._trainer.snapshot()
        if self.learner.games > self._fitted:
            self._fit_to(max(self._games) + 1)
        try:
            return self._trainer.present_evaluation()
        finally:
            self._trainer.return_to(before)

    # -- checkpoints -----------------------------------------------------------------------

    def checkpoint(self) -> tuple[dict[str, str], dict[str, Tensor]]:
        """The weights of the last fit; the games are recorded already."""
        texts, tensors = self._trainer.checkpoint()
        own = {"fitted": str(self._fitted), "values_from": str(self._values_from)}
        return {**texts, **own}, tensors

    def restore(self, content: TensorFile) -> None:
        """Go on after the last fit; raises ValueError or KeyError if the weights do not fit."""
        self._trainer.return_to(content)
        self._fitted = int(content.metadata["fitted"])
        self._values_from = int(content.metadata["values_from"])
        self._write_evaluation()

    def begin_with(self, content: TensorFile) -> None:
        """Begin with the weights of another run; raises ValueError or KeyError for other rules."""
        self._trainer.return_to(content)
        self._values_from = 0
