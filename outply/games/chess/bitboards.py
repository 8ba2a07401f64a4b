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
    "FILE_A",
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
    "RANK_1",
    "RANK_3",
    "RANK_6",
    "diagonal_attacks",
    "distance",
    "lowest",
    "square_name",
    "straight_attacks",
]

ONE: Bits = 1
NONE: Bits = 0
FULL: Bits = 0xFFFF_FFFF_FFFF_FFFF
FILE_A: Bits = 0x0101_0101_0101_0101
NOT_A: Bits = 0xFEFE_FEFE_FEFE_FEFE
NOT_H: Bits = 0x7F7F_7F7F_7F7F_7F7F
RANK_1: Bits = 0xFF
RANK_3: Bits = 0x0000_0000_00FF_0000
RANK_6: Bits = 0x0000_FF00_0000_0000
LAST_RANKS: Bits = 0xFF00_0000_0000_00FF
DARK_SQUARES: Bits = 0xAA55_AA55_AA55_AA55

Step = tuple[int, int]  # ranks up, files to the right


def lowest(bits: Bits) -> int:
    """The lowest square of a bitboard that is not empty.

    Counting the zeros below it compiles to one instruction; the mask tells the compiler that
    the number is a valid index.
    """
    return (bits - 1 & ~bits & FULL).bit_count() & 63


def distance(one: int, other: int) -> int:
    """Steps of a king from one square to another."""
    return max(abs((one >> 3) - (other >> 3)), abs((one & 7) - (other & 7)))


def square_name(square: int) -> str:
    return "abcdefgh"[square & 7] + "12345678"[square >> 3]


# -- tables ---------------------------------------------------------------------------


def _reached(square: int, steps: tuple[Step, ...]) -> int:
    """The squares one step away."""
    rank, file = divmod(square, 8)
    places = [(rank + up, file + right) for up, right in steps]
    return sum(1 << 8 * r + f for r, f in places if 0 <= r < 8 and 0 <= f < 8)


def _walk(square: int, step: Step) -> list[int]:
    """The squares from one on, the square itself left out, to the edge of the board."""
    squares, rank, file = [], square // 8 + step[0], square % 8 + step[1]
    while 0 <= rank < 8 and 0 <= file < 8:
        squares.append(8 * rank + file)
        rank, file = rank + step[0], file + step[1]
    return squares


def _bits(squares: list[int]) -> int:
    return sum(1 << square for square in squares)


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
    _bits(_walk(square, step) + _walk(square, _opposite(step)))
    for square in range(64)
    for step in DIRECTIONS
)
"""By 4 * square + direction: the other squares of the rank, file, diagonal, anti-diagonal."""


def _pairs() -> tuple[list[int], list[int]]:
    """For each two squares, those between them, and the whole line through them."""
    between, lines = [0] * 4096, [0] * 4096
    for square in range(64):
        for step in KING_STEPS:
            walk = _walk(square, step)
            line = _bits([square, *walk, *_walk(square, _opposite(step))])
            for steps, other in enumerate(walk):
                between[64 * square + other] = _bits(walk[:steps])
                lines[64 * square + other] = line
    return between, lines


BETWEEN: tuple[Bits, ...]
"""The squares between two, by 64 * one + other; none if no line joins them."""
LINE_THROUGH: tuple[Bits, ...]
"""The whole line through two squares, by 64 * one + other; none if no line joins them."""
BETWEEN, LINE_THROUGH = map(tuple, _pairs())


# -- sliding pieces -------------------------------------------------------------------

# Kindergarten bitboards (U. Hallerstroem and G. Isenberg): a multiplication gathers the six inner
# squares of a line in the top six bits of a word, in the order of their files, or the highest
# rank last if the line is a file. They are an index into a table with the attacks for all lines.
#
#   occupied & line          * FILE_B                                       >> 58
#   . . . . . . . .            each rank is added to the top rank,          gfedcb
#   . . . . . x . .            one file to the right
#   . . . . x . . .

FILE_B: Bits = 0x0202_0202_0202_0202
DIAGONAL_C2_H7: Bits = 0x0080_4020_1008_0400


def _line_attacks(place: int, inner: int) -> int:
    """What a slider attacks on a line of eight squares whose inner squares are `inner`."""
    occupied, attacks = inner << 1, 0
    for step in (1, -1):
        square = place + step
        while 0 <= square < 8:
            attacks |= 1 << square
            if occupied >> square & 1:
                break
            square += step
    return attacks


def _turned(line: int) -> int:
    """The bits of a rank as squares of the a-file."""
    return sum(1 << 8 * rank for rank in range(8) if line >> rank & 1)


def _reversed(inner: int) -> int:
    return sum(1 << 5 - bit for bit in range(6) if inner >> bit & 1)


RANK_ATTACKS: tuple[Bits, ...] = tuple(
    FILE_A * _line_attacks(file, inner) for file in range(8) for inner in range(64)
)
"""By 64 * file + inner squares: the attacks on a rank, repeated on all ranks."""
FILE_ATTACKS: tuple[Bits, ...] = tuple(
    _turned(_line_attacks(rank, _reversed(inner))) for rank in range(8) for inner in range(64)
)
"""By 64 * rank + inner squares, the lowest last: the attacks on the a-file."""


def line_attacks(occupied: Bits, square: int, direction: int) -> Bits:
    """What a slider attacks on its rank or on a diagonal."""
    line: Bits = LINES[4 * square + direction]
    inner = ((occupied & line) * FILE_B & FULL) >> 58
    return RANK_ATTACKS[(square & 7) << 6 | inner] & line


def file_attacks(occupied: Bits, square: int) -> Bits:
    """What a slider attacks on its file."""
    inner = ((occupied >> (square & 7) & FILE_A) * DIAGONAL_C2_H7 & FULL) >> 58
    return FILE_ATTACKS[(square >> 3) << 6 | inner] << (square & 7)


def straight_attacks(occupied: Bits, square: int) -> Bits:
    """What a rook attacks."""
    return line_attacks(occupied, square, 0) | file_attacks(occupied, square)


def diagonal_attacks(occupied: Bits, square: int) -> Bits:
    """What a bishop attacks."""
    return line_attacks(occupied, square, 2) | line_attacks(occupied, square, 3)
