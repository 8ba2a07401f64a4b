"""Games with evaluations from files: the same values in both modes; refusals; bounds."""

from __future__ import annotations

import copy
import json
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import outply
from outply.compiler import kernel
from outply.evaluate import read_evaluation, read_tensors, with_evaluation, write_evaluation
from outply.evaluate.cell_encoding import sampled_states
from outply.evaluate.table_file import new_evaluation
from outply.evaluate.trained_evaluations import trained_file
from outply.game import OutplyError
from outply.play.arena import Arena
from outply.search import Limit, named
from tests.tiers import only_full, slow


def random_evaluation(game, seed, size=3000):
    evaluation = new_evaluation(game)
    rng = random.Random(seed)
    evaluation.tables.scale = 0.0005
    for index in range(len(evaluation.tables.weights)):
        evaluation.tables.weights[index] = rng.randint(-size, size)
    return evaluation


@pytest.fixture(scope="module")
def game():
    return outply.load("connect-four", columns=5, rows=4)


@pytest.fixture
def file(game, tmp_path):
    written = tmp_path / "weights.safetensors"
    write_evaluation(written, game, random_evaluation(game, 1), {"games": 0})
    return str(written)


def evaluate(game, state):
    return game.evaluate(state, 0)


def by_hand(evaluation, game, state):
    """The sum of weights without the code that is tested: tuples of digits in a plain loop."""
    cells, tables = game.cells(state), evaluation.tables
    places, total, at = list(tables.places), 0, 0
    lengths = [length for length, count in evaluation.layout.groups for _ in range(count)]
    for base, length in zip(tables.bases, lengths, strict=True):
        digits = "".join(str(cells[place]) for place in places[at : at + length])
        entry = int(digits, evaluation.encoding.values)
        total += tables.weights[game.stage(state) * evaluation.layout.entries + base + entry]
        at += length
    return total


def test_the_total_is_the_sum_of_the_weights(game):
    evaluation = random_evaluation(game, 2)
    for state in sampled_states(game, 60):
        assert evaluation.total(game, state) == by_hand(evaluation, game, state)


def test_both_modes_evaluate_alike(game, file):
    evaluated = game.with_evaluation(file)
    compiled = kernel(evaluate, evaluated)
    values = []
    for state in sampled_states(game, 80):
        values.append(compiled(state))
        assert values[-1] == evaluate(evaluated, state) == -evaluated.evaluate(state, 1)
    assert len(set(values)) > 40


def test_other_weights_need_no_compilation(game, monkeypatch):
    kernel(evaluate, with_evaluation(game, random_evaluation(game, 3)))

    def refuse(*_):
        raise AssertionError("machine code was made again")

    other = with_evaluation(game, random_evaluation(game, 4))
    state = game.parse("312")
    monkeypatch.setattr("outply.compiler.kernels.machine_code", refuse)
    assert kernel(evaluate, other)(state) == evaluate(other, state)


def test_values_keep_within_bounds_and_utilities(game):
    huge = random_evaluation(game, 5, size=32767)
    huge.tables.scale = 1.0
    evaluated = with_evaluation(game, huge)
    for state in sampled_states(game, 300):
        low, high = game.bounds(state, 0)
        assert max(low, -0.99) <= evaluated.evaluate(state, 0) <= min(high, 0.99) or low == high


def test_the_engine_uses_the_evaluation(game, file):
    state, limit = game.parse("3"), Limit(depth=3)
    own = named("engine").search(game, state, limit)
    learned = named(f"engine:evaluation={file}").search(game, state, limit)
    interpreted = named(f"engine:evaluation={file}").search(game, state, limit, compiled=False)
    blind = named("engine:evaluation=none").search(game, state, limit)
    assert learned.value != own.value
    assert (learned.value, learned.nodes) == (interpreted.value, interpreted.nodes)
    assert blind.value == 0.0


def test_the_engine_is_minimax_with_the_evaluation(game, file):
    """A plain minimax over the evaluated game, written here."""
    evaluated = game.with_evaluation(file)

    def minimax(state, depth):
        if evaluated.is_terminal(state):
            return evaluated.utility(state, evaluated.to_move(state))
        if depth == 0:
            return evaluated.evaluate(state, evaluated.to_move(state))
        return max(-minimax(evaluated.result(state, m), depth - 1) for m in evaluated.moves(state))

    for text in ("", "31", "3312"):
        state = game.parse(text)
        found = named(f"engine:evaluation={file}").search(game, state, Limit(depth=2))
        assert found.value == pytest.approx(minimax(state, 2), abs=0)


def test_the_same_file_gives_the_same_game(game, file):
    first = game.with_evaluation(file)
    assert game.with_evaluation(file) is first
    assert first != game
    assert first.with_evaluation(file) is first
    assert first.name == game.name
    other = replace(random_evaluation(game, 9))
    assert with_evaluation(first, other).given_evaluation is other


def test_a_changed_file_is_read_again(game, file):
    first = game.with_evaluation(file)
    write_evaluation(file, game, random_evaluation(game, 8), {"games": 12345})
    assert game.with_evaluation(file) is not first


@pytest.mark.parametrize(
    ("name", "parameters", "reason"),
    [
        ("othello", {}, "was learned for connect-four, not for othello"),
        ("connect-four", {"columns": 6, "rows": 4}, "columns=5, not with columns=6"),
    ],
)
def test_weights_of_another_game_are_refused(file, name, parameters, reason):
    with pytest.raises(OutplyError, match=reason):
        outply.load(name, **parameters).with_evaluation(file)


def test_weights_for_other_cells_are_refused(game, file, monkeypatch):
    rules = type(game)
    monkeypatch.setattr(rules, "cells", lambda self, state: (0,) * (self.columns * self.rows))
    with pytest.raises(OutplyError, match=r"for other cells: .* has changed since; learn anew"):
        read_evaluation(file, game)


def test_weights_whose_tables_do_not_fit_are_refused(game, tmp_path):
    evaluation = random_evaluation(game, 1)
    evaluation.tables.bases[0] = evaluation.layout.entries
    written = tmp_path / "wrong.safetensors"
    write_evaluation(written, game, evaluation, {})
    with pytest.raises(OutplyError, match="is damaged: its tables do not fit each other"):
        game.with_evaluation(str(written))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("connect-three-players", "not a game of two players"),
        ("kuhn-poker", "it hides information"),
    ],
)
def test_games_that_tables_cannot_learn_are_refused(name, reason):
    with pytest.raises(OutplyError, match=f"An evaluation of {name} cannot be learned: .*{reason}"):
        new_evaluation(outply.load(name))


def test_the_search_with_its_evaluation_can_be_sent_to_another_process(file):
    search = named(f"engine:evaluation={file}")
    assert pickle.loads(pickle.dumps(search)) == search


def test_a_match_with_other_weights_is_another_match(game, file):
    def setup():
        return Arena(game, [f"engine:evaluation={file}", "random"]).setup

    before = setup()
    assert setup() == before
    write_evaluation(file, game, random_evaluation(game, 8), {})
    assert setup() != before


@only_full
@slow
@pytest.mark.parametrize("name", ["othello_tuple.py", "breakthrough_enum.py"])
def test_strangers_games_with_any_moves(name, tmp_path):
    """Games that are no dataclasses, and moves that are no numbers."""
    path = str(Path(__file__).parents[1] / "strangers" / name)
    game, written = outply.load(path), tmp_path / "weights.safetensors"
    write_evaluation(written, game, random_evaluation(game, 1), {})
    search, state = named(f"engine:evaluation={written}"), game.initial()
    compiled = search.search(game, state, Limit(depth=2))
    interpreted = search.search(game, state, Limit(depth=2), compiled=False)
    assert compiled.compiled
    assert (compiled.value, compiled.move) == (interpreted.value, interpreted.move)
    assert compiled.value != 0.0
    one, other = (copy.copy(game).with_evaluation(str(written)) for _ in range(2))
    assert one.given_evaluation is other.given_evaluation


def evaluate_many(game, state, times: int) -> int:
    """Totals at states all over the tree, from one to the next in one call."""
    total, luck = 0, 12345
    here = state
    for _ in range(times):
        total = (total * 31 + game.given_evaluation.total(game, here)) & 0xFFFFFFFF
        luck = (luck * 1103515245 + 12345) & 0x7FFFFFFF
        moved = game.result(here, game.pick(here, (luck >> 8 & 1023) / 1024))
        here = state if game.is_terminal(moved) or luck >> 20 & 7 == 0 else moved
    return total


@slow
@pytest.mark.parametrize("name", ["connect-four", "othello", "tic-tac-toe"])
def test_changes_from_the_last_state_equal_the_whole(name):
    """Compiled code changes what differs, interpreted code looks up everything."""
    game = outply.load(name)
    evaluated = with_evaluation(game, random_evaluation(game, 6))
    compiled, state = kernel(evaluate_many, evaluated), game.initial()
    for times in (1, 50, 300):
        assert compiled(state, times) == evaluate_many(evaluated, state, times)


def test_threads_do_not_share_the_last_state(game):
    evaluated = with_evaluation(game, random_evaluation(game, 7))
    compiled, state = kernel(evaluate_many, evaluated), game.initial()
    expected = compiled(state, 20_000)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: compiled(state, 20_000), range(12)))
    assert found == [expected] * 12


# -- trained evaluations -------------------------------------------------------------------


@pytest.mark.parametrize(("name", "games"), [("connect-four", 1_000_000), ("othello", 1_500_000)])
def test_trained_evaluations_are_included(name, games):
    game = outply.load(name).with_evaluation("trained")
    values = [game.evaluate(state, 0) for state in sampled_states(game, 60)]
    assert len(set(values)) > 30
    training = json.loads(read_tensors(trained_file(game)).metadata["training"])
    assert (training["games"], training["seed"]) == (games, 0)
    assert training["loss"] < 0.8 * training["constant_loss"]


@only_full
def test_trained_tables_beat_the_engine_without_evaluation():
    """At equal depth, from openings of two random plies."""
    players = ["engine:evaluation=trained", "engine:evaluation=none"]
    arena = Arena(outply.load("connect-four"), players, 20, Limit(depth=3), jobs=0, seed=1)
    tally = arena.run().between(0, 1)
    assert tally.wins >= 14


def test_a_game_that_has_none_says_so(game):
    with pytest.raises(OutplyError, match=r"^No trained evaluation of nim comes with Outply;"):
        outply.load("nim").with_evaluation("trained")
    with pytest.raises(OutplyError, match=r"was learned for connect-four with columns=7, not"):
        game.with_evaluation("trained")
