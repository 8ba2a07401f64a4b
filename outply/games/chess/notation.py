"""Moves as text, written and parsed: algebraic notation (SAN) and that of the UCI protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable

from outply.game import OutplyError
from outply.games.chess.bitboards import square_name
from outply.games.chess.moves import (
    CASTLING,
    all_moves,
    captured,
    has_moves,
    piece,
    promoted,
    source,
    target,
)
from outply.games.chess.position import KING, PAWN, Position

__all__ = ["ambiguous", "meant", "san", "uci", "uci_target"]

LETTERS = ".PNBRQK"
MOVE = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?")


def uci(state: Position, move: int, chess960: bool = False) -> str:
    """A move as UCI writes it: e2e4, e7e8q; castling in Chess960 is the king takes its rook."""
    letter = LETTERS[promoted(move)].lower() if promoted(move) else ""
    return square_name(source(move)) + square_name(uci_target(state, move, chess960)) + letter


def uci_target(state: Position, move: int, chess960: bool) -> int:
    """Where a move goes; the rook's square if it castles in Chess960."""
    return castling_rook(state, move) if chess960 and move & CASTLING else target(move)


def castling_rook(state: Position, move: int) -> int:
    """The square of the rook that castles."""
    king = source(move)
    squares = range(king | 7, king, -1) if target(move) & 7 == 6 else range(king & 56, king)
    return next(square for square in squares if state.castling >> square & 1)


def san(state: Position, move: int, after: Position) -> str:
    """A move as people write it, with + or # by the position after it."""
    mark = ("#" if not has_moves(after) else "+") if after.checkers else ""
    if move & CASTLING:
        return ("O-O" if target(move) & 7 == 6 else "O-O-O") + mark
    goal = square_name(target(move))
    takes = "x" if captured(move) else ""
    if piece(move) == PAWN:
        start = square_name(source(move))[0] if takes else ""
        became = f"={LETTERS[promoted(move)]}" if promoted(move) else ""
        return start + takes + goal + became + mark
    return LETTERS[piece(move)] + origin(state, move) + takes + goal + mark


def origin(state: Position, move: int) -> str:
    """As much of the source square as tells a move from those of other pieces of its kind."""
    others = [
        source(other)
        for other in all_moves(state)
        if other & 511 == move & 511 and source(other) != source(move) and not other & CASTLING
    ]
    name = square_name(source(move))
    if not others or piece(move) == KING:
        return ""
    if all(other & 7 != source(move) & 7 for other in others):
        return name[0]
    return name[1] if all(other >> 3 != source(move) >> 3 for other in others) else name


def meant(state: Position, text: str) -> list[int]:
    """The legal moves that a text may stand for."""
    bare = re.sub(r"\s*(e\.p\.|ep)?[+#!?]*$", "", text.strip())
    moves = list(all_moves(state))
    castled = bare.upper().replace("0", "O")
    if castled in ("O-O", "O-O-O"):
        file = 6 if castled == "O-O" else 2
        return [move for move in moves if move & CASTLING and target(move) & 7 == file]
    return by_uci(state, moves, bare.lower()) or by_san(moves, bare)


def by_uci(state: Position, moves: list[int], text: str) -> list[int]:
    """The move that UCI calls so; castling has two names where one is not also a king's step."""
    exact = [move for move in moves if uci(state, move, chess960=True) == text]
    return exact or [move for move in moves if uci(state, move) == text]


def by_san(moves: Iterable[int], text: str) -> list[int]:
    """The moves that fit a text in algebraic notation."""
    parts = MOVE.fullmatch(text)
    if parts is None:
        return []
    letter, file, rank, goal, became = parts.groups()
    kind = LETTERS.index(letter or "P")
    kind_after = LETTERS.index(became.upper()) if became else 0
    return [
        move
        for move in moves
        if piece(move) == kind
        and not move & CASTLING
        and square_name(target(move)) == goal
        and promoted(move) == kind_after
        and (file in ("", square_name(source(move))[0]))
        and (rank in ("", square_name(source(move))[1]))
    ]


def ambiguous(text: str, names: Iterable[str]) -> OutplyError:
    return OutplyError(f"{text.strip()!r} can mean {' or '.join(sorted(names))}; say which.")
