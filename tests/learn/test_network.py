"""Networks that learn: gradients, exact repetition, and that something is learned."""

from __future__ import annotations

import json

import numpy as np
import pytest

import outply
from outply.evaluate import read_tensors
from outply.learn import Learning, LearningRun, network_trainer
from outply.learn.gradient_descent import Adam, Layers, layers_of
from outply.learn.network_trainer import BATCH, UNITS, NetworkTrainer

GAMES = 3_000


def learned(folder, games=GAMES, **settings):
    game = outply.load("tic-tac-toe")
    learning = Learning(game, folder, games=games, kind="network", **settings)
    run = LearningRun(learning, is_resumed=(folder / "run.json").exists())
    run.run()
    return run.write_weights()


def test_it_learns(tmp_path):
    metadata = read_tensors(learned(tmp_path / "run", games=8_000)).metadata
    training = json.loads(metadata["training"])
    assert metadata["kind"] == "network"
    assert training["loss"] < 0.75 * training["constant_loss"]


def test_stopped_and_resumed_it_ends_with_the_same_weights(tmp_path):
    whole = learned(tmp_path / "whole", seed=7)
    for games in (1, 999, 1500, GAMES):
        weights = learned(tmp_path / "parts", games=games, seed=7)
    assert read_tensors(weights).tensors == read_tensors(whole).tensors


def test_interpreted_and_compiled_learn_the_same(monkeypatch):
    monkeypatch.setattr(network_trainer, "BATCH", 32)
    monkeypatch.setattr(NetworkTrainer, "interval", 4)
    game = outply.load("tic-tac-toe")
    trainers = [NetworkTrainer(game, 3, compiled) for compiled in (True, False)]
    for trainer in trainers:
        trainer.play(9)
    (_, compiled), (_, interpreted) = (trainer.checkpoint() for trainer in trainers)
    assert compiled == interpreted


def test_gradients_are_those_of_small_differences():
    trainer = NetworkTrainer(outply.load("tic-tac-toe"), 1, compiled=True)
    trainer.play(40)
    encoding, learner, batch = trainer._encoding, trainer.learner, trainer._batch
    weights, sums = layers_of(learner, encoding), layers_of(batch, encoding)
    rng = np.random.default_rng(2)
    batch.positions.memory[:] = rng.integers(learner.kept, size=BATCH).tobytes()
    batch.turned.memory[:] = rng.integers(trainer._symmetries, size=BATCH).tobytes()

    def loss():
        before = batch.loss
        trainer._descent(trainer.game.initial(), BATCH, records=(learner, batch))
        return batch.loss - before

    loss()
    found = [array.copy() for array in sums]
    for array, slopes in zip(weights, found, strict=True):
        for _ in range(6):
            place = tuple(rng.integers(size) for size in array.shape)
            kept, step = array[place], 2e-3
            array[place] = kept + step
            above = loss()
            array[place] = kept - step
            below = loss()
            array[place] = kept
            assert slopes[place] == pytest.approx((above - below) / (2 * step), rel=0.1, abs=0.3)


def test_adam_moves_towards_the_least_error():
    layers = Layers(*(np.full(2, 5.0, np.float32) for _ in range(4)))
    adam = Adam(layers, 0.05)
    for _ in range(600):
        adam.step(Layers(*(4 * (array - 1.0) for array in layers)), 2)
    assert all(np.allclose(array, 1.0, atol=0.05) for array in layers)


def test_whole_numbers_are_close_to_the_weights():
    trainer = NetworkTrainer(outply.load("tic-tac-toe"), 1)
    trainer.play(2_000)
    made, game = trainer.evaluation(), trainer.game
    weights, state = made.weights, game.initial()
    assert len(weights.biases) == UNITS and 1 <= weights.unit <= 255
    for array, target in zip(trainer._layers, trainer._average, strict=True):
        array[...] = target
    by_floats = trainer.rule.value(game, state, trainer.learner)
    assert made.value(game, state) == pytest.approx(0.99 * by_floats, abs=0.02)


def test_what_it_says_of_itself():
    trainer = NetworkTrainer(outply.load("connect-four"), 1)
    assert trainer.description.startswith(f"a network, 168 inputs and {UNITS} hidden units")


def test_a_few_games_are_learned_from_and_nothing_is_lost_by_it(tmp_path):
    trainer = NetworkTrainer(outply.load("tic-tac-toe"), 1)
    untrained = bytes(trainer.evaluation().weights.rows.memory)
    trainer.play(300)
    before = trainer.checkpoint()
    assert bytes(trainer.evaluation().weights.rows.memory) != untrained
    assert trainer.checkpoint() == before


def test_a_seed_may_be_negative():
    assert NetworkTrainer(outply.load("tic-tac-toe"), -1).evaluation().weights.unit > 0


def test_a_game_with_chance_has_a_network():
    trainer = NetworkTrainer(outply.load("pig", target=10), 1)
    trainer.play(100)
    evaluated = trainer.game.with_evaluation(trainer.evaluation())
    star = outply.search.named("star2")
    results = [
        star.search(evaluated, evaluated.initial(), outply.Limit(depth=2), compiled=compiled)
        for compiled in (True, False)
    ]
    assert results[0].value == results[1].value != 0.0
