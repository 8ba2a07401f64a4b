"""The weights of the evaluation's terms, in centipawns: for the middlegame and for the endgame."""

from __future__ import annotations

from outply.games.chess.piece_square import packed


def _by_count(usual: int, most: int, middlegame: int, endgame: int) -> tuple[int, ...]:
    """So much for each square more than usual that a piece can go to, up to `most`."""
    return tuple(
        packed(middlegame * (count - usual), endgame * (count - usual)) for count in range(most + 1)
    )


# -- pieces: by the number of squares that a piece can go to --------------------------
KNIGHT_MOBILITY = _by_count(3, 8, 5, 5)
BISHOP_MOBILITY = _by_count(5, 13, 4, 4)
ROOK_MOBILITY = _by_count(6, 14, 3, 4)
QUEEN_MOBILITY = _by_count(11, 27, 1, 3)

BISHOP_PAIR = packed(33, 55)
ROOK_ON_OPEN_FILE = packed(24, 14)
ROOK_ON_HALF_OPEN_FILE = packed(17, 16)
KNIGHT_OUTPOST = packed(18, 2)  # protected by a pawn, where no enemy pawn can attack it
BISHOP_OUTPOST = packed(8, 0)

# -- threats: for each enemy piece that is attacked -----------------------------------
PAWN_ATTACKS_PIECE = packed(58, 28)
MINOR_ATTACKS_MAJOR = packed(48, 26)  # a knight or bishop attacks a rook or queen
LOOSE_PIECE = packed(16, 22)  # attacked, and not protected by a pawn

# -- pawns ----------------------------------------------------------------------------
DOUBLED = packed(-9, -21)
ISOLATED = packed(-10, -9)
CONNECTED = tuple(  # a pawn beside it, or one that protects it; by rank
    packed(middlegame, endgame)
    for middlegame, endgame in (
        *((0, 0), (5, 3), (6, 4), (8, 6)),
        *((14, 10), (25, 20), (40, 40), (0, 0)),
    )
)
PASSED = tuple(  # by rank
    packed(middlegame, endgame)
    for middlegame, endgame in (
        *((0, 0), (-6, 10), (0, 16), (4, 36)),
        *((30, 55), (58, 100), (100, 155), (0, 0)),
    )
)
PASSED_AND_FREE = packed(2, 7)  # for each rank, if nothing stands before it
PASSED_OWN_KING = packed(0, -5)  # for each step of the king to it, and each rank from the third on
PASSED_ENEMY_KING = packed(0, 7)

# -- kings ----------------------------------------------------------------------------
# Units of attack: for each piece that reaches the squares about the king, and for each of them.
KNIGHT_UNITS, BISHOP_UNITS, ROOK_UNITS, QUEEN_UNITS = 3, 3, 4, 6
SQUARE_UNITS = 2
MOST_UNITS = 60
ATTACK = packed(0, 0)  # for each unit, if two pieces or more attack
ATTACK_SQUARED = packed(2, 0)  # for each sixteenth of its square: twice the units, four times that
SHELTERING_PAWN = packed(15, 0)  # one or two ranks before the king, on its file or the next
OPEN_BESIDE_KING = packed(-12, 0)  # a file without an own pawn, at or beside the king

# -- the player to move ---------------------------------------------------------------
TEMPO = packed(24, 10)

# -- endings against a bare king ------------------------------------------------------
FROM_CENTRE, KINGS_APART = 12, 6
