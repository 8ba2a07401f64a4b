"""Tunes the parameters of a game's own evaluation by Texel's method.

The game plays against itself with the numbers that it has, and the moves are recorded. One compiled
function plays the recorded games again and evaluates all their quiet positions. The numbers are
memory, so that it can be called for other numbers at once. A fifth of the games is held out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from outply.compiler.records import Array
from outply.evaluate import with_evaluation
from outply.evaluate.parameter_evaluation import ParameterEvaluation, ParameterNumbers
from outply.evaluate.parameter_file import KIND, own_parameters
from outply.evaluate.weights_file import Tensor, TensorFile
from outply.game import INFINITY, Game, OutplyError
from outply.learn.self_play import MOST_PLIES, Learner, SelfPlay
from outply.learn.texel import Floats, LocalSearch, Numbers, fitted_scale, logistic_loss
from outply.learn.trainer import Trainer, Tuning, runner_of

__all__ = ["ParameterTrainer"]

MOST_MOVES = 1 << 18  # that are recorded
HELD_OUT = 5  # one game in five is held out
SCORE_SCALE = 2.0
"""K where utilities are scores: small evaluations are then the scores that are expected."""


class GameRecorder(Learner, checked=False):
    """The moves of finished games, one game after the other."""

    recorded: int  # games
    used: int  # moves, of the game under way too
    opening: int  # random plies of the game under way
    made: Array[int]  # moves
    ends: Array[int]  # of each game, in `made`
    openings: Array[int]  # the first plies of each game, which were random
    outcomes: Array[float]  # of each game, from -1 to 1, for player 0
    evaluations: Array[float]  # of all positions, from -1 to 1, for the player to move
    results: Array[float]  # of their games, for the player to move
    numbers: Array[int]  # of their games

    def __init__(self) -> None:
        of_games, of_positions = ("ends", "openings", "outcomes"), ("evaluations", "results")
        names = ("made", *of_games, *of_positions, "numbers")
        super().__init__(**dict.fromkeys(names, MOST_MOVES))


@dataclass(frozen=True, kw_only=True)
class RecordedPlay(SelfPlay):
    """Self-play with a game's own evaluation."""

    name: ClassVar[str] = "recorded play"

    def value(self, game: Game[Any], state: Any, learner: GameRecorder) -> float:
        return min(max(self.share(game.evaluate(state, game.to_move(state))), -1.0), 1.0)

    def noted(self, game: Game[Any], state: Any, learner: GameRecorder, ply: int) -> float:
        return self.value(game, state, learner)

    def record(self, learner: GameRecorder, move: int, is_opening: bool) -> None:
        if learner.used < MOST_MOVES:
            learner.made[learner.used] = move
            learner.used += 1
            learner.opening += 1 if is_opening else 0

    def end(self, game: Game[Any], state: Any, learner: GameRecorder) -> None:
        """Keep the moves of a game that is finished, if there was room for them."""
        number = learner.recorded
        if game.is_terminal(state) and learner.used < MOST_MOVES:
            learner.ends[number] = learner.used
            learner.openings[number] = learner.opening
            learner.outcomes[number] = self.share(game.utility(state, 0))
            learner.recorded = number + 1
        else:
            learner.used = learner.ends[number - 1] if number > 0 else 0
        learner.opening = 0

    def evaluate_all(self, game: Game[Any], state: Any, games: int, learner: GameRecorder) -> int:
        """Evaluate the quiet positions of recorded games; how many there are."""
        count, at = 0, 0
        for number in range(games):
            here, opening = state, at + learner.openings[number]
            while at < learner.ends[number]:
                if at >= opening and self.is_quiet(game, here):
                    player, outcome = game.to_move(here), learner.outcomes[number]
                    learner.evaluations[count] = self.share(game.evaluate(here, player))
                    learner.results[count] = outcome if player == 0 else -outcome
                    learner.numbers[count] = number
                    count += 1
                here = game.result(here, learner.made[at])
                at += 1
        return count

    def is_quiet(self, game: Game[Any], state: Any) -> bool:
        for _ in game.noisy_moves(state):
            return False
        return True


class ParameterTrainer(Trainer):
    """Records games, and tunes the numbers once they are played."""

    kind = KIND
    method = "Texel's method"
    interval = 1000
    learner: GameRecorder
    rule: RecordedPlay

    def __init__(self, game: Game[Any], seed: int, compiled: bool | None = None) -> None:
        own = self._own = own_parameters(game)
        self._memory = ParameterNumbers(len(own.names))
        self._memory.numbers.copy_from(own.parameters.numbers)
        tuned = with_evaluation(game, replace(own, parameters=self._memory, is_clipped=False))
        rule = RecordedPlay(*game.utility_range)
        super().__init__(tuned, rule, GameRecorder(), seed, compiled)
        records = {"learner": GameRecorder}
        self._replay = runner_of(RecordedPlay.evaluate_all, tuned, rule, records, compiled)
        self._tuning: Tuning | None = None

    @property
    def parameters(self) -> int:
        return len(self._own.names)

    @property
    def description(self) -> str:
        names = ", ".join(self._own.names)
        return f"the parameters {names} of evaluate, from at most {MOST_MOVES:,} moves"

    @property
    def is_complete(self) -> bool:
        return self.learner.used + MOST_PLIES > MOST_MOVES

    def _after_interval(self) -> None:
        """Nothing is learned before the last game."""

    def evaluation(self) -> ParameterEvaluation:
        """The tuned numbers."""
        tuning, made = self.tuning, ParameterNumbers(self.parameters)
        for at, number in enumerate(tuning.after.values()):
            made.numbers[at] = float(number)
        return replace(self._own, parameters=made)

    # -- tuning ----------------------------------------------------------------------------

    @property
    def tuning(self) -> Tuning:
        """Tune the numbers to the games that were recorded."""
        if self._tuning is None:
            self._tuning = self._tuned()
        return self._tuning

    def _tuned(self) -> Tuning:
        before = tuple(self._own.parameters.numbers)
        evaluations = self._evaluations(before).copy()
        count = len(evaluations)
        results = 0.5 + 0.5 * _floats(self.learner.results, count)
        is_held_out = _ints(self.learner.numbers, count) % HELD_OUT == 0
        if is_held_out.all() or not is_held_out.any():
            raise OutplyError(
                f"There are {count} quiet positions of {self.learner.recorded} finished games,"
                " which are too few to tune by; play more --games."
            )
        train = ~is_held_out
        scale = SCORE_SCALE
        if self.game.utility_range == (-1.0, 1.0):
            scale = fitted_scale(evaluations[train], results[train])

        def loss(numbers: Numbers, part: Any = train) -> float:
            try:
                return logistic_loss(scale, self._evaluations(numbers)[part], results[part])
            except ArithmeticError:  # such as a division by a number that has become 0
                return INFINITY

        whole = [name in self._own.whole for name in self._own.names]
        after = LocalSearch(loss, before, whole).run()
        return Tuning(
            before=self._named(before),
            after=self._named(after),
            scale=scale,
            positions=int(train.sum()),
            held_out=int(is_held_out.sum()),
            loss_before=loss(before, is_held_out),
            loss_after=loss(after, is_held_out),
        )

    def _named(self, numbers: Numbers) -> dict[str, int | float]:
        made = ParameterNumbers(len(numbers))
        for at, number in enumerate(numbers):
            made.numbers[at] = number
        return replace(self._own, parameters=made).values

    def _evaluations(self, numbers: Numbers) -> Floats:
        """What all positions are worth with these numbers."""
        for at, number in enumerate(numbers):
            self._memory.numbers[at] = number
        learner, state = self.learner, self._replay.game.initial()
        count = self._replay(state, learner.recorded, records=(learner,))
        self._memory.numbers.copy_from(self._own.parameters.numbers)
        return _floats(learner.evaluations, int(count))

    # -- checkpoints -----------------------------------------------------------------------

    def _tensors(self) -> dict[str, Tensor]:
        games, moves = self.learner.recorded, self.learner.used
        return {
            "made": Tensor("I64", bytes(self.learner.made.memory[: 8 * moves])),
            "ends": Tensor("I64", bytes(self.learner.ends.memory[: 8 * games])),
            "openings": Tensor("I64", bytes(self.learner.openings.memory[: 8 * games])),
            "outcomes": Tensor("F64", bytes(self.learner.outcomes.memory[: 8 * games])),
        }

    def _restore(self, content: TensorFile) -> None:
        for name in ("made", "ends", "openings", "outcomes"):
            data = content.tensors[name].data
            getattr(self.learner, name).memory[: len(data)] = data
        self.learner.recorded = content.tensors["ends"].length
        self.learner.used = content.tensors["made"].length


def _floats(numbers: Array[float], count: int) -> Floats:
    return np.frombuffer(numbers.memory, np.float64)[:count]


def _ints(numbers: Array[int], count: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.frombuffer(numbers.memory, np.int64)[:count]
