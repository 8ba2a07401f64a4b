"""The weights of the evaluation's terms, in centipawns: for the middlegame and for the endgame.

They were fitted, together with the tables of `piece_square.py`, to what the engine's own searches
of 12,000 nodes, with earlier weights that were rules of thumb, said of 101,394 quiet positions from
fast games of the engine against itself: least squares of the expected result, as in Texel tuning
(Peter Österlund, 2014), which fits the results of games instead. The pieces' material stays as it
was and is part of no weight here.
"""

from __future__ import annotations

from outply.games.chess.piece_square import packed


def _by_count(middlegame: str, endgame: str) -> tuple[int, ...]:
    """Weights by a number that counts from 0."""
    pairs = zip(middlegame.split(), endgame.split(), strict=True)
    return tuple(packed(int(early), int(late)) for early, late in pairs)


# -- pieces: by the number of squares that a piece can go to --------------------------
KNIGHT_MOBILITY = _by_count(
    "-19 -22 -14 -10 1 8 13 15 12",
    "-2 -18 -10 -7 -4 5 9 6 1",
)
BISHOP_MOBILITY = _by_count(
    "-24 -16 -10 -5 -1 4 7 11 10 8 8 5 1 1",
    "-10 -9 -10 -6 1 0 9 14 8 6 4 5 5 5",
)
ROOK_MOBILITY = _by_count(
    "-17 -21 -13 -9 -4 -3 -1 4 1 7 7 13 6 6 3",
    "-7 -14 -16 -7 -8 -5 7 0 4 7 7 8 11 7 1",
)
QUEEN_MOBILITY = _by_count(
    "0 -6 -4 -1 -4 -5 -8 -6 -8 -8 -8 -8 -6 -6 -1 5 -4 8 4 3 3 2 1 0 0 0 0 1",
    "0 -1 -1 -2 -3 -3 -9 -6 -7 -5 -5 -2 -3 1 3 5 0 7 3 5 4 2 1 0 1 0 0 0",
)

BISHOP_PAIR = packed(26, 46)
ROOK_ON_OPEN_FILE = packed(38, 0)
ROOK_ON_HALF_OPEN_FILE = packed(17, 19)
KNIGHT_OUTPOST = packed(18, 18)  # protected by a pawn, where no enemy pawn can attack it
BISHOP_OUTPOST = packed(12, 6)
BEHIND_PAWN = packed(1, 16)  # a knight or bishop right behind any pawn

# -- threats: for each enemy piece that is attacked -----------------------------------
PAWN_ATTACKS_MINOR = packed(70, 24)
PAWN_ATTACKS_MAJOR = packed(47, 20)
PAWN_MAY_ATTACK = packed(23, 13)  # a knight or more, after a step that is safe
MINOR_ATTACKS_MAJOR = packed(51, 25)  # a knight or bishop attacks a rook or queen
MINOR_ATTACKS_MINOR = packed(22, 16)  # which no pawn protects
ROOK_ATTACKS_QUEEN = packed(34, 7)
LOOSE_PIECE = packed(10, 24)  # a knight or bishop, attacked and not protected by a pawn
HANGING_PIECE = packed(15, 24)  # attacked and not protected at all
HANGING_PAWN = packed(26, 40)

# -- pawns ----------------------------------------------------------------------------
DOUBLED = packed(-10, -4)
ISOLATED = packed(-13, -4)
BACKWARD = packed(-3, -5)
CONNECTED = _by_count(  # a pawn beside it, or one that protects it; by rank
    "0 4 7 8 15 33 16 0",
    "0 4 5 8 18 48 20 0",
)
PASSED = _by_count(  # by rank
    "0 -6 3 -14 -14 1 27 0",
    "0 7 8 -3 3 28 71 0",
)
PASSED_AND_FREE = packed(0, 10)  # for each rank, if nothing stands before it
# For each rank from the third on:
PASSED_STOPPED = packed(-5, -3)  # an enemy piece attacks its next square
PASSED_BLOCKED = packed(-12, 8)  # an enemy piece stands there
PASSED_OWN_KING = packed(7, -3)  # for each step of the king to it
PASSED_ENEMY_KING = packed(-4, 14)

# -- kings ----------------------------------------------------------------------------
# Units of attack. An attack is worth their square / 64 in the middlegame.
BASE_UNITS = 4
# For each piece that reaches the squares about the king, and for each of them:
KNIGHT_UNITS, BISHOP_UNITS, ROOK_UNITS, QUEEN_UNITS = 11, 11, 12, 9
SQUARE_UNITS = 4
# If a piece can give check where it is safe:
KNIGHT_CHECK_UNITS, BISHOP_CHECK_UNITS = 23, 11
ROOK_CHECK_UNITS, QUEEN_CHECK_UNITS = 27, 26
WEAK_UNITS = 6  # for each square beside the king that only king or queen protect
NO_QUEEN_UNITS = -1
PAWN_UNITS = -5  # for each pawn before the king
OPEN_UNITS = 5  # for each file without such a pawn
MOST_UNITS = 200
LATE = 0  # percent of an attack's worth that count in the endgame

SHELTER_NEAR = packed(13, -2)  # a pawn one rank before the king, on its file or the next
SHELTER_FAR = packed(9, -10)  # two ranks
STORM = packed(-2, -7)  # an enemy pawn up to three ranks before the king
OPEN_BESIDE_KING = packed(-11, -6)  # a file without an own pawn, at or beside the king
HALF_OPEN_BESIDE_KING = packed(-6, 6)  # a file without an enemy pawn

# -- the player to move ---------------------------------------------------------------
TEMPO = packed(24, 10)
INITIATIVE = packed(39, 28)  # what tempo is worth more where threats count

# -- endings against a bare king ------------------------------------------------------
FROM_CENTRE, KINGS_APART = 12, 6
