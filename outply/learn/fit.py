"""Fits an evaluation to the labels of recorded games.

A label is the value that a search found, mixed with the result of the game; or the truth. Noisy
positions are dropped. Of positions with the same key one is kept: an exact one, else the newest.
One game in five is held out, and the weights with the least loss on these games stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from outply.compiler.records import Record
from outply.game import OutplyError
from outply.learn.labelled_games import LabelledGame
from outply.learn.recorded_games import DROPPED, HELD_OUT, KEYS, TRAINING, RecordedGames, Replay
from outply.learn.trainer import Trainer, runner_of

__all__ = ["Fit", "labels_of"]

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

HELD_OUT_GAMES = 5  # one game in five is held out
RESULT_SHARE = 0.5  # of a label that is not exact
EPOCHS, PATIENCE = 20, 2  # most epochs; epochs without a smaller loss that end the fit


def labels_of(game: LabelledGame, result_share: float) -> Floats:
    """The labels of the positions after the opening."""
    values, results = np.array(game.values, np.float64), np.array(game.results, np.float64)
    mixture = values + result_share * (results - values)
    return np.where(np.array(game.exact, bool), values, mixture)


class _Positions(NamedTuple):
    """The games of one fit as memory, and the numbers of those to learn from and held out."""

    games: RecordedGames
    training: Ints
    held_out: Ints

    def count(self, use: int) -> int:
        return int((_numbers(self.games.uses, np.int64) == use).sum())


class Fit:
    """Fits the weights of a trainer, which need not have played itself."""

    def __init__(self, trainer: Trainer) -> None:
        self._trainer = trainer
        records: dict[str, type[Record]] = {"learner": type(trainer.learner)}
        records["games"] = RecordedGames
        rule, compiled = Replay(trainer.fit_rule), trainer.compiled
        self._runner = runner_of(Replay.replay_games, trainer.game, rule, records, compiled)

    @property
    def is_compiled(self) -> bool:
        return self._runner.compiled

    def run(self, games: Sequence[LabelledGame], values_from: int, seed: int) -> None:
        """Fit to the games; values count from the game of this number on, before it results."""
        positions = self._positions(games, values_from)
        if not positions.count(TRAINING) or not positions.count(HELD_OUT):
            raise OutplyError(
                f"There are too few labelled positions in {len(games)} games of"
                f" {self._trainer.game.name} to fit an evaluation; play more --games."
            )
        self._run_epochs(positions, np.random.default_rng([seed & (1 << 63) - 1, len(games)]))

    def _run_epochs(self, positions: _Positions, rng: np.random.Generator) -> None:
        trainer, games, worse = self._trainer, positions.games, 0
        best, least = trainer.snapshot(), self._replayed(games, positions.held_out, HELD_OUT)
        trainer.begin_fit()
        for _ in range(EPOCHS):
            self._replayed(games, rng.permutation(positions.training), TRAINING)
            trainer.end_epoch()
            loss = self._replayed(games, positions.held_out, HELD_OUT)
            worse = 0 if loss < least else worse + 1
            if loss < least:
                best, least = trainer.snapshot(), loss
            if worse == PATIENCE:
                break
        trainer.return_to(best)

    def loss(self, game: LabelledGame, values_from: int) -> tuple[float, float, int]:
        """Of a game that was not learned from: the squared errors, the squared labels, how many."""
        positions = self._positions([game], values_from)
        uses, labels = _numbers(positions.games.uses, np.int64), positions.games.targets
        uses[uses != DROPPED] = HELD_OUT
        known = _numbers(labels, np.float64)[uses == HELD_OUT]
        loss = self._replayed(positions.games, np.zeros(1, np.int64), HELD_OUT)
        return loss, float((known * known).sum()), len(known)

    def _replayed(self, games: RecordedGames, order: Ints, task: int) -> float:
        """Go through games in this order; the squared errors before positions learn."""
        games.task, games.loss = task, 0.0
        games.order.memory[: order.nbytes] = order.tobytes()
        state, records = self._runner.game.initial(), (self._trainer.learner, games)
        return float(self._runner(state, len(order), records=records))

    # -- which positions -------------------------------------------------------------------

    def _positions(self, games: Sequence[LabelledGame], values_from: int) -> _Positions:
        plies = [len(game.moves) for game in games]
        made = RecordedGames(len(games), sum(plies))
        _write(made.begins, np.cumsum([0, *plies]))
        _write(made.moves, [move for game in games for move in game.moves])
        targets = _numbers(made.targets, np.float64)
        is_usable, is_exact = np.zeros((2, len(targets)), bool)
        for game, end in zip(games, np.cumsum(plies), strict=True):
            place = slice(end - len(game.values), end)
            targets[place] = labels_of(game, 1.0 if game.number < values_from else RESULT_SHARE)
            is_usable[place], is_exact[place] = game.quiet, game.exact
        self._replayed(made, np.arange(len(games)), KEYS)
        kept = _without_duplicates(_numbers(made.keys, np.uint64), is_usable, is_exact)
        is_held_out = np.array([game.number % HELD_OUT_GAMES == 0 for game in games])
        uses = np.where(np.repeat(is_held_out, plies), HELD_OUT, TRAINING)
        _numbers(made.uses, np.int64)[kept] = uses[kept]
        return _Positions(made, np.flatnonzero(~is_held_out), np.flatnonzero(is_held_out))


def _without_duplicates(keys: Any, is_usable: Any, is_exact: Any) -> Ints:
    """The usable positions, one of each key: an exact one, else the last."""
    usable = np.flatnonzero(is_usable)
    order = usable[np.lexsort((-usable, ~is_exact[usable]))]
    return order[np.unique(keys[order], return_index=True)[1]]


def _numbers(array: Any, kind: Any) -> Any:
    """The elements of a record's array, which can be changed."""
    return np.frombuffer(array.memory, kind)


def _write(array: Any, numbers: Any) -> None:
    _numbers(array, np.int64)[:] = numbers
