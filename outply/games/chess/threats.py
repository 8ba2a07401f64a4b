"""Threats: enemy pieces that are attacked by pawns, by lesser pieces, or without protection."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FULL, KING_ATTACKS
from outply.games.chess.mobility import Attacks, pawn_attacks, pieces_of
from outply.games.chess.position import Position, king_square
from outply.games.chess.weights import (
    HANGING_PAWN,
    HANGING_PIECE,
    LOOSE_PIECE,
    MINOR_ATTACKS_MAJOR,
    MINOR_ATTACKS_MINOR,
    PAWN_ATTACKS_MAJOR,
    PAWN_ATTACKS_MINOR,
    PAWN_MAY_ATTACK,
    ROOK_ATTACKS_QUEEN,
)

__all__ = ["threats"]


def threats(state: Position, side: int, attacks: Attacks, defences: Attacks) -> int:
    """What the pieces of a side attack."""
    mine: Bits = pieces_of(state, side)
    theirs: Bits = pieces_of(state, 1 - side)
    minors: Bits = theirs & (state.knights | state.diagonals & ~state.straights)
    majors: Bits = theirs & state.straights
    pawns: Bits = state.pawns & mine
    by_pawns: Bits = pawn_attacks(pawns, side)
    protected: Bits = pawn_attacks(state.pawns & theirs, 1 - side)
    score = PAWN_ATTACKS_MINOR * (by_pawns & minors).bit_count()
    score += PAWN_ATTACKS_MAJOR * (by_pawns & majors).bit_count()
    score += MINOR_ATTACKS_MAJOR * (attacks.by_minors & majors).bit_count()
    score += MINOR_ATTACKS_MINOR * (attacks.by_minors & minors & ~protected).bit_count()
    score += ROOK_ATTACKS_QUEEN * (attacks.by_rooks & majors & state.diagonals).bit_count()
    score += LOOSE_PIECE * (attacks.by_pieces & minors & ~protected).bit_count()
    return score + hanging(state, side, attacks, defences) + steps(state, side, attacks, defences)


def hanging(state: Position, side: int, attacks: Attacks, defences: Attacks) -> int:
    """Enemy pieces and pawns that are attacked, the king counts, and that nothing protects."""
    mine: Bits = pieces_of(state, side)
    theirs: Bits = pieces_of(state, 1 - side)
    by_pawns: Bits = pawn_attacks(state.pawns & mine, side)
    reached: Bits = attacks.by_pieces | by_pawns | KING_ATTACKS[king_square(state, mine)]
    guarded: Bits = defences.by_pieces | pawn_attacks(state.pawns & theirs, 1 - side)
    taken: Bits = reached & theirs & ~(guarded | KING_ATTACKS[king_square(state, theirs)])
    score = HANGING_PAWN * (taken & state.pawns).bit_count()
    return score + HANGING_PIECE * (taken & ~state.pawns).bit_count()


def steps(state: Position, side: int, attacks: Attacks, defences: Attacks) -> int:
    """Pieces that a pawn attacks after a step to a square where it is not simply lost."""
    mine: Bits = pieces_of(state, side)
    theirs: Bits = pieces_of(state, 1 - side)
    pawns: Bits = state.pawns & mine
    goals: Bits = (pawns >> 8 if side else pawns << 8 & FULL) & ~(mine | theirs)
    goals &= ~pawn_attacks(state.pawns & theirs, 1 - side)
    goals &= ~defences.by_pieces | attacks.by_pieces | pawn_attacks(pawns, side)
    pieces: Bits = theirs & (state.knights | state.diagonals | state.straights)
    return PAWN_MAY_ATTACK * (pawn_attacks(goals, side) & pieces).bit_count()
