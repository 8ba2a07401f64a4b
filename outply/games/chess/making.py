"""The position after a move."""

from __future__ import annotations

from outply.game import Bits
from outply.games.chess.bitboards import FULL, ONE, PAWN_ATTACKS, lowest
from outply.games.chess.moves import CASTLING, EN_PASSANT, rook_target
from outply.games.chess.position import (
    BISHOP,
    CASTLING_KEYS,
    CLOCK,
    EN_PASSANT_KEYS,
    KING,
    KNIGHT,
    MOVE_NUMBER,
    PAWN,
    PIECE_KEYS,
    QUEEN,
    ROOK,
    SIDE_KEY,
    Position,
    clock,
    en_passant,
    enemies,
    own,
    with_king_safety,
)

__all__ = ["after", "after_pass"]

Worths = tuple[int, ...]


def after(state: Position, move: int, worths: Worths) -> Position:
    """The position after a move."""
    if move & CASTLING:
        return after_castling(state, move, worths)
    side = state.facts & 1
    goal, kind, start = move & 63, move >> 6 & 7, move >> 9 & 63
    taken = move >> 15 & 7
    became = move >> 18 & 7 or kind
    where = goal ^ 8 if move & EN_PASSANT else goal
    arrived: Bits = ONE << goal
    left: Bits = ONE << start
    gone: Bits = ONE << where if taken else 0
    kept: Bits = ~(left | gone) & FULL
    theirs: Bits = enemies(state) & kept
    mine: Bits = own(state) & kept | arrived
    pawns: Bits = state.pawns & kept | (arrived if became == PAWN else 0)
    castling: Bits = state.castling & ~(left | arrived)
    if kind == KING:
        castling &= ~mine
    before = side << 9 | kind << 6 | start
    behind = side << 9 | became << 6 | goal
    prey = (1 - side) << 9 | taken << 6 | where
    key: Bits = state.key ^ PIECE_KEYS[before] ^ PIECE_KEYS[behind] ^ PIECE_KEYS[prey]
    passing = passed_over(start, goal, side, theirs & pawns) if kind == PAWN else 0
    return with_king_safety(
        Position(
            white=theirs if side else mine,
            black=mine if side else theirs,
            pawns=pawns,
            knights=state.knights & kept | (arrived if became == KNIGHT else 0),
            diagonals=state.diagonals & kept | (arrived if became in (BISHOP, QUEEN) else 0),
            straights=state.straights & kept | (arrived if became in (ROOK, QUEEN) else 0),
            castling=castling,
            facts=facts_after(state, passing, kind == PAWN or taken != 0),
            key=key_after(state, key, castling, passing),
            balance=state.balance + worths[behind] - worths[before] - worths[prey],
            checkers=0,
            pinned=0,
        )
    )


def after_castling(state: Position, move: int, worths: Worths) -> Position:
    """King and rook may exchange places, so both leave before both arrive."""
    side = state.facts & 1
    goal, start = move & 63, move >> 9 & 63
    own_rooks: Bits = state.castling & own(state)
    rook = lowest(own_rooks)
    if (rook > start) != (goal & 7 == 6):
        rook = lowest(own_rooks & (own_rooks - 1))
    beside = rook_target(start, rook)
    kept: Bits = ~(ONE << start | ONE << rook) & FULL
    mine: Bits = own(state) & kept | ONE << goal | ONE << beside
    castling: Bits = state.castling & ~own(state)
    king_entry, rook_entry = side << 9 | KING << 6, side << 9 | ROOK << 6
    key: Bits = state.key ^ PIECE_KEYS[king_entry | start] ^ PIECE_KEYS[king_entry | goal]
    key ^= PIECE_KEYS[rook_entry | rook] ^ PIECE_KEYS[rook_entry | beside]
    gain = worths[king_entry | goal] - worths[king_entry | start]
    gain += worths[rook_entry | beside] - worths[rook_entry | rook]
    return with_king_safety(
        state._replace(
            white=state.white if side else mine,
            black=mine if side else state.black,
            straights=state.straights & kept | ONE << beside,
            castling=castling,
            facts=facts_after(state, 0, False),
            key=key_after(state, key, castling, 0),
            balance=state.balance + gain,
        )
    )


def after_pass(state: Position) -> Position:
    """The position if the player to move, who is not in check, did nothing.

    The halfmove clock starts again: no position from before is thought to come back.
    """
    passed = state._replace(
        facts=facts_after(state, 0, True), key=key_after(state, state.key, state.castling, 0)
    )
    return with_king_safety(passed)


def passed_over(start: int, goal: int, side: int, enemies: Bits) -> int:
    """The square that a double step skips, if an enemy's pawn can take there; otherwise 0."""
    if start ^ goal != 16:
        return 0
    skipped = (start + goal) >> 1
    return skipped if PAWN_ATTACKS[64 * side + skipped] & enemies else 0


def facts_after(state: Position, passing: int, is_irreversible: bool) -> int:
    """The other player to move, with the clocks moved on; the halfmove clock has eight bits."""
    side = state.facts & 1
    plies = 0 if is_irreversible else min(clock(state) + 1, 255)
    number = (state.facts >> MOVE_NUMBER) + side
    return (1 - side) | passing << 1 | plies << CLOCK | number << MOVE_NUMBER


def key_after(state: Position, key: Bits, castling: Bits, passing: int) -> Bits:
    """A key with the changes of castling, en passant and the player to move."""
    key ^= SIDE_KEY ^ EN_PASSANT_KEYS[en_passant(state)] ^ EN_PASSANT_KEYS[passing]
    lost: Bits = state.castling ^ castling
    while lost:
        key ^= CASTLING_KEYS[lowest(lost)]
        lost &= lost - 1
    return key
