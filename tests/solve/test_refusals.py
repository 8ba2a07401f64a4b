"""Games that cannot be tabulated, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from outply import OutplyError
from outply.game import mixed
from outply.solve import stores, tabulate
from tests.solve.games import Again, BadKey, DeadEnd, Endless, Heap
from tests.tiers import slow

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


@dataclass(frozen=True)
class ThreePlayers(Again):
    players: ClassVar[int] = 3


@dataclass(frozen=True)
class Shared(Again):
    zero_sum: ClassVar[bool] = False


@dataclass(frozen=True)
class Dice(Again):
    def outcomes(self, state: Heap) -> Any:
        yield 1, 1.0


@dataclass(frozen=True)
class Cards(Again):
    def observation(self, state: Heap, player: int) -> Any:
        return state.left


@dataclass(frozen=True)
class NoNumber(Again):
    def utility(self, state: Heap, player: int) -> float:
        return float("nan")


@dataclass(frozen=True)
class Wide(Again):
    """More than 64 bits, of which its key takes 64."""

    def key(self, state: Heap) -> int:
        return mixed((state[0] & (1 << 64) - 1, state[1]))

    def initial(self) -> Heap:
        return Heap(3 << 64, 0)

    def moves(self, state: Heap) -> Any:
        yield from (1 << 64, 1 << 65)


@dataclass(frozen=True)
class Stairs(Again):
    """One way only, and a long one."""

    def moves(self, state: Heap) -> Any:
        yield 1


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (ThreePlayers(), "it has 3 players, and only games of two are"),
        (Shared(), "one player's gain is not the other's loss"),
        (Dice(), "chance plays a part in it"),
        (Cards(), "some of its state is hidden"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_games_of_another_kind(game, message):
    with pytest.raises(OutplyError, match=f"^{game.name} cannot be tabulated: {message}.$"):
        tabulate(game)


@MODES
def test_different_states_with_one_key(compiled):
    message = r"has the same key for \(\d+, \d\) and \(\d+, \d\); give it a `key`"
    with pytest.raises(OutplyError, match=f"^bad-key cannot be tabulated: it {message}"):
        tabulate(BadKey(), compiled=compiled)


def test_states_wider_than_a_key():
    with pytest.raises(OutplyError, match="has the same key for"):
        tabulate(Wide(), compiled=False)


@MODES
def test_a_state_without_moves(compiled):
    with pytest.raises(OutplyError, match=r"it has no legal move at \(4, [01]\), which is not ter"):
        tabulate(DeadEnd(), compiled=compiled)


@slow
def test_a_game_without_end():
    with pytest.raises(OutplyError, match="it has more than 20000 positions"):
        tabulate(Endless(), most_states=20_000, compiled=False)


@pytest.mark.parametrize("most", [0, -1, 1.5, True, 1 << 31])
def test_a_limit_that_is_none(most):
    with pytest.raises(OutplyError, match=r"^most_states is .*; give a whole number, 1 to"):
        tabulate(Again(), most_states=most)


def test_utilities_that_are_no_numbers():
    with pytest.raises(OutplyError, match=r"^no-number has a utility that is not a finite number"):
        tabulate(NoNumber(), compiled=False)


def test_too_many_moves(monkeypatch):
    monkeypatch.setattr("outply.solve.state_space.MOST_MOVES", 1 << 12)
    with pytest.raises(OutplyError, match="it has more than 2048 moves"):
        tabulate(Again(3000), compiled=False)


def test_no_more_memory(monkeypatch):
    def nothing_left(capacity: int) -> Any:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("outply.solve.state_space.FIRST_ROOM", 16)
    method = "outply.solve.state_space.StateSpace._make_room_for_states"
    monkeypatch.setattr(method, lambda self, room: nothing_left(room))
    with pytest.raises(OutplyError, match="it needs more memory than there is"):
        tabulate(Again(100), compiled=False)


def test_a_start_too_far_away(monkeypatch):
    monkeypatch.setattr(stores, "LONGEST_ROUTE", 64)
    with pytest.raises(OutplyError, match="it has positions too many plies from the start"):
        tabulate(Stairs(65), compiled=True)
