"""The evaluation, in steps of which each adds something to the one before.

    material   1, 3, 3, 5, 9
    tables     and what a piece is worth on its square       (kept up to date in `balance`)
    pieces     and mobility, the pair of bishops, rooks on open files
    pawns      and doubled, isolated, connected and passed pawns
    kings      and attacks on the king, its shelter, and endings without pawns
    threats    and pieces that are attacked

Scores are counted for the middlegame and for the endgame; the evaluation is between the two, by
how many pieces are left.
"""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.endings import drawish_share, drive_to_the_edge
from outply.games.chess.king_safety import attack_on_king, shelter
from outply.games.chess.mobility import Attacks, attacks_of, bishop_pair, rooks_on_files
from outply.games.chess.outposts import outposts
from outply.games.chess.pawns import pawn_structure, stopped_pawns
from outply.games.chess.piece_square import endgame, middlegame
from outply.games.chess.position import Position
from outply.games.chess.threats import threats
from outply.games.chess.weights import INITIATIVE, TEMPO

__all__ = ["PER_POINT", "STEPS", "centipawns", "lead", "terms", "value"]

STEPS = ("material", "tables", "pieces", "pawns", "kings", "threats")
FULL_PHASE = 24  # both sides have all their pieces
SHARES = tuple(phase / FULL_PHASE for phase in range(FULL_PHASE + 1))  # of the middlegame

# Up to LINEAR centipawns the value grows by 1 / PER_POINT each, exactly; from there on it
# approaches 1, at first as steeply.
PER_POINT = 2048.0
LINEAR = 1536.0
BEYOND = PER_POINT - LINEAR


def value(points: float) -> float:
    """Centipawns as a value between -1 and 1."""
    size = abs(points)
    if size <= LINEAR:
        return points / PER_POINT
    more = size - LINEAR
    bent = (LINEAR + BEYOND * more / (more + BEYOND)) / PER_POINT
    return bent if points > 0 else -bent


def centipawns(value: float) -> float:
    """The centipawns of a value between -1 and 1, both excluded."""
    size = abs(value) * PER_POINT
    if size <= LINEAR:
        return value * PER_POINT
    more = LINEAR + BEYOND * (size - LINEAR) / (PER_POINT - size)
    return more if value > 0 else -more


def lead(state: Position, step: int) -> float:
    """How far white is ahead, in centipawns, by the terms up to a step.

    Exactly the opposite with colours exchanged.
    """
    score = terms(state, step)
    late = float(endgame(score))
    if step >= 4:
        late = (late + drive_to_the_edge(state)) * drawish_share(state, late)
    return late + (middlegame(score) - late) * SHARES[min(phase_of(state), FULL_PHASE)]


def terms(state: Position, step: int) -> int:
    """The sum of the terms up to a step, for the middlegame and the endgame."""
    score = state.balance + (-TEMPO if state.facts & 1 else TEMPO)
    if step >= 2:
        white: Attacks = attacks_of(state, 0)
        black: Attacks = attacks_of(state, 1)
        score += white.mobility - black.mobility
        score += bishop_pair(state, 0) - bishop_pair(state, 1)
        score += rooks_on_files(state, 0) - rooks_on_files(state, 1)
        score += outposts(state, 0) - outposts(state, 1)
        if step >= 4:
            score += attack_on_king(state, 0, white, black)
            score -= attack_on_king(state, 1, black, white)
            score += shelter(state, 0) - shelter(state, 1)
        if step >= 5:
            score += threats(state, 0, white, black) - threats(state, 1, black, white)
            score += -INITIATIVE if state.facts & 1 else INITIATIVE
            score += stopped_pawns(state, 0, black) - stopped_pawns(state, 1, white)
    if step >= 3:
        score += pawn_structure(state, 0) - pawn_structure(state, 1)
    return score


def phase_of(state: Position) -> int:
    """1 for each knight and bishop, 2 for each rook, 4 for each queen."""
    queens: Bits = state.diagonals & state.straights
    minors = state.knights.bit_count() + state.diagonals.bit_count()
    return minors + 2 * state.straights.bit_count() + queens.bit_count()
