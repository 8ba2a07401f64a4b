"""Evaluation, move ordering and static exchange."""

from __future__ import annotations

from functools import cache

import chess
import pytest

from outply import Engine, Limit
from outply.games.chess import Chess, Position, centipawns, static_exchange, value
from outply.games.chess.evaluation import lead
from outply.games.chess.moves import captured, promoted
from outply.games.chess.position import QUEEN
from tests.oracles import chess as oracle
from tests.tiers import tiered

GAME = Chess()


@cache
def positions() -> list[tuple[chess.Board, Position]]:
    """Positions of random games that go on."""
    boards = [
        board.copy(stack=False)
        for seed in range(tiered(4, full=40))
        for board in oracle.random_game(seed)
        if board.ply() % 5 == 0 and oracle.result(board) is None
    ]
    return [(board, GAME.parse(board.fen())) for board in boards]


# -- evaluation -----------------------------------------------------------------------


def test_the_evaluation_is_inside_the_range_and_zero_sum() -> None:
    for _, state in positions():
        assert -1 < GAME.evaluate(state, 0) < 1
        assert GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)


def test_the_evaluation_sees_the_same_for_either_colour() -> None:
    for board, state in positions():
        mirrored = GAME.parse(board.mirror().fen())
        assert GAME.evaluate(state, 0) == GAME.evaluate(mirrored, 1)


def test_material_alone_can_be_chosen() -> None:
    game = Chess(evaluation="material")
    state = game.parse("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    first = lead(state, game.step)
    assert 910 <= first <= 930  # a queen, and to be the player to move
    state = game.result(state, game.parse_move(state, "e4"))
    assert lead(state, game.step) == 1800 - first


def test_the_most_pieces_that_a_side_can_have_stay_inside_the_range() -> None:
    state = GAME.parse("7k/8/8/8/8/8/QQQQQ3/KQQQQQQQ b - - 0 1")
    assert 0.98 < GAME.evaluate(state, 0) < 1


@pytest.mark.parametrize("points", [-20000, -1537, -1536, -1, 0, 1, 100, 1536, 1537, 3000, 12345])
def test_values_and_centipawns_convert_into_each_other(points: int) -> None:
    assert centipawns(value(points)) == pytest.approx(points)
    assert -1 < value(points) < 1
    assert value(points) < value(points + 1)


# -- moves worth a look ---------------------------------------------------------------


def test_noisy_moves_are_captures_and_queens_and_all_evasions() -> None:
    for _, state in positions():
        everything = list(GAME.moves(state))
        expected = [
            move
            for move in everything
            if GAME.in_check(state)
            or promoted(move) == QUEEN
            or (captured(move) and not promoted(move))
        ]
        assert sorted(GAME.noisy_moves(state)) == sorted(expected)


def test_the_most_valuable_victim_comes_first() -> None:
    state = GAME.parse("4k3/2p5/3p4/8/3r1n2/2P5/3R2P1/3QK3 w - - 0 1")
    ordered = sorted(GAME.moves(state), key=lambda move: -GAME.order(state, move))
    shown = [GAME.format_move(state, move) for move in ordered]
    assert shown[:2] == ["cxd4", "Rxd4"]
    lost = GAME.parse("4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1")
    assert GAME.exchange(lost, GAME.parse_move(lost, "Rxd6")) < 0
    assert GAME.exchange(lost, GAME.parse_move(lost, "Rd5")) == 0


STEPS = ("material", "tables", "pieces", "pawns", "kings", "threats")


@pytest.mark.parametrize("step", STEPS)
def test_each_step_is_the_same_for_either_colour(step: str) -> None:
    game = Chess(evaluation=step)
    for board, _ in positions():
        state, mirrored = game.parse(board.fen()), game.parse(board.mirror().fen())
        assert game.evaluate(state, 0) == game.evaluate(mirrored, 1)


def test_each_step_adds_something() -> None:
    fen = "r1b2rk1/1p3p1p/2p5/p2pP3/P2P1P2/2N2q2/PPP3P1/R1BQ1RK1 w - - 0 16"
    values = {
        Chess(evaluation=step).evaluate(Chess(evaluation=step).parse(fen), 0) for step in STEPS
    }
    assert len(values) == len(STEPS)


def test_static_exchange_is_what_trying_the_captures_gives() -> None:
    compared = 0
    for board, state in positions():
        for move in GAME.moves(state):
            if captured(move) or promoted(move):
                theirs = chess.Move.from_uci(GAME.format_uci(state, move))
                expected = oracle.exchange(board, theirs)
                assert static_exchange(state, move) == expected, (board.fen(), theirs)
                compared += 1
    assert compared > 200


@pytest.mark.parametrize(
    ("fen", "move", "points"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -200),
    ],
)
def test_static_exchange_of_known_positions(fen: str, move: str, points: int) -> None:
    state = GAME.parse(fen)
    assert static_exchange(state, GAME.parse_move(state, move)) == points


def test_the_engine_finds_a_mate() -> None:
    state = GAME.parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    found = Engine().search(GAME, state, Limit(depth=2))
    assert GAME.format_move(state, found.move) == "Ra8#"
    assert found.proved and found.value > 0


def test_checks_are_seen_without_making_the_move() -> None:
    checks = 0
    for board, state in positions():
        for move in GAME.moves(state):
            checks += GAME.gives_check(state, move)
            assert GAME.gives_check(state, move) == GAME.in_check(GAME.result(state, move)), board
    assert checks > 10


@pytest.mark.parametrize(
    ("fen", "move", "is_check"),
    [
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", True),
        ("6k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", False),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", True),
        ("8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1", "exd6", True),  # both pawns leave the rank
        ("8/3P4/8/8/8/8/8/K2k4 w - - 0 1", "d8=Q", True),
        ("8/3P4/8/8/8/8/8/K2k4 w - - 0 1", "d8=N", False),
        ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "Nc3", True),
    ],
)
def test_checks_of_every_kind(fen: str, move: str, is_check: bool) -> None:
    state = GAME.parse(fen)
    assert GAME.gives_check(state, GAME.parse_move(state, move)) is is_check


def test_castling_is_legal():
    """Both ways, and not through an attacked square."""
    state = GAME.parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    castling = [GAME.parse_move(state, text) for text in ("O-O", "O-O-O")]
    assert all(GAME.is_legal(state, move) for move in castling)
    attacked = GAME.parse("r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1")
    assert [GAME.is_legal(attacked, move) for move in castling] == [False, True]
