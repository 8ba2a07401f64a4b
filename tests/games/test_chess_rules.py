"""The rules of chess: perft, and random games beside python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from outply.game import OutplyError
from outply.games.chess import Chess, Position
from outply.search.perft import perft
from tests.games.chess_games import compare_game
from tests.oracles import chess as oracle
from tests.tiers import slow, tiered

DATA = Path(__file__).parents[1] / "data" / "chess"
GAME = Chess()
MOST_LEAVES = tiered(20_000, full=30_000_000)


def suite() -> Iterator[tuple[str, int, int]]:
    """Positions with a depth and how many leaves there are."""
    for line in (DATA / "perftsuite.epd").read_text().splitlines():
        fen, *counts = (part.strip() for part in line.split(";"))
        for count in counts:
            depth, leaves = count.removeprefix("D").split()
            yield fen, int(depth), int(leaves)
    for line in (DATA / "tricky.perft").read_text().splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "epd":
            position = rest
        elif kind == "perft":
            yield position, *map(int, rest.split())


def after(*moves: str, fen: str = chess.STARTING_FEN) -> Position:
    state = GAME.parse(fen)
    for move in moves:
        state = GAME.result(state, GAME.parse_move(state, move))
    return state


def legal(fen: str, game: Chess = GAME) -> list[str]:
    state = game.parse(fen)
    return sorted(game.format_uci(state, move) for move in game.moves(state))


# -- moves ----------------------------------------------------------------------------


@pytest.mark.fully_optimised
def test_perft() -> None:
    game = Chess(chess960=True)
    cases = [case for case in suite() if case[2] <= MOST_LEAVES]
    assert len(cases) > tiered(400, full=800)
    for fen, depth, leaves in cases:
        assert perft(game, game.parse(fen), depth, compiled=True) == leaves, (fen, depth)


def test_perft_interpreted() -> None:
    game = Chess(chess960=True)
    for fen, depth, leaves in suite():
        if leaves <= 60:
            assert perft(game, game.parse(fen), depth, compiled=False) == leaves, (fen, depth)


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_are_the_same_as_python_chess_plays_them(chess960: bool) -> None:
    for seed in range(tiered(6, full=100)):
        compare_game(seed, chess960)


@pytest.mark.parametrize("chess960", [False, True])
def test_interpreted_rules_agree_with_python_chess(chess960: bool) -> None:
    game = Chess(chess960=chess960)
    for board in oracle.random_game(seed=2, chess960=chess960):
        if board.ply() % 5 == 0:
            state = game.parse(board.fen())
            found = sorted(game.format_uci(state, move) for move in game.moves(state))
            assert found == oracle.moves(board)
            assert game.in_check(state) == board.is_check()


@slow
def test_chess960_starts_as_python_chess_numbers_them() -> None:
    for number in range(960):
        game = Chess(chess960=True, start=number)
        assert game.format(game.initial()) == chess.Board.from_chess960_pos(number).fen()


def test_en_passant_must_not_uncover_a_check() -> None:
    assert "b5c6" not in legal("8/8/8/KPp4r/8/8/8/6k1 w - c6 0 2")
    assert "b5c6" in legal("8/8/8/KPp5/8/8/8/6k1 w - c6 0 2")


def test_castling_in_chess960_needs_the_rook_as_a_shield() -> None:
    game = Chess(chess960=True)
    assert "c1b1" not in legal("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", game)
    assert "c1b1" in legal("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", game)


# -- what a move changes --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_up_to_date_is_what_a_position_has_when_read(seed: int) -> None:
    game = Chess(chess960=True)
    state = None
    for board in oracle.random_game(seed, chess960=True):
        if state is None:
            state = game.parse(board.fen())
        else:
            state = game.result(state, game.parse_move(state, board.uci(board.peek())))
        assert state == game.parse(game.format(state))
        if board.ply() > 120:
            break


def test_the_key_leaves_out_both_clocks() -> None:
    one = after("Nf3", "Nf6", "Nc3", "Nc6")
    other = after("Nc3", "Nc6", "Nf3", "Nf6")
    late = after("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Nc3", "Nc6")
    assert GAME.key(one) == GAME.key(other) == GAME.key(late)
    assert GAME.reversible_plies(late) == 8


def test_the_key_sees_castling_en_passant_and_the_player_to_move() -> None:
    fens = (
        "4k3/8/8/8/4Pp2/8/8/4K2R b K e3 0 1",
        "4k3/8/8/8/4Pp2/8/8/4K2R b - e3 0 1",
        "4k3/8/8/8/4Pp2/8/8/4K2R b K - 0 1",
        "4k3/8/8/8/4Pp2/8/8/4K2R w K - 0 1",
    )
    assert len({GAME.key(GAME.parse(fen)) for fen in fens}) == 4


def test_a_null_move_changes_the_player_and_forgets_en_passant() -> None:
    state = GAME.parse("4k3/8/8/8/4Pp2/8/8/4K2R b K e3 0 1")
    passed = GAME.passed(state)
    assert passed == GAME.parse("4k3/8/8/8/4Pp2/8/8/4K2R w K - 0 2")
    assert GAME.to_move(passed) == 0


# -- the end --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "to_white"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1.0),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1.0),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", 1.0),  # mate on the move that ends the count
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0.0),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 100 90", 0.0),
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 0.0),
        ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", 0.0),
        ("8/8/4kb2/8/8/4K3/8/8 w - - 0 1", 0.0),
        ("8/2b1k1b1/8/8/8/4K1B1/8/8 w - - 0 1", 0.0),  # all on dark squares
    ],
)
def test_finished_games(fen: str, to_white: float) -> None:
    state = GAME.parse(fen)
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (to_white, -to_white)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/3R4/4K3 w - - 99 90",
        "8/8/4k3/8/8/3NKN2/8/8 w - - 0 1",
        "8/8/4kn2/8/8/4KN2/8/8 w - - 0 1",
        "8/8/4kb2/8/8/4KN2/8/8 w - - 0 1",
        "8/2b1k3/8/8/8/4KB2/8/8 w - - 0 1",  # of both colours
        "8/8/4k3/8/8/4KP2/8/8 w - - 0 1",
    ],
)
def test_games_that_go_on(fen: str) -> None:
    assert not GAME.is_terminal(GAME.parse(fen))


# -- parameters -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"chess960": 1}, "chess960 is 1; give True or False"),
        ({"chess960": True, "start": 960}, "The start is 960; give 0 to 959"),
        ({"start": 4}, "The start 4 needs chess960=True"),
        ({"evaluation": "good"}, "The evaluation is 'good'; give one of material, tables"),
    ],
)
def test_parameters_are_checked(given: dict[str, object], message: str) -> None:
    with pytest.raises(OutplyError, match=message):
        Chess(**given)
