"""Chess positions with known answers: best moves, mates and an ending."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.settings import DATA, Settings
from benchmarks.words import Table, count, tell
from outply import Engine, Limit, load

TITLE = "Chess positions with known answers"
ABOUT = """
`Engine()` on one thread, with an empty table for each position of a suite. *Win at Chess*: the move
after one second is a best one. *Mates*: after one second the engine has proved the mate at its
shortest distance. *King and rook*: from every tenth of a thousand positions the engine plays both
sides at 0.05 seconds a move, with its memory kept from move to move, and mates within a hundred
plies."""

SECONDS = 1.0
SECONDS_A_MOVE = 0.05
FOLDER = DATA / "chess"
GAME = load("chess")


class Row(NamedTuple):
    suite: str
    solved: int
    positions: int
    note: str

    @property
    def texts(self) -> list[str]:
        return [self.suite, f"{self.solved} of {self.positions}", self.note]


def positions(file: str, most: int) -> list[tuple[Any, dict[str, str]]]:
    """The states of a file of FENs or EPDs, with what stands behind each."""
    return [_position(line) for line in (FOLDER / file).read_text().splitlines()[:most]]


def _position(line: str) -> tuple[Any, dict[str, str]]:
    words = line.split()
    fields, rest = words[:4], " ".join(words[4:])
    if words[4].isdigit():
        return GAME.parse(" ".join(words[:6])), {}
    pairs = (part.strip().partition(" ") for part in rest.split(";") if part.strip())
    return GAME.parse(" ".join([*fields, "0", "1"])), {name: text for name, _, text in pairs}


def win_at_chess(settings: Settings) -> Row:
    limit = Limit(seconds=settings.few(100, 1) / 100.0 * SECONDS)
    asked = positions("wacnew.epd", settings.few(300, 2))
    solved, nodes, missed = 0, 0, []
    for state, known in asked:
        result = Engine().search(GAME, state, limit)
        best = [GAME.parse_move(state, text) for text in known["bm"].split()]
        solved += result.move in best
        nodes += result.nodes
        if result.move not in best:
            missed.append(known["id"].strip('"').removeprefix("WAC."))
    speed = nodes / (len(asked) * limit.seconds) if limit.seconds else 0.0
    tell(f"Win at Chess: {solved} of {len(asked)}, missed {', '.join(missed)}")
    return Row("Win at Chess, one second", solved, len(asked), f"{count(speed)} nodes/s")


def mates(moves: int, settings: Settings) -> Row:
    limit = Limit(seconds=settings.few(100, 1) / 100.0 * SECONDS)
    asked = positions(f"mate{moves}.fen", settings.few(1000, 1))
    found = [Engine().search(GAME, state, limit) for state, _ in asked]
    solved = sum(result.proved and result.distance == 2 * moves - 1 for result in found)
    tell(f"mates in {moves}: {solved} of {len(asked)}")
    return Row(f"Mates in {moves}, one second", solved, len(asked), "")


def king_and_rook(settings: Settings) -> Row:
    asked = positions("KRvK100.epd", settings.few(100, 1))
    longer, mated = 0, 0
    for state, known in asked:
        plies, is_won = _played(state, settings.few(100, 2))
        shortest = abs(int(known["bm"].removeprefix("#")))
        mated += is_won
        longer += max(0, (plies + 1) // 2 - shortest)
    note = f"{longer / len(asked):.1f} moves longer than the shortest mate, on average"
    tell(f"king and rook: {mated} of {len(asked)}; {note}")
    return Row("King and rook against king", mated, len(asked), note)


def _played(state: Any, most: int) -> tuple[int, bool]:
    """How many plies the game has, and whether it ends in mate."""
    engine, history = Engine(), []
    memories = [engine.new_memory(), engine.new_memory()]
    for ply in range(most):
        if GAME.is_terminal(state):
            return ply, GAME.utility(state, 0) != 0.0
        limit = Limit(seconds=SECONDS_A_MOVE)
        found = engine.search(GAME, state, limit, history=history, memory=memories[ply % 2])
        history.append(state)
        state = GAME.result(state, found.move)
    return most, False


def table(settings: Settings) -> Table:
    rows = [win_at_chess(settings), *(mates(moves, settings) for moves in (1, 2, 3))]
    rows.append(king_and_rook(settings))
    return [["suite", "solved", ""], *(row.texts for row in rows)]
