"""Opening books in Polyglot's format, read by python-chess."""

from __future__ import annotations

from typing import Any

from outply.game import OutplyError

__all__ = ["Book", "import_chess"]


def import_chess(module: str, purpose: str) -> Any:
    """A module of python-chess, or one sentence if that is not installed."""
    try:
        return __import__(f"chess.{module}", fromlist=[module])
    except ImportError:
        raise OutplyError(f"{purpose} needs python-chess; install outply[chess].") from None


class Book:
    """A book, from which the move with the greatest weight is played."""

    def __init__(self, path: str) -> None:
        polyglot = import_chess("polyglot", "BookFile")
        try:
            self._reader = polyglot.open_reader(path)
        except OSError as error:
            raise OutplyError(f"The book {path!r} cannot be read: {error.strerror}.") from None

    def move(self, fen: str, chess960: bool) -> str | None:
        """The move for a position, as UCI writes it; None if the book has none."""
        chess = import_chess("polyglot", "BookFile").chess
        board = chess.Board(fen, chess960=chess960)
        entry = self._reader.get(board)
        return None if entry is None else str(board.uci(entry.move))
