"""Opening books and ending tables, which python-chess reads."""

from __future__ import annotations

import struct
import sys

import pytest

from outply import OutplyError, load
from outply.bridges.uci.book import Book
from outply.bridges.uci.tablebase import Tablebase, best_moves
from tests.bridges.uci_session import Session
from tests.tiers import only_full, slow

chess = pytest.importorskip("chess")
polyglot = pytest.importorskip("chess.polyglot")

pytestmark = slow

START = chess.STARTING_FEN


@pytest.fixture
def book(tmp_path) -> str:
    """A book with two moves at the start, 1. e4 with the greater weight."""
    file = tmp_path / "book.bin"
    key = polyglot.zobrist_hash(chess.Board())
    moves = [(chess.D2, chess.D4, 3), (chess.E2, chess.E4, 9)]
    entries = [
        struct.pack(">QHHI", key, to | source << 6, weight, 0) for source, to, weight in moves
    ]
    file.write_bytes(b"".join(entries))
    return str(file)


def test_the_move_with_the_greatest_weight(book):
    assert Book(book).move(START, False) == "e2e4"


def test_a_position_that_is_not_in_the_book(book):
    assert Book(book).move("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", False) is None


def test_a_book_that_is_not_there(tmp_path):
    with pytest.raises(OutplyError, match=r"The book '.*' cannot be read: No such file"):
        Book(str(tmp_path / "none.bin"))


class Tables:
    """A queen against a king: won for White, drawn if the queen can be taken."""

    def probe_wdl(self, board):
        if not board.queens:
            return 0
        if board.turn == chess.BLACK:
            is_taken = any(board.is_capture(move) for move in board.legal_moves)
            return 0 if is_taken or board.is_stalemate() else -2
        return 2

    def probe_dtz(self, board):
        """As if each step of the black king towards the edge brought the end nearer."""
        file, rank = (place(board.king(chess.BLACK)) for place in (square_file, square_rank))
        free = len(list(board.legal_moves))
        return -(2 + free + min(file, 7 - file) + min(rank, 7 - rank))


square_file, square_rank = chess.square_file, chess.square_rank


def test_moves_that_win_soonest():
    mate = chess.Board("k7/8/1K6/8/8/8/8/7Q w - - 0 1")
    mates = [move.uci() for move in mate.legal_moves if after(mate, move).is_checkmate()]
    assert best_moves(mate, Tables()) == mates
    board = chess.Board("8/8/8/3k4/8/8/8/K6Q w - - 0 1")
    found = best_moves(board, Tables())
    tables = Tables()
    won = [move for move in board.legal_moves if tables.probe_wdl(after(board, move)) == -2]
    soonest = max(tables.probe_dtz(after(board, move)) for move in won)
    assert {chess.Move.from_uci(text) for text in found} == {
        move for move in won if tables.probe_dtz(after(board, move)) == soonest
    }


def after(board, move):
    board = board.copy()
    board.push(move)
    return board


def test_tables_that_are_not_there(tmp_path):
    with pytest.raises(OutplyError, match="There are no Syzygy tables in"):
        Tablebase(str(tmp_path))
    with pytest.raises(OutplyError, match=r"SyzygyPath '.*' cannot be read: No such file"):
        Tablebase(str(tmp_path / "none"))


def test_without_python_chess_it_is_refused_in_one_line(monkeypatch, book):
    for module in ("chess", "chess.polyglot", "chess.syzygy"):
        monkeypatch.setitem(sys.modules, module, None)
    session = Session(protocol="uci")
    for name, value in (("BookFile", book), ("SyzygyPath", "tables")):
        session.ask(
            f"setoption name {name} value {value}",
            f"^info string {name} needs python-chess; install outply\\[chess\\]\\.$",
        )


@only_full
def test_the_book_is_played(book):
    session = Session("chess", protocol="uci")
    session.tell("setoption name OwnBook value true", f"setoption name BookFile value {book}")
    assert session.ask("go depth 1", "^bestmove") == "bestmove e2e4"
    session.tell("position startpos moves e2e4")
    assert session.ask("go depth 1", "^bestmove").split()[1] != "e2e4"
    session.tell("position startpos")
    session.ask("go infinite", "^info depth")
    session.ask("stop", "^bestmove")


@only_full
def test_tables_choose_the_moves(monkeypatch):
    class Two:
        def moves(self, fen, chess960):
            return ["a1a8", "a1a7"]

    session = Session("chess", protocol="uci")
    session.tell("position fen 4k3/8/4K3/8/8/8/8/R7 w - - 0 1")
    session.server._options.settings = replaced(session, tablebase=Two())
    assert session.ask("go depth 2", "^bestmove") == "bestmove a1a8"


def test_a_position_for_the_third_time_is_a_draw():
    session = Session("chess")
    there_and_back = "g1f3 g8f6 f3g1 f6g8"
    for count, answer in ((0, "none"), (1, "none"), (2, "draw")):
        session.tell(f"position startpos moves {' '.join([there_and_back] * count)}")
        assert session.ask("query result", "^response") == f"response {answer}"


def replaced(session, **fields):
    from dataclasses import replace

    return replace(session.server._settings, **fields)


def test_a_move_is_not_taken_for_another_in_algebraic_notation():
    """The knight goes from b1 to c3; the bishop of the first rank could go there, too."""
    session = Session("chess", protocol="uci")
    session.tell("position fen 4k3/8/8/8/8/8/8/1N2B2K w - - 0 1 moves b1c3")
    assert session.game.format(session.state).startswith("4k3/8/8/8/8/2N5/8/4B2K b")


def test_spaces_in_moves():
    class Wordy(type(load("tic-tac-toe"))):
        def format_move(self, state, move):
            return f"to {super().format_move(state, move)}"

    session = Session(Wordy(), compiled=False)
    session.tell("position startpos moves to_b2")
    assert session.ask("go depth 1", "^bestmove").startswith("bestmove to_")
    assert session.server._position.texts == ("to_b2",)
