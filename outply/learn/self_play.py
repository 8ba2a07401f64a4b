"""Self-play from which an evaluation learns: what all kinds of evaluations share.

The game plays against itself. A move is chosen by the values of the positions it leads to (the
after-states), or at random. When the game is over, the target of each position is the λ-return: a
mixture of the value of its best move and of the targets of the positions after it. A random move
ends the mixture: the target of the position before it is the value of its best move.

Where chance is to move, an outcome is drawn by its probability, and the position has the target of
the position after it. So it learns the mean over the outcomes, and to compare the moves of a
player, nobody has to look at what follows each roll. All values are from the `side_of` a position.

Source: R. Sutton, "Learning to predict by the methods of temporal differences" (1988).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.compiler.records import Array, Record
from outply.evaluate.side import side_of
from outply.game import CHANCE, INFINITY, Bits, Game
from outply.search.random_numbers import random_choice, random_outcome

__all__ = ["MOST_PLIES", "ROLLED", "Learner", "SelfPlay"]

MOST_PLIES = 512  # of one game; what is longer counts as its last value
WORD = (1 << 64) - 1
BEST, RANDOM, ROLLED = range(3)  # how a game went on


class Learner(Record, checked=False):
    """What self-play changes: the random state, counts, the game under way."""

    random: Bits
    games: int
    moves: int
    draws: int
    positions: int  # that were compared with the outcome of their game
    loss: float  # the squared errors of their values, before they learned from the game
    spread: float  # the squared outcomes: the loss of a constant value, 0
    values: Array[float]  # of each position of the game, from its side
    best: Array[float]  # the value of its best move
    ways: Array[int]  # how it went on: BEST, RANDOM or ROLLED
    signs: Array[float]  # 1 if the next position is valued from the same side, else -1

    def __init__(self, **arrays: int) -> None:
        plies = MOST_PLIES
        super().__init__(
            large_pages=False, values=plies, best=plies, ways=plies, signs=plies, **arrays
        )

    def luck(self) -> float:
        """A random number, 0 or more and less than 1: SplitMix64."""
        self.random = (self.random + 0x9E37_79B9_7F4A_7C15) & WORD
        mixed: Bits = self.random
        mixed = (mixed ^ mixed >> 30) * 0xBF58_476D_1CE4_E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D0_49BB_1331_11EB & WORD
        return (mixed >> 32) / 4294967296.0


@dataclass(frozen=True)
class SelfPlay:
    """The rules of self-play; its parameters are compiled in. Values are from -1 to 1."""

    least: float  # the utility range
    most: float
    trace: float = 0.7  # λ
    exploration: float = 0.1  # how often a move is random
    opening: int = 6  # the most random plies at the beginning

    # -- what a kind of evaluation adds ------------------------------------------------------

    def value(self, game: Game[Any], state: Any, learner: Any) -> float:
        """What a state is worth to its side."""
        raise NotImplementedError

    def noted(self, game: Game[Any], state: Any, learner: Any, ply: int) -> float:
        """As `value`, of a position of the game, which will be learned from."""
        raise NotImplementedError

    def update(self, learner: Any, ply: int, target: float) -> None:
        """Let a position that was noted learn its target, if the kind learns while it plays."""

    def record(self, learner: Any, move: int, is_opening: bool) -> None:
        """Remember a move, if the kind needs the moves."""

    def end(self, game: Game[Any], state: Any, learner: Any) -> None:
        """Do what is done at the end of a game."""

    # -- playing -----------------------------------------------------------------------------

    def play_games(self, game: Game[Any], state: Any, number: int, learner: Any) -> int:
        """Play `number` games from `state` on, and learn from each; returns the moves made."""
        for _ in range(number):
            self.play_game(game, state, learner)
            learner.games += 1
        return learner.moves  # type: ignore[no-any-return]

    def play_game(self, game: Game[Any], state: Any, learner: Any) -> None:
        state = self.after_random_plies(game, state, learner)
        plies, side = 0, side_of(game, state)
        while plies < MOST_PLIES and not game.is_terminal(state):
            learner.values[plies] = self.noted(game, state, learner, plies)
            move = self.choice(game, state, learner, plies)
            self.record(learner, move, False)
            state = game.result(state, move)
            next_side = side_of(game, state)
            learner.signs[plies] = 1.0 if next_side == side else -1.0
            side = next_side
            plies += 1
        self.end(game, state, learner)
        if plies > 0:
            self.update_all(game, state, learner, plies)

    def after_random_plies(self, game: Game[Any], state: Any, learner: Any) -> Any:
        """The state some random plies later."""
        for _ in range(int(learner.luck() * (self.opening + 1))):
            if not game.is_terminal(state):
                move = random_choice(game, state, learner.luck())
                self.record(learner, move, True)
                state = game.result(state, move)
        return state

    def choice(self, game: Game[Any], state: Any, learner: Any, ply: int) -> Any:
        """A player's move or an outcome of chance."""
        if game.to_move(state) == CHANCE:
            learner.ways[ply] = ROLLED
            return random_outcome(game, state, learner.luck())
        learner.moves += 1
        return self.choose(game, state, learner, ply)

    def choose(self, game: Game[Any], state: Any, learner: Any, ply: int) -> Any:
        """The move with the best after-state, or a random one; what the best is worth is noted."""
        best, chosen = -INFINITY, -1
        player = game.to_move(state)
        for move in game.moves(state):
            value = self.value_after(game, game.result(state, move), player, learner)
            if value > best:
                best, chosen = value, move
        learner.best[ply] = best
        learner.ways[ply] = BEST
        if learner.luck() < self.exploration:
            learner.ways[ply] = RANDOM
            return game.pick(state, learner.luck())
        return chosen

    def value_after(self, game: Game[Any], after: Any, player: int, learner: Any) -> float:
        """What an after-state is worth to the player who moved there."""
        if game.is_terminal(after):
            return self.share(game.utility(after, player))
        value = self.value(game, after, learner)
        return value if side_of(game, after) == player else -value

    def share(self, utility: float) -> float:
        """A utility, from -1 to 1."""
        return (2.0 * utility - self.least - self.most) / (self.most - self.least)

    # -- learning ----------------------------------------------------------------------------

    def update_all(self, game: Game[Any], state: Any, learner: Any, plies: int) -> None:
        """Teach the positions of a game, the last one first; `state` is how it ended."""
        if game.is_terminal(state):
            outcome = self.share(game.utility(state, side_of(game, state)))
            learner.draws += 1 if outcome == 0.0 else 0
        else:
            outcome = self.value(game, state, learner)
        target = outcome
        for back in range(plies):
            ply = plies - 1 - back
            outcome, target = learner.signs[ply] * outcome, learner.signs[ply] * target
            target = self.target(learner, ply, target)
            error = learner.values[ply] - outcome
            learner.loss += error * error
            learner.spread += outcome * outcome
            self.update(learner, ply, target)
        learner.positions += plies

    def target(self, learner: Any, ply: int, later: float) -> float:
        """The target of a position; `later` is that of the position after it."""
        way, best = learner.ways[ply], learner.best[ply]
        if way == ROLLED:
            return later
        return best if way == RANDOM else best + self.trace * (later - best)  # type: ignore[no-any-return]
