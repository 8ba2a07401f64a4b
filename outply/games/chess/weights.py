"""The weights of the evaluation's terms, in centipawns: for the middlegame and for the endgame."""

from __future__ import annotations

from outply.games.chess.piece_square import packed

# -- pieces: for each square more than usual that a piece can go to -------------------
KNIGHT_MOBILITY, KNIGHT_USUAL = packed(5, 4), 4
BISHOP_MOBILITY, BISHOP_USUAL = packed(5, 4), 6
ROOK_MOBILITY, ROOK_USUAL = packed(3, 4), 7
QUEEN_MOBILITY, QUEEN_USUAL = packed(1, 3), 13

BISHOP_PAIR = packed(28, 45)
ROOK_ON_OPEN_FILE = packed(26, 10)
ROOK_ON_HALF_OPEN_FILE = packed(12, 8)

# -- pawns ----------------------------------------------------------------------------
DOUBLED = packed(-8, -18)
ISOLATED = packed(-10, -12)
CONNECTED = packed(7, 5)  # a pawn beside it, or one that protects it
PASSED = tuple(  # by rank
    packed(middlegame, endgame)
    for middlegame, endgame in (
        *((0, 0), (2, 10), (4, 14), (10, 30)),
        *((28, 55), (60, 100), (100, 160), (0, 0)),
    )
)
PASSED_AND_FREE = packed(2, 6)  # for each rank, if nothing stands before it

# -- kings ----------------------------------------------------------------------------
# Units of attack: for each piece that reaches the squares about the king, and for each of them.
KNIGHT_UNITS, BISHOP_UNITS, ROOK_UNITS, QUEEN_UNITS = 3, 3, 4, 6
SQUARE_UNITS = 2
MOST_UNITS = 60
SHELTERING_PAWN = packed(14, 0)  # one or two ranks before the king, on its file or the next
OPEN_BESIDE_KING = packed(-16, 0)  # a file without an own pawn, at or beside the king

# -- endings against a bare king ------------------------------------------------------
FROM_CENTRE, KINGS_APART = 12, 6
