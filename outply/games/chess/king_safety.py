"""The safety of the kings: the attack on one, and the pawns that shelter the other."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FILE_A, FULL, KING_ATTACKS, NOT_A, NOT_H, ONE, RANK_1
from outply.games.chess.mobility import Attacks, pieces_of
from outply.games.chess.position import Position, king_square
from outply.games.chess.weights import (
    ATTACK,
    ATTACK_SQUARED,
    MOST_UNITS,
    OPEN_BESIDE_KING,
    SHELTERING_PAWN,
)

__all__ = ["attack_on_king", "shelter"]

DANGER = tuple(
    ATTACK * units + ATTACK_SQUARED * (units * units // 16) for units in range(MOST_UNITS + 1)
)
"""What an attack is worth, by its units."""


def attack_on_king(attacks: Attacks) -> int:
    """The attack on the enemy's king; a single piece is no danger."""
    return DANGER[min(attacks.units, MOST_UNITS)] if attacks.attackers >= 2 else 0


def shelter(state: Position, side: int) -> int:
    """Own pawns before the king, and open files at it."""
    king = king_square(state, pieces_of(state, side))
    pawns: Bits = state.pawns & pieces_of(state, side)
    beside: Bits = KING_ATTACKS[king] & RANK_1 << (king & 56) | ONE << king
    before: Bits = beside >> 8 | beside >> 16 if side else (beside << 8 | beside << 16) & FULL
    score = SHELTERING_PAWN * (pawns & before).bit_count()
    file: Bits = FILE_A << (king & 7)
    files: Bits = file
    if file & NOT_A:
        files |= file >> 1
    if file & NOT_H:
        files |= file << 1
    while files & 255:
        lowest_file: Bits = files & 255 & -(files & 255)
        whole: Bits = FILE_A * lowest_file
        if pawns & whole == 0:
            score += OPEN_BESIDE_KING
        files &= ~whole
    return score
