from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.game import OutplyError
from outply.games.nim import Nim, Piles
from tests.oracles import nim as oracle

PILES = st.lists(st.integers(0, 5), min_size=1, max_size=3).map(tuple)


@cache
def value(game: Nim, state: Piles) -> float:
    """To the player to move."""
    player = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, player)
    return max(-value(game, game.result(state, move)) for move in game.moves(state))


def names(game: Nim, state: Piles) -> list[str]:
    return [game.format_move(state, move) for move in game.moves(state)]


@given(PILES, st.booleans())
def test_the_theory_of_nim_holds(piles: tuple[int, ...], misere: bool) -> None:
    game = Nim(piles, misere)
    assert value(game, game.initial()) == (1 if oracle.mover_wins(piles, misere) else -1)


def test_the_only_winning_move_of_3_4_5_is_to_take_two_of_three() -> None:
    game = Nim()
    state = game.initial()
    winning = [m for m in game.moves(state) if value(game, game.result(state, m)) == -1]
    assert [game.format_move(state, move) for move in winning] == ["a2"]


def test_moves_are_named_by_pile_and_amount() -> None:
    game = Nim((1, 0, 3))
    state = game.initial()
    assert names(game, state) == ["a1", "c1", "c2", "c3"]
    assert game.result(state, game.parse_move(state, "C2")) == Piles((1, 0, 1), 1)


@given(PILES)
def test_a_move_takes_from_one_pile_and_passes_the_turn(piles: tuple[int, ...]) -> None:
    game = Nim(piles)
    state = game.initial()
    after = [game.result(state, move) for move in game.moves(state)]
    assert len(after) == len(set(after)) == sum(piles)
    for following in after:
        fewer = [new < old for new, old in zip(following.piles, piles, strict=True)]
        kept = [new == old for new, old in zip(following.piles, piles, strict=True)]
        assert (sum(fewer), sum(kept)) == (1, len(piles) - 1)
        assert min(following.piles) >= 0
        assert game.to_move(following) == 1


@pytest.mark.parametrize(("misere", "to_mover"), [(False, -1), (True, 1)])
def test_without_counters_the_game_is_over_at_once(misere: bool, to_mover: int) -> None:
    game = Nim((0, 0), misere)
    state = game.initial()
    assert game.is_terminal(state)
    assert names(game, state) == []
    assert game.utility(state, 0) == to_mover
    assert game.utility(state, 1) == -to_mover


def test_taking_the_last_counter_wins_or_loses() -> None:
    for misere, to_taker in ((False, 1), (True, -1)):
        game = Nim((2,), misere)
        end = game.result(game.initial(), game.parse_move(game.initial(), "a2"))
        assert game.is_terminal(end)
        assert (game.utility(end, 0), game.utility(end, 1)) == (to_taker, -to_taker)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.randoms(), st.integers(0, 1))
def test_the_order_of_the_piles_does_not_matter(
    sizes: list[int], dice: object, player: int
) -> None:
    shuffled = sorted(sizes, key=lambda _: dice.random())  # type: ignore[attr-defined]
    game = Nim(tuple(sizes))
    canonical = game.canonical(Piles(tuple(shuffled), player))
    assert canonical == Piles(tuple(sorted(sizes)), player)


@given(PILES, st.integers(0, 1))
def test_text_comes_back(piles: tuple[int, ...], player: int) -> None:
    game = Nim(piles)
    state = Piles(piles, player)
    assert game.parse(game.format(state)) == state
    for move in game.moves(state):
        assert game.parse_move(state, game.format_move(state, move)) == move


def test_a_position_reads_as_people_write_it() -> None:
    game = Nim()
    assert game.format(game.initial()) == "3 4 5 X"
    assert game.parse(" 7  0 1 o ") == Piles((7, 0, 1), 1)


def test_the_picture_takes_a_counter_and_all_to_its_right() -> None:
    game = Nim((1, 3))
    view = game.board(game.initial())
    assert view is not None
    assert view.rows == (("●", "", ""), ("●", "●", "●"))
    assert view.row_labels == ("a", "b")
    state = game.initial()
    for move, ((row, column),) in view.clicks.items():
        assert game.result(state, move).piles[row] == column
    assert len(view.clicks) == 4
    assert Nim((1000,)).board(Nim((1000,)).initial()) is None


def test_one_pile_and_lists_are_welcome() -> None:
    assert Nim(7) == Nim((7,))  # type: ignore[arg-type]
    assert hash(Nim([1, 2])) == hash(Nim((1, 2)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "piles", [(), (3, -1), (3, 2.5), (True,), ("3",), "345", None, (1,) * 27, (1_000_001,)]
)
def test_impossible_piles_are_refused(piles: tuple[int, ...]) -> None:
    with pytest.raises(OutplyError, match="pile"):
        Nim(piles)


def test_misere_is_yes_or_no() -> None:
    with pytest.raises(OutplyError, match="True or False"):
        Nim(misere="maybe")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "X", "3 4 X", "3 4 5", "3 4 5 Z", "3 4 -5 X", "3 4 x X", "3 4 9999999 X"]
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match=r"position of nim|A pile holds"):
        Nim().parse(text)


@pytest.mark.parametrize("text", ["", "a0", "a4", "d1", "3"])
def test_impossible_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="not a legal move"):
        Nim().parse_move(Nim().initial(), text)
