"""A position: bitboards, what else the rules need to know, and what is kept up to date.

`facts` holds four numbers:

    bit  0        the player to move: 0 is white, 1 is black
    bits 1 to 6   the square behind a pawn that has just made a double step, if a pawn of the
                  player to move stands ready to take it en passant; otherwise 0
    bits 8 to 15  the halfmove clock: plies since the last capture or pawn's move
    bits 16 …     the number of the full move, which the key leaves out
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from outply.game import Bits
from outply.games.chess.bitboards import (
    BETWEEN,
    DARK_SQUARES,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    ONE,
    PAWN_ATTACKS,
    diagonal_attacks,
    lowest,
    straight_attacks,
)

__all__ = [
    "BISHOP",
    "CASTLING_KEYS",
    "CLOCK",
    "EN_PASSANT_KEYS",
    "KING",
    "KNIGHT",
    "MOVE_NUMBER",
    "NO_PIECE",
    "PAWN",
    "PIECE_KEYS",
    "QUEEN",
    "ROOK",
    "SIDE_KEY",
    "Position",
    "attackers",
    "clock",
    "en_passant",
    "enemies",
    "has_dead_material",
    "key_of",
    "king_square",
    "kings",
    "move_number",
    "own",
    "piece_on",
    "with_king_safety",
]

NO_PIECE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(7)

CLOCK = 8  # the place of the halfmove clock in `facts`
MOVE_NUMBER = 16


class Position(NamedTuple):
    white: Bits
    black: Bits
    pawns: Bits
    knights: Bits
    diagonals: Bits  # bishops and queens
    straights: Bits  # rooks and queens
    castling: Bits  # the rooks that may still castle
    facts: int
    key: Bits  # Zobrist's: the exclusive or of a random number for each fact that matters
    balance: int  # white's pieces on their squares less black's; see `evaluation`
    checkers: Bits  # the pieces that give check
    pinned: Bits  # own pieces that shield their king from a slider


def en_passant(state: Position) -> int:
    """The square where a pawn can be taken en passant; 0 if there is none."""
    return state.facts >> 1 & 63


def clock(state: Position) -> int:
    """Plies since the last capture or pawn's move."""
    return state.facts >> CLOCK & 255


def move_number(state: Position) -> int:
    return state.facts >> MOVE_NUMBER


def own(state: Position) -> Bits:
    """The pieces of the player to move."""
    return state.black if state.facts & 1 else state.white


def enemies(state: Position) -> Bits:
    """The pieces of the other player."""
    return state.white if state.facts & 1 else state.black


def kings(state: Position) -> Bits:
    others: Bits = state.pawns | state.knights | state.diagonals | state.straights
    return (state.white | state.black) & ~others


def king_square(state: Position, side: Bits) -> int:
    return lowest(kings(state) & side)


def piece_on(state: Position, square: int) -> int:
    """The kind of piece on a square, without a branch, one bit after the other; not for kings."""
    ones: Bits = state.pawns | state.diagonals
    twos: Bits = state.knights | state.diagonals & ~state.straights
    fours: Bits = state.straights
    return (ones >> square & 1) | (twos >> square & 1) << 1 | (fours >> square & 1) << 2


# -- keys -----------------------------------------------------------------------------

_random = Random(64)


def _keys(count: int) -> tuple[Bits, ...]:
    return tuple(_random.getrandbits(64) for _ in range(count))


PIECE_KEYS: tuple[Bits, ...] = tuple(
    key if PAWN <= index >> 6 & 7 <= KING else 0 for index, key in enumerate(_keys(1024))
)
"""By colour << 9 | piece << 6 | square; 0 where there is no piece."""
CASTLING_KEYS: tuple[Bits, ...] = _keys(64)  # by the rook's square
EN_PASSANT_KEYS: tuple[Bits, ...] = (0, *_keys(63))
SIDE_KEY: Bits = _random.getrandbits(64)


def key_of(state: Position, pieces: Iterable[int]) -> Bits:
    """The key of a position, whose pieces are given as indices of `PIECE_KEYS`."""
    key: Bits = SIDE_KEY if state.facts & 1 else 0
    key ^= EN_PASSANT_KEYS[en_passant(state)]
    for piece in pieces:
        key ^= PIECE_KEYS[piece]
    for square in range(64):
        key ^= CASTLING_KEYS[square] if state.castling >> square & 1 else 0
    return key


# -- attacks --------------------------------------------------------------------------


def attackers(state: Position, square: int, occupied: Bits, side: int) -> Bits:
    """The pieces that attack a square, of both sides, but only the pawns that `side` fears."""
    found: Bits = PAWN_ATTACKS[64 * side + square] & state.pawns
    found |= KNIGHT_ATTACKS[square] & state.knights
    found |= KING_ATTACKS[square] & kings(state)
    found |= straight_attacks(occupied, square) & state.straights
    found |= diagonal_attacks(occupied, square) & state.diagonals
    return found


def with_king_safety(state: Position) -> Position:
    """The position with `checkers` and `pinned` as they are."""
    side = state.facts & 1
    mine: Bits = own(state)
    theirs: Bits = enemies(state)
    king = king_square(state, mine)
    sliders: Bits = straight_attacks(theirs, king) & state.straights
    sliders |= diagonal_attacks(theirs, king) & state.diagonals
    sliders &= theirs
    checkers: Bits = PAWN_ATTACKS[64 * side + king] & state.pawns
    checkers |= KNIGHT_ATTACKS[king] & state.knights
    checkers &= theirs
    pinned: Bits = 0
    while sliders:
        square = lowest(sliders)
        sliders &= sliders - 1
        shield: Bits = BETWEEN[64 * king + square] & mine
        if shield == 0:
            checkers |= ONE << square
        elif shield & (shield - 1) == 0:
            pinned |= shield
    return state._replace(checkers=checkers, pinned=pinned)


# -- material -------------------------------------------------------------------------


def has_dead_material(state: Position) -> bool:
    """Whether no series of moves mates: bare kings, one knight, or bishops on one colour."""
    if state.pawns | state.straights:
        return False
    if state.knights:
        return (state.knights | state.diagonals).bit_count() == 1
    return state.diagonals & DARK_SQUARES in (0, state.diagonals)
