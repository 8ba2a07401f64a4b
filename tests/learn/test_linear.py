"""Linear evaluations: the weights of tic-tac-toe's features become sensible."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import outply
from outply.compiler import kernel
from outply.evaluate import with_evaluation
from outply.evaluate.cell_encoding import sampled_states
from outply.game import OutplyError
from outply.games.tic_tac_toe import TicTacToe
from outply.learn import Learning, LearningRun
from outply.learn.least_squares import LinearTrainer


def trained(games, compiled=None, seed=0):
    trainer = LinearTrainer(outply.load("tic-tac-toe"), seed, compiled)
    trainer.play(games)
    return trainer


def test_the_weights_become_sensible():
    """Two of one's own in an open line are worth most; the opponent's lines are bad."""
    own_one, own_two, other_one, other_two, _ = trained(8000).evaluation().linear.weights
    assert own_two > 0.5
    assert own_two > own_one > 0
    assert other_two < other_one < 0


def test_both_modes_sum_up_the_same():
    assert trained(40, False).checkpoint() == trained(40, True).checkpoint()


def test_the_weights_solve_least_squares():
    """The sums of one generation, solved another way."""
    trainer = trained(500)
    learner, count = trainer.learner, trainer.parameters
    products = np.array(list(learner.products)).reshape(count, count)
    expected = np.linalg.lstsq(products, np.array(list(learner.targets)), rcond=None)[0]
    assert list(trainer.evaluation().linear.weights) == pytest.approx(expected, abs=0.02)


def evaluate(game, state):
    return game.evaluate(state, 0)


def test_both_modes_evaluate_alike():
    game = outply.load("tic-tac-toe")
    learned = with_evaluation(game, trained(1000).evaluation())
    compiled = kernel(evaluate, learned)
    for state in sampled_states(game, 60):
        assert compiled(state) == evaluate(learned, state)
        assert -0.99 <= compiled(state) <= 0.99


def test_a_file_of_it_is_read_and_refused_for_other_features(tmp_path, monkeypatch):
    game = outply.load("tic-tac-toe")
    run = LearningRun(Learning(game, tmp_path / "run", games=200, kind="linear"))
    run.run()
    weights = run.write_weights()
    state = game.parse("XX./O../... O")
    expected = with_evaluation(game, run.trainer.evaluation()).evaluate(state, 0)
    assert game.with_evaluation(str(weights)).evaluate(state, 0) == expected
    monkeypatch.setattr(TicTacToe, "lines_with", lambda *_: 1.0)
    with pytest.raises(OutplyError, match="for other features: tic-tac-toe has changed since"):
        outply.evaluate.read_evaluation(weights, game)


@dataclass(frozen=True)
class OddFeatures(TicTacToe):
    def features(self, state):
        return (1.0,) * (1 + state.mine.bit_count())


def test_games_without_features_are_refused(tmp_path):
    with pytest.raises(OutplyError, match=r"othello defines no features\(state\); use --kind tab"):
        LinearTrainer(outply.load("othello"), 0)
    with pytest.raises(OutplyError, match="must return the same number of features in every state"):
        LinearTrainer(OddFeatures(), 0)
    with pytest.raises(OutplyError, match="The kind is 'other'; give auto, tables, linear"):
        Learning(outply.load("tic-tac-toe"), tmp_path, kind="other")


def test_a_run_is_resumed_with_its_kind(tmp_path):
    game = outply.load("tic-tac-toe")
    LearningRun(Learning(game, tmp_path, games=50, kind="linear")).run()
    resumed = LearningRun(Learning(game, tmp_path, games=60), is_resumed=True)
    assert resumed.trainer.kind == "linear"
    with pytest.raises(OutplyError, match="is linear; leave --kind out"):
        LearningRun(Learning(game, tmp_path, games=60, kind="tables"), is_resumed=True)


def test_features_of_larger_boards():
    game = outply.load("tic-tac-toe", m=4, n=4, k=3)
    assert len(game.all_lines) == 24
    assert game.features(game.parse("XX../O.../..../.... O")) == (3.0, 0.0, 4.0, 1.0, 1.0)
