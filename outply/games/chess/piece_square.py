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


# What is added to the material on each square, as the own side sees the board. Of knights, bishops,
# rooks and queens the left half stands for both. `weights.py` says where the numbers come from.

_PAWN_MIDDLEGAME = """
       0    0    0    0    0    0    0    0
       6   11   -3    3   -4    6    2    4
      20   10   23   32    9   22   18   15
      11   11   18   21   27   14   18    7
     -10   -7   12   16   11   13  -13   -7
     -10   -6   -1   -6    0   -2   -4   -9
     -13    4   -6  -23  -19   -2    4   -9
       0    0    0    0    0    0    0    0
"""
_PAWN_ENDGAME = """
       0    0    0    0    0    0    0    0
      -2   28   18    1   -2   19    4    5
      13   16   17   -9   35   13   39   27
       8   15   13   -1    5   15    7   17
       0    5    2    1    4   -3   16    4
      -8   -4    3   -2   -2   -8    4    0
      -5   -8   -9   -3   -5   -2  -10  -12
       0    0    0    0    0    0    0    0
"""
_KNIGHT_MIDDLEGAME = """
     -17   19   12   21
       1    4   34   15
      10   22   31   49
      39   36   35   45
      17   30   34   36
       2   14   20   28
      -5    2    9   13
      15   -5    1   19
"""
_KNIGHT_ENDGAME = """
     -13   -7    1   -1
     -13   -5    0    0
      -8    1    1    6
      -4   16   13   14
     -13    0   13   18
     -20   -4    5   11
     -19   -1   -6    4
      -6  -31    2  -11
"""
_BISHOP_MIDDLEGAME = """
      22   17   21   22
      21   18   16   31
      29   42   36   31
      33   41   56   39
      29   18   30   52
      24   40   36   32
      32   43   34   32
      19   22   12   26
"""
_BISHOP_ENDGAME = """
      15   11   12   12
      27   34   25   20
      17   27   29   27
      24   23   31   37
      16   29   29   40
      22   24   40   40
      14   15    9   13
      15   18    5   15
"""
_ROOK_MIDDLEGAME = """
     -13  -26  -18  -20
      -8  -25  -11   -8
     -38  -19  -14  -16
     -38  -16  -20  -25
     -29  -29  -26  -20
     -39  -31  -20  -36
     -33  -13  -20  -28
     -24  -19  -19  -13
"""
_ROOK_ENDGAME = """
      18   12   22   18
      22   33   28   28
      27   23   34   20
      21   30   18   25
      13   23    7   20
      10   24   18   20
      11   16   13   17
       4    9   15   18
"""
_QUEEN_MIDDLEGAME = """
      54   54   58   59
      56   47   58   56
      56   56   57   51
      61   37   40   47
      50   34   38   36
      48   62   53   56
      61   64   67   64
      57   61   69   71
"""
_QUEEN_ENDGAME = """
      51   49   56   54
      46   46   53   52
      48   58   55   53
      61   52   63   66
      37   58   53   54
      46   44   66   48
      45   41   31   35
      48   46   39    8
"""
_KING_MIDDLEGAME = """
       0   -1    1    0    0    0    0    0
       0    1    1    0   -1    2    1    0
       0    1    1    0    0    3    1   -1
      -1    2    3    0    0    1    4   -1
      -1    2    1   -3    3    3    1   -1
       0   -1   -4   -5   -5   -3    1  -10
       3    1   -2    0  -16   -4    5  -10
       9   13    8  -16  -12   -4   19   11
"""
_KING_ENDGAME = """
      -1    0    1    0    0   -1    0    0
       1    5    5   -1   -6    3    5    1
       3    2    4    8   -5    2    6    3
      -7   13   16    9   18    7   24    9
      -8    4    6   17   27   20    3   -1
      -3   -1    6   11    7   -1   -2  -13
       3   -1   -2   -3    3   -4   -3  -24
     -13  -20  -16  -23  -21  -20  -26  -26
"""


def _read(table: str) -> tuple[int, ...]:
    """A table by square, from the own first rank on."""
    ranks = [tuple(map(int, line.split())) for line in table.split("\n") if line.strip()]
    return tuple(number for rank in reversed(ranks) for number in (rank + rank[::-1])[:8])


_PLACES = {
    PAWN: (_read(_PAWN_MIDDLEGAME), _read(_PAWN_ENDGAME)),
    KNIGHT: (_read(_KNIGHT_MIDDLEGAME), _read(_KNIGHT_ENDGAME)),
    BISHOP: (_read(_BISHOP_MIDDLEGAME), _read(_BISHOP_ENDGAME)),
    ROOK: (_read(_ROOK_MIDDLEGAME), _read(_ROOK_ENDGAME)),
    QUEEN: (_read(_QUEEN_MIDDLEGAME), _read(_QUEEN_ENDGAME)),
    KING: (_read(_KING_MIDDLEGAME), _read(_KING_ENDGAME)),
}


def _worth(colour: int, piece: int, square: int, uses_tables: bool) -> int:
    """What a piece adds to the balance of a position."""
    if piece not in _PLACES:
        return 0
    own_square = square ^ 56 if colour else square
    middlegame, endgame = (table[own_square] if uses_tables else 0 for table in _PLACES[piece])
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
