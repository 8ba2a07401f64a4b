from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from outply.evaluate.cell_encoding import encoding_of
from outply.evaluate.tuples import shared_tuples
from outply.game import OutplyError
from outply.games.othello import PASS, Discs, Othello, mirrored, transposed
from tests.oracles import othello as oracle
from tests.tiers import slow

DATA = Path(__file__).parents[1] / "data" / "othello"
GAME = Othello()
START = GAME.initial()


def play(seed: int) -> Iterator[tuple[Discs, oracle.Grid]]:
    """The states of one random play, each with the oracle's grid."""
    dice = random.Random(seed)
    state, grid = START, oracle.start()
    yield state, grid
    while not GAME.is_terminal(state):
        move = dice.choice(list(GAME.moves(state)))
        if move != PASS:
            oracle.place(grid, side(state), move // 8, move % 8)
        state = GAME.result(state, move)
        yield state, grid


def side(state: Discs) -> str:
    return "XO"[GAME.to_move(state)]


def after(*moves: str, state: Discs = START) -> Discs:
    for move in moves:
        state = GAME.result(state, GAME.parse_move(state, move))
    return state


def position(rows: dict[int, str], mover: str) -> Discs:
    """A position from its rows that are not empty, counted from 1."""
    return GAME.parse("".join(rows.get(row, "-" * 8) for row in range(1, 9)) + " " + mover)


def perft(state: Discs, depth: int) -> int:
    if depth == 0 or GAME.is_terminal(state):
        return 1
    return sum(perft(GAME.result(state, move), depth - 1) for move in GAME.moves(state))


def value(state: Discs) -> float:
    """To the player to move, by looking at everything."""
    if GAME.is_terminal(state):
        return GAME.utility(state, GAME.to_move(state))
    return max(-value(GAME.result(state, move)) for move in GAME.moves(state))


def problems() -> list[tuple[Discs, dict[str, int]]]:
    """The FForum positions, each with the exact values of moves."""
    found = []
    for name in ("fforum-20-39.obf", "fforum-40-59.obf"):
        for line in (DATA / name).read_text().splitlines():
            text, *moves = (part.strip() for part in line.rstrip("; \n").split(";"))
            values = {move.split(":")[0].lower(): int(move.split(":")[1]) for move in moves}
            found.append((GAME.parse(text), values))
    return found


# -- rules ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100))
def test_the_rules_agree_with_the_oracle(seed: int) -> None:
    for state, grid in play(seed):
        squares = oracle.placements(grid, side(state))
        over = oracle.is_over(grid)
        moves = list(GAME.moves(state))
        passes = [PASS] if not squares and not over else []
        assert sorted(moves) == sorted(8 * row + column for row, column in squares) + passes
        assert GAME.is_terminal(state) == over
        assert GAME.format(state) == oracle.text(grid, side(state))
    assert [GAME.utility(state, player) for player in (0, 1)] == [
        oracle.score(grid),
        -oracle.score(grid),
    ]


@slow
def test_random_plays_reach_passes_and_unfilled_boards() -> None:
    passed, unfilled = 0, 0
    for seed in range(100):
        states = [state for state, _ in play(seed)]
        passed += any(list(GAME.moves(state)) == [PASS] for state in states)
        unfilled += (states[-1].mine | states[-1].theirs).bit_count() < 64
    assert passed > 20 and unfilled >= 2


def test_perft() -> None:
    lines = (DATA / "perft.txt").read_text().splitlines()
    leaves = [int(line.split()[1]) for line in lines if not line.startswith("#")]
    assert [perft(START, depth) for depth in range(1, 7)] == leaves[:6]


def test_black_moves_first_and_players_alternate() -> None:
    assert GAME.to_move(START) == 0
    assert GAME.to_move(after("d3")) == 1
    assert GAME.to_move(after("d3", "c3")) == 0


def test_lines_do_not_wrap_around_the_sides() -> None:
    state = position({3: "------XO", 4: "O-------", 5: "X-------"}, "X")
    assert {GAME.format_move(state, move) for move in GAME.moves(state)} == {"a3"}


def test_lines_of_six_turn_in_every_direction() -> None:
    rows = ["-OOOOOOX", "OO------", "O-O-----", "O--O----", "O---O---", "O----O--", "O-----O-"]
    for twin in oracle.twins([list(row) for row in [*rows, "X------X"]]):
        state = GAME.parse(oracle.text(twin, "X"))
        corner = next(square for square in (0, 7, 56, 63) if twin[square // 8][square % 8] == "-")
        assert GAME.result(state, corner).mine == 0


def test_passing_changes_nothing_but_the_turn() -> None:
    state = position({1: "XXXXXXO-", 2: "X-------"}, "O")
    assert list(GAME.moves(state)) == [PASS]
    assert GAME.result(state, PASS) == position({1: "XXXXXXO-", 2: "X-------"}, "X")


def test_the_game_ends_when_neither_side_can_place() -> None:
    state = position({1: "XX----OO"}, "X")
    assert GAME.is_terminal(state)
    assert list(GAME.moves(state)) == []


def test_a_side_without_discs_loses_every_square() -> None:
    state = after("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    assert "O" not in GAME.format(state).split()[0]
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (64, -64)


@pytest.mark.parametrize(
    ("row", "to_black"),
    [("XX-----O", 62), ("X-----OO", -62), ("X------O", 0), ("--------", 0), ("XXX----O", 62)],
)
def test_empty_squares_count_for_the_winner(row: str, to_black: float) -> None:
    for mover in "XO":
        state = position({8: row}, mover)
        assert GAME.is_terminal(state)
        assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (to_black, -to_black)


def test_a_solved_problem_has_its_published_values() -> None:
    state, published = problems()[0]
    found = {
        GAME.format_move(state, move): -value(GAME.result(state, move))
        for move in GAME.moves(state)
    }
    assert found == published


def test_published_moves_are_legal() -> None:
    assert len(problems()) == 40
    for state, published in problems():
        assert set(published) <= {GAME.format_move(state, move) for move in GAME.moves(state)}


# -- knowledge ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_evaluation_is_inside_the_range_and_zero_sum(seed: int) -> None:
    for state, _ in play(seed):
        assert -64 < GAME.evaluate(state, 0) < 64
        assert GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)


def test_evaluation_likes_corners_and_dislikes_the_squares_before_them() -> None:
    def with_corner(corner: str) -> float:
        rows = {1: corner, 3: "--XXX---", 4: "--OOO---"}
        return GAME.evaluate(position(rows, "O"), 0)

    def with_x_square(row: str) -> float:
        return GAME.evaluate(position({2: row, 4: "--OOO---"}, "O"), 0)

    assert with_corner("X-------") > with_corner("---X----")
    assert with_x_square("-X------") < with_x_square("--X-----")


def test_evaluation_sees_the_same_for_either_colour() -> None:
    for state, _ in play(3):
        swapped = Discs(state.mine, state.theirs, 1 - state.mover)
        assert GAME.evaluate(state, 0) == GAME.evaluate(swapped, 1)


def test_evaluation_sees_the_same_in_every_twin() -> None:
    for state, grid in play(8):
        for twin in oracle.twins(grid):
            turned = GAME.parse(oracle.text(twin, side(state)))
            assert GAME.evaluate(turned, 0) == GAME.evaluate(state, 0)


def test_moves_come_corners_first_and_squares_before_corners_last() -> None:
    corners, before = {"a1", "h1", "a8", "h8"}, {"b1", "a2", "b2", "g1", "h2", "g2"}
    before |= {"a7", "b7", "b8", "h7", "g7", "g8"}
    mixed = 0
    for seed in range(10):
        for state, _ in play(seed):
            names = [GAME.format_move(state, move) for move in GAME.moves(state)]
            ranks = [0 if name in corners else 2 if name in before else 1 for name in names]
            assert ranks == sorted(ranks)
            mixed += len(set(ranks)) == 3
    assert mixed > 10


def test_order_prefers_to_leave_few_replies() -> None:
    for state, grid in play(5):
        replies = {}
        for move in GAME.moves(state):
            if move != PASS:
                then = [list(row) for row in grid]
                oracle.place(then, side(state), move // 8, move % 8)
                replies[move] = len(oracle.placements(then, oracle.other(side(state))))
        for one, few in replies.items():
            for other, many in replies.items():
                if few + 5 <= many:  # more than four corners and an X-square could weigh
                    assert GAME.order(state, one) > GAME.order(state, other)


@pytest.mark.parametrize("seed", range(5))
def test_twins_have_one_canonical_state(seed: int) -> None:
    for state, grid in play(seed):
        texts = [oracle.text(twin, side(state)) for twin in oracle.twins(grid)]
        twins = {GAME.parse(text) for text in texts}
        canonical = GAME.canonical(state)
        assert canonical in twins
        assert GAME.canonical(canonical) == canonical
        assert {GAME.canonical(twin) for twin in twins} == {canonical}
        assert len({GAME.use_symmetry(twin) for twin in twins}) == 1


# -- text and picture -----------------------------------------------------------------


def test_the_start_as_text() -> None:
    rows = ["-" * 24, "---OX---", "---XO---", "-" * 24, " X"]
    assert GAME.format(START) == "".join(rows)


@pytest.mark.parametrize("seed", range(5))
def test_positions_and_moves_come_back_from_text(seed: int) -> None:
    for state, _ in play(seed):
        assert GAME.parse(GAME.format(state)) == state
        for move in GAME.moves(state):
            assert GAME.parse_move(state, GAME.format_move(state, move)) == move


def test_moves_are_read_in_either_case_and_passes_in_both_spellings() -> None:
    assert GAME.parse_move(START, " D3 ") == GAME.parse_move(START, "d3") == 19
    state = position({1: "XXXXXXO-", 2: "X-------"}, "O")
    assert GAME.parse_move(state, "ps") == GAME.parse_move(state, "PASS") == PASS
    assert GAME.format_move(state, PASS) == "pass"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("-" * 63 + " X", "64 squares"),
        ("-" * 65 + " X", "not 65"),
        ("", "not 0"),
        ("-" * 63 + "x X", "'x' is not X"),
        ("." * 64 + " X", "'.' is not X"),
        ("-" * 64, "X or O to move, not ''"),
        ("-" * 64 + " B", "X or O to move, not 'B'"),
        ("-" * 64 + " X;", "not 'X;'"),
        ("-" * 64 + "  X", "not ' X'"),
    ],
)
def test_bad_positions_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(OutplyError, match=complaint):
        GAME.parse(text)


@pytest.mark.parametrize("text", ["a1", "d4", "pass", "ps", "i9", "", "d33"])
def test_illegal_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="not a legal move"):
        GAME.parse_move(START, text)


def test_the_board_shows_row_one_on_top_and_where_to_click() -> None:
    state = after("d3")
    view = GAME.board(state)
    assert view.column_labels == tuple("abcdefgh")
    assert view.row_labels == tuple("12345678")
    assert view.rows[2] == ("", "", "", "X", "", "", "", "")
    assert view.rows[3] == ("", "", "", "X", "X", "", "", "")
    assert view.rows[4] == ("", "", "", "X", "O", "", "", "")
    clicks = {GAME.format_move(state, move): cells for move, cells in view.clicks.items()}
    assert clicks == {"c3": ((2, 2),), "e3": ((2, 4),), "c5": ((4, 2),)}


def test_a_pass_has_no_cell_to_click() -> None:
    state = position({1: "XXXXXXO-", 2: "X-------"}, "O")
    assert GAME.board(state).clicks == {PASS: ()}


# -- what a learned evaluation sees --------------------------------------------------------


def test_cells_are_the_squares_as_the_mover_sees_them() -> None:
    state = GAME.result(GAME.initial(), GAME.parse_move(GAME.initial(), "d3"))
    names = {1: "O", 2: "X", 0: "-"}  # white is to move
    assert "".join(names[cell] for cell in GAME.cells(state)) == GAME.format(state)[:64]


def test_symmetries_of_cells_are_those_of_boards() -> None:
    rng = random.Random(4)
    for _ in range(50):
        state = Discs(0, 0, 0)
        for square in range(64):
            mine, theirs = rng.choice([(0, 0), (1, 0), (0, 1)])
            state = Discs(state.mine | mine << square, state.theirs | theirs << square, 0)
        cells = GAME.cells(state)
        for image_of, symmetry in zip((mirrored, transposed), GAME.symmetries, strict=True):
            image = Discs(image_of(state.mine), image_of(state.theirs), 0)
            assert GAME.cells(image) == tuple(cells[place] for place in symmetry)


def test_patterns_cover_each_square_several_times() -> None:
    tuples = [one for one, _ in shared_tuples(GAME, encoding_of(GAME))]
    assert sorted(set(map(len, tuples))) == [4, 5, 6, 7, 8, 9, 10]
    counts = [sum(square in one for one in tuples) for square in range(64)]
    assert len(tuples) == 42 and min(counts) >= 3


def test_stages_are_quarters_of_the_game() -> None:
    boards = [(1 << discs) - 1 for discs in range(4, 65)]
    stages = [GAME.stage(Discs(board, 0, 0)) for board in boards]
    assert stages == sorted(stages) and set(stages) == set(range(GAME.stages))
