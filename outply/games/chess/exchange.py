"""Static exchange: what a move wins once all captures on its square are made."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    ONE,
    PAWN_ATTACKS,
    diagonal_attacks,
    straight_attacks,
)
from outply.games.chess.moves import CASTLING, EN_PASSANT
from outply.games.chess.piece_square import MATERIAL
from outply.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    kings,
)

__all__ = ["static_exchange"]


def static_exchange(state: Position, move: int) -> int:
    """Centipawns that a move wins, if both sides capture on its square as long as it pays.

    Each side captures with its least valuable piece first, which is not always best: the king
    may do better where a queen would open a line. Pins are not seen, and a pawn that captures
    back on the last rank stays a pawn.
    """
    if move & CASTLING:
        return 0
    goal, start = move & 63, move >> 9 & 63
    won = MATERIAL[move >> 15 & 7]
    at_risk = MATERIAL[move >> 6 & 7]
    if move >> 18 & 7:
        won += MATERIAL[move >> 18 & 7] - MATERIAL[PAWN]
        at_risk = MATERIAL[move >> 18 & 7]
    occupied: Bits = (state.white | state.black) & ~(ONE << start)
    if move & EN_PASSANT:
        occupied ^= ONE << (goal ^ 8)
    return won - recaptured(state, goal, occupied, 1 - (state.facts & 1), at_risk)


def recaptured(state: Position, goal: int, occupied: Bits, side: int, prize: int) -> int:
    """What `side` wins by captures on a square where a piece worth `prize` stands."""
    around: Bits = attackers_of_both(state, goal, occupied)
    mine: Bits = around & (state.black if side else state.white)
    if mine == 0:
        return 0
    kind, least = least_valuable(state, mine)
    if kind == KING:  # only if nobody takes it
        return 0 if around & ~mine else prize
    below = recaptured(state, goal, occupied ^ least, 1 - side, MATERIAL[kind])
    return max(0, prize - below)


def attackers_of_both(state: Position, square: int, occupied: Bits) -> Bits:
    """All pieces of `occupied` that attack a square, but not one that stands on it."""
    found: Bits = PAWN_ATTACKS[square] & state.pawns & state.black
    found |= PAWN_ATTACKS[64 + square] & state.pawns & state.white
    found |= KNIGHT_ATTACKS[square] & state.knights
    found |= KING_ATTACKS[square] & kings(state)
    found |= straight_attacks(occupied, square) & state.straights
    found |= diagonal_attacks(occupied, square) & state.diagonals
    return found & occupied


def least_valuable(state: Position, pieces: Bits) -> tuple[int, Bits]:
    """The least valuable of some pieces: its kind and its square."""
    queens: Bits = state.diagonals & state.straights
    kind = KING
    chosen: Bits = pieces
    if pieces & state.pawns:
        kind, chosen = PAWN, pieces & state.pawns
    elif pieces & state.knights:
        kind, chosen = KNIGHT, pieces & state.knights
    elif pieces & state.diagonals & ~queens:
        kind, chosen = BISHOP, pieces & state.diagonals & ~queens
    elif pieces & state.straights & ~queens:
        kind, chosen = ROOK, pieces & state.straights & ~queens
    elif pieces & queens:
        kind, chosen = QUEEN, pieces & queens
    return kind, chosen & -chosen
