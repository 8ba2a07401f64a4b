"""Legal moves. Pins and checks are seen to while they are generated; no move is tried.

A move is one number. Its low nine bits, piece and target, make an index for a history table:

    bits  0 to 5    target square; of castling, where the king goes
    bits  6 to 8    piece that moves: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king
    bits  9 to 14   source square
    bits 15 to 17   piece that is captured, 0 if none
    bits 18 to 20   piece that a pawn becomes, 0 if it stays a pawn
    bit  21         castling
    bit  22         en passant
"""

from __future__ import annotations

from collections.abc import Iterator

from outply.game import Bits
from outply.games.chess.bitboards import (
    BETWEEN,
    FULL,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LAST_RANKS,
    LINE_THROUGH,
    LINES,
    NONE,
    NOT_A,
    NOT_H,
    ONE,
    PAWN_ATTACKS,
    RANK_3,
    RANK_6,
    diagonal_attacks,
    lowest,
    straight_attacks,
)
from outply.games.chess.position import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    attackers,
    en_passant,
    enemies,
    king_square,
    own,
    piece_on,
)

__all__ = [
    "CASTLING",
    "EN_PASSANT",
    "all_moves",
    "captured",
    "has_moves",
    "noisy",
    "piece",
    "promoted",
    "source",
    "target",
]

CASTLING = 1 << 21
EN_PASSANT = 1 << 22


def target(move: int) -> int:
    return move & 63


def piece(move: int) -> int:
    return move >> 6 & 7


def source(move: int) -> int:
    return move >> 9 & 63


def captured(move: int) -> int:
    return move >> 15 & 7


def promoted(move: int) -> int:
    return move >> 18 & 7


# -- generators -----------------------------------------------------------------------


def all_moves(state: Position) -> Iterator[int]:
    """All legal moves."""
    yield from moves_to(state, FULL, KNIGHT)


def noisy(state: Position) -> Iterator[int]:
    """Captures and promotions to a queen; in check, all legal moves."""
    wanted: Bits = FULL if state.checkers else enemies(state)
    yield from moves_to(state, wanted, KNIGHT if state.checkers else QUEEN)


def moves_to(state: Position, wanted: Bits, least: int) -> Iterator[int]:
    """The legal moves to wanted squares, and promotions to the `least` piece or a better one."""
    mine: Bits = own(state)
    king = king_square(state, mine)
    allowed: Bits = evasions(state.checkers, king)
    if allowed:
        yield from pawn_moves(state, king, allowed, wanted, least)
        yield from piece_moves(state, mine, king, allowed & wanted & ~mine)
    targets: Bits = safe_steps(state, king, wanted & ~mine)
    while targets:
        goal = lowest(targets)
        targets &= targets - 1
        yield goal | KING << 6 | king << 9 | piece_on(state, goal) << 15
    if state.castling & mine and state.checkers == 0 and wanted == FULL:
        rooks: Bits = state.castling & mine
        while rooks:
            rook = lowest(rooks)
            rooks &= rooks - 1
            if may_castle(state, king, rook):
                yield castling_target(king, rook) | KING << 6 | king << 9 | CASTLING


def piece_moves(state: Position, mine: Bits, king: int, goals: Bits) -> Iterator[int]:
    """The moves of knights, bishops, rooks and queens to some squares."""
    occupied: Bits = state.white | state.black
    movers: Bits = state.knights & mine & ~state.pinned
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        targets: Bits = KNIGHT_ATTACKS[start] & goals
        while targets:
            goal = lowest(targets)
            targets &= targets - 1
            yield goal | KNIGHT << 6 | start << 9 | piece_on(state, goal) << 15
    movers = state.diagonals & mine
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        targets = diagonal_attacks(occupied, start) & goals & reach(state, king, start)
        code = (BISHOP + 2 * (state.straights >> start & 1)) << 6 | start << 9
        while targets:
            goal = lowest(targets)
            targets &= targets - 1
            yield goal | code | piece_on(state, goal) << 15
    movers = state.straights & mine
    while movers:
        start = lowest(movers)
        movers &= movers - 1
        targets = straight_attacks(occupied, start) & goals & reach(state, king, start)
        code = (ROOK + (state.diagonals >> start & 1)) << 6 | start << 9
        while targets:
            goal = lowest(targets)
            targets &= targets - 1
            yield goal | code | piece_on(state, goal) << 15


def pawn_moves(
    state: Position, king: int, allowed: Bits, wanted: Bits, least: int
) -> Iterator[int]:
    """The moves of pawns: steps, captures to either side, promotions, en passant."""
    side = state.facts & 1
    steps: Bits = single_steps(state, king)
    ways: tuple[Bits, ...] = (
        steps & (wanted | LAST_RANKS),
        double_steps(state, steps) & wanted,
        west_captures(state, king),
        east_captures(state, king),
    )
    for way, reached in enumerate(ways):
        back = BACK[4 * side + way]
        quiet: Bits = reached & allowed & ~LAST_RANKS
        while quiet:
            goal = lowest(quiet)
            quiet &= quiet - 1
            yield goal | PAWN << 6 | (goal + back & 63) << 9 | piece_on(state, goal) << 15
        last: Bits = reached & allowed & LAST_RANKS
        while last:
            goal = lowest(last)
            last &= last - 1
            code = goal | PAWN << 6 | (goal + back & 63) << 9 | piece_on(state, goal) << 15
            for kind in range(QUEEN, least - 1, -1):
                yield code | kind << 18
    goal = en_passant(state)
    if goal:
        takers: Bits = PAWN_ATTACKS[64 * (1 - side) + goal] & state.pawns & own(state)
        while takers:
            start = lowest(takers)
            takers &= takers - 1
            if may_take_en_passant(state, king, start, goal):
                yield goal | PAWN << 6 | start << 9 | PAWN << 15 | EN_PASSANT


# From a target back to the source, by 4 * colour + way: a step, two steps, a capture to a lower
# file, one to a higher file.
BACK = (-8, -16, -7, -9, 8, 16, 9, 7)


def has_moves(state: Position) -> bool:
    """Whether there is a legal move."""
    if state.checkers == 0:  # a pawn's step is quickly found
        free: Bits = state.pawns & own(state) & ~state.pinned
        steps: Bits = free >> 8 if state.facts & 1 else free << 8
        if steps & ~(state.white | state.black) & FULL:
            return True
    for _ in moves_to(state, FULL, QUEEN):
        return True
    return False


# -- where pieces may go --------------------------------------------------------------


def evasions(checkers: Bits, king: int) -> Bits:
    """Where pieces other than the king may go: where they end a check, if there is one."""
    if checkers == 0:
        return FULL
    if checkers & (checkers - 1):
        return NONE
    return BETWEEN[64 * king + lowest(checkers)] | checkers


def reach(state: Position, king: int, start: int) -> Bits:
    """The squares that a pin leaves to a piece."""
    return LINE_THROUGH[64 * king + start] if state.pinned >> start & 1 else FULL


def safe_steps(state: Position, king: int, wanted: Bits) -> Bits:
    """Where the king may step: to wanted squares that nobody attacks once it has left."""
    side = state.facts & 1
    theirs: Bits = enemies(state)
    others: Bits = (state.white | state.black) ^ ONE << king
    steps: Bits = KING_ATTACKS[king] & wanted
    safe: Bits = 0
    while steps:
        step: Bits = steps & -steps
        if attackers(state, lowest(steps), others, side) & theirs == 0:
            safe |= step
        steps ^= step
    return safe


def free_pawns(state: Position, king: int, direction: int) -> Bits:
    """The pawns that no pin keeps from going in a direction, as in LINES."""
    return state.pawns & own(state) & ~(state.pinned & ~LINES[4 * king + direction])


def single_steps(state: Position, king: int) -> Bits:
    pawns: Bits = free_pawns(state, king, 1)
    return (pawns >> 8 if state.facts & 1 else pawns << 8) & ~(state.white | state.black) & FULL


def double_steps(state: Position, steps: Bits) -> Bits:
    """Where pawns go in two steps, of which the first is one of `steps`."""
    again: Bits = (steps & RANK_6) >> 8 if state.facts & 1 else (steps & RANK_3) << 8
    return again & ~(state.white | state.black)


def west_captures(state: Position, king: int) -> Bits:
    """Captures towards the a-file: white's go along anti-diagonals, black's along diagonals."""
    side = state.facts & 1
    pawns: Bits = free_pawns(state, king, 2 if side else 3) & NOT_A
    return pawns >> 9 & state.white if side else pawns << 7 & state.black


def east_captures(state: Position, king: int) -> Bits:
    """Captures towards the h-file."""
    side = state.facts & 1
    pawns: Bits = free_pawns(state, king, 3 if side else 2) & NOT_H
    return pawns >> 7 & state.white if side else pawns << 9 & state.black


def may_take_en_passant(state: Position, king: int, start: int, goal: int) -> bool:
    """Whether nobody attacks the king once both pawns have left their squares."""
    side = state.facts & 1
    theirs: Bits = enemies(state)
    gone: Bits = ONE << (goal ^ 8)
    occupied: Bits = (state.white | state.black) ^ gone ^ ONE << start | ONE << goal
    return attackers(state, king, occupied, side) & theirs & ~gone == 0


# -- castling -------------------------------------------------------------------------


def castling_target(king: int, rook: int) -> int:
    """Where the king goes: to the c-file or to the g-file."""
    return king & 56 | (6 if rook > king else 2)


def rook_target(king: int, rook: int) -> int:
    return king & 56 | (5 if rook > king else 3)


def _span(one: int, other: int) -> int:
    """The squares of the first rank from one file to another, both included."""
    return (1 << max(one, other) + 1) - (1 << min(one, other))


def _castling_path(king: int, rook: int) -> int:
    """What must be empty but for the two: their squares, their targets and those between."""
    goals = (castling_target(king, rook), rook_target(king, rook))
    span = _span(king, goals[0]) | _span(rook, goals[1])
    return span & ~(1 << king | 1 << rook)


CASTLING_PATHS: tuple[Bits, ...] = tuple(
    _castling_path(king, rook) for king in range(8) for rook in range(8)
)
"""By 8 * the king's file + the rook's file, on the first rank."""
KING_PATHS: tuple[Bits, ...] = tuple(
    _span(king, goal) & ~(1 << king) | 1 << goal
    for king in range(8)
    for rook in range(8)
    for goal in [castling_target(king, rook)]
)
"""The squares that the king enters, its target also if it already stands there."""


def may_castle(state: Position, king: int, rook: int) -> bool:
    """Whether the way is free, and nobody attacks a square that the king enters.

    The rook is thought away: in Chess960 it may be what shields the king's target.
    """
    side = state.facts & 1
    theirs: Bits = enemies(state)
    occupied: Bits = state.white | state.black
    entry = 8 * (king & 7) + (rook & 7)
    if occupied & CASTLING_PATHS[entry] << (king & 56):
        return False
    others: Bits = occupied ^ ONE << king ^ ONE << rook
    path: Bits = KING_PATHS[entry] << (king & 56)
    while path:
        if attackers(state, lowest(path), others, side) & theirs:
            return False
        path &= path - 1
    return True
