"""Networks: the same values by hand, interpreted and compiled; files; refusals."""

from __future__ import annotations

import math
import random

import pytest

import outply
from outply.compiler import kernel
from outply.evaluate import read_evaluation, read_tensors, write_evaluation, write_tensors
from outply.evaluate.cell_encoding import encoding_of, sampled_states
from outply.evaluate.network_evaluation import ZERO, NetworkWeights
from outply.evaluate.network_file import network_evaluation
from outply.evaluate.weights_file import Tensor
from outply.game import OutplyError
from outply.search import Limit

UNITS = 24


def random_network(game, seed, size=60):
    rng, encoding = random.Random(seed), encoding_of(game)
    weights = NetworkWeights(encoding, UNITS)
    weights.unit, weights.scale = 200, 2e-5
    for array in (weights.rows, weights.biases, weights.outputs):
        for index in range(len(array)):
            array[index] = ZERO + rng.randint(-size, size)
    for stage in range(encoding.stages):
        weights.offsets[stage] = rng.uniform(-0.2, 0.2)
    return network_evaluation(game, encoding, weights)


def by_hand(evaluation, game, state):
    """The value without the code that is tested: plain lists of signed numbers."""
    weights, encoding = evaluation.weights, evaluation.encoding
    rows = [number - ZERO for number in weights.rows]
    outputs = [number - ZERO for number in weights.outputs]
    sums = [number - ZERO for number in weights.biases]
    for cell, value in enumerate(encoding.cells(game, state)):
        begin = (cell * encoding.values + value) * UNITS
        sums = [a + b for a, b in zip(sums, rows[begin : begin + UNITS], strict=True)]
    stage = encoding.stage(game, state)
    active = [min(max(number, 0), weights.unit) for number in sums]
    layer = outputs[stage * UNITS : (stage + 1) * UNITS]
    total = weights.scale * sum(a * b for a, b in zip(active, layer, strict=True))
    least, most = game.utility_range
    share = 0.99 * math.tanh(total + weights.offsets[stage])
    value = (least + most) / 2 + (most - least) / 2 * share
    low, high = game.bounds(state, game.to_move(state))
    return min(max(value, low), high)


@pytest.fixture(scope="module")
def game():
    return outply.load("connect-four", columns=5, rows=4)


def evaluated(game, state):
    return game.evaluate(state, game.to_move(state))


@pytest.mark.parametrize("name", ["connect-four", "othello", "tic-tac-toe"])
def test_by_hand_interpreted_and_compiled(name):
    game = outply.load(name)
    network = random_network(game, 1)
    with_network = game.with_evaluation(network)
    compiled = kernel(evaluated, with_network)
    states = sampled_states(game, 120)
    random.Random(2).shuffle(states)
    for state in states:
        expected = by_hand(network, game, state)
        assert evaluated(with_network, state) == pytest.approx(expected, abs=1e-12)
        assert compiled(state) == evaluated(with_network, state)


def walk(game, state, luck: float):
    """The sum of all values on a random play: each state follows another."""
    total = 0.0
    while not game.is_terminal(state):
        total += game.evaluate(state, 0)
        luck = luck * 9301.0 % 1.0
        state = game.result(state, game.pick(state, luck))
    return total


@pytest.mark.parametrize("name", ["connect-four", "othello"])
def test_changes_from_the_last_state_equal_the_whole(name):
    game = outply.load(name)
    with_network = game.with_evaluation(random_network(game, 3))
    compiled = kernel(walk, with_network)
    for number in range(1, 20):
        luck = number / 20.3
        state = with_network.initial()
        assert compiled(state, luck) == walk(with_network, state, luck)


def test_both_modes_search_the_same_nodes(game):
    with_network = game.with_evaluation(random_network(game, 4))
    state, limit = with_network.initial(), Limit(depth=5)
    compiled = outply.Engine().search(with_network, state, limit, compiled=True)
    interpreted = outply.Engine().search(with_network, state, limit, compiled=False)
    assert (compiled.value, compiled.nodes) == (interpreted.value, interpreted.nodes)


# -- files ---------------------------------------------------------------------------------


def test_a_file_gives_the_same_values(game, tmp_path):
    network, file = random_network(game, 5), tmp_path / "weights.safetensors"
    write_evaluation(file, game, network, {})
    read = read_evaluation(file, game)
    for state in sampled_states(game, 50):
        assert read.value(game, state) == network.value(game, state)


@pytest.mark.parametrize("part", ["rows", "outputs", "hidden", "unit", "scale"])
def test_a_damaged_file_is_refused(game, tmp_path, part):
    file = tmp_path / "weights.safetensors"
    write_evaluation(file, game, random_network(game, 6), {})
    content = read_tensors(file)
    metadata, tensors = dict(content.metadata), dict(content.tensors)
    if part in tensors:
        tensors[part] = Tensor("U16", tensors[part].data[:-2])
    else:
        metadata[part] = "none"
    write_tensors(file, metadata, tensors)
    with pytest.raises(OutplyError, match=r"weights.safetensors is damaged: its layers"):
        read_evaluation(file, game)


def test_a_network_for_other_cells_is_refused(game, tmp_path):
    file = tmp_path / "weights.safetensors"
    write_evaluation(file, game, random_network(game, 7), {})
    content = read_tensors(file)
    write_tensors(file, {**content.metadata, "encoding": "of others"}, content.tensors)
    with pytest.raises(OutplyError, match=r"was learned for other cells"):
        read_evaluation(file, game)


def test_cells_that_are_too_large_are_an_error(game):
    network = random_network(game, 8)
    with pytest.raises(ValueError, match="a cell is not below cell_values"):
        network.sums_of((9,) * network.encoding.count)
