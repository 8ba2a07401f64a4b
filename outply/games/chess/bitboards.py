"""Bitboards: squares, lines and what each piece attacks.

A bitboard has one bit for each square, a1 the lowest, then b1, …, h8 the highest:

    8  56 57 58 59 60 61 62 63
    7  48 49 50 51 52 53 54 55
    ⋮
    2   8  9 10 11 12 13 14 15
    1   0  1  2  3  4  5  6  7
        a  b  c  d  e  f  g  h
"""

from __future__ import annotations

from outply.game import Bits

__all__ = [
    "BETWEEN",
    "DARK_SQUARES",
    "FULL",
    "KING_ATTACKS",
    "KNIGHT_ATTACKS",
    "LAST_RANKS",
    "LINES",
    "LINE_THROUGH",
    "NONE",
    "NOT_A",
    "NOT_H",
    "ONE",
    "PAWN_ATTACKS",
    "RANK_3",
    "RANK_6",
    "diagonal_attacks",
    "lowest",
    "square_name",
    "straight_attacks",
]

ONE: Bits = 1
NONE: Bits = 0
FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
NOT_A: Bits = 0xFEFE_FEFE_FEFE_FEFE
NOT_H: Bits = 0x7F7F_7F7F_7F7F_7F7F
RANK_3: Bits = 0x0000_0000_00FF_0000
RANK_6: Bits = 0x0000_FF00_0000_0000
LAST_RANKS: Bits = 0xFF00_0000_0000_00FF
DARK_SQUARES: Bits = 0xAA55_AA55_AA55_AA55

Step = tuple[int, int]  # so many ranks up, so many files to the right


def lowest(bits: Bits) -> int:
    """The lowest square of a bitboard that is not empty."""
    return ((bits & -bits).bit_length() - 1) & 63


def square_name(square: int) -> str:
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]


# -- tables ---------------------------------------------------------------------------


def _reached(square: int, steps: tuple[Step, ...]) -> int:
    """The squares one step away."""
    rank, file = divmod(square, 8)
    places = [(rank + up, file + right) for up, right in steps]
    return sum(1 << 8 * r + f for r, f in places if 0 <= r < 8 and 0 <= f < 8)


def _ray(square: int, step: Step) -> int:
    """The squares from one on, the square itself left out, to the edge of the board."""
    ray, rank, file = 0, square // 8 + step[0], square % 8 + step[1]
    while 0 <= rank < 8 and 0 <= file < 8:
        ray |= 1 << 8 * rank + file
        rank, file = rank + step[0], file + step[1]
    return ray


def _opposite(step: Step) -> Step:
    return -step[0], -step[1]


DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # along ranks, files, diagonals, anti-diagonals
KING_STEPS = (*DIRECTIONS, *map(_opposite, DIRECTIONS))
KNIGHT_STEPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))

KNIGHT_ATTACKS: tuple[Bits, ...] = tuple(_reached(square, KNIGHT_STEPS) for square in range(64))
KING_ATTACKS: tuple[Bits, ...] = tuple(_reached(square, KING_STEPS) for square in range(64))
PAWN_ATTACKS: tuple[Bits, ...] = tuple(
    _reached(square, ((up, 1), (up, -1))) for up in (1, -1) for square in range(64)
)
"""What a pawn attacks, by 64 * colour + square."""

LINES: tuple[Bits, ...] = tuple(
    _ray(square, step) | _ray(square, _opposite(step)) for square in range(64) for step in DIRECTIONS
)
"""By 4 * square + direction: the other squares of the rank, file, diagonal, anti-diagonal."""


def _between(one: int, other: int) -> int:
    for step in KING_STEPS:
        if _ray(one, step) >> other & 1:
            return _ray(one, step) & _ray(other, _opposite(step))
    return 0


def _line_through(one: int, other: int) -> int:
    for step in KING_STEPS:
        if _ray(one, step) >> other & 1:
            return _ray(one, step) | _ray(one, _opposite(step)) | 1 << one
    return 0


BETWEEN: tuple[Bits, ...] = tuple(_between(i, j) for i in range(64) for j in range(64))
"""The squares between two, by 64 * one + other; none if no line joins them."""
LINE_THROUGH: tuple[Bits, ...] = tuple(_line_through(i, j) for i in range(64) for j in range(64))
"""The whole line through two squares, by 64 * one + other; none if no line joins them."""


# -- sliding pieces -------------------------------------------------------------------

# Obstruction difference (M. Hoffmann): along a line, the squares from the nearest piece below to
# the nearest piece above, both included, are a difference of two powers of two.

RAYS: tuple[Bits, ...] = tuple(
    mask
    for square in range(64)
    for step in DIRECTIONS
    for lower, upper in [(_ray(square, _opposite(step)), _ray(square, step))]
    for mask in (lower, upper, lower | upper)
)


def line_attacks(occupied: Bits, entry: int) -> Bits:
    """The squares that a slider attacks along one line."""
    lower: Bits = occupied & RAYS[entry] | ONE
    upper: Bits = occupied & RAYS[entry + 1]
    span: Bits = (FULL << (lower.bit_length() - 1)) + 2 * (upper & -upper) & FULL
    return span & RAYS[entry + 2]


def straight_attacks(occupied: Bits, square: int) -> Bits:
    """What a rook attacks."""
    return line_attacks(occupied, 12 * square) | line_attacks(occupied, 12 * square + 3)


def diagonal_attacks(occupied: Bits, square: int) -> Bits:
    """What a bishop attacks."""
    return line_attacks(occupied, 12 * square + 6) | line_attacks(occupied, 12 * square + 9)
