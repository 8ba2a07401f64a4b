"""The structure of the pawns: doubled, isolated, connected and passed pawns."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FULL, KING_ATTACKS, NOT_A, NOT_H, ONE, distance, lowest
from outply.games.chess.mobility import Attacks, pawn_attacks, pieces_of
from outply.games.chess.position import Position, king_square
from outply.games.chess.weights import (
    BACKWARD,
    CONNECTED,
    DOUBLED,
    ISOLATED,
    PASSED,
    PASSED_AND_FREE,
    PASSED_BLOCKED,
    PASSED_ENEMY_KING,
    PASSED_OWN_KING,
    PASSED_STOPPED,
)

__all__ = ["beside", "down", "pawn_structure", "stopped_pawns", "up"]


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
    score += BACKWARD * backward(mine, theirs, side).bit_count()
    passed: Bits = passed_pawns(mine, theirs, side)
    while passed:
        square = lowest(passed)
        passed &= passed - 1
        score += passed_pawn(state, side, square)
    return score


def backward(mine: Bits, theirs: Bits, side: int) -> Bits:
    """Pawns that lose something if they advance, and that no pawn beside them can catch up with.

    Isolated pawns do not count.
    """
    next_squares: Bits = mine >> 8 if side else mine << 8 & FULL
    attacks: Bits = pawn_attacks(mine, side)
    span: Bits = attacks | (down(attacks) if side else up(attacks))
    stops: Bits = next_squares & pawn_attacks(theirs, 1 - side) & ~span
    pawns: Bits = stops << 8 & FULL if side else stops >> 8
    return pawns & beside(up(mine) | down(mine) | mine)


def passed_pawns(mine: Bits, theirs: Bits, side: int) -> Bits:
    """The first pawn on its file, if no enemy pawn stands before it or attacks its way."""
    ahead: Bits = up(theirs) if side else down(theirs)
    behind: Bits = up(mine) if side else down(mine)
    return mine & ~(ahead | beside(ahead) | behind)


def stopped_pawns(state: Position, side: int, defences: Attacks) -> int:
    """Passed pawns whose next square an enemy piece attacks or stands on."""
    mine: Bits = state.pawns & pieces_of(state, side)
    enemies: Bits = pieces_of(state, 1 - side)
    controlled: Bits = defences.by_pieces | KING_ATTACKS[king_square(state, enemies)]
    score = 0
    passed: Bits = passed_pawns(mine, state.pawns & enemies, side)
    while passed:
        square = lowest(passed)
        passed &= passed - 1
        score += stopped_pawn(square, side, enemies, controlled)
    return score


def stopped_pawn(square: int, side: int, enemies: Bits, controlled: Bits) -> int:
    rank = 7 - (square >> 3) if side else square >> 3
    if rank <= 2:
        return 0
    ahead: Bits = ONE << (square - 8 if side else square + 8)
    score = PASSED_BLOCKED * (rank - 2) if ahead & enemies else 0
    return score + PASSED_STOPPED * (rank - 2) if ahead & controlled else score


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
