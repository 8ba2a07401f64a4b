"""Threats: enemy pieces that are attacked by pawns, by lesser pieces, or without protection."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.mobility import Attacks, pawn_attacks, pieces_of
from outply.games.chess.position import Position
from outply.games.chess.weights import LOOSE_PIECE, MINOR_ATTACKS_MAJOR, PAWN_ATTACKS_PIECE

__all__ = ["threats"]


def threats(state: Position, side: int, attacks: Attacks) -> int:
    """What the pieces of a side attack."""
    theirs: Bits = pieces_of(state, 1 - side)
    minors: Bits = theirs & (state.knights | state.diagonals & ~state.straights)
    majors: Bits = theirs & state.straights
    pawns: Bits = state.pawns & pieces_of(state, side)
    by_pawns: Bits = pawn_attacks(pawns, side)
    protected: Bits = pawn_attacks(state.pawns & theirs, 1 - side)
    attacked: Bits = attacks.by_minors | attacks.by_majors
    score = PAWN_ATTACKS_PIECE * (by_pawns & (minors | majors)).bit_count()
    score += MINOR_ATTACKS_MAJOR * (attacks.by_minors & majors).bit_count()
    return score + LOOSE_PIECE * (attacked & minors & ~protected).bit_count()
