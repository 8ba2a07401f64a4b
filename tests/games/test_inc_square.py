from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.game import OutplyError
from outply.games.inc_square import IncSquare, Number

GAME = IncSquare()
LEAVES = [5, 6, 0, 1, 6, 5, 7, 6, 4, 9, 5, 6, 3, 4, 2, 1]  # from the lecture, left to right


def ends(game: IncSquare, state: Number) -> Iterator[Number]:
    if game.is_terminal(state):
        yield state
        return
    for move in game.moves(state):
        yield from ends(game, game.result(state, move))


def value(game: IncSquare, state: Number) -> float:
    """To MAX."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [value(game, game.result(state, move)) for move in game.moves(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


def after(game: IncSquare, moves: str) -> Number:
    state = game.initial()
    for name in moves.split():
        state = game.result(state, game.parse_move(state, name))
    return state


def test_the_leaves_are_those_of_the_lecture() -> None:
    assert [GAME.utility(end, 0) for end in ends(GAME, GAME.initial())] == LEAVES


def test_the_values_are_those_of_the_lecture() -> None:
    assert value(GAME, GAME.initial()) == 5
    grandchildren = ["inc inc", "inc sqr", "sqr inc", "sqr sqr"]
    assert [value(GAME, after(GAME, moves)) for moves in grandchildren] == [5, 6, 5, 3]
    assert [value(GAME, after(GAME, move)) for move in ("inc", "sqr")] == [5, 3]


def test_moves_are_inc_then_sqr_by_turns() -> None:
    state = GAME.initial()
    for turn in range(4):
        assert GAME.to_move(state) == turn % 2
        assert [GAME.format_move(state, move) for move in GAME.moves(state)] == ["inc", "sqr"]
        state = GAME.result(state, 0)
    assert GAME.is_terminal(state)


@given(st.integers(1, 2**31), st.data())
def test_other_numbers_follow_plain_arithmetic(modulus: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, modulus - 1))
    game = IncSquare(start, 3, modulus)
    expected = [
        ((start + 1) ** 2 + 1) % modulus,
        (start**4) % modulus,
        (start + 3) % modulus,
    ]
    paths = ["inc sqr inc", "sqr sqr", "inc inc inc"]
    assert [after(game, path).number for path in paths] == expected
    least, most = game.utility_range
    for end in ends(game, game.initial()):
        assert game.utility(end, 1) == -game.utility(end, 0)
        assert least <= game.utility(end, 1) <= 0 <= game.utility(end, 0) <= most


def test_a_game_of_no_moves_is_over() -> None:
    game = IncSquare(start=7, length=0)
    assert game.is_terminal(game.initial())
    assert game.utility(game.initial(), 0) == 7


@given(st.integers(0, 9), st.integers(0, 4))
def test_text_comes_back(number: int, moves_made: int) -> None:
    state = Number(number, moves_made)
    assert GAME.format(state) == f"{number} after {moves_made}"
    assert GAME.parse(GAME.format(state)) == state


@pytest.mark.parametrize("text", ["", "5", "5 after", "x after 2", "10 after 2", "5 after 5"])
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match=r"is not a position|give a whole number"):
        GAME.parse(text)


@pytest.mark.parametrize(
    ("field", "amount"),
    [
        *(("start", 10), ("start", -1), ("start", "1")),
        *(("length", -1), ("length", 501), ("length", 2.0)),
        *(("modulus", 0), ("modulus", 2**31 + 1), ("modulus", True)),
    ],
)
def test_impossible_games_are_refused(field: str, amount: int) -> None:
    with pytest.raises(OutplyError, match=f"{field} is {amount!r}"):
        IncSquare(**{field: amount})


def test_the_wrong_move_is_refused() -> None:
    with pytest.raises(OutplyError, match="legal: inc, sqr"):
        GAME.parse_move(GAME.initial(), "dec")
