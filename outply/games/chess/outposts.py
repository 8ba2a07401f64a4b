"""Outposts: knights and bishops that a pawn protects where no enemy pawn can attack them."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FULL
from outply.games.chess.mobility import pawn_attacks, pieces_of
from outply.games.chess.pawns import beside, down, up
from outply.games.chess.position import Position
from outply.games.chess.weights import BEHIND_PAWN, BISHOP_OUTPOST, KNIGHT_OUTPOST

__all__ = ["outposts"]

RANKS_4_TO_6: Bits = 0x0000_FFFF_FF00_0000
RANKS_3_TO_5: Bits = 0x0000_00FF_FFFF_0000


def outposts(state: Position, side: int) -> int:
    mine: Bits = pieces_of(state, side)
    enemy_pawns: Bits = state.pawns & ~mine
    attackable: Bits = beside(up(enemy_pawns) if side else down(enemy_pawns))
    places: Bits = RANKS_3_TO_5 if side else RANKS_4_TO_6
    places &= pawn_attacks(state.pawns & mine, side) & ~attackable & mine
    score = KNIGHT_OUTPOST * (places & state.knights).bit_count()
    bishops: Bits = state.diagonals & ~state.straights
    score += BISHOP_OUTPOST * (places & bishops).bit_count()
    below: Bits = state.pawns << 8 & FULL if side else state.pawns >> 8
    return score + BEHIND_PAWN * (below & mine & (state.knights | bishops)).bit_count()
