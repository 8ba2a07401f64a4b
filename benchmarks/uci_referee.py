"""A referee of games between two UCI engines: python-chess knows the rules, and time is measured.

Nothing of Outply is imported: what is tested here is a program behind two pipes.
"""

from __future__ import annotations

import select
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import chess

SILENCE = 60.0  # seconds without an answer, after which an engine counts as hung
PROCESS_CLOCK = 2  # CPUCLOCK_SCHED: the nanoseconds that the scheduler counted
START_SECONDS = 300.0  # for `readyok` and the first move: the rules may have to be compiled


class Crash(Exception):
    """An engine ended or is silent."""


class Engine:
    """An engine in a process of its own, which stays for many games."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self.errors: list[str] = []  # what it wrote to stderr
        threading.Thread(target=self._read_errors, daemon=True).start()
        self._rest = b""
        self.ask("uci", "uciok", START_SECONDS)
        self.ask("isready", "readyok", START_SECONDS)
        self.tell("position startpos")
        self.ask("go depth 1", "bestmove", START_SECONDS)  # compiles what is not compiled yet

    def _read_errors(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            self.errors.append(line.decode(errors="replace").rstrip())

    def tell(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
        except OSError as error:
            raise Crash(f"it ended: {error}") from None

    def ask(self, line: str, answer: str, seconds: float = SILENCE) -> str:
        """The first line that begins with `answer`."""
        self.tell(line)
        until = time.perf_counter() + seconds
        while True:
            got = self._line(until)
            if got.split(" ", 1)[0] == answer:
                return got

    def _line(self, until: float) -> str:
        assert self._process.stdout
        while b"\n" not in self._rest:
            left = until - time.perf_counter()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise Crash("it is silent")
            read = self._process.stdout.read(1 << 16)
            if not read:
                raise Crash(f"it ended with exit code {self._process.wait()}")
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode().rstrip()

    @property
    def kilobytes(self) -> int:
        """The memory that it has in RAM; 0 where the system does not tell."""
        status = Path(f"/proc/{self._process.pid}/status")
        lines = status.read_text().splitlines() if status.exists() else []
        return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)

    @property
    def cpu_seconds(self) -> float:
        """Of all its threads, also those that have ended; 0 where the system does not tell."""
        if not sys.platform.startswith("linux"):
            return 0.0
        try:
            return time.clock_gettime(~self._process.pid << 3 | PROCESS_CLOCK)
        except OSError:
            return 0.0

    def close(self) -> None:
        try:
            self.tell("quit")
            self._process.wait(10)
        except (Crash, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()


@dataclass(frozen=True)
class Time:
    """What a player has: seconds for each move, or for the game with an increment."""

    move: float | None = None
    game: float = 0.0
    increment: float = 0.0


@dataclass(frozen=True)
class Overrun:
    """A move that came too late, in seconds."""

    late: float
    cpu: float  # that the engine computed for this move
    allowed: float


@dataclass
class Record:
    """One game: its end, and what went wrong. A late move is noted, and the game goes on."""

    number: int
    opening: str
    result: str = "*"
    ending: str = ""
    moves: list[str] = field(default_factory=list)
    overruns: list[Overrun] = field(default_factory=list)
    kilobytes: tuple[int, int] = (0, 0)  # of the two processes, after the game

    def end(self, ending: str, winner: chess.Color | None = None) -> None:
        self.ending = ending
        self.result = {None: "1/2-1/2", True: "1-0", False: "0-1"}[winner]


def play(
    number: int, fen: str, engines: tuple[Engine, Engine], allowed: Time, plies: int
) -> Record:
    """Play a game of at most so many plies; the first engine has the white pieces."""
    record, board = Record(number, fen), chess.Board(fen)
    left = {chess.WHITE: allowed.game, chess.BLACK: allowed.game}
    for engine in engines:
        engine.tell("ucinewgame")
        engine.ask("isready", "readyok")
    while not _is_over(board, record, plies):
        mover = board.turn
        engine = engines[0] if mover == chess.WHITE else engines[1]
        moves = f" moves {' '.join(record.moves)}" if record.moves else ""
        engine.tell(f"position fen {fen}{moves}")
        began, cpu = time.perf_counter(), engine.cpu_seconds
        try:
            answer = engine.ask(_go(allowed, left), "bestmove")
        except Crash as crash:
            record.end(f"crash: {crash}", not mover)
            break
        spent = time.perf_counter() - began
        may = left[mover] if allowed.move is None else allowed.move
        if spent > may:
            record.overruns.append(Overrun(spent - may, engine.cpu_seconds - cpu, may))
        left[mover] = max(0.0, left[mover] - spent) + allowed.increment
        if not _push(board, answer, record):
            record.end(f"illegal move: {answer}", not mover)
            break
    record.kilobytes = engines[0].kilobytes, engines[1].kilobytes
    return record


def _go(allowed: Time, left: dict[chess.Color, float]) -> str:
    if allowed.move is not None:
        return f"go movetime {round(1000 * allowed.move)}"
    white, black = (max(1, int(1000 * left[color])) for color in (chess.WHITE, chess.BLACK))
    increment = round(1000 * allowed.increment)
    return f"go wtime {white} btime {black} winc {increment} binc {increment}"


def _push(board: chess.Board, answer: str, record: Record) -> bool:
    """Make the move of a `bestmove`; return whether it is legal."""
    words = answer.split()
    try:
        move = board.parse_uci(words[1])
    except (ValueError, IndexError):
        return False
    record.moves.append(words[1])
    board.push(move)
    return True


def _is_over(board: chess.Board, record: Record, plies: int) -> bool:
    """Whether the game is over, by its rules first; then by its length."""
    if board.is_checkmate():
        record.end("checkmate", not board.turn)
    elif board.is_stalemate():
        record.end("stalemate")
    elif board.is_insufficient_material():
        record.end("insufficient material")
    elif board.is_fifty_moves():
        record.end("fifty moves")
    elif board.is_repetition(3):
        record.end("threefold repetition")
    elif len(record.moves) >= plies:
        record.end("adjudicated")
    return bool(record.ending)
