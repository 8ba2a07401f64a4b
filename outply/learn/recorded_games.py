"""Goes through recorded games again, and lets an evaluation learn the labels of their positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.compiler.records import Array, Record
from outply.game import NO_MOVE, Bits, Game
from outply.learn.self_play import BEST, Learner, SelfPlay

__all__ = ["DROPPED", "HELD_OUT", "KEYS", "TRAINING", "RecordedGames", "Replay"]

DROPPED, TRAINING, HELD_OUT = range(3)  # what a position is used for
KEYS = 3  # the task that notes the key of each position


class RecordedGames(Record, checked=False):
    """The moves and labels of games, one game after the other."""

    task: int  # KEYS, or the positions to visit: TRAINING or HELD_OUT
    loss: float  # the squared errors of the values of visited positions, before they learned
    order: Array[int]  # the games to go through
    begins: Array[int]  # of each game, and the end of the last one
    moves: Array[int]  # by their numbers among the legal ones
    targets: Array[float]  # the label of the position before the move
    uses: Array[int]  # DROPPED, TRAINING or HELD_OUT
    keys: Array[Bits]  # the same for symmetric positions

    def __init__(self, games: int, plies: int) -> None:
        super().__init__(
            order=games, begins=games + 1, moves=plies, targets=plies, uses=plies, keys=plies
        )


@dataclass(frozen=True)
class Replay:
    """Goes through games by the rule of a kind of evaluation."""

    rule: SelfPlay

    name: ClassVar[str] = "replay"

    def replay_games(
        self, game: Game[Any], state: Any, number: int, learner: Learner, games: RecordedGames
    ) -> float:
        """Go through the first `number` games of the order, from `state` on; returns the loss."""
        for at in range(number):
            self.replay_game(game, state, games.order[at], learner, games)
        return games.loss

    def replay_game(
        self, game: Game[Any], state: Any, number: int, learner: Learner, games: RecordedGames
    ) -> None:
        for at in range(games.begins[number], games.begins[number + 1]):
            if games.task == KEYS:
                games.keys[at] = game.key(game.canonical(state))
            elif games.uses[at] == games.task:
                self.visit(game, state, at, learner, games)
            state = game.result(state, move_at(game, state, games.moves[at]))

    def visit(
        self, game: Game[Any], state: Any, at: int, learner: Learner, games: RecordedGames
    ) -> None:
        """Compare the value of a position with its label; in training, learn from it."""
        value, target = self.rule.noted(game, state, learner, 0), games.targets[at]
        games.loss += (value - target) * (value - target)
        if games.task == TRAINING:
            learner.values[0] = value
            learner.ways[0] = BEST
            self.rule.update(learner, 0, target)


def move_at(game: Game[Any], state: Any, index: int) -> Any:
    """The legal move of this number."""
    for move in game.moves(state):
        if index == 0:
            return move
        index -= 1
    raise IndexError(NO_MOVE)
