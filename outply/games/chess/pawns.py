"""The structure of the pawns: doubled, isolated, connected and passed pawns."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FULL, NOT_A, NOT_H, ONE, lowest
from outply.games.chess.mobility import pawn_attacks, pieces_of
from outply.games.chess.position import Position
from outply.games.chess.weights import (
    CONNECTED,
    DOUBLED,
    ISOLATED,
    PASSED,
    PASSED_AND_FREE,
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
    score += CONNECTED * (mine & support).bit_count()
    ahead: Bits = up(theirs) if side else down(theirs)
    passed: Bits = mine & ~(ahead | beside(ahead) | behind)
    while passed:
        square = lowest(passed)
        passed &= passed - 1
        rank = 7 - (square >> 3) if side else square >> 3
        score += PASSED[rank]
        pawn: Bits = ONE << square
        front: Bits = down(pawn) if side else up(pawn)
        if front & (state.white | state.black) == 0:
            score += PASSED_AND_FREE * rank
    return score
