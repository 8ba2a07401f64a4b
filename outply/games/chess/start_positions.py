"""The 960 positions in which Chess960 can start, numbered as R. Scharnagl does."""

from __future__ import annotations

from itertools import combinations

__all__ = ["start_position"]


def start_position(number: int) -> str:
    """The FEN of a start position; 518 is that of chess.

    The number says, in this order, where the bishop of the light squares stands, that of the
    dark squares, the queen among the files left, the knights among those still left. Rook, king
    and rook take the rest.
    """
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    rank = [""] * 8
    rank[2 * light + 1] = rank[2 * dark] = "b"
    rank[_free(rank)[queen]] = "q"
    free = _free(rank)
    for index in list(combinations(range(5), 2))[knights]:
        rank[free[index]] = "n"
    for file, piece in zip(_free(rank), "rkr", strict=True):
        rank[file] = piece
    pieces = "".join(rank)
    return f"{pieces}/pppppppp/8/8/8/8/PPPPPPPP/{pieces.upper()} w KQkq - 0 1"


def _free(rank: list[str]) -> list[int]:
    """The files that have no piece yet."""
    return [file for file, piece in enumerate(rank) if not piece]
