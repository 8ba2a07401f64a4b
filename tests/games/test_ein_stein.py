"""EinStein würfelt nicht against a dict of stones, and endings solved exactly."""

from __future__ import annotations

import random
from functools import cache, partial
from typing import Any

import pytest

from outply import CHANCE, OutplyError, load
from outply.check import assert_sound
from outply.compiler import kernel
from outply.games.ein_stein import EinStein, Stones
from tests.oracles import ein_stein as oracle
from tests.tiers import only_full, slow

START = "X1X6X3----/X5X2------/X4------O4/------O2O5/----O3O6O1 X"

# Endings, with all positions that follow from them and the probability that X wins.
ENDINGS = [
    ("----------/--O3------/----X2----/------X5O4/---------- X", 5792, 3 / 4),
    ("----------/----O1----/--O6X2----/------X5--/---------- O", 5074, 13 / 18),
    ("----------/----------/----X1----/------X2O1/---------- O", 2981, 1),
    ("----------/--O3------/O4--X1----/------X2--/---------- X 4", 596, 1),
]

# One roll decides: O is about to win, and only X1 can come first.
LAST_ROLLS = [
    ("----X2----/--O6------/----------/------X1--/---------- X", 1 / 6),
    ("----X3----/--O6------/----------/------X1--/---------- X", 2 / 6),
    ("----X6----/--O6------/----------/------X1--/---------- X", 5 / 6),
    ("----------/--O6------/----------/------X1--/---------- X", 1),
    ("--X6------/--O6------/----------/------X1--/---------- X", 1),  # X6 takes the last stone
]


def count_leaves(game: Any, state: Any, depth: int) -> int:
    """Positions so many plies on, rolls counted as plies; a game that is over counts once."""
    if depth == 0 or game.is_terminal(state):
        return 1
    leaves = 0
    if state.die == 0:
        for face, _ in game.outcomes(state):
            leaves += count_leaves(game, game.result(state, face), depth - 1)
    else:
        for move in game.moves(state):
            leaves += count_leaves(game, game.result(state, move), depth - 1)
    return leaves


def lookahead(game: Any, state: Any, depth: int) -> float:
    """What best play is worth to the first player, as far as so many plies and guesses tell."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return game.evaluate(state, 0)
    best = 0.0
    if state.die == 0:
        for face, probability in game.outcomes(state):
            best += probability * lookahead(game, game.result(state, face), depth - 1)
        return best
    sign = 1.0 if state.player == 0 else -1.0
    best = -2.0
    for move in game.moves(state):
        best = max(best, sign * lookahead(game, game.result(state, move), depth - 1))
    return sign * best


def choices(game, state):
    """The moves, or the faces of the die."""
    if game.is_terminal(state):
        return []
    chance = game.to_move(state) == CHANCE
    return [face for face, _ in game.outcomes(state)] if chance else list(game.moves(state))


def shuffled(rng):
    return tuple(rng.sample(range(1, 7), 6))


def plays(number, seed):
    """Games with random set-ups and moves, as all their states."""
    rng = random.Random(seed)
    for _ in range(number):
        game = EinStein(shuffled(rng), shuffled(rng))
        states = [game.initial()]
        while not game.is_terminal(states[-1]):
            states.append(game.result(states[-1], rng.choice(choices(game, states[-1]))))
        yield game, states


# -- rules ----------------------------------------------------------------------------


@slow
def test_random_games_agree_with_a_dict_of_stones():
    winners = set()
    for game, states in plays(60, seed=5):
        for state in states:
            text = game.format(state)
            table = oracle.Table(text)
            assert game.is_terminal(state) == bool(table.winner())
            written = {game.format_move(state, c): c for c in choices(game, state)}
            assert sorted(written) == sorted(oracle.choices(text))
            for choice, number in written.items():
                assert game.format(game.result(state, number)) == oracle.after(text, choice)
            if not table.winner():
                player = "XO".index(table.turn) if table.die else CHANCE
                assert game.to_move(state) == player
                assert list(game.moves(state)) == (list(written.values()) if table.die else [])
        expected = {"X": 1, "O": -1}[table.winner()]
        winners.add(table.winner())
        assert game.utility(states[-1], 0) == expected == -game.utility(states[-1], 1)
        assert game.to_move(states[-1]) in (0, 1)
    assert winners == {"X", "O"}


def test_a_fair_die():
    assert list(EinStein().outcomes(EinStein().initial())) == [(f, 1 / 6) for f in range(1, 7)]


@pytest.mark.parametrize(
    ("die", "moves"),
    [
        (1, "2a5-b4 2a5-b5 2a5-a4"),  # none lower: the next higher
        (2, "2a5-b4 2a5-b5 2a5-a4"),
        (3, "5d3-e2 5d3-e3 5d3-d2 2a5-b4 2a5-b5 2a5-a4"),
        (4, "5d3-e2 5d3-e3 5d3-d2 2a5-b4 2a5-b5 2a5-a4"),
        (6, "5d3-e2 5d3-e3 5d3-d2"),  # none higher: the next lower
    ],
)
def test_a_stone_that_is_gone_is_replaced_by_its_neighbours(die, moves):
    game = EinStein()
    state = game.parse(f"X2--------/----------/------X5--/----------/--------O1 X {die}")
    assert [game.format_move(state, move) for move in game.moves(state)] == moves.split()


def test_stones_of_both_sides_are_removed():
    game = EinStein()
    state = game.parse("X2X3------/----------/----------/------O4--/------O1O6 O 6")
    after = game.result(state, game.parse_move(state, "6e1-d1"))
    assert game.format(after) == "X2X3------/----------/----------/------O4--/------O6-- X"
    state = game.parse("X2X3------/--O1------/----------/------O4--/---------- X 2")
    after = game.result(state, game.parse_move(state, "2a5-b4"))
    assert game.format(after) == "--X3------/--X2------/----------/------O4--/---------- O"


@only_full
@slow
@pytest.mark.parametrize(("text", "positions", "wins"), ENDINGS, ids=lambda value: str(value))
def test_endings_have_the_same_positions_and_the_same_value(text, positions, wins):
    game = EinStein()
    seen: set[str] = set()

    @cache
    def value(state):
        """To the first player."""
        seen.add(game.format(state))
        if game.is_terminal(state):
            return game.utility(state, 0)
        values = [value(game.result(state, choice)) for choice in choices(game, state)]
        player = game.to_move(state)
        return sum(values) / 6 if player == CHANCE else (max, min)[player](values)

    assert value(game.parse(text)) == pytest.approx(2 * oracle.wins(text) - 1)
    assert oracle.wins(text) == pytest.approx(wins)
    assert seen == oracle.reachable(text)
    assert len(seen) == positions


@pytest.mark.parametrize(("text", "wins"), LAST_ROLLS)
def test_one_roll_decides(text, wins):
    game = EinStein()
    assert lookahead(game, game.parse(text), 4) == pytest.approx(2 * wins - 1)
    assert oracle.wins(text) == pytest.approx(wins)


# -- evaluation and order -------------------------------------------------------------


def test_evaluations_are_less_than_a_win():
    for game, states in plays(50, seed=6):
        for state in states[:-1]:
            value = game.evaluate(state, 0)
            assert -1 < value < 1
            assert game.evaluate(state, 1) == -value


def faces_for(own, number):
    """How many faces let a stone move, by asking for each face."""
    count = 0
    for face in range(1, 7):
        below = [n for n in own if n < face]
        above = [n for n in own if n > face]
        movable = {face} if face in own else {*below[-1:], *above[:1]}
        count += number in movable
    return count


@slow
def test_the_evaluation_weighs_stones_by_distance_and_die():
    worth = {1: 16, 2: 6, 3: 2.5, 4: 1}
    for game, states in plays(30, seed=7):
        for state in states[:-1]:
            table = oracle.Table(game.format(state))
            sums = {}
            for side, column, row in (("X", "e", "1"), ("O", "a", "5")):
                own = sorted(int(s[1]) for s in table.stones.values() if s[0] == side)
                sums[side] = sum(
                    worth[max(abs(ord(square[0]) - ord(column)), abs(int(square[1]) - int(row)))]
                    * faces_for(own, int(stone[1]))
                    for square, stone in table.stones.items()
                    if stone[0] == side
                )
            sums[table.turn] *= 1.4
            expected = (sums["X"] - sums["O"]) / (sums["X"] + sums["O"])
            assert game.evaluate(state, 0) == pytest.approx(expected)


def test_the_evaluation_tells_winners_from_losers():
    """Who chooses by it beats who moves at random."""
    rng = random.Random(8)
    won = 0
    for play in range(60):
        game = EinStein(shuffled(rng), shuffled(rng))
        state, wise = game.initial(), play % 2
        while not game.is_terminal(state):
            move = rng.choice(choices(game, state))
            if game.to_move(state) == wise:
                after = {game.result(state, move): move for move in game.moves(state)}
                move = after[(max, min)[wise](after, key=partial(lookahead, game, depth=0))]
            state = game.result(state, move)
        won += game.utility(state, wise) == 1
    assert won >= 50


def test_wins_and_captures_are_tried_first():
    game = EinStein()
    state = game.parse("----------/----------/----------/--X4--X3O1/------O2-- X 3")
    ordered = sorted(game.moves(state), key=lambda move: -game.order(state, move))
    assert game.format_move(state, ordered[0]) == "3d2-e1"
    state = game.parse("----------/----------/----X3----/----O1X4--/--------O2 X 3")
    ordered = sorted(game.moves(state), key=lambda move: -game.order(state, move))
    names = [game.format_move(state, move) for move in ordered]
    assert names == ["3c3-c2", "3c3-d3", "3c3-d2"]


# -- two speeds -----------------------------------------------------------------------


def test_leaves_are_the_same_at_both_speeds():
    game = EinStein()
    compiled = kernel(count_leaves, game)
    for depth, leaves in enumerate([1, 6, 18, 108, 324, 1944]):
        assert compiled(game.initial(), depth) == leaves
        assert count_leaves(game, game.initial(), depth) == leaves
    level = {START: 1}
    for _ in range(6):
        following: dict[str, int] = {}
        for text, ways in level.items():
            for choice in oracle.choices(text):
                after = oracle.after(text, choice)
                following[after] = following.get(after, 0) + ways
        level = following
    assert compiled(game.initial(), 6) == sum(level.values())


def test_both_speeds_look_ahead_to_the_same_value():
    compiled = kernel(lookahead, EinStein())
    for game, states in plays(6, seed=9):
        for state in states[::5]:
            for depth in range(4):
                assert compiled(state, depth) == lookahead(game, state, depth)


@only_full
@slow
def test_the_rules_are_sound():
    report = assert_sound(EinStein(second=(6, 2, 5, 3, 1, 4)), plays=40, seconds=600)
    assert report.compiled
    assert report.notes == ()


# -- text and picture -----------------------------------------------------------------


def test_the_set_up_as_text():
    game = load("ein-stein")
    assert game.format(game.initial()) == START
    assert game.parse(START) == game.initial()
    other = EinStein(first=(2, 1, 3, 4, 5, 6), second=(6, 5, 4, 3, 2, 1))
    rows = "X2X1X3----/X4X5------/X6------O1/------O2O3/----O4O5O6"
    assert other.format(other.initial()) == f"{rows} X"
    assert load("ein-stein", first=[2, 1, 3, 4, 5, 6]).first == (2, 1, 3, 4, 5, 6)


@slow
def test_positions_as_text():
    for game, states in plays(20, seed=10):
        for state in states:
            text = game.format(state)
            assert oracle.Table(text).text() == text
            assert game.parse(text) == game.parse(f"  {text.lower()} ") == state


def test_faces_as_text():
    game = EinStein()
    assert game.parse_move(game.initial(), " 4 ") == 4
    with pytest.raises(OutplyError, match="'7' is not a legal move here; legal: 1, 2, 3, 4, 5, 6"):
        game.parse_move(game.initial(), "7")


@pytest.mark.parametrize(
    "numbers", [(), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 5), (0, 1, 2, 3, 4, 5), "123456", 163524]
)
@pytest.mark.parametrize("side", ["first", "second"])
def test_set_ups_that_are_none(side, numbers):
    with pytest.raises(OutplyError, match=f"{side} is .*; give the numbers 1 to 6, each once"):
        EinStein(**{side: numbers})


def test_the_board_shows_stones_and_where_to_click():
    game = EinStein()
    view = game.board(game.initial())
    assert view.rows[0] == ("X1", "X6", "X3", "", "")
    assert view.rows[4] == ("", "", "O3", "O6", "O1")
    assert view.column_labels == ("a", "b", "c", "d", "e")
    assert view.row_labels == ("5", "4", "3", "2", "1")
    assert view.clicks == {}  # the die is to be rolled
    state = game.parse("X1--------/----------/----------/--------O2/---------- O 5")
    clicks = game.board(state).clicks
    assert {game.format_move(state, move): cells for move, cells in clicks.items()} == {
        "2e2-d3": ((3, 4), (2, 3)),
        "2e2-d2": ((3, 4), (3, 3)),
        "2e2-e3": ((3, 4), (2, 4)),
    }
    over = game.parse("O1--------/----------/----------/----------/------X1-- X")
    assert game.is_terminal(over)
    assert game.board(over).clicks == {}


def test_a_side_sees_the_board_from_its_own_corner():
    game = EinStein(first=(1, 2, 3, 4, 5, 6), second=(1, 2, 3, 4, 5, 6))
    state = game.initial()
    assert state == Stones(state.mine, state.mine, 0, 0)
