from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import Engine, Limit, load
from outply.check import assert_sound
from outply.game import OutplyError
from outply.games.checkers import CAPTURED, END, PLACE, Checkers, Pieces, number
from outply.repetition import is_drawn_by_repetition
from outply.search.perft import perft
from tests.oracles import checkers as oracle
from tests.tiers import examples, only_full, tiered

GAME = Checkers()
START = GAME.initial()
START_TEXT = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

PERFT = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564]
"""From the start. Source: A. Bik, https://www.aartbik.com/strategy.php; the same in others."""

RING = "W:WK30:B17,18,25,26"  # a king can go round it both ways
RING_ON_THE_WAY = "W:WK22:B9,10,17,18,25,26"
TWO_RINGS = "W:WK22:B9,10,17,18,11,19"


def after(*moves: str, state: Pieces = START) -> Pieces:
    for move in moves:
        state = GAME.result(state, GAME.parse_move(state, move))
    return state


def legal(state: Pieces | str) -> list[str]:
    state = GAME.parse(state) if isinstance(state, str) else state
    return sorted(GAME.format_move(state, move) for move in GAME.moves(state))


def play(seed: int) -> Iterator[tuple[Pieces, int]]:
    """The states of one random play, each with the next move."""
    dice, state = random.Random(seed), START
    while not GAME.is_terminal(state):
        move = dice.choice(list(GAME.moves(state)))
        yield state, move
        state = GAME.result(state, move)


# -- the oracle: any position of up to 24 pieces ---------------------------------------------


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Positions as text; few pieces, many kings and a sparse board let captures be long."""
    squares = draw(st.permutations(range(1, 33)))
    counts = draw(st.tuples(st.integers(0, 12), st.integers(0, 12)))
    black, white = squares[: counts[0]], squares[counts[0] : sum(counts)]
    crowns = draw(st.sets(st.sampled_from(range(1, 33))))
    sides = [
        colour + ",".join(f"K{n}" if n in crowns or n in last else f"{n}" for n in sorted(side))
        for colour, side, last in (("W", white, range(1, 5)), ("B", black, range(29, 33)))
    ]
    return ":".join([draw(st.sampled_from("BW")), *sides])


def facts(move: int) -> tuple[int, int, frozenset[int]]:
    """The numbers of the squares where a move starts, ends and captures."""
    captured = move >> CAPTURED
    victims = frozenset(number(place) for place in range(35) if captured >> place & 1)
    return number(move & PLACE), number(move >> END & PLACE), victims


def assert_as_the_oracle_says(state: Pieces) -> None:
    text = GAME.format(state)
    board, side = oracle.board_of(text), text[0].lower()
    turns = {
        (
            oracle.number(turn.path[0]),
            oracle.number(turn.path[-1]),
            frozenset(map(oracle.number, turn.captured)),
        ): turn
        for turn in oracle.turns(board, side)
    }
    moves = {facts(move): move for move in GAME.moves(state)}
    assert moves.keys() == turns.keys()
    assert len(moves) == len(list(GAME.moves(state)))
    assert GAME.is_terminal(state) == (not turns)
    for fact, turn in turns.items():
        then = GAME.result(state, moves[fact])
        assert oracle.board_of(GAME.format(then)) == oracle.after(board, turn)
        assert then.mover == 1 - state.mover
        was_man = board[turn.path[0]].islower()
        assert then.quiet == (0 if turn.captured or was_man else state.quiet + 1)


@settings(max_examples=examples(1200), deadline=None)
@given(positions())
def test_any_position_is_as_the_oracle_says(text):
    assert_as_the_oracle_says(GAME.parse(text))


@pytest.mark.parametrize("seed", range(20))
def test_plays_are_as_the_oracle_says(seed):
    for state, _ in play(seed):
        assert_as_the_oracle_says(state._replace(quiet=0))


# -- OpenSpiel: one jump at a time, from the other side of the board --------------------------


def spiel_square(square: int) -> str:
    row, column = oracle.square(square)
    return "hgfedcba"[column] + str(row + 1)


def spiel_board(state: Pieces) -> str:
    pieces = oracle.board_of(GAME.format(state))
    letters = {"b": "o", "B": "8", "w": "+", "W": "*"}
    cells = {(7 - row, 7 - column): letters[piece] for (row, column), piece in pieces.items()}
    return "/".join("".join(cells.get((r, c), ".") for c in range(8)) for r in range(8))


def board_of(spiel: pyspiel.State) -> str:
    return "/".join(line[1:] for line in str(spiel).splitlines()[:8])


def spiel_turns(spiel: pyspiel.State, start: str = "") -> set[tuple[str, str, str]]:
    """Where each turn starts and ends, and the board after it."""
    found = set()
    for action in spiel.legal_actions():
        text = spiel.action_to_string(action)
        child = spiel.clone()
        child.apply_action(action)
        if child.current_player() == spiel.current_player():
            found |= spiel_turns(child, start or text[:2])
        else:
            found.add((start or text[:2], text[2:], board_of(child)))
    return found


def in_spiel(state: Pieces, move: int) -> tuple[str, str, str]:
    first, last, _ = facts(move)
    return spiel_square(first), spiel_square(last), spiel_board(GAME.result(state, move))


@pytest.mark.parametrize("seed", range(20))
def test_plays_are_as_openspiel_says(seed):
    spiel = pyspiel.load_game("checkers").new_initial_state()
    quiet = 0
    for state, move in play(1000 + seed):
        assert board_of(spiel) == spiel_board(state)
        if spiel.is_terminal():
            assert quiet >= 40  # there it is a draw after 40 plies without a capture
            return
        assert spiel_turns(spiel) == {in_spiel(state, each) for each in GAME.moves(state)}
        quiet = 0 if move >> CAPTURED else quiet + 1
        squares = [spiel_square(square) for square in path(state, move)]
        for step in pairwise(squares):
            spiel.apply_action(spiel.string_to_action("".join(step)))
    end = GAME.result(state, move)
    if quiet < 40:
        assert spiel.is_terminal()
        assert spiel.returns() == [GAME.utility(end, player) for player in (0, 1)]


def path(state: Pieces, move: int) -> list[int]:
    """The squares that a person clicks."""
    cells = GAME.board(state).clicks[move]
    return [oracle.number(cell) for cell in cells]


# -- perft ------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(6))
def test_perft_interpreted(depth):
    assert perft(GAME, START, depth, compiled=False) == PERFT[depth]


@pytest.mark.parametrize("depth", tiered((8,), (6, 7, 8, 9, 10)))
def test_perft_compiled(depth):
    assert perft(GAME, START, depth, compiled=True) == PERFT[depth]


def oracle_perft(board: oracle.Board, side: str, depth: int) -> int:
    """Of positions, not of paths: two that are the same turn count once."""
    if depth == 0:
        return 1
    turns = {
        (turn.path[0], turn.path[-1], turn.captured): turn for turn in oracle.turns(board, side)
    }
    other = "w" if side == "b" else "b"
    return sum(oracle_perft(oracle.after(board, turn), other, depth - 1) for turn in turns.values())


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    "text", [RING, RING_ON_THE_WAY, TWO_RINGS, "B:WK1,K6,9,10,27,K28:B5,K14,15,K31,K21"]
)
def test_perft_of_kings(text, compiled):
    state = GAME.parse(text)
    expected = oracle_perft(oracle.board_of(text), text[0].lower(), 3)
    assert perft(GAME, state, 3, compiled=compiled) == expected


# -- rules ------------------------------------------------------------------------------------


def test_the_start():
    assert legal(START) == ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]
    assert GAME.to_move(START) == 0
    assert load("checkers") == GAME


def test_captures_are_compulsory_but_not_the_longest():
    assert legal("B:W14,15,23:B1,10") == ["10x17", "10x26"]


def test_men_do_not_capture_backwards():
    assert legal("B:W10:B14") == ["14-17", "14-18"]
    assert legal("B:W10:BK14") == ["14x7"]


def test_a_capture_goes_on():
    state = GAME.parse("W:W26:B14,15,22")
    assert legal(state) == ["26x10"]
    assert GAME.format(after("26x10", state=state)) == "B:W10:B15"


def test_a_man_that_is_crowned_stops():
    state = GAME.parse("W:W11:B7,6")
    assert legal(state) == ["11x2"]
    crowned = after("11x2", state=state)
    assert GAME.format(crowned) == "B:WK2:B6"
    assert legal("W:WK11:B7,6") == ["11x9"]  # a king goes on


def test_a_man_that_steps_onto_the_far_row_is_crowned():
    assert GAME.format(after("27-32", state=GAME.parse("B:W5:B27"))) == "W:W5:BK32"
    assert GAME.format(after("5-1", state=GAME.parse("W:W5:B27"))) == "B:WK1:B27"


def test_a_king_can_come_back_to_where_it_started():
    state = GAME.parse(RING)
    assert legal(state) == ["30x30"]
    (move,) = GAME.moves(state)
    assert GAME.format(GAME.result(state, move)) == "B:WK30:B"
    assert GAME.utility(GAME.result(state, move), 1) == 1.0


def test_no_move_loses():
    blocked = GAME.parse("B:W9,14:B5")
    assert GAME.is_terminal(blocked)
    assert [GAME.utility(blocked, player) for player in (0, 1)] == [-1.0, 1.0]
    assert GAME.format_ending(blocked) == "no move left"
    gone = GAME.parse("W:W:BK5")
    assert GAME.is_terminal(gone)
    assert [GAME.utility(gone, player) for player in (0, 1)] == [1.0, -1.0]
    assert GAME.format_ending(gone) == "no piece left"


def test_both_ways_around_a_ring_are_one_move():
    state = GAME.parse(RING)
    moves = [GAME.parse_move(state, text) for text in ("30x23x14x21x30", "30x21x14x23x30", "30-30")]
    assert len(set(moves)) == 1
    assert path(state, moves[0]) in ([30, 23, 14, 21, 30], [30, 21, 14, 23, 30])


# -- draws ------------------------------------------------------------------------------------

KINGS = "B:WK32:BK1"


def shuffled(game: Checkers, plies: int) -> Pieces:
    """After so many moves of two kings to and fro."""
    state = game.parse(KINGS)
    for ply in range(plies):
        assert not game.is_terminal(state)
        text = ["1-5", "32-27", "5-1", "27-32"][ply % 4]
        state = game.result(state, game.parse_move(state, text))
    return state


@pytest.mark.parametrize("moves", [1, 3, 40])
def test_a_draw_after_moves_without_progress(moves):
    game = Checkers(quiet_moves=moves)
    end = shuffled(game, 2 * moves)
    assert game.is_terminal(end)
    assert [game.utility(end, player) for player in (0, 1)] == [0.0, 0.0]
    assert game.format_ending(end) == (
        f"{moves} moves of each side without a capture or a man's move"
    )


def test_captures_and_moves_of_men_begin_the_count_again():
    state = GAME.parse("B:WK32,30:BK1,K22,4:H79")
    assert after("4-8", state=GAME.parse("B:WK32,30:BK1,4:H79")).quiet == 0
    assert after("22x31", state=GAME.parse("B:WK32,26:BK1,K22:H79")).quiet == 0
    drawn = after("1-5", state=state)
    assert drawn.quiet == 80
    assert GAME.is_terminal(drawn)


def test_who_cannot_move_loses_even_if_the_count_is_full():
    end = after("13-9", state=GAME.parse("W:WK13,14:B5:H79"))
    assert end.quiet == 80
    assert GAME.utility(end, 0) == -1.0
    assert GAME.format_ending(end) == "no move left"


def test_the_third_time_is_a_draw():
    states = [shuffled(GAME, plies) for plies in range(9)]
    assert is_drawn_by_repetition(GAME, states)
    assert not is_drawn_by_repetition(GAME, states[:-1])


@pytest.mark.parametrize("value", [0, -1, 1001, 2.5, True, "40"])
def test_counts_that_are_none(value):
    with pytest.raises(OutplyError, match=r"quiet_moves is .*; give 1 to 1000\."):
        Checkers(quiet_moves=value)


# -- text and picture -------------------------------------------------------------------------


def test_the_start_as_text():
    assert GAME.format(START) == START_TEXT
    assert GAME.parse(START_TEXT) == START
    assert GAME.parse("B:W21-32:B1-12.") == GAME.parse(" b:b1-12 : w 21-32 :H0:F1") == START


@settings(max_examples=examples(400), deadline=None)
@given(positions(), st.integers(0, 80))
def test_positions_as_text(text, quiet):
    written = f"{text}:H{quiet}" if quiet else text
    assert GAME.format(GAME.parse(written)) == written


@settings(max_examples=examples(800), deadline=None)
@given(positions())
def test_moves_as_text(text):
    state = GAME.parse(text)
    names = [GAME.format_move(state, move) for move in GAME.moves(state)]
    assert len(set(names)) == len(names)
    for move, name in zip(GAME.moves(state), names, strict=True):
        assert GAME.parse_move(state, name) == move
        squares = map(str, path(state, move))
        assert GAME.parse_move(state, "x".join(squares)) == move


@pytest.mark.parametrize("text", ["11-15", " 11 15 ", "11x15", "11,15", "11 - 15"])
def test_a_step_may_be_written_so(text):
    assert GAME.parse_move(START, text) == GAME.parse_move(START, "11-15")


@pytest.mark.parametrize("text", ["26x10", "26-10", "26X17X10", "26:10", "26×10", "26 17 10"])
def test_a_capture_may_be_written_so(text):
    state = GAME.parse("W:W26:B14,15,22")
    assert [GAME.parse_move(state, text)] == list(GAME.moves(state))


def test_captures_with_the_same_ends_are_written_with_their_paths():
    state = GAME.parse("W:WK31:B10,11,26,27,18,19")
    names = legal(state)
    assert "31x22x15x8" in names
    assert "31x24x15x8" in names
    with pytest.raises(OutplyError, match=r"'31x8' can mean 31x.*x8 or 31x.*x8; say which"):
        GAME.parse_move(state, "31x8")
    assert GAME.parse_move(state, "31x24x8") == GAME.parse_move(state, "31x24x15x8")


def test_a_whole_path_is_not_one_with_a_ring():
    state = GAME.parse(RING_ON_THE_WAY)
    assert legal(state)[-2:] == ["22x29", "22x31"]
    assert facts(GAME.parse_move(state, "22x29")) == (22, 29, frozenset({25}))


@pytest.mark.parametrize("text", ["", "11", "11-17", "15-11", "a3-b4", "11-15-18", "99999-1", "x"])
def test_moves_that_are_none(text):
    with pytest.raises(OutplyError, match=r"is not a legal move here; legal: 9-13, "):
        GAME.parse_move(START, text)


def test_no_moves_once_it_is_over():
    with pytest.raises(OutplyError, match="the game is over"):
        GAME.parse_move(GAME.parse("B:W9,14:B5"), "5-9")


def test_the_board():
    view = GAME.board(after("11-15", "22-18"))
    assert view.kind == "checkers"
    assert view.rows[0] == ("", "X", "", "X", "", "X", "", "X")
    assert view.rows[3] == ("", "", "", "", "X", "", "", "")
    assert view.rows[4] == ("", "", "", "O", "", "", "", "")
    assert view.row_labels == ("1", "5", "9", "13", "17", "21", "25", "29")
    assert list(view.clicks.values()) == [((3, 4), (5, 2))]
    kings = GAME.board(GAME.parse("W:WK1:BK32"))
    assert (kings.rows[0][1], kings.rows[7][6]) == ("OO", "XX")
    assert GAME.board(GAME.parse("W:W:BK5")).clicks == {}


def test_names_of_players():
    assert [GAME.format_player(player) for player in (0, 1)] == ["Black", "White"]


# -- knowledge --------------------------------------------------------------------------------


def turned(state: Pieces) -> Pieces:
    """The same position with sides exchanged."""
    white, black = (
        ",".join(
            f"{'K' if piece.isupper() else ''}{33 - oracle.number(place)}" for place, piece in side
        )
        for side in (
            [item for item in oracle.board_of(GAME.format(state)).items() if item[1] in colour]
            for colour in ("bB", "wW")
        )
    )
    return GAME.parse(f"{'BW'[1 - state.mover]}:W{white}:B{black}")


@settings(max_examples=examples(400), deadline=None)
@given(positions())
def test_the_evaluation_is_the_same_for_both_sides(text):
    state = GAME.parse(text)
    value = GAME.evaluate(state, 0)
    assert -1.0 < value < 1.0
    assert value == -GAME.evaluate(state, 1) == GAME.evaluate(turned(state), 1)
    assert GAME.cells(state) == GAME.cells(turned(state))


def test_no_lead_is_as_good_as_a_win():
    most = GAME.parse("B:W:BK10,K11,K14,K15,K18,K19,K22,K23,K1,K2,K3,K4")
    assert 0.9 < GAME.evaluate(most, 0) < 1.0


def test_more_material_is_better():
    texts = ["B:W31:B1", "B:W31:BK5", "B:W31:B1,2", "B:W31:B1,K5"]
    values = [GAME.evaluate(GAME.parse(text), 0) for text in texts]
    assert values == sorted(values)
    assert values[2] - values[0] > GAME.margin / 2


def test_cells():
    cells = GAME.cells(GAME.parse("W:W32,K31:BK29,28"))
    assert cells == (1, 2, 0, 4, 3, *[0] * 27)
    assert len(GAME.cells(START)) == 32


def test_moves_that_capture_come_first():
    state = GAME.parse("B:W14,15,23:B1,10")
    by_order = sorted(GAME.moves(state), key=lambda move: -GAME.order(state, move))
    assert [GAME.format_move(state, move) for move in by_order] == ["10x26", "10x17"]
    crowning = GAME.parse("B:W9:B20,26")
    best = max(GAME.moves(crowning), key=lambda move: GAME.order(crowning, move))
    assert GAME.format_move(crowning, best) in ("26-30", "26-31")


def test_the_engine_finds_a_sacrifice():
    """Black gives a man, takes three and has a king."""
    state = GAME.parse("B:W13,19,20,24,26,28,31,32:B1,2,4,5,7,11,12,21")
    found = Engine().search(GAME, state, Limit(depth=4), compiled=False)
    assert found.line[:3] == line(state, "11-16", "20x11", "7x30")
    assert found.value > 2 * GAME.margin


def line(state: Pieces, *texts: str) -> tuple[int, ...]:
    moves = []
    for text in texts:
        moves.append(GAME.parse_move(state, text))
        state = GAME.result(state, moves[-1])
    return tuple(moves)


def test_the_engine_wins_a_won_ending():
    """Two kings against one that is not in the double corner."""
    state = GAME.parse("B:WK13:BK14,K23")
    found = Engine().search(GAME, state, Limit(depth=12, nodes=200_000))
    assert found.value > 0.9


def test_the_engine_runs_compiled():
    """It has no null move, which a game without `passed` must not be compiled with."""
    found = Engine().search(GAME, START, Limit(depth=6))
    assert found.compiled
    again = Engine().search(GAME, START, Limit(depth=6), compiled=False)
    assert (found.nodes, found.value, found.line) == (again.nodes, again.value, again.line)


@only_full
def test_the_rules_are_sound():
    """Also where the count of quiet plies, which the key leaves out, ends many plays."""
    report = assert_sound(Checkers(quiet_moves=5), plays=30, seconds=600)
    assert report.compiled
    assert report.notes == ()
