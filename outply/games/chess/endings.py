"""Endings: a bare king is driven to the edge, and a lead that cannot win counts little."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import distance
from outply.games.chess.mobility import pieces_of
from outply.games.chess.position import Position, king_square, kings
from outply.games.chess.weights import FROM_CENTRE, KINGS_APART

__all__ = ["drawish_share", "drive_to_the_edge"]

MINOR_LEAD = 400.0  # centipawns: not more than a piece and a pawn


def from_centre(square: int) -> int:
    """0 in the centre, 6 at a corner."""
    rank, file = square >> 3, square & 7
    return max(3 - rank, rank - 4) + max(3 - file, file - 4)


def drive_to_the_edge(state: Position) -> int:
    """Against a bare king: its distance from the centre, and the nearness of the other king."""
    score = 0
    for side in range(2):
        theirs: Bits = pieces_of(state, 1 - side)
        if theirs & ~kings(state) == 0:
            loser, winner = king_square(state, theirs), king_square(state, pieces_of(state, side))
            gain = FROM_CENTRE * from_centre(loser) - KINGS_APART * distance(loser, winner)
            score += -gain if side else gain
    return score


def drawish_share(state: Position, lead: float) -> float:
    """How much of a lead in the endgame counts: little for a piece without pawns."""
    leader: Bits = state.black if lead < 0.0 else state.white
    return 1.0 if state.pawns & leader or abs(lead) > MINOR_LEAD else 0.25
