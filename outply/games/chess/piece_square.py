"""What a piece is worth on each square, in the middlegame and in the endgame.

Both values are kept in one number, 65536 * middlegame + endgame, so that one addition counts both.
"""

from __future__ import annotations

from outply.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    NO_PIECE,
    PAWN,
    QUEEN,
    ROOK,
)

__all__ = ["MATERIAL", "PLAIN", "TABLES", "endgame", "middlegame", "packed"]

MATERIAL = (0, 100, 300, 300, 500, 900, 0)
"""Centipawns, by piece, after Lolli (1763)."""

HALF = 1 << 16


def packed(middlegame: int, endgame: int) -> int:
    return HALF * middlegame + endgame


def endgame(score: int) -> int:
    """The endgame part of two values in one number."""
    return ((score + HALF // 2) & (HALF - 1)) - HALF // 2


def middlegame(score: int) -> int:
    return (score + HALF // 2) >> 16


# What is added to the material on each square, by rules of thumb. Ranks and files count from 0,
# ranks from the own side.


def _centre(rank: int, file: int) -> int:
    """0 at a corner, 6 in the centre."""
    return min(rank, 7 - rank) + min(file, 7 - file)


def _pawn(rank: int, file: int) -> tuple[int, int]:
    """Forward; in the middlegame, the pawns of the centre rather than those before the king."""
    if rank in (0, 7):
        return 0, 0
    is_central, is_wing = file in (3, 4), file in (0, 1, 6, 7)
    forward = (0, 0, 2, 8, 16, 30, 55, 0)[rank]
    middlegame = forward + (12 if is_central and rank >= 3 else 0)
    middlegame -= 18 if is_central and rank == 1 else 0
    middlegame -= 6 if is_wing and rank in (2, 3, 4) else 0
    return middlegame, (0, 0, 5, 15, 35, 70, 120, 0)[rank]


def _knight(rank: int, file: int) -> tuple[int, int]:
    """In the centre, and across it; not at the edge."""
    centre = 10 * _centre(rank, file) - 35
    return centre + 4 * min(rank, 5) - (8 if rank == 0 else 0), centre


def _bishop(rank: int, file: int) -> tuple[int, int]:
    """In the centre or on a long diagonal; developed."""
    centre = 4 * _centre(rank, file) - 10
    is_long = rank in (file, 7 - file)
    return centre + (8 if is_long else 0) - (12 if rank == 0 else 0) + 20, centre + 20


def _rook(rank: int, file: int) -> tuple[int, int]:
    """On the seventh rank, and on files in the centre."""
    centre = 3 * min(file, 7 - file) - 5
    return centre + (20 if rank == 6 else 0), 10 + (10 if rank == 6 else 0)


def _queen(rank: int, file: int) -> tuple[int, int]:
    """In the centre, above all in the endgame."""
    return 2 * _centre(rank, file) - 5 - 2 * max(rank - 4, 0) + 40, 7 * _centre(rank, file) + 10


def _king(rank: int, file: int) -> tuple[int, int]:
    """Behind its pawns on a wing in the middlegame, in the centre in the endgame."""
    shelter = (20, 30, 15, -5, -5, 0, 30, 20)[file] if rank == 0 else 0
    return shelter - (0, 20, 45, 60, 70, 80, 80, 80)[rank], 10 * _centre(rank, file) - 30


_PLACES = {PAWN: _pawn, KNIGHT: _knight, BISHOP: _bishop, ROOK: _rook, QUEEN: _queen, KING: _king}


def _worth(colour: int, piece: int, square: int, uses_tables: bool) -> int:
    """What a piece adds to the balance of a position."""
    if piece not in _PLACES:
        return 0
    rank = 7 - square // 8 if colour else square // 8
    middlegame, endgame = _PLACES[piece](rank, square % 8) if uses_tables else (0, 0)
    worth = packed(MATERIAL[piece] + middlegame, MATERIAL[piece] + endgame)
    return -worth if colour else worth


def _worths(uses_tables: bool) -> tuple[int, ...]:
    return tuple(
        _worth(colour, piece, square, uses_tables)
        for colour in range(2)
        for piece in range(NO_PIECE, KING + 2)
        for square in range(64)
    )


PLAIN, TABLES = _worths(False), _worths(True)
"""What a piece adds to the balance, by colour << 9 | piece << 6 | square: its material alone, and
with its square."""
