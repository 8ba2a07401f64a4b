"""What Monte-Carlo tree search proves is true."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import MCTS, Expectiminimax, Game, Minimax, load, named
from tests.mcts.running import MODES
from tests.mcts.throws import Fair
from tests.positions import played
from tests.search.dice_games import LoadedDice
from tests.tiers import examples, sampled, slow


@sampled(2)
@pytest.mark.parametrize(
    "size", [{}, {"m": 4, "n": 3, "k": 3}, {"m": 4, "n": 4, "k": 3}, {"m": 3, "n": 3, "k": 2}]
)
def test_small_boards_are_proved(size):
    game = load("tic-tac-toe", **size)
    found = MCTS(simulations=1_000_000).search(game, game.initial(), compiled=True)
    truth = named("engine").search(game, game.initial())
    assert found.proved and truth.proved
    assert found.value == math.copysign(min(abs(truth.value), 1), truth.value)
    after = game.result(game.initial(), found.move)
    assert named("engine").search(game, after).value == -found.value


@settings(max_examples=examples(60), deadline=None)
@given(seed=st.integers(0, 10**6), branching=st.integers(2, 3), depth=st.integers(1, 4))
def test_what_is_proved_is_minimax(seed, branching, depth):
    game = load("random-tree", branching=branching, depth=depth, seed=seed)
    found = MCTS(simulations=20_000, seed=seed).search(game, game.initial(), compiled=False)
    truth = Minimax().search(game, game.initial(), compiled=False)
    assert found.proved
    assert found.value == pytest.approx(truth.value)
    behind = Minimax().search(game, game.result(game.initial(), found.move), compiled=False)
    assert from_root(game, behind.value) == pytest.approx(truth.value)


def from_root(game, value):
    """Of a state one ply on, to who is to move at the root."""
    after = game.result(game.initial(), next(iter(game.moves(game.initial()))))
    return value if game.to_move(after) == game.to_move(game.initial()) else -value


@MODES
def test_dice_are_proved_by_their_average(compiled):
    game = LoadedDice()
    found = MCTS(simulations=1000).search(game, game.initial(), compiled=compiled)
    assert (found.move, found.value, found.proved) == (1, pytest.approx(2.0), True)
    rolling = MCTS(simulations=1000).search(game, game.result(game.initial(), 0), compiled=compiled)
    assert (rolling.move, rolling.value, rolling.proved) == (None, pytest.approx(1.0), True)


@pytest.mark.parametrize("seed", range(5))
def test_values_with_dice_come_close_to_the_truth(seed):
    game = load("dice-tree", seed=seed)
    truth = Expectiminimax().search(game, game.initial(), compiled=False)
    found = MCTS(simulations=200_000, seed=seed).search(game, game.initial(), compiled=True)
    assert found.value == pytest.approx(
        truth.value, abs=0.03 * (game.traits.most - game.traits.least)
    )


class Pick(NamedTuple):
    taken: int  # 0 is nothing yet
    turn: int


@dataclass(frozen=True)
class Lopsided(Game[Pick]):
    """MAX takes 1 or 2, then MIN; what it is worth is not in the middle of the utility range."""

    utility_range: ClassVar[tuple[float, float]] = (-10.0, 5.0)

    def initial(self) -> Pick:
        return Pick(0, 0)

    def to_move(self, state: Pick) -> int:
        return state.turn & 1

    def moves(self, state: Pick) -> Iterator[int]:
        if state.turn < 2:
            yield 1
            yield 2

    def result(self, state: Pick, move: int) -> Pick:
        return Pick(3 * state.taken + move, state.turn + 1)

    def is_terminal(self, state: Pick) -> bool:
        return state.turn == 2

    def utility(self, state: Pick, player: int) -> float:
        value = float((4, -2, 0, 3)[state.taken - 4 if state.taken < 6 else state.taken - 5])
        return value if player == 0 else -value


@MODES
def test_proofs_are_true_where_utilities_are_lopsided(compiled):
    game = Lopsided()
    truth = Minimax().search(game, game.initial(), compiled=compiled)
    found = MCTS(simulations=100).search(game, game.initial(), compiled=compiled)
    assert (truth.value, found.value, found.proved) == (0, pytest.approx(0), True)


@pytest.mark.parametrize("faces", [6, 7, 9, 11, 13])
def test_rounding_keeps_nothing_from_being_proved(faces):
    game = Fair(faces)
    found = MCTS(simulations=500).search(game, game.initial(), compiled=False)
    assert (found.value, found.proved) == (pytest.approx(1.0), True)


@slow
def test_proofs_hold_only_where_two_see_everything():
    for name in ("connect-three-players", "kuhn-poker"):
        game = load(name)
        state = played(game, 2 if game.traits.chance else 0, 1)
        assert not MCTS(simulations=500).search(game, state, compiled=False).proved
