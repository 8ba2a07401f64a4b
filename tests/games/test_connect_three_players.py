"""Connect Four for three against a naive twin."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from outply import OutplyError, load
from outply.check import assert_sound
from outply.compiler import kernel
from outply.games.connect_three_players import Board, ConnectThreePlayers
from outply.search.perft import perft
from tests.oracles.connect_three_players import Grid, reachable
from tests.tiers import examples, only_full, slow

SIZES = [
    *((7, 6, 4), (4, 4, 3), (5, 7, 4), (9, 6, 5), (8, 7, 4), (6, 5, 2)),
    *((1, 63, 4), (32, 1, 3), (2, 31, 4), (21, 2, 4), (3, 3, 1)),
]
ENDED = {"X": (1, -0.5, -0.5), "O": (-0.5, 1, -0.5), "Y": (-0.5, -0.5, 1), "": (0, 0, 0)}


def plays(size, number, seed):
    """Random games, as pairs of a state and its twin after each move."""
    game = ConnectThreePlayers(*size)
    rng = random.Random(seed)
    for _ in range(number):
        state, twin = game.initial(), Grid(*size)
        yield game, state, twin
        while not twin.winner() and twin.legal():
            move = rng.choice(twin.legal())
            state = game.result(state, move)
            twin.drop(move)
            yield game, state, twin


def lookahead(game: Any, state: Any, depth: int) -> tuple[float, float, float]:
    """What each player gets if each looks out for themselves, so many plies deep."""
    if game.is_terminal(state):
        return game.utility(state, 0), game.utility(state, 1), game.utility(state, 2)
    if depth == 0:
        return game.evaluate(state, 0), game.evaluate(state, 1), game.evaluate(state, 2)
    player = game.to_move(state)
    best = (-2.0, -2.0, -2.0)
    for move in game.moves(state):
        values = lookahead(game, game.result(state, move), depth - 1)
        if values[player] > best[player]:
            best = values
    return best


# -- rules ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_random_games_agree_with_a_naive_twin(size):
    for game, state, twin in plays(size, examples(8), seed=sum(size)):
        winner, legal = twin.winner(), twin.legal()
        over = bool(winner) or not legal
        assert game.is_terminal(state) == over
        assert game.to_move(state) == "XOY".index(twin.turn)
        assert game.plies_left(state) == size[0] * size[1] - sum(map(len, twin.columns))
        assert game.format(state) == twin.text()
        if over:
            assert tuple(game.utility(state, player) for player in range(3)) == ENDED[winner]
        else:
            assert list(game.moves(state)) == legal


def test_everybody_wins_sometimes_and_some_games_are_drawn():
    ends = {
        twin.winner()
        for _, state, twin in plays((4, 4, 3), 100, seed=1)
        if twin.winner() or not twin.legal()
    }
    assert ends == {"X", "O", "Y", ""}


# The numbers are the naive twin's. Those of 2 × 2 by hand: 1 empty, 2 with one stone, 4 with two,
# 6 with three, and 6 with four, where X has won.
@pytest.mark.parametrize(
    ("size", "count"),
    [((2, 2, 2), 19), ((3, 2, 2), 110), ((3, 3, 3), 3006), ((4, 2, 3), 2663), ((2, 4, 2), 51)],
)
def test_the_same_positions_come_up(size, count):
    game = ConnectThreePlayers(*size)
    seen, new = set(), {game.initial()}
    while new:
        seen |= new
        going = [state for state in new if not game.is_terminal(state)]
        new = {game.result(state, move) for state in going for move in game.moves(state)} - seen
    texts = {game.format(state) for state in seen}
    assert texts == reachable(Grid(*size))
    assert len(texts) == len(seen) == count


def test_traits():
    traits = load("connect-three-players").traits
    assert (traits.players, traits.zero_sum, traits.chance, traits.hidden) == (
        3,
        True,
        False,
        False,
    )
    assert (traits.least, traits.most) == (-0.5, 1)


# -- knowledge ------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("size", [(7, 6, 4), (4, 4, 3), (32, 1, 3), (2, 31, 4)], ids=str)
def test_the_evaluation_compares_open_lines(size):
    for game, state, twin in plays(size, 6, seed=2):
        if twin.winner() or not twin.legal():
            continue
        lines = twin.open_lines()
        mean = sum(lines.values()) / 3
        most = len(twin.lines())
        values = [game.evaluate(state, player) for player in range(3)]
        assert values == pytest.approx([3 * (n - mean) / (4 * most + 1) for n in lines.values()])
        assert sum(values) == pytest.approx(0)
        assert all(-0.5 < value < 0.5 for value in values)


def test_wins_come_first_then_blocks_then_the_centre():
    game = ConnectThreePlayers()
    rows = "......./......./......./......./......./......."
    assert best_first(game, rows) == "4352617"
    #       O would win in 1, Y in 7, X in 4
    rows = "......./......./......./O..X..Y/O..X..Y/O..X..Y"
    assert best_first(game, rows) == "4173526"


def best_first(game, text):
    state = game.parse(text)
    ordered = sorted(game.moves(state), key=lambda move: -game.order(state, move))
    return "".join(game.format_move(state, move) for move in ordered)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_mirrored_positions_are_one(size):
    for game, state, twin in plays(size, 4, seed=3):
        mirror = game.parse("/".join(row[::-1] for row in twin.text().split("/")))
        assert game.canonical(mirror) == game.canonical(state) in (state, mirror)


def test_positions_that_are_no_mirror_images_are_not_one():
    game = ConnectThreePlayers(3, 2, 3)
    classes = {}
    for text in reachable(Grid(3, 2, 3)):
        image = "/".join(row[::-1] for row in text.split("/"))
        classes.setdefault(game.canonical(game.parse(text)), set()).add(min(text, image))
    assert all(len(twins) == 1 for twins in classes.values())


# -- two speeds -----------------------------------------------------------------------


@pytest.mark.parametrize("size", [(7, 6, 4), (8, 7, 3), (1, 63, 4), (2, 31, 2)], ids=str)
def test_leaves_are_the_same_at_both_speeds(size):
    game = ConnectThreePlayers(*size)
    starts = [state for _, state, _ in plays(size, 1, seed=4)][::4]
    for state in starts:
        for depth in range(4):
            assert perft(game, state, depth, compiled=True) == perft(
                game, state, depth, compiled=False
            )


def test_both_speeds_look_ahead_to_the_same_values():
    game = ConnectThreePlayers()
    compiled = kernel(lookahead, game)
    for _, state, _ in list(plays((7, 6, 4), 3, seed=5))[::4]:
        for depth in range(4):
            assert compiled(state, depth) == lookahead(game, state, depth)


@only_full
@slow
@pytest.mark.parametrize("size", [(5, 4, 3), (8, 7, 4)], ids=str)
def test_the_rules_are_sound(size):
    report = assert_sound(ConnectThreePlayers(*size), plays=30, seconds=600)
    assert report.compiled
    assert report.notes == ()


# -- text and picture -----------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_positions_as_text(size):
    for game, state, _ in plays(size, 3, seed=6):
        text = game.format(state)
        assert game.parse(text) == game.parse(f" {text.lower()} ") == state


def test_moves_as_text():
    game = ConnectThreePlayers(12, 4)
    state = game.initial()
    assert "".join(game.format_move(state, move) for move in game.moves(state)) == "123456789abc"
    assert game.parse_move(state, "C") == 11
    with pytest.raises(OutplyError, match="'d' is not a legal move here"):
        game.parse_move(state, "d")


def test_who_moved_last_may_have_a_line():
    game = ConnectThreePlayers(4, 3, 3)
    state = game.parse("..../OOY./XXXY")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in range(3)] == [1, -0.5, -0.5]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"columns": 0}, "columns is 0; give a whole number from 1 on"),
        ({"rows": -1}, "rows is -1; give"),
        ({"line": 0}, "line is 0; give"),
        ({"line": 2.0}, "line is 2.0; give"),
        ({"columns": 8, "rows": 8}, "8 columns of 8 rows are too many"),
        ({"columns": 3, "rows": 3}, "A line of 4 does not fit 3 columns of 3 rows"),
    ],
)
def test_parameters_that_do_not_fit(parameters, message):
    with pytest.raises(OutplyError, match=message):
        ConnectThreePlayers(**parameters)


def test_the_board_shows_stones_and_where_to_click():
    game = ConnectThreePlayers(4, 3, 3)
    view = game.board(game.parse("X.../Y.../OX.."))
    assert view.rows == (("X", "", "", ""), ("Y", "", "", ""), ("O", "X", "", ""))
    assert view.column_labels == ("1", "2", "3", "4")
    assert view.clicks == {1: ((1, 1),), 2: ((2, 2),), 3: ((2, 3),)}
    assert game.board(game.parse("..../OOY./XXXY")).clicks == {}


def test_a_state_is_seen_from_who_is_to_move():
    game = ConnectThreePlayers(3, 1, 3)
    states = [game.initial()]
    for move in range(3):
        states.append(game.result(states[-1], move))
    assert states == [Board(0, 0, 0, 0), Board(0, 0, 1, 1), Board(0, 1, 4, 2), Board(1, 4, 16, 0)]
    assert all(game.to_move(b) == (game.to_move(a) + 1) % 3 for a, b in pairwise(states))
