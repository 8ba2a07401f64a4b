"""The safety of the kings: the attack on one, and the pawns that shelter the other.

The units of an attack add up, and the attack is worth their square: two attackers are more than
twice as dangerous as one. Source: the chess programming wiki, "King Safety" (attack units).
"""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import (
    FULL,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    ONE,
    RANK_1,
    diagonal_attacks,
    straight_attacks,
)
from outply.games.chess.mobility import Attacks, pawn_attacks, pieces_of
from outply.games.chess.piece_square import packed
from outply.games.chess.position import Position, king_square
from outply.games.chess.weights import (
    BASE_UNITS,
    BISHOP_CHECK_UNITS,
    HALF_OPEN_BESIDE_KING,
    KNIGHT_CHECK_UNITS,
    MOST_UNITS,
    NO_QUEEN_UNITS,
    OPEN_BESIDE_KING,
    OPEN_UNITS,
    PAWN_UNITS,
    QUEEN_CHECK_UNITS,
    ROOK_CHECK_UNITS,
    SHELTER_FAR,
    SHELTER_NEAR,
    STORM,
    WEAK_UNITS,
)

__all__ = ["attack_on_king", "shelter"]

DANGER = tuple(packed(units * units // 64, 0) for units in range(MOST_UNITS + 1))
"""What an attack is worth, by its units: more than twice as much for twice the units."""


def attack_on_king(state: Position, side: int, attacks: Attacks, defences: Attacks) -> int:
    """The attack of a side on the enemy's king, which may have few pawns and few defenders."""
    mine: Bits = pieces_of(state, side)
    theirs: Bits = pieces_of(state, 1 - side)
    king, pawns = king_square(state, theirs), state.pawns & theirs
    attacked: Bits = attacks.by_pieces | pawn_attacks(state.pawns & mine, side)
    held: Bits = pawn_attacks(pawns, 1 - side) | defences.by_minors | defences.by_rooks
    units = BASE_UNITS + attacks.units + units_of_shelter(pawns, king, 1 - side)
    units += WEAK_UNITS * (KING_ATTACKS[king] & attacked & ~held).bit_count()
    units += safe_checks(state, side, attacks, held | defences.by_queens)
    if state.diagonals & state.straights & mine == 0:
        units += NO_QUEEN_UNITS
    return DANGER[max(0, min(units, MOST_UNITS))]


def units_of_shelter(pawns: Bits, king: int, side: int) -> int:
    """Units by the pawns of the king's side: fewer for each before it, more for open files."""
    units = PAWN_UNITS * (pawns & before_king(king, side)).bit_count()
    return units + OPEN_UNITS * open_files(pawns, king)


def safe_checks(state: Position, side: int, attacks: Attacks, held: Bits) -> int:
    """Units for each kind of piece that can give check where only the king could take it.

    A queen may also check next to the king, if another piece protects her there.
    """
    king = king_square(state, pieces_of(state, 1 - side))
    occupied: Bits = state.white | state.black
    free: Bits = ~(held | pieces_of(state, side)) & FULL
    away: Bits = free & ~KING_ATTACKS[king]
    diagonals: Bits = diagonal_attacks(occupied, king)
    straights: Bits = straight_attacks(occupied, king)
    units = 0
    if KNIGHT_ATTACKS[king] & attacks.by_knights & away:
        units += KNIGHT_CHECK_UNITS
    if diagonals & attacks.by_bishops & away:
        units += BISHOP_CHECK_UNITS
    if straights & attacks.by_rooks & away:
        units += ROOK_CHECK_UNITS
    protected: Bits = attacks.by_minors | attacks.by_rooks
    protected |= pawn_attacks(state.pawns & pieces_of(state, side), side)
    if (diagonals | straights) & attacks.by_queens & free & (protected | ~KING_ATTACKS[king]):
        units += QUEEN_CHECK_UNITS
    return units


def row_of_king(king: int) -> Bits:
    """The king's square and those to its left and right."""
    return KING_ATTACKS[king] & RANK_1 << (king & 56) | ONE << king


def before_king(king: int, side: int) -> Bits:
    """The squares one and two ranks before the king of a side, on its file and the next."""
    row: Bits = row_of_king(king)
    return row >> 8 | row >> 16 if side else (row << 8 | row << 16) & FULL


def open_files(pawns: Bits, king: int) -> int:
    """How many files at and beside the king have none of these pawns."""
    row: Bits = row_of_king(king) >> (king & 56)
    files: Bits = pawns
    files |= files >> 32
    files |= files >> 16
    files |= files >> 8
    return (row & ~files).bit_count()


def shelter(state: Position, side: int) -> int:
    """Pawns of both sides about the own king, and open files at it."""
    mine: Bits = pieces_of(state, side)
    king = king_square(state, mine)
    pawns: Bits = state.pawns & mine
    enemies: Bits = state.pawns & ~mine
    row: Bits = row_of_king(king)
    near: Bits = row >> 8 if side else row << 8 & FULL
    far: Bits = near >> 8 if side else near << 8 & FULL
    farther: Bits = far >> 8 if side else far << 8 & FULL
    score = SHELTER_NEAR * (pawns & near).bit_count() + SHELTER_FAR * (pawns & far).bit_count()
    score += STORM * (enemies & (near | far | farther)).bit_count()
    score += OPEN_BESIDE_KING * open_files(pawns, king)
    return score + HALF_OPEN_BESIDE_KING * open_files(enemies, king)
