"""What trains an evaluation: plays games, and can stop and resume exactly there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from outply.compiler import NotCompilable
from outply.compiler.records import Record
from outply.evaluate import Evaluation
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import Game
from outply.learn.run_folder import RunFolder
from outply.learn.self_play import Learner, SelfPlay
from outply.search.coded_moves import has_coded_moves, with_coded_moves
from outply.search.runner import Runner

__all__ = ["Trainer", "Tuning", "runner_of"]

COUNTS = ("random", "games", "moves", "draws", "positions")
SUMS = ("loss", "spread")
BATCH = 100  # compiled games of one call


class Tuning(NamedTuple):
    """What tuning found: numbers before and after, K, and the logistic loss on held-out games."""

    before: dict[str, int | float]
    after: dict[str, int | float]
    scale: float
    positions: int  # that were learned from
    held_out: int  # positions
    loss_before: float
    loss_after: float


class Trainer(ABC):
    """Learns by playing; after the same number of games, the same weights."""

    kind: str
    method: str
    interval: int  # games between two calls of `_after_interval`

    def __init__(
        self, game: Game[Any], rule: SelfPlay, learner: Learner, seed: int, compiled: bool | None
    ) -> None:
        self.game, self.rule, self.learner, self.compiled = game, rule, learner, compiled
        learner.random = seed & (1 << 64) - 1

    @cached_property
    def _runner(self) -> Runner:
        records = {"learner": type(self.learner)}
        return runner_of(SelfPlay.play_games, self.game, self.rule, records, self.compiled)

    @property
    def is_compiled(self) -> bool:
        return self._runner.compiled

    @property
    def batch(self) -> int:
        """How many games one call plays."""
        return BATCH if self.is_compiled else 1

    def prepare(self) -> None:
        """Compile what is needed, before any clock runs."""
        self._runner  # noqa: B018

    def open(self, folder: RunFolder, is_resumed: bool) -> None:  # noqa: B027 (few record games)
        """Record games in the folder of the run; take over those that are there."""

    def close(self) -> None:  # noqa: B027 (most have nothing to end)
        """End the processes that play."""

    def play(self, games: int) -> None:
        """Play `games` games, and learn from them."""
        while games > 0:
            until_interval = self.interval - self.learner.games % self.interval
            batch = min(games, self.batch, until_interval)
            self._runner(self._runner.game.initial(), batch, records=(self.learner,))
            games -= batch
            if self.learner.games % self.interval == 0:
                self._after_interval()

    @property
    def is_complete(self) -> bool:
        """Whether more games would change nothing."""
        return False

    @abstractmethod
    def _after_interval(self) -> None:
        """Do what is done after each interval of games."""

    @property
    @abstractmethod
    def parameters(self) -> int:
        """The number of weights."""

    @property
    @abstractmethod
    def description(self) -> str:
        """What is learned, for people."""

    @property
    def tuning(self) -> Tuning | None:
        """What tuning of parameters found; None for other kinds."""
        return None

    @abstractmethod
    def evaluation(self) -> Evaluation:
        """The evaluation that was learned."""

    # -- fitting to recorded games, for all kinds but parameters ---------------------------

    @property
    def fit_rule(self) -> SelfPlay:
        """The rule by which recorded positions are learned."""
        return self.rule

    def begin_fit(self) -> None:
        """Forget how earlier labels were learned, but not what."""
        raise NotImplementedError

    def end_epoch(self) -> None:
        """Solve for the weights after an epoch, if they were not updated at each position."""
        raise NotImplementedError

    def present_evaluation(self) -> Evaluation:
        """The weights as they are, without an average."""
        raise NotImplementedError

    def snapshot(self) -> TensorFile:
        """The weights, and how quickly they learn."""
        return TensorFile({}, self._tensors())

    def return_to(self, snapshot: TensorFile) -> None:
        """Go back to weights of the same trainer; raises ValueError or KeyError for others."""
        self._restore(snapshot)

    # -- checkpoints -----------------------------------------------------------------------

    @abstractmethod
    def _tensors(self) -> dict[str, Tensor]:
        """What was learned, and how quickly."""

    @abstractmethod
    def _restore(self, content: TensorFile) -> None:
        """Take over what `_tensors` gave."""

    def checkpoint(self) -> tuple[dict[str, str], dict[str, Tensor]]:
        """All that a later process needs to go on exactly here."""
        counts = {name: str(getattr(self.learner, name)) for name in COUNTS}
        sums = {name: getattr(self.learner, name).hex() for name in SUMS}
        return {**counts, **sums}, self._tensors()

    def restore(self, content: TensorFile) -> None:
        """Resume where another process stopped; raises ValueError or KeyError if that fails."""
        self._restore(content)
        for name in COUNTS:
            setattr(self.learner, name, int(content.metadata[name]))
        for name in SUMS:
            setattr(self.learner, name, float.fromhex(content.metadata[name]))


def runner_of(
    function: Callable[..., Any],
    game: Game[Any],
    rule: Any,
    records: Mapping[str, type[Record]],
    compiled: bool | None,
) -> Runner:
    """What calls a function of a rule of self-play; moves that are not numbers get codes."""

    def made(game: Game[Any]) -> Runner:
        return Runner(function, game, rule, records=records, compiled=compiled, has_watch=False)

    if has_coded_moves(game):
        return made(with_coded_moves(game))
    try:
        return made(game)
    except NotCompilable as reason:
        if not reason.is_about_moves:
            raise
        return made(with_coded_moves(game))
