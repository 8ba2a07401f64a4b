"""The structure of the pawns: doubled, isolated, connected and passed pawns."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FULL, NOT_A, NOT_H, ONE, distance, lowest
from outply.games.chess.mobility import pawn_attacks, pieces_of
from outply.games.chess.position import Position, king_square
from outply.games.chess.weights import (
    CONNECTED,
    DOUBLED,
    ISOLATED,
    PASSED,
    PASSED_AND_FREE,
    PASSED_ENEMY_KING,
    PASSED_OWN_KING,
)

__all__ = ["pawn_structure"]


def up(bits: Bits) -> Bits:
    """All squares above some on their files."""
    bits = bits << 8 & FULL
    bits |= bits << 8 & FULL
    bits |= bits << 16 & FULL
    return bits | bits << 32 & FULL


def down(bits: Bits) -> Bits:
    bits >>= 8
    bits |= bits >> 8
    bits |= bits >> 16
    return bits | bits >> 32


def beside(bits: Bits) -> Bits:
    """The squares to the left and right of some."""
    return (bits & NOT_A) >> 1 | (bits & NOT_H) << 1


def pawn_structure(state: Position, side: int) -> int:
    mine: Bits = state.pawns & pieces_of(state, side)
    theirs: Bits = state.pawns & ~mine
    files: Bits = up(mine) | down(mine) | mine
    behind: Bits = up(mine) if side else down(mine)
    support: Bits = beside(mine) | pawn_attacks(mine, side)
    score = DOUBLED * (mine & behind).bit_count()
    score += ISOLATED * (mine & ~beside(files)).bit_count()
    connected: Bits = mine & support
    while connected:
        square = lowest(connected)
        connected &= connected - 1
        score += CONNECTED[7 - (square >> 3) if side else square >> 3]
    ahead: Bits = up(theirs) if side else down(theirs)
    passed: Bits = mine & ~(ahead | beside(ahead) | behind)
    while passed:
        square = lowest(passed)
        passed &= passed - 1
        score += passed_pawn(state, side, square)
    return score


def passed_pawn(state: Position, side: int, square: int) -> int:
    """A passed pawn by its rank, its way, and how near the kings are to its next square."""
    rank = 7 - (square >> 3) if side else square >> 3
    score = PASSED[rank]
    pawn: Bits = ONE << square
    front: Bits = down(pawn) if side else up(pawn)
    if front & (state.white | state.black) == 0:
        score += PASSED_AND_FREE * rank
    if rank > 2:
        ahead = square - 8 if side else square + 8
        own = distance(king_square(state, pieces_of(state, side)), ahead)
        enemy = distance(king_square(state, pieces_of(state, 1 - side)), ahead)
        score += (PASSED_OWN_KING * own + PASSED_ENEMY_KING * enemy) * (rank - 2)
    return score
