"""Texel's method: numbers of a game's own evaluation that were badly chosen are corrected."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

import outply
from outply.compiler import kernel
from outply.evaluate import read_evaluation, with_evaluation, write_evaluation
from outply.evaluate.cell_encoding import sampled_states
from outply.evaluate.parameter_file import own_parameters
from outply.game import Game, OutplyError
from outply.learn import Learning, LearningRun
from outply.learn.parameter_trainer import HELD_OUT, ParameterTrainer
from outply.learn.texel import LocalSearch, fitted_scale, logistic_loss
from outply.search import Limit, named
from tests.learn.tuned_games import Grab, GrabByName, NoisyGrab, Row
from tests.tiers import slow


def trained(game, games, compiled=None, seed=0):
    trainer = ParameterTrainer(game, seed, compiled)
    trainer.play(games)
    return trainer


@pytest.fixture(scope="module")
def tuned():
    return trained(Grab(), 3000)


def evaluate(game, state):
    return game.evaluate(state, 0)


def with_numbers(game, *numbers):
    evaluation = own_parameters(game)
    for at, number in enumerate(numbers):
        evaluation.parameters.numbers[at] = number
    return evaluation


# -- the method ------------------------------------------------------------------------------


def test_the_loss_is_the_logistic_loss():
    evaluations, results = np.array([0.5, -1.0, 0.2]), np.array([1.0, 0.5, 0.0])
    p = 1 / (1 + np.exp(-3.0 * evaluations))
    expected = -np.mean(results * np.log(p) + (1 - results) * np.log(1 - p))
    assert logistic_loss(3.0, evaluations, results) == pytest.approx(expected)


def test_the_scale_is_the_one_that_made_the_results():
    rng = np.random.default_rng(1)
    evaluations = rng.normal(0.0, 0.1, 20_000)
    results = (rng.random(20_000) < 1 / (1 + np.exp(-25.0 * evaluations))).astype(float)
    assert fitted_scale(evaluations, results) == pytest.approx(25.0, rel=0.1)


def test_local_search_finds_the_minimum_of_numbers_that_depend_on_each_other():
    def loss(numbers):
        x, y, z = numbers
        return (x - 0.3) ** 2 + (x + y - 1.0) ** 2 + 0.01 * (z - 7) ** 2

    search = LocalSearch(loss, (-4.0, 0.0, 100.0), (False, False, True))
    assert search.run() == (pytest.approx(0.3, abs=0.01), pytest.approx(0.7, abs=0.01), 7.0)
    assert search.best == pytest.approx(loss(search.numbers))


# -- tuning ----------------------------------------------------------------------------------


def test_a_weight_of_the_wrong_sign_is_corrected(tuned):
    found = tuned.tuning
    assert found.before == {"points": -0.05, "moves_left": 3}
    assert 0.01 < found.after["points"] < 0.06
    assert found.after["moves_left"] == 0
    assert type(found.after["moves_left"]) is int
    assert found.loss_before > 1.0
    assert found.loss_after < np.log(2) - 0.02  # what a constant value costs


def test_the_losses_are_those_of_games_that_were_held_out(tuned):
    """The recorded games, replayed and evaluated by plain Python."""
    found, learner = tuned.tuning, tuned.learner
    for numbers, expected in ((found.before, found.loss_before), (found.after, found.loss_after)):
        game, evaluations, results, at = Grab(**numbers), [], [], 0
        for number in range(learner.recorded):
            state, opening = game.initial(), at + learner.openings[number]
            positions = []
            for move in range(at, learner.ends[number]):
                if move >= opening:
                    positions.append(state)
                state = game.result(state, learner.made[move])
            at = learner.ends[number]
            assert game.is_terminal(state)
            for position in positions if number % HELD_OUT == 0 else ():
                evaluations.append(game.evaluate(position, position.player))
                results.append(0.5 + 0.5 * game.utility(state, position.player))
        assert len(results) == found.held_out
        loss = logistic_loss(found.scale, np.array(evaluations), np.array(results))
        assert loss == pytest.approx(expected)


def test_both_modes_tune_alike():
    compiled, interpreted = (trained(Grab(), 60, mode) for mode in (True, False))
    assert (compiled.is_compiled, interpreted.is_compiled) == (True, False)
    assert compiled.checkpoint() == interpreted.checkpoint()
    assert compiled.tuning == interpreted.tuning


def test_other_numbers_need_no_compilation(monkeypatch):
    trainer = trained(Grab(), 500)

    def refuse(*_):
        raise AssertionError("machine code was made again")

    monkeypatch.setattr("outply.compiler.kernels.machine_code", refuse)
    assert trainer.tuning.after["points"] > 0


def test_moves_that_are_no_numbers():
    trainer = trained(GrabByName(), 500)
    assert trainer.is_compiled
    assert trainer.tuning.after["points"] > 0


def test_only_quiet_positions_count():
    every, quiet = (trained(kind(), 200) for kind in (Grab, NoisyGrab))
    assert every.learner.used == quiet.learner.used  # the same games
    counts = [one.tuning.positions + one.tuning.held_out for one in (every, quiet)]
    assert 0 < counts[1] < counts[0]


def test_too_few_games_are_refused():
    with pytest.raises(OutplyError, match=r"of 1 finished games, which are too few .* --games"):
        _ = trained(Grab(), 1).tuning


@slow
def test_recording_ends_when_the_memory_is_full(monkeypatch, tmp_path):
    monkeypatch.setattr("outply.learn.parameter_trainer.MOST_MOVES", 2000)
    run = LearningRun(Learning(Grab(), tmp_path, games=100_000, compiled=False, kind="parameters"))
    assert run.run().games < 400
    learner = run.trainer.learner
    assert learner.ends[learner.recorded - 1] == learner.used <= 2000
    assert run.trainer.tuning.after["points"] > 0


def test_a_run_is_resumed_exactly(tmp_path):
    def run(folder, games, is_resumed=False):
        learning = Learning(Grab(), tmp_path / folder, games=games, seed=5, kind="parameters")
        made = LearningRun(learning, is_resumed)
        made.run()
        return made

    run("parts", 300)
    resumed, whole = run("parts", 700, is_resumed=True), run("whole", 700)
    assert resumed.trainer.checkpoint() == whole.trainer.checkpoint()
    assert resumed.trainer.tuning == whole.trainer.tuning
    assert run("other", 701).trainer.tuning != whole.trainer.tuning


# -- files -----------------------------------------------------------------------------------


def test_both_modes_evaluate_with_the_numbers_of_a_file(tmp_path):
    game, file = Grab(), tmp_path / "tuned.safetensors"
    write_evaluation(file, game, with_numbers(game, 0.025, 2), {})
    evaluated, expected = game.with_evaluation(str(file)), Grab(0.025, 2)
    compiled = kernel(evaluate, evaluated)
    assert (evaluated.points, evaluated.moves_left) == (0.025, 2)
    for state in sampled_states(game, 60):
        assert compiled(state) == evaluate(evaluated, state) == evaluate(expected, state)
    found = [
        named(f"engine:evaluation={file}").search(game, game.initial(), Limit(depth=2), compiled=c)
        for c in (True, False)
    ]
    own = named("engine").search(expected, game.initial(), Limit(depth=2))
    assert found[0].value == found[1].value == own.value


def test_a_game_with_other_numbers_of_its_own_takes_the_file(tmp_path):
    file = tmp_path / "tuned.safetensors"
    write_evaluation(file, Grab(), with_numbers(Grab(), 0.025, 2), {})
    assert Grab(points=9.0).with_evaluation(str(file)).points == 0.025


def test_values_stay_utilities():
    game = with_evaluation(Grab(), with_numbers(Grab(), 50.0, 0))
    states = random.Random(1).sample(sampled_states(game, 200), 50)
    values = {evaluate(game, state) for state in states}
    assert values <= {-0.99, 0.0, 0.99}


RULES = """\
from tests.learn.tuned_games import Grab


class Ordered(Grab):
    evaluation_parameters = {}
"""


def test_parameters_in_another_order_are_compiled_again(tmp_path):
    """Machine code on disk knows at which place of the memory each number is."""
    file, values = tmp_path / "ordered.py", []
    for names, numbers in (
        (("points", "moves_left"), (0.02, 5)),
        (("moves_left", "points"), (5, 0.02)),
    ):
        file.write_text(RULES.format(names))
        game = outply.load(str(file))
        evaluated = with_evaluation(game, with_numbers(game, *numbers))
        state = game.result(game.initial(), 6)
        values.append(kernel(evaluate, evaluated)(state))
        assert values[-1] == evaluate(evaluated, state)
    assert values[0] == values[1] != 0.0


class Other(Grab):
    """The same fields and another formula."""

    @property
    def name(self) -> str:
        return "grab"

    def evaluate(self, state: Row, player: int) -> float:
        return 0.5 * super().evaluate(state, player)


class Renamed(Other):
    evaluation_parameters = ("moves_left", "points")


@pytest.mark.parametrize("game", [Other(), Renamed()])
def test_numbers_for_another_evaluate_are_refused(game, tmp_path):
    file = tmp_path / "tuned.safetensors"
    write_evaluation(file, Grab(), with_numbers(Grab(), 0.025, 2), {})
    with pytest.raises(OutplyError, match="tuned for another evaluate: grab has changed since"):
        read_evaluation(file, game)


def test_damaged_numbers_are_refused(tmp_path):
    file = tmp_path / "tuned.safetensors"
    write_evaluation(file, Grab(), with_numbers(Grab(), float("nan"), 2), {})
    with pytest.raises(OutplyError, match="is damaged: its numbers are not finite"):
        read_evaluation(file, Grab())
    content = file.read_bytes().replace(b'"numbers": {', b'"members": {')
    file.write_bytes(content)
    with pytest.raises(OutplyError, match="is damaged: it has not one number for each parameter"):
        read_evaluation(file, Grab())


# -- refusals --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Named(Grab):
    unit: str = "point"
    evaluation_parameters = ("unit",)


class Undeclared(Grab):
    evaluation_parameters = ()


class Unknown(Grab):
    evaluation_parameters = ("mobility",)


class Blind(Grab):
    evaluate = Game.evaluate  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Undeclared(), r"undeclared declares no evaluation_parameters; list the fields"),
        (Named(), r"of named name 'unit', which is 'point'; name fields that are numbers\."),
        (Unknown(), r"of unknown name 'mobility', which is None; name fields that are numbers\."),
        (Blind(), r"blind defines no evaluate; use --kind tables\."),
    ],
)
def test_games_without_parameters_are_refused(game, reason):
    with pytest.raises(OutplyError, match=reason):
        own_parameters(game)
