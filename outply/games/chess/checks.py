"""Whether a move gives check, without making it."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import (
    BETWEEN,
    KNIGHT_ATTACKS,
    LINE_THROUGH,
    LINES,
    ONE,
    PAWN_ATTACKS,
    diagonal_attacks,
    lowest,
    straight_attacks,
)
from outply.games.chess.moves import CASTLING, EN_PASSANT, rook_target
from outply.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    ROOK,
    Position,
    enemies,
    king_square,
    own,
)

__all__ = ["gives_check"]


def gives_check(state: Position, move: int) -> bool:
    """Whether a legal move attacks the enemy's king, itself or by opening a line."""
    goal, start = move & 63, move >> 9 & 63
    king = king_square(state, enemies(state))
    if move & CASTLING:
        return castling_gives_check(state, start, goal, king)
    occupied: Bits = (state.white | state.black) & ~(ONE << start) | ONE << goal
    if attacks(move >> 18 & 7 or move >> 6 & 7, goal, king, occupied, state.facts & 1):
        return True
    if move & EN_PASSANT:
        return opens_line(state, start, king, occupied & ~(ONE << (goal ^ 8)))
    line: Bits = LINE_THROUGH[64 * king + start]
    return line != 0 and line >> goal & 1 == 0 and opens_line(state, start, king, occupied)


def attacks(kind: int, start: int, goal: int, occupied: Bits, side: int) -> bool:
    """Whether a piece attacks a square."""
    if kind == PAWN:
        return PAWN_ATTACKS[64 * side + start] >> goal & 1 != 0
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[start] >> goal & 1 != 0
    if kind == KING:
        return False
    lines: Bits = 0
    if kind != ROOK:
        lines |= LINES[4 * start + 2] | LINES[4 * start + 3]
    if kind != BISHOP:
        lines |= LINES[4 * start] | LINES[4 * start + 1]
    return lines >> goal & 1 != 0 and BETWEEN[64 * start + goal] & occupied == 0


def opens_line(state: Position, start: int, king: int, occupied: Bits) -> bool:
    """Whether a slider attacks the king once a piece has left its square."""
    others: Bits = own(state) & ~(ONE << start)
    sliders: Bits = straight_attacks(occupied, king) & state.straights
    sliders |= diagonal_attacks(occupied, king) & state.diagonals
    return sliders & others != 0


def castling_gives_check(state: Position, start: int, goal: int, king: int) -> bool:
    """Whether the rook attacks the king from beside the own king, or another piece does."""
    own_rooks: Bits = state.castling & own(state)
    rook = lowest(own_rooks)
    if (rook > start) != (goal & 7 == 6):
        rook = lowest(own_rooks & (own_rooks - 1))
    beside = rook_target(start, rook)
    left: Bits = ONE << start | ONE << rook
    occupied: Bits = (state.white | state.black) & ~left | ONE << goal | ONE << beside
    if attacks(ROOK, beside, king, occupied, state.facts & 1):
        return True
    sliders: Bits = straight_attacks(occupied, king) & state.straights
    sliders |= diagonal_attacks(occupied, king) & state.diagonals
    return sliders & own(state) & ~left != 0
