"""Positions and moves as text, and the picture."""

from __future__ import annotations

import chess
import pytest

from outply.game import OutplyError
from outply.games.chess import Chess, Position
from tests.oracles import chess as oracle
from tests.tiers import slow, tiered

GAME = Chess()
CHESS960 = Chess(chess960=True)
START = GAME.initial()


def names(state: Position, game: Chess = GAME) -> set[str]:
    return {game.format_move(state, move) for move in game.moves(state)}


# -- FEN ------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("seed", range(tiered(2, full=20)))
@pytest.mark.parametrize("chess960", [False, True])
def test_text_is_as_python_chess_writes_it(seed: int, chess960: bool) -> None:
    game = Chess(chess960=chess960)
    for board in oracle.random_game(seed, chess960):
        if board.ply() % 7:
            continue
        state = game.parse(oracle.fen(board))
        assert game.format(state) == oracle.fen(board)
        written = {board.san(move) for move in board.legal_moves}
        assert names(state, game) == written or oracle.result(board) is not None
        if oracle.result(board) is None:
            for move in game.moves(state):
                assert game.parse_move(state, game.format_move(state, move)) == move
                assert game.parse_move(state, game.format_uci(state, move)) == move


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1", "KQkq"),
        ("1rk1rr2/8/8/8/8/8/8/1RK1RR2 w EBeb - 0 1", "EQeq"),
        ("1rk1rr2/8/8/8/8/8/8/1RK1RR2 w KQkq - 0 1", "KQkq"),
    ],
)
def test_castling_of_chess960_is_read_in_both_notations(fen: str, written: str) -> None:
    state = CHESS960.parse(fen)
    assert CHESS960.format(state).split()[2] == written
    assert CHESS960.parse(CHESS960.format(state)) == state
    board = oracle.position(fen, chess960=True)
    assert sorted(CHESS960.format_uci(state, move) for move in CHESS960.moves(state)) == (
        oracle.moves(board)
    )


def test_the_clocks_may_be_left_out() -> None:
    assert GAME.parse("4k3/8/8/8/8/8/3P4/4K3 b - -") == GAME.parse(
        "4k3/8/8/8/8/8/3P4/4K3 b - - 0 1"
    )


def test_en_passant_that_no_pawn_can_use_is_forgotten() -> None:
    start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"
    assert GAME.parse(f"{start} e3 0 1") == GAME.parse(f"{start} - 0 1")


KINGS = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("", "A FEN has four to six words, not 0"),
        (f"{KINGS} w", "A FEN has four to six words, not 2"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "A FEN has eight ranks with / between them, not 7"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", "Rank 2 has 7 squares, not eight: '7'"),
        ("4k3/8/8/8/8/8/8p/4K3 w - - 0 1", "Rank 2 has 9 squares, not eight: '8p'"),
        ("4k3/8/8/8/8/8/4x3/4K3 w - - 0 1", "'x' in rank 2 is not a piece"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, not one"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "A pawn cannot stand on a1"),
        ("4k3/8/PP6/8/8/8/PPPPPPPP/4K3 w - - 0 1", "White has 10 pawns; eight is the most"),
        ("4k3/8/QQ6/QQQQQQQQ/8/8/QQQQQQQQ/4K3 w - - 0 1", "White has 19 pieces; sixteen is"),
        ("8/8/8/8/8/8/8/3kK3 w - - 0 1", "The two kings stand next to each other"),
        (f"{KINGS} x - - 0 1", "The player to move is w or b, not 'x'"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check but White is to move"),
        (f"{KINGS} w X - 0 1", "'X' is not a right to castle"),
        (f"{KINGS} w K - 0 1", "White cannot castle 'K': there is no rook for it"),
        ("4k3/8/8/8/8/8/8/3QK3 w D - 0 1", "White cannot castle 'D': there is no rook for it"),
        ("r7/4k3/8/8/8/8/8/4K3 w q - 0 1", "Black cannot castle: the king is on e7"),
        ("4k3/8/8/8/8/8/8/R2K4 w Q - 0 1", "is Chess960's: use the parameter chess960=True"),
        ("4k3/8/8/8/8/8/8/R3K3 w QA - 0 1", "names two rooks on one side of a king"),
        (f"{KINGS} w - z9 0 1", "'z9' is not the square of en passant"),
        (f"{KINGS} w - e6 0 1", "No pawn can have passed over e6"),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "No pawn can have passed over e6"),
        ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "No pawn can have passed over e6"),
        (f"{KINGS} w - - x 1", "The halfmove clock is 'x'; give 0 to 255"),
        (f"{KINGS} w - - 256 1", "The halfmove clock is '256'; give 0 to 255"),
        (f"{KINGS} w - - 0 -1", "The number of the move is '-1'; give 0 to 1048576"),
    ],
)
def test_errors_in_positions_are_one_sentence(fen: str, message: str) -> None:
    with pytest.raises(OutplyError) as caught:
        GAME.parse(fen)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


# -- moves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "text", "meant"),
    [
        (chess.STARTING_FEN, "e2e4", "e4"),
        (chess.STARTING_FEN, "Nf3!?", "Nf3"),
        (chess.STARTING_FEN, "Ng1-f3", "Nf3"),
        (chess.STARTING_FEN, "g1f3", "Nf3"),
        ("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "b7b8q", "b8=Q+"),
        ("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "b8Q", "b8=Q+"),
        ("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "b8=N", "b8=N"),
        ("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"),
        ("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0-0", "O-O-O"),
        ("4k3/1P6/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "O-O"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "exd6"),
    ],
)
def test_moves_are_read_in_both_notations(fen: str, text: str, meant: str) -> None:
    state = GAME.parse(fen)
    assert GAME.format_move(state, GAME.parse_move(state, text)) == meant


def test_castling_in_chess960_is_the_king_takes_its_rook() -> None:
    state = CHESS960.parse("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1")
    step, castling = (CHESS960.parse_move(state, text) for text in ("f1g1", "f1h1"))
    assert CHESS960.format_move(state, step) == "Kg1"
    assert CHESS960.format_move(state, castling) == "O-O"
    assert CHESS960.format_uci(state, castling) == "f1h1"
    assert CHESS960.parse_move(state, "Kg1") == step


def test_an_ambiguous_move_lists_the_candidates() -> None:
    state = GAME.parse("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1")
    with pytest.raises(OutplyError, match="'Ne2' can mean Nce2 or Nge2; say which"):
        GAME.parse_move(state, "Ne2")


@pytest.mark.parametrize("text", ["e5", "Nf6", "O-O", "e7e8q", "", "nonsense"])
def test_an_illegal_move_is_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="is not a legal move here; legal: a3, b3"):
        GAME.parse_move(START, text)


def test_a_promotion_needs_its_piece() -> None:
    state = GAME.parse("8/1P2k3/8/8/8/8/8/4K3 w - - 0 1")
    with pytest.raises(OutplyError, match="is not a legal move here"):
        GAME.parse_move(state, "b8")


# -- picture --------------------------------------------------------------------------


def test_the_picture_has_white_below() -> None:
    view = GAME.board(START)
    assert view.rows[0] == tuple("rnbqkbnr")
    assert view.rows[7] == tuple("RNBQKBNR")
    assert view.rows[4] == ("",) * 8
    assert view.column_labels == tuple("abcdefgh") and view.row_labels == tuple("87654321")


def test_a_move_clicks_its_source_and_its_target() -> None:
    view = GAME.board(START)
    assert view.clicks[GAME.parse_move(START, "e4")] == ((6, 4), (4, 4))
    assert len(view.clicks) == 20


def test_castling_in_chess960_clicks_king_and_rook() -> None:
    state = CHESS960.parse("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1")
    assert CHESS960.board(state).clicks[CHESS960.parse_move(state, "O-O")] == ((7, 5), (7, 7))


@pytest.mark.parametrize(
    ("position", "ending"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", "checkmate"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", "insufficient material"),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 90", "the fifty-move rule"),
    ],
)
def test_the_end_of_a_game_in_words(position, ending):
    state = GAME.parse(position)
    assert GAME.is_terminal(state)
    assert GAME.format_ending(state) == ending
    outcome = chess.Board(position).outcome(claim_draw=True)
    names = {"fifty_moves": "the fifty-move rule"}
    named = outcome.termination.name.lower()
    assert names.get(named, named.replace("_", " ")) == ending
