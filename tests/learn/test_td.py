"""TD(λ): interpreted and compiled learn the same; what is learned is sensible."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import outply
from outply.evaluate import with_evaluation
from outply.game import Game
from outply.learn.table_trainer import TableTrainer


def memory_of(trainer):
    """All that a checkpoint has: counts, the random state, weights and rates."""
    return trainer.checkpoint()


@pytest.mark.parametrize(("name", "games"), [("tic-tac-toe", 30), ("connect-four", 2)])
def test_both_modes_learn_the_same_weights(name, games):
    game = outply.load(name)
    interpreted, compiled = TableTrainer(game, 3, False), TableTrainer(game, 3, True)
    for trainer in (interpreted, compiled):
        trainer.play(games)
    assert memory_of(interpreted) == memory_of(compiled)
    assert any(interpreted.learner.weights)


def test_the_seed_decides():
    game = outply.load("tic-tac-toe")
    runs = []
    for seed in (1, 1, 2):
        trainer = TableTrainer(game, seed)
        trainer.play(500)
        runs.append(memory_of(trainer))
    assert runs[0] == runs[1] != runs[2]


def test_how_games_are_divided_into_calls_does_not_matter():
    game = outply.load("tic-tac-toe")
    one, other = TableTrainer(game, 1), TableTrainer(game, 1)
    one.play(4500)
    for games in (1, 1998, 2, 2000, 499):
        other.play(games)
    assert memory_of(one) == memory_of(other)
    assert bytes(one.evaluation().tables.weights.memory) == bytes(
        other.evaluation().tables.weights.memory
    )


@dataclass(frozen=True)
class OneMove(Game[int]):
    """The first player moves and wins."""

    cell_values = 2

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state

    def moves(self, state: int) -> Iterator[int]:
        yield 1

    def result(self, state: int, move: int) -> int:
        return move

    def is_terminal(self, state: int) -> bool:
        return state == 1

    def utility(self, state: int, player: int) -> float:
        return 1.0 if player == 0 else -1.0

    def cells(self, state: int) -> tuple[int, ...]:
        return (state, 1)


def test_a_position_learns_the_value_of_its_end():
    """By hand: one position, whose weights move together towards the utility."""
    trainer = TableTrainer(OneMove(), 0)
    trainer.play(80)
    learner, total, net, size = trainer.learner, 0.0, 0.0, 0.0
    assert 5 < learner.positions < 80  # some openings have ended the game
    for _ in range(learner.positions):
        value = math.tanh(total)
        change = (1.0 - value) * (1.0 - value * value)
        total += (abs(net) / size if size else 1.0) * change
        net, size = net + change, size + abs(change)
    entries = [learner.looked_up[index] for index in range(len(learner.bases))]
    assert sum(learner.weights[entry] for entry in entries) == pytest.approx(total, rel=1e-5)
    assert math.tanh(total) > 0.8


@pytest.fixture(scope="module")
def tic_tac_toe():
    game = outply.load("tic-tac-toe")
    trainer = TableTrainer(game, 0)
    trainer.play(60_000)
    return game, trainer


def test_tic_tac_toe_values_become_sensible(tic_tac_toe):
    """After 60,000 games: wins and losses at hand, and what perfect play is worth."""
    game, trainer = tic_tac_toe
    learned = with_evaluation(game, trainer.evaluation())

    def value(text):
        state = game.parse(text)
        return learned.evaluate(state, game.to_move(state))

    assert value("XX./OO./... X") > 0.6  # X completes a row
    assert value("X../.O./..X O") > value("X../.../O.X O")  # the centre is better than a corner
    assert abs(value("X../.O./... X")) < 0.35  # drawn
    assert trainer.learner.loss / trainer.learner.positions < 0.5


def test_one_ply_ahead_it_hardly_ever_loses_to_random_play(tic_tac_toe):
    game, trainer = tic_tac_toe
    learned = with_evaluation(game, trainer.evaluation())
    rng = np.random.default_rng(5)
    lost = 0
    for play in range(60):
        state = game.initial()
        while not game.is_terminal(state):
            moves = list(game.moves(state))
            mover = game.to_move(state)
            if mover == play % 2:
                state = max(
                    (game.result(state, move) for move in moves),
                    key=lambda after: worth(learned, after, mover),
                )
            else:
                state = game.result(state, moves[rng.integers(len(moves))])
        lost += game.utility(state, play % 2) < 0
    assert lost <= 2


def worth(learned, after, player):
    if learned.is_terminal(after):
        return learned.utility(after, player)
    return learned.evaluate(after, player)


def test_moves_that_are_not_numbers_get_codes():
    file = Path(__file__).parents[1] / "strangers" / "breakthrough_enum.py"
    trainer = TableTrainer(outply.load(str(file)), 0)
    trainer.play(5)
    assert trainer.is_compiled
    assert trainer.learner.moves > 50


@dataclass(frozen=True)
class OneWord(OneMove):
    """The move is a word, and the stage of the game is the second of two."""

    stages = 2

    def moves(self, state):
        yield "win"

    def result(self, state, move):
        return 1 if move == "win" else 0

    def stage(self, state):
        return 1


def test_stages_of_games_whose_moves_get_codes():
    trainer = TableTrainer(OneWord(), 0)
    trainer.play(80)
    weights = list(trainer.learner.weights)
    assert any(weights[len(weights) // 2 :])
    assert not any(weights[: len(weights) // 2])
