"""What the pieces of one side attack: mobility, and the attack on the enemy's king.

The area for mobility leaves out squares that enemy pawns attack, and own pawns and the own king.
"""

from __future__ import annotations

from typing import NamedTuple

from outply.game import Bits
from outply.games.chess.bitboards import (
    FILE_A,
    FULL,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    NOT_A,
    NOT_H,
    diagonal_attacks,
    lowest,
    straight_attacks,
)
from outply.games.chess.position import Position, king_square, kings
from outply.games.chess.weights import (
    BISHOP_MOBILITY,
    BISHOP_PAIR,
    BISHOP_UNITS,
    KNIGHT_MOBILITY,
    KNIGHT_UNITS,
    QUEEN_MOBILITY,
    QUEEN_UNITS,
    ROOK_MOBILITY,
    ROOK_ON_HALF_OPEN_FILE,
    ROOK_ON_OPEN_FILE,
    ROOK_UNITS,
    SQUARE_UNITS,
)

__all__ = ["Attacks", "attacks_of", "bishop_pair", "pawn_attacks", "pieces_of", "rooks_on_files"]


class Attacks(NamedTuple):
    mobility: int
    by_knights: Bits  # squares that knights attack
    by_bishops: Bits
    by_rooks: Bits
    by_queens: Bits
    units: int  # of the attack on the enemy's king, by the pieces that reach it; see `weights`

    @property
    def by_minors(self) -> Bits:
        return self.by_knights | self.by_bishops

    @property
    def by_pieces(self) -> Bits:
        return self.by_knights | self.by_bishops | self.by_rooks | self.by_queens


def pieces_of(state: Position, side: int) -> Bits:
    return state.black if side else state.white


def pawn_attacks(pawns: Bits, side: int) -> Bits:
    """The squares that pawns of a side attack."""
    if side:
        return (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    return ((pawns & NOT_A) << 7 | (pawns & NOT_H) << 9) & FULL


def attacks_of(state: Position, side: int) -> Attacks:
    """Bishops and rooks see through queens, and rooks through each other."""
    mine: Bits = pieces_of(state, side)
    theirs: Bits = pieces_of(state, 1 - side)
    occupied: Bits = mine | theirs
    blocked: Bits = mine & (state.pawns | kings(state))
    area: Bits = ~(blocked | pawn_attacks(state.pawns & theirs, 1 - side)) & FULL
    king = king_square(state, theirs)
    zone: Bits = KING_ATTACKS[king] | KING_ATTACKS[king] << 8 & FULL | KING_ATTACKS[king] >> 8
    queens: Bits = state.diagonals & state.straights
    by_knights: Bits = 0
    by_bishops: Bits = 0
    by_rooks: Bits = 0
    by_queens: Bits = 0
    mobility = units = 0
    movers: Bits = state.knights & mine
    while movers:
        reached: Bits = KNIGHT_ATTACKS[lowest(movers)]
        movers &= movers - 1
        mobility += KNIGHT_MOBILITY[(reached & area).bit_count()]
        by_knights |= reached
        units += reach(reached & zone, KNIGHT_UNITS)
    movers = state.diagonals & ~queens & mine
    while movers:
        reached = diagonal_attacks(occupied ^ queens, lowest(movers))
        movers &= movers - 1
        mobility += BISHOP_MOBILITY[(reached & area).bit_count()]
        by_bishops |= reached
        units += reach(reached & zone, BISHOP_UNITS)
    movers = state.straights & ~queens & mine
    while movers:
        reached = straight_attacks(occupied ^ (state.straights & mine), lowest(movers))
        movers &= movers - 1
        mobility += ROOK_MOBILITY[(reached & area).bit_count()]
        by_rooks |= reached
        units += reach(reached & zone, ROOK_UNITS)
    movers = queens & mine
    while movers:
        square = lowest(movers)
        movers &= movers - 1
        reached = straight_attacks(occupied, square) | diagonal_attacks(occupied, square)
        mobility += QUEEN_MOBILITY[(reached & area).bit_count()]
        by_queens |= reached
        units += reach(reached & zone, QUEEN_UNITS)
    return Attacks(mobility, by_knights, by_bishops, by_rooks, by_queens, units)


def reach(squares: Bits, units: int) -> int:
    """The units of a piece that attacks these squares about the enemy's king."""
    return units + SQUARE_UNITS * squares.bit_count() if squares else 0


def bishop_pair(state: Position, side: int) -> int:
    bishops: Bits = state.diagonals & ~state.straights & pieces_of(state, side)
    return BISHOP_PAIR if bishops & (bishops - 1) else 0


def rooks_on_files(state: Position, side: int) -> int:
    """Rooks on files without pawns, or without own pawns."""
    own_pawns: Bits = state.pawns & pieces_of(state, side)
    rooks: Bits = state.straights & ~state.diagonals & pieces_of(state, side)
    score = 0
    while rooks:
        file: Bits = FILE_A << (lowest(rooks) & 7)
        rooks &= rooks - 1
        if state.pawns & file == 0:
            score += ROOK_ON_OPEN_FILE
        elif own_pawns & file == 0:
            score += ROOK_ON_HALF_OPEN_FILE
    return score
