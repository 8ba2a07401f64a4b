"""The strangers' games, interpreted: their rules are sound and count the right positions.

The counts come from other programs. OpenSpiel counted tic-tac-toe, mancala, breakthrough,
hex, dots and boxes, Othello and checkers (which also splits a multiple capture into moves of one
player). The counts of English draughts with whole captures are the well-known ones. Skirmish,
tricks, the pig race, Ataxx, capture go, chess on a line, isolation, morris, small Reversi and
runs were counted by separate brute-force programs, and so were the values of perfect play.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import outply
from outply import CHANCE
from outply.check import check
from tests.tiers import slow, tiered

FOLDER = Path(__file__).parent
FILES = sorted(file.stem for file in FOLDER.glob("*.py") if not file.stem.startswith(("_", "test")))

DRAUGHTS = [7, 49, 302, 1469, 7361]
OTHELLO = [4, 12, 56, 244, 1396]
COUNTS = [
    ("ataxx_strings", {}, [16, 244, 4592]),
    ("breakthrough_enum", {}, [16, 256, 4308]),
    ("capture_go", {}, [9, 72, 504, 2976, 14160]),
    ("chess_line", {}, [4, 9, 22, 60, 171, 414]),
    ("dots_and_boxes", {}, [12, 132, 1320]),
    ("dots_and_boxes", {"rows": 1, "cols": 1}, [4, 12, 24, 24, 0]),
    ("draughts_bits", {}, DRAUGHTS),
    ("draughts_text", {}, [*DRAUGHTS, 36768]),
    ("draughts_tuple", {}, DRAUGHTS),
    ("hex_dict", {}, [16, 240, 3360]),
    ("hex_dict", {"size": 2}, [4, 12, 24, 12, 0]),
    ("isolation_deque", {}, [3, 8, 30, 88, 146, 162, 86]),
    ("mancala", {}, [6, 35, 185, 942, 4690]),
    ("morris_text", {}, [9, 72, 504, 3024, 15120]),
    ("othello_bits", {}, OTHELLO),
    ("othello_tuple", {}, OTHELLO),
    ("pig_race", {}, [2, 8, 20, 68, 188, 596, 1724, 5300]),
    ("reversi_object", {}, [4, 12, 44, 128, 424, 1256]),
    ("runs_groupby", {}, [6, 30, 120, 360, 720, 720, 0]),
    ("skirmish", {}, [3, 9, 54, 325, 1676]),
    ("skirmish", {"size": 3}, [4, 15, 85, 471, 2536]),
    ("tictactoe_list", {}, [9, 72, 504, 3024, 15120]),
    ("tricks", {}, [6, 24, 120, 347, 1388, 3332]),
    ("tricks", {"cards": 4}, [4, 8, 24, 50, 100, 160, 160, 160, 0]),
]

TWINS = [("othello_tuple", "othello_bits"), ("draughts_tuple", "draughts_bits")]


def load(name, **parameters):
    return outply.load(str(FOLDER / f"{name}.py"), **parameters)


def choices(game, state):
    """All moves, or all outcomes of chance; none after the end of the game."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.outcomes(state)]
    return list(game.moves(state))


def perft(game, state, depth):
    """How many ways there are to play so many plies."""
    if depth == 0:
        return 1
    return sum(perft(game, game.result(state, move), depth - 1) for move in choices(game, state))


def random_states(game, seed, most=1000):
    """The states of one random game, from the first to the last."""
    luck = random.Random(seed)
    state = game.initial()
    for _ in range(most):
        yield state
        moves = choices(game, state)
        if not moves:
            return
        state = game.result(state, luck.choice(moves))
    pytest.fail(f"{game.name} does not end")


@slow
@pytest.mark.parametrize("name", FILES)
def test_the_rules_are_sound(name):
    report = check(load(name), plays=tiered(2, full=5), seed=1, compiled=False)
    assert report.findings == ()
    assert "plays end" in report.passed


@pytest.mark.parametrize("name", FILES)
def test_random_games_end_with_a_result(name):
    game = load(name)
    for seed in range(5):
        *before, last = random_states(game, seed)
        assert before
        assert game.is_terminal(last)
        assert game.utility(last, 0) == -game.utility(last, 1)
        assert game.utility(last, 0) in (-1.0, 0.0, 1.0)
        assert all(type(game.utility(last, player)) in (int, float) for player in (0, 1))
        assert all(-1 <= game.evaluate(state, 0) <= 1 for state in before)


@pytest.mark.parametrize("name", FILES)
def test_answers_repeat(name):
    """The same question has the same answer, and no answer changes the state."""
    game = load(name)
    for state in random_states(game, seed=7):
        text = repr(state)
        moves = choices(game, state)
        results = [game.result(state, move) for move in moves]
        assert len(set(moves)) == len(moves)
        assert choices(game, state) == moves
        assert [game.result(state, move) for move in moves] == results
        assert repr(state) == text


def test_every_game_has_counts():
    assert {name for name, _, _ in COUNTS} == set(FILES)


@pytest.mark.parametrize(("name", "parameters", "counts"), COUNTS)
def test_the_number_of_positions(name, parameters, counts):
    game = load(name, **parameters)
    start, counts = game.initial(), counts[: tiered(None, full=None, quick=3)]
    assert [perft(game, start, depth) for depth in range(1, len(counts) + 1)] == counts


# -- two games with the same rules ------------------------------------------------------------


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_twins_agree_along_random_games(one, other):
    first, second = load(one), load(other)
    for seed in range(10):
        luck = random.Random(seed)
        a, b = first.initial(), second.initial()
        while moves := choices(first, a):
            assert choices(second, b) == moves
            assert first.to_move(a) == second.to_move(b)
            assert first.evaluate(a, 0) == second.evaluate(b, 0)
            move = luck.choice(moves)
            a, b = first.result(a, move), second.result(b, move)
            assert cells_of(a) == cells_of(b)
        assert second.is_terminal(b)
        assert [first.utility(a, player) for player in (0, 1)] == [
            second.utility(b, player) for player in (0, 1)
        ]


def cells_of(state):
    """A state of either twin as 64 ints."""
    if hasattr(state, "cells"):
        return state.cells
    kings = getattr(state, "kings", 0)
    pieces = ((1, state.black), (2, state.white), (2, (state.black | state.white) & kings))
    return tuple(
        sum(number for number, bits in pieces if bits >> square & 1) for square in range(64)
    )


def test_whole_captures_are_rows_of_single_captures():
    """Text draughts and tuple draughts agree along random games."""
    text, single = load("draughts_text"), load("draughts_tuple")
    most = 0
    for seed in range(10):
        luck = random.Random(seed)
        a, b = text.initial(), single.initial()
        while moves := choices(text, a):
            assert sorted(moves) == sorted(paths(single, b, b.turn))
            move = luck.choice(moves)
            most = max(most, len(move))
            a = text.result(a, move)
            for start, end in pairwise(move):
                b = single.result(b, 64 * start + end)
            assert a[0] == "".join(".bwBW"[piece] for piece in b.cells)
            assert a[1:] == (b.turn, b.quiet)
        assert single.is_terminal(b)
        assert text.utility(a, 0) == single.utility(b, 0)
    assert most > 3  # there was a capture of three pieces


def paths(game, state, player):
    """Whole captures, or single moves, as rows of squares."""
    for move in game.moves(state):
        start, end = divmod(move, 64)
        after = game.result(state, move)
        if after.turn == player:
            yield from ((start, *rest) for rest in paths(game, after, player))
        else:
            yield start, end


# -- what perfect play gives ------------------------------------------------------------------


def value(game):
    """The result of perfect play for the first player."""

    @cache
    def search(state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        best = max if game.to_move(state) == 0 else min
        return best(search(game.result(state, move)) for move in game.moves(state))

    return search(game.initial())


@pytest.mark.parametrize(
    ("name", "parameters", "expected"),
    [
        ("tictactoe_list", {}, 0.0),
        ("hex_dict", {"size": 3}, 1.0),
        ("dots_and_boxes", {"rows": 1, "cols": 2}, 0.0),
        ("dots_and_boxes", {"rows": 1, "cols": 3}, -1.0),
        ("dots_and_boxes", {}, 1.0),
        *(
            ("tricks", {"cards": 5, "seed": seed}, 1.0 if tricks > 2 else -1.0)
            for seed, tricks in enumerate([0, 0, 1, 3, 0, 1])
        ),
    ],
)
def test_perfect_play(name, parameters, expected):
    assert value(load(name, **parameters)) == expected


# -- positions in which a rule matters --------------------------------------------------------


def draughts(rows, turn):
    return ("".join(rows.split()), turn, 0)


def test_draughts_captures_are_mandatory_and_whole():
    game = load("draughts_text")
    state = draughts(
        "........ ..b..... ...w.... ........ .....w.. ........ ........ ........", turn=0
    )
    assert game.moves(state) == [(10, 28, 46)]
    after = game.result(state, (10, 28, 46))
    assert after[0].replace(".", "") == "b"
    assert after[0].index("b") == 46
    assert game.is_terminal(after)
    assert game.utility(after, 0) == 1.0


def test_draughts_a_man_that_is_crowned_stops():
    game = load("draughts_text")
    state = draughts(
        "........ ........ ........ ........ ........ ..b..... ...w.w.. ........", turn=0
    )
    assert game.moves(state) == [(42, 60)]
    assert game.result(state, (42, 60))[0][60] == "B"


def test_draughts_kings_capture_in_a_circle():
    game = load("draughts_text")
    state = draughts(
        "........ ..B..... .w.w.... ........ .w.w.... ........ ........ ........", turn=0
    )
    assert game.moves(state) == [(10, 24, 42, 28, 10), (10, 28, 42, 24, 10)]
    after = game.result(state, (10, 24, 42, 28, 10))
    assert after == (state[0].replace("w", "."), 1, 0)


def test_mancala_moves_again_and_captures():
    game = load("mancala")
    again = game.result(game.initial(), 2)
    assert again == (4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0, 0)
    state = (1, 0, 3, 0, 0, 0, 9, 1, 1, 1, 1, 5, 1, 8, 0)
    assert game.result(state, 0) == (0, 0, 3, 0, 0, 0, 15, 1, 1, 1, 1, 0, 1, 8, 1)


def test_skirmish_units_die():
    game = load("skirmish", size=3)
    state = game.initial()
    point, unit = type(state.units[0].at), type(state.units[0])
    units = (unit(point(0, 0), 4, "knight", 0), unit(point(0, 1), 2, "archer", 1))
    state = state._replace(units=units)
    assert ("attack", 0, 1) in game.moves(state)
    after = game.result(state, ("attack", 0, 1))
    assert after.units == units[:1]
    assert game.is_terminal(after)
    assert game.utility(after, 1) == -1.0
    hurt = game.result(state._replace(turn=1), ("attack", 1, 0))
    assert hurt.units[0].hp == 3


def test_pig_race_outcomes():
    game = load("pig_race")
    state = game.result(game.initial(), "run")
    assert game.to_move(state) == CHANCE
    assert game.moves(state) == []
    places = [game.result(state, face).places[0] for face, _ in game.outcomes(state)]
    assert places == [0, 2, 7, 4, 5, 6]
    with pytest.raises(ValueError, match="not a move"):
        game.result(state, 7)
