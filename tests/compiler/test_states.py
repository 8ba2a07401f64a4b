"""Types of states: values that no sampled play had, and moves and outcomes of different types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import pytest

import outply
from outply import CHANCE, Game, Limit
from outply.compiler import NotCompilable
from outply.compiler.kernels import state_type
from tests.tiers import only_full, sampled


class Lock(NamedTuple):
    dials: tuple
    opened: object = 0


@dataclass(frozen=True)
class RareNone(Game):
    """Whoever turns the tenth dial; only one combination of many changes the type of a field."""

    def initial(self):
        return Lock(())

    def to_move(self, state):
        return len(state.dials) % 2

    def moves(self, state):
        return range(9)

    def result(self, state, move):
        dials = (*state.dials, move)
        opened = None if dials[:8] == (7,) * 8 else state.opened
        return Lock(dials, opened)

    def is_terminal(self, state):
        return len(state.dials) == 10

    def utility(self, state, player):
        value = 1.0 if state.opened is None else -1.0
        return value if player == 0 else -value


@sampled(4)
@pytest.mark.parametrize("name", ["alphabeta", "engine"])
@pytest.mark.parametrize(("state", "value"), [(Lock((7,) * 6), -1.0), (Lock((7,) * 8, None), 1.0)])
def test_a_field_may_get_a_type_that_no_play_had(name, state, value):
    game, search = RareNone(), outply.named(name)
    slow, fast = (search.search(game, state, Limit(depth=4), compiled=c) for c in (False, True))
    assert fast.compiled and (fast.move, fast.line) == (slow.move, slow.line)
    assert fast.value == slow.value == value


class Sea(NamedTuple):
    ships: tuple
    shots: tuple = ((), ())
    turn: int = 0


@dataclass(frozen=True)
class TextsAndDice(Game):
    """Outcomes are numbers and moves are texts; both are kept in the state."""

    def initial(self):
        return Sea(())

    def to_move(self, state):
        return CHANCE if len(state.ships) < 2 else state.turn

    def outcomes(self, state):
        return [(place, 1 / 3) for place in range(3)]

    def moves(self, state):
        return [cell for cell in ("a", "b", "c") if cell not in state.shots[state.turn]]

    def result(self, state, move):
        if len(state.ships) < 2:
            return state._replace(ships=(*state.ships, move))
        shots = list(state.shots)
        shots[state.turn] = (*shots[state.turn], move)
        return Sea(state.ships, tuple(shots), 1 - state.turn)

    def has_hit(self, state, player):
        return len(state.ships) == 2 and "abc"[state.ships[1 - player]] in state.shots[player]

    def is_terminal(self, state):
        return self.has_hit(state, 0) or self.has_hit(state, 1)

    def utility(self, state, player):
        return 1.0 if self.has_hit(state, player) else -1.0


@dataclass(frozen=True)
class PairsAndDice(TextsAndDice):
    """Outcomes are pairs that `result` unpacks, moves are texts."""

    def outcomes(self, state):
        return [((row, 1), 1 / 3) for row in range(3)]

    def result(self, state, move):
        if len(state.ships) < 2:
            (row, width) = move
            place = [0, 0, 0, 0]
            place[row] = width
            return state._replace(ships=(*state.ships, place.index(1)))
        shots = [*state.shots]
        shots[state.turn] += (move,)
        return Sea(state.ships, tuple(shots), 1 - state.turn)


@only_full
@sampled(3)
@pytest.mark.parametrize("game", [TextsAndDice(), PairsAndDice()], ids=lambda game: game.name)
@pytest.mark.parametrize("name", ["expectiminimax", "mcts:simulations=60"])
def test_moves_and_outcomes_of_different_types_are_kept_in_states(game, name):
    search, state = outply.named(name), game.initial()
    slow, fast = (search.search(game, state, Limit(depth=3), compiled=c) for c in (False, True))
    assert fast.compiled and (fast.value, fast.nodes) == (slow.value, slow.nodes)


class Hidden(NamedTuple):
    turn: int
    board: bytes


class Outer(NamedTuple):
    part: Hidden
    place: complex = 1j


@pytest.mark.parametrize(
    ("state", "sentence", "line"),
    [
        (
            Hidden(0, b"ab"),
            "the field board of a state cannot be compiled: a bytes cannot be a compiled value;"
            " use a tuple of ints, or a str",
            "board: bytes",
        ),
        (
            Outer(Hidden(0, b"")),
            "the field board of a state cannot be compiled: a bytes cannot be a compiled value;"
            " use a tuple of ints, or a str",
            "board: bytes",
        ),
        (
            (1j, 2),
            "a state cannot be compiled: a complex cannot be a compiled value; use two floats",
            "",
        ),
    ],
)
def test_what_cannot_be_in_a_state_is_shown_at_its_field(state, sentence, line):
    with pytest.raises(NotCompilable) as caught:
        state_type(state)
    [refusal] = caught.value.refusals
    assert str(refusal).endswith(sentence)
    pictured = refusal.pictured().splitlines()
    if line:
        assert pictured[1].strip() == line
        assert pictured[2].index("^") == pictured[1].index(line)
