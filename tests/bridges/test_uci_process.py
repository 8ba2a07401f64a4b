"""`outply uci` and `outply ugi` in a process of their own, as other programs start them."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys

import pytest

from tests.tiers import only_full, slow

pytestmark = slow

WAIT = 120
CONNECT_FOUR = ["ugi", "connect-four"]


def started(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "outply", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | variables,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def printed(process: subprocess.Popen[bytes], text: bytes = b"") -> tuple[list[str], str]:
    out, errors = process.communicate(text, timeout=WAIT)
    return out.decode().splitlines(), errors.decode()


def tell(process, *lines: str) -> None:
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()


def hear(process, start: str) -> str:
    for line in process.stdout:
        if line.decode().startswith(start):
            return line.decode().strip()
    raise AssertionError(f"{start} did not come: {process.stderr.read().decode()}")


def test_a_whole_game():
    process, moves = started(*CONNECT_FOUR), []
    tell(process, "ugi", "isready", "uginewgame")
    hear(process, "readyok")
    while True:
        tell(process, f"position startpos moves {' '.join(moves)}", "query gameover")
        if hear(process, "response") == "response true":
            break
        tell(process, "go nodes 200")
        moves.append(hear(process, "bestmove").split()[1])
    tell(process, "query result")
    assert hear(process, "response").split()[1] in ("p1win", "p2win", "draw")
    lines, errors = printed(process, b"quit\n")
    assert (process.returncode, lines) == (0, [])
    assert "Traceback" not in errors


def test_the_end_of_stdin_ends_it():
    process = started(*CONNECT_FOUR)
    lines, errors = printed(process, b"ugi\ngo infinite\n")
    assert process.returncode == 0
    assert [line for line in lines if line.startswith("bestmove")]
    assert "Traceback" not in errors


@pytest.mark.parametrize("line", ["", "go infinite"])
def test_ctrl_c_ends_it(line):
    process = started(*CONNECT_FOUR)
    tell(process, "isready", line)
    hear(process, "info depth" if line else "readyok")
    process.send_signal(signal.SIGINT)
    _, errors = printed(process)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_quit_ends_it_even_while_it_compiles(tmp_path):
    process = started(*CONNECT_FOUR, OUTPLY_CACHE=str(tmp_path))
    tell(process, "isready")
    hear(process, "readyok")
    _, errors = printed(process, b"quit\n")
    assert process.returncode == 0
    assert "Traceback" not in errors


def test_a_first_search_has_its_answer_while_it_compiles(tmp_path):
    process = started(*CONNECT_FOUR, OUTPLY_CACHE=str(tmp_path))
    tell(process, "go movetime 10")
    hear(process, "bestmove")
    tell(process, "go depth 6")
    hear(process, "info depth 6")
    hear(process, "bestmove")
    printed(process, b"quit\n")
    assert process.returncode == 0


def test_any_bytes_are_survived():
    rng = random.Random(11)
    garbage = b"".join(rng.randbytes(rng.randrange(60)) + b"\n" for _ in range(300))
    lines, errors = printed(started(*CONNECT_FOUR), garbage + b"\nisready\ngo depth 1\n")
    assert "readyok" in lines
    assert len([line for line in lines if line.startswith("bestmove")]) == 1
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["ugi", "pig"], "UGI is for two players without chance"),
        (["ugi", "conect-four"], "There is no game 'conect-four'"),
        (["ugi", "connect-four", "--search", "engin"], "There is no search 'engin'"),
        (["ugi"], "Missing argument 'GAME'."),
    ],
)
def test_refusals(arguments, sentence):
    process = started(*arguments)
    lines, errors = printed(process)
    assert (process.returncode, lines) == (2, [])
    assert errors.startswith(sentence)


def test_what_rules_print_is_not_protocol(tmp_path):
    file = tmp_path / "loud.py"
    file.write_text(LOUD)
    lines, errors = printed(started("ugi", str(file), "--interpreted"), b"go depth 2\nisready\n")
    assert "loud" in errors
    assert all(line.split()[0] in ("info", "bestmove", "readyok") for line in lines)


LOUD = """
from dataclasses import dataclass
from typing import NamedTuple
from outply import Game

class Pile(NamedTuple):
    left: int
    player: int

@dataclass(frozen=True)
class Loud(Game[Pile]):
    def initial(self): return Pile(7, 0)
    def to_move(self, state): return state.player
    def moves(self, state):
        print("loud")
        return range(1, min(2, state.left) + 1)
    def result(self, state, move): return Pile(state.left - move, 1 - state.player)
    def is_terminal(self, state): return state.left == 0
    def utility(self, state, player): return -1.0 if player == state.player else 1.0
"""


# -- python-chess as the other program ---------------------------------------------------------

UCI = [sys.executable, "-m", "outply", "uci"]


def test_python_chess_plays_a_short_game():
    chess = pytest.importorskip("chess")
    engine_module = pytest.importorskip("chess.engine")
    board = chess.Board()
    with engine_module.SimpleEngine.popen_uci(UCI, timeout=WAIT) as engine:
        engine.configure({"Hash": 2})
        for ply in range(16):
            limit = engine_module.Limit(nodes=300) if ply % 2 else engine_module.Limit(depth=2)
            played = engine.play(board, limit, info=engine_module.INFO_ALL)
            assert played.move in board.legal_moves
            assert "score" in played.info
            board.push(played.move)
        info = engine.analyse(board, engine_module.Limit(depth=3), multipv=3)
        assert len(info) == 3
        assert all(line["pv"][0] in board.legal_moves for line in info)
        clocks = engine_module.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01)
        assert engine.play(board, clocks, ponder=True).move in board.legal_moves
        assert engine.play(board, clocks, root_moves=[next(iter(board.legal_moves))]).move


@only_full
@pytest.mark.parametrize(
    "text", ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "k7/7R/6R1/8/8/8/8/K7 w - - 0 1"]
)
def test_python_chess_analyses_positions(text):
    chess = pytest.importorskip("chess")
    engine_module = pytest.importorskip("chess.engine")
    board = chess.Board(text)
    with engine_module.SimpleEngine.popen_uci(UCI, timeout=WAIT) as engine:
        with engine.analysis(board) as analysis:
            for info in analysis:
                if "pv" in info:  # a mate ends the search, and bestmove waits for stop
                    break
        assert analysis.wait().move in board.legal_moves
