"""Learning games with dice: what a roll is worth, both modes, and that searches use it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

import outply
from outply.compiler import kernel
from outply.evaluate import with_evaluation, write_evaluation
from outply.evaluate.cell_encoding import sampled_states
from outply.evaluate.linear_file import new_linear_evaluation
from outply.evaluate.side import side_of
from outply.evaluate.table_file import new_evaluation
from outply.game import CHANCE, MAX, MIN, Game
from outply.learn.least_squares import LinearTrainer
from outply.learn.strength import measure_strength, search_with
from outply.learn.table_trainer import TableTrainer
from outply.search import Limit, named
from outply.search.random_numbers import random_outcome
from tests.search.dice_games import RollOff
from tests.tiers import only_full, sampled, slow

HURRY = str(Path(__file__).with_name("hurry.py"))


def load(name, **parameters):
    return outply.load(HURRY if name == "hurry" else name, **parameters)


# -- from whose side -------------------------------------------------------------------------


class Bet(NamedTuple):
    chooser: int
    coin: int  # 0 before one is chosen, then 1 or 2
    face: int  # 0 before it is thrown, 1 if the chooser won, 2 if not


@dataclass(frozen=True)
class Coins(Game[Bet]):
    """One player chooses the better of two coins, and wins if it shows heads."""

    chooser: int = MAX
    cell_values = 3

    def initial(self) -> Bet:
        return Bet(self.chooser, 0, 0)

    def to_move(self, state: Bet) -> int:
        if state.coin and not state.face:
            return CHANCE
        return state.chooser if state.coin == 0 else 1 - state.chooser

    def moves(self, state: Bet) -> Iterator[int]:
        yield 1
        yield 2

    def outcomes(self, state: Bet) -> Iterator[tuple[int, float]]:
        heads = 0.8 if state.coin == 1 else 0.3
        yield 0, 0.0
        yield 1, heads
        yield 2, 1.0 - heads

    def result(self, state: Bet, move: int) -> Bet:
        if state.coin:
            return Bet(state.chooser, state.coin, move)
        return Bet(state.chooser, move, 0)

    def is_terminal(self, state: Bet) -> bool:
        return state.face > 0

    def utility(self, state: Bet, player: int) -> float:
        return 1.0 if (state.face == 1) == (player == state.chooser) else -1.0

    def cells(self, state: Bet) -> tuple[int, ...]:
        return (state.coin, state.face)

    def features(self, state: Bet) -> tuple[float, ...]:
        return (float(state.coin == 1), float(state.coin == 2), float(state.coin == 0))


class Risky(Coins):
    """Heads go on with the other player's turn, tails are the end, at which player 0 moves."""

    def to_move(self, state: Bet) -> int:
        return MAX if state.face == 2 else super().to_move(state)

    def outcomes(self, state: Bet) -> Iterator[tuple[int, float]]:
        yield 2, 0.5
        yield 1, 0.5

    def is_terminal(self, state: Bet) -> bool:
        return state.face == 2


def test_outcomes_that_end_the_game_do_not_decide_the_side():
    assert [side_of(Risky(), Bet(chooser, 1, 0)) for chooser in (MAX, MIN)] == [MIN, MAX]


def test_a_roll_is_seen_from_who_moves_after_its_first_possible_outcome():
    coins = Coins()
    assert side_of(coins, coins.initial()) == MAX
    assert side_of(coins, Bet(MAX, 1, 0)) == MIN
    assert side_of(coins, Bet(MIN, 2, 0)) == MAX
    pig = load("pig")
    assert side_of(pig, pig.parse("3 5 2 X rolls")) == MIN  # the first face loses the turn
    roll_off = RollOff()  # whose first outcome changes nothing
    assert side_of(roll_off, roll_off.initial()) == MAX
    assert kernel(side_of, coins)(Bet(MIN, 2, 0)) == MAX
    assert kernel(side_of, roll_off)(roll_off.initial()) == MAX


def test_outcomes_are_drawn_by_their_probabilities():
    coins, state = Coins(), Bet(MAX, 2, 0)
    drawn = [random_outcome(coins, state, luck / 100) for luck in range(100)]
    assert drawn == [1] * 30 + [2] * 70


@pytest.mark.parametrize("chooser", [MAX, MIN])
@pytest.mark.parametrize("kind", [TableTrainer, LinearTrainer])
def test_a_roll_learns_the_mean_of_its_outcomes(kind, chooser):
    """By hand: 0.8 - 0.2 and 0.3 - 0.7; before the choice, the better one."""
    game = Coins(chooser)
    trainer = kind(game, 1)
    trainer.play(20_000)
    learned = with_evaluation(game, trainer.evaluation())
    for coin, expected in ((0, 0.6), (1, 0.6), (2, -0.4)):
        state = Bet(chooser, coin, 0)
        assert learned.evaluate(state, chooser) == pytest.approx(expected, abs=0.12)
        assert learned.evaluate(state, 1 - chooser) == -learned.evaluate(state, chooser)


# -- both modes ------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize(
    ("name", "kind", "games"),
    [
        ("pig", TableTrainer, 5),
        ("ein-stein", TableTrainer, 8),
        ("backgammon", TableTrainer, 1),
        ("hurry", TableTrainer, 8),
        ("hurry", LinearTrainer, 8),
    ],
)
def test_both_modes_learn_the_same_weights(name, kind, games):
    game = load(name)
    interpreted, compiled = kind(game, 3, False), kind(game, 3, True)
    for trainer in (interpreted, compiled):
        trainer.play(games)
    assert interpreted.checkpoint() == compiled.checkpoint()
    assert interpreted.learner.positions > interpreted.learner.moves > games
    if kind is TableTrainer:
        assert any(interpreted.learner.weights)


def test_the_seed_decides():
    runs = []
    for seed in (1, 1, 2):
        trainer = TableTrainer(load("ein-stein"), seed)
        trainer.play(150)
        runs.append(trainer.checkpoint())
    assert runs[0] == runs[1] != runs[2]


def random_tables(game, seed):
    evaluation, rng = new_evaluation(game), random.Random(seed)
    evaluation.tables.scale = 0.0005
    for index in range(len(evaluation.tables.weights)):
        evaluation.tables.weights[index] = rng.randint(-3000, 3000)
    return evaluation


def random_weights(game, seed):
    evaluation, rng = new_linear_evaluation(game), random.Random(seed)
    for index in range(len(evaluation.linear.weights)):
        evaluation.linear.weights[index] = rng.uniform(-0.1, 0.1)
    return evaluation


def evaluate(game, state):
    return game.evaluate(state, 0)


@pytest.mark.parametrize(
    ("name", "made"),
    [("ein-stein", random_tables), ("hurry", random_tables), ("hurry", random_weights)],
)
def test_both_modes_evaluate_rolls_and_decisions_alike(name, made):
    game = load(name)
    learned = with_evaluation(game, made(game, 5))
    compiled = kernel(evaluate, learned)
    rolls = 0
    for state in sampled_states(game, 120):
        assert compiled(state) == evaluate(learned, state) == -learned.evaluate(state, 1)
        assert -0.99 <= compiled(state) <= 0.99
        rolls += game.to_move(state) == CHANCE
    assert 40 < rolls < 80


def test_rolls_have_weights_of_their_own():
    game = load("ein-stein")
    encoding = new_evaluation(game).encoding
    rolled = game.result(game.initial(), 3)
    assert (encoding.stages, encoding.stage(game, game.initial())) == (2, 1)
    assert encoding.stage(game, rolled) == 0
    by_fields = new_evaluation(load("hurry")).encoding
    assert by_fields.stages == 4
    linear = new_linear_evaluation(load("hurry"))
    assert (linear.features, len(linear.linear.weights)) == (3, 6)


class Sure(Coins):
    """Coins of which it is known what they are worth at most."""

    def bounds(self, state, player):
        return (-0.1, 0.2) if player == state.chooser else (-0.2, 0.1)


def test_values_of_rolls_keep_within_bounds():
    game = Sure()
    trainer = TableTrainer(game, 1)
    trainer.play(2000)
    learned = with_evaluation(game, trainer.evaluation())
    assert learned.evaluate(Bet(MAX, 1, 0), MAX) == 0.2
    assert learned.evaluate(Bet(MAX, 2, 0), MAX) == -0.1


# -- searches --------------------------------------------------------------------------------


@pytest.fixture
def weights(tmp_path):
    game = load("ein-stein")
    file = tmp_path / "weights.safetensors"
    write_evaluation(file, game, random_tables(game, 2), {})
    return file


@only_full
def test_searches_use_the_evaluation(weights):
    game, limit = load("ein-stein"), Limit(depth=2)
    state = game.result(game.initial(), 3)
    values = []
    for name in ("expectiminimax", "star1", "star2"):
        search = named(f"{name}:evaluation={weights}")
        compiled = search.search(game, state, limit)
        interpreted = search.search(game, state, limit, compiled=False)
        assert (compiled.value, compiled.nodes) == (interpreted.value, interpreted.nodes)
        assert compiled.value != named(name).search(game, state, limit).value
        assert named(f"{name}:evaluation=none").search(game, state, limit).value == 0.0
        values.append(compiled.value)
    assert values == pytest.approx([values[0]] * 3)


def test_expectiminimax_is_by_hand_with_the_evaluation(weights):
    """One ply: the move whose roll has the best value."""
    game = load("ein-stein")
    learned, state = game.with_evaluation(str(weights)), game.result(game.initial(), 3)
    expected = max(learned.evaluate(game.result(state, move), 0) for move in game.moves(state))
    found = named(f"expectiminimax:evaluation={weights}").search(game, state, Limit(depth=1))
    assert found.value == expected


def test_other_weights_need_no_compilation(weights, monkeypatch):
    game, limit = load("ein-stein"), Limit(depth=1)
    state = game.result(game.initial(), 3)
    first = named(f"star2:evaluation={weights}").search(game, state, limit)
    write_evaluation(other := weights.with_name("other"), game, random_tables(game, 3), {})

    def refuse(*_):
        raise AssertionError("machine code was made again")

    monkeypatch.setattr("outply.compiler.kernels.machine_code", refuse)
    assert named(f"star2:evaluation={other}").search(game, state, limit).value != first.value


# -- what it is worth ------------------------------------------------------------------------


def test_the_match_is_played_by_the_search_that_fits():
    assert search_with(load("ein-stein"), "w") == "star2:evaluation=w"
    assert search_with(load("tic-tac-toe"), "none") == "engine:evaluation=none"


@sampled(2)
@pytest.mark.parametrize("kind", [TableTrainer, LinearTrainer])
def test_a_dice_game_of_a_stranger_is_learned(kind, tmp_path):
    """The loss falls, and at equal depth it beats the same search without an evaluation."""
    game = load("hurry")
    trainer = kind(game, 0)
    trainer.play(2000)
    learner = trainer.learner
    loss, positions = learner.loss, learner.positions
    trainer.play(6000)
    later = (learner.loss - loss) / (learner.positions - positions)
    assert later < loss / positions
    assert later < 0.96  # that of a constant value is 1
    weights = tmp_path / "weights.safetensors"
    write_evaluation(weights, game, trainer.evaluation(), {})
    found = measure_strength(
        game, weights, tmp_path / "match.sqlite", games=20, limit=Limit(depth=1), jobs=0
    )
    assert found.opponent == "star2:evaluation=none"
    assert found.wins >= 14
    assert found.losses <= 3
