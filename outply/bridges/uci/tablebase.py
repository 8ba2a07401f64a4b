"""Syzygy tables, probed by python-chess at the root: which moves keep the best outcome."""

from __future__ import annotations

from typing import Any

from outply.bridges.uci.book import import_chess
from outply.game import OutplyError

__all__ = ["Tablebase", "best_moves"]

MOST_PIECES = 7  # that any table has


class Tablebase:
    """The tables in a folder, or in several with the separator of PATH between them."""

    def __init__(self, path: str) -> None:
        import os

        syzygy = import_chess("syzygy", "SyzygyPath")
        self._tables = syzygy.Tablebase()
        try:
            count = sum(self._tables.add_directory(folder) for folder in path.split(os.pathsep))
        except OSError as error:
            raise OutplyError(f"SyzygyPath {path!r} cannot be read: {error.strerror}.") from None
        if count == 0:
            raise OutplyError(f"There are no Syzygy tables in {path!r}.")

    def moves(self, fen: str, chess960: bool) -> list[str]:
        """The best moves of a position, as UCI writes them; none if the tables do not have it."""
        chess = import_chess("syzygy", "SyzygyPath").chess
        board = chess.Board(fen, chess960=chess960)
        if chess.popcount(board.occupied) > MOST_PIECES or board.castling_rights:
            return []
        try:
            return best_moves(board, self._tables)
        except KeyError:  # a table is missing
            return []


def best_moves(board: Any, tables: Any) -> list[str]:
    """The moves that keep the outcome, and win soonest or lose latest."""
    ranks: dict[str, tuple[int, int]] = {}
    for move in board.legal_moves:
        text = board.uci(move)
        board.push(move)
        try:
            ranks[text] = _rank(board, tables)
        finally:
            board.pop()
    best = max(ranks.values(), default=None)
    return [text for text, rank in ranks.items() if rank == best]


def _rank(after: Any, tables: Any) -> tuple[int, int]:
    """How good the position after a move is to the player who made it: greater is better.

    First the outcome, from 2 (won) to -2 (lost); then the plies to the next capture or pawn move,
    fewer if won and more if lost. A move that is one itself, or mates, needs no more of them.
    """
    if after.is_checkmate():
        return 2, 0
    outcome = -tables.probe_wdl(after)
    if outcome == 0:
        return 0, 0
    plies = 0 if after.halfmove_clock == 0 else abs(tables.probe_dtz(after))
    return outcome, -plies if outcome > 0 else plies
