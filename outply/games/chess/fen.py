"""Positions as text: Forsyth-Edwards notation (FEN).

Castling is written as in X-FEN: K, Q, k or q for the outermost rook on its side of the king, the
letter of its file for another rook. Shredder-FEN, which always has the file, is also read. The
square of en passant is written only if a pawn stands ready to capture there.
"""

from __future__ import annotations

from collections.abc import Iterator

from outply.game import OutplyError
from outply.games.chess.bitboards import KING_ATTACKS, PAWN_ATTACKS, square_name
from outply.games.chess.position import (
    BISHOP,
    CLOCK,
    KING,
    KNIGHT,
    MOVE_NUMBER,
    PAWN,
    QUEEN,
    ROOK,
    Position,
    clock,
    en_passant,
    enemies,
    key_of,
    king_square,
    kings,
    move_number,
    own,
    piece_on,
    with_king_safety,
)

__all__ = ["START", "letter_on", "parsed", "written"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = ".PNBRQK"
COLOURS = ("White", "Black")
PER_SIDE = 16

Placed = dict[int, tuple[int, int]]  # colour and piece by square


# -- writing --------------------------------------------------------------------------


def written(state: Position) -> str:
    """The position as FEN."""
    side = state.facts & 1
    passing = en_passant(state)
    return " ".join(
        (
            "/".join(_rank_text(state, rank) for rank in range(7, -1, -1)),
            "wb"[side],
            "".join(_castling_letters(state)) or "-",
            square_name(passing) if passing else "-",
            str(clock(state)),
            str(move_number(state)),
        )
    )


def letter_on(state: Position, square: int) -> str:
    """The letter of the piece on a square, a capital if it is white; empty if there is none."""
    if not (state.white | state.black) >> square & 1:
        return ""
    letter = LETTERS[KING if kings(state) >> square & 1 else piece_on(state, square)]
    return letter if state.white >> square & 1 else letter.lower()


def _rank_text(state: Position, rank: int) -> str:
    text = "".join(letter_on(state, square) or "." for square in range(8 * rank, 8 * rank + 8))
    for empty in range(8, 0, -1):
        text = text.replace("." * empty, str(empty))
    return text


def _castling_letters(state: Position) -> Iterator[str]:
    for side, letters in enumerate(("KQ", "kq")):
        mine = state.black if side else state.white
        king = king_square(state, mine)
        for wing, letter in enumerate(letters):
            for rook in _wing(king, wing):
                if state.castling & mine & 1 << rook:
                    is_outermost = rook == _outermost_rook(state, side, wing)
                    file = ("ABCDEFGH", "abcdefgh")[side][rook & 7]
                    yield letter if is_outermost else file


def _wing(king: int, wing: int) -> range:
    """The squares of the king's rank on one side of it, from the edge: 0 is the king's side."""
    return range(king | 7, king, -1) if wing == 0 else range(king & 56, king)


def _outermost_rook(state: Position, side: int, wing: int) -> int | None:
    mine = state.black if side else state.white
    rooks = state.straights & ~state.diagonals & mine
    king = king_square(state, mine)
    return next((square for square in _wing(king, wing) if rooks >> square & 1), None)


# -- reading --------------------------------------------------------------------------


def parsed(text: str, worths: tuple[int, ...], chess960: bool) -> Position:
    """The position that a FEN describes."""
    words = text.split()
    if not 4 <= len(words) <= 6:
        raise OutplyError(f"A FEN has four to six words, not {len(words)}; an example is {START}.")
    placed = _placed(words[0])
    _require_pieces(placed)
    if words[1] not in ("w", "b"):
        raise OutplyError(f"The player to move is w or b, not {words[1]!r}.")
    side = "wb".index(words[1])
    plies = _count("halfmove clock", words[4] if len(words) > 4 else "0", 0, 255)
    number = _count("number of the move", words[5] if len(words) > 5 else "1", 0, 1 << 20)
    state = _with_pieces(placed, side | plies << CLOCK | max(number, 1) << MOVE_NUMBER, worths)
    _require_no_capture_of_the_king(state)
    state = _with_castling(state, words[2], chess960)
    state = _with_en_passant(state, words[3])
    return with_king_safety(state._replace(key=key_of(state, _entries(placed))))


def _placed(text: str) -> Placed:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise OutplyError(f"A FEN has eight ranks with / between them, not {len(ranks)}.")
    placed: Placed = {}
    for rank, line in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for letter in line:
            if letter in "12345678":
                file += int(letter)
                continue
            if letter.upper() not in LETTERS[1:]:
                raise OutplyError(f"{letter!r} in rank {rank + 1} is not a piece (PNBRQK, pnbrqk).")
            placed[8 * rank + file] = int(letter.islower()), LETTERS.index(letter.upper())
            file += 1
        if file != 8:
            raise OutplyError(f"Rank {rank + 1} has {file} squares, not eight: {line!r}.")
    return placed


def _require_pieces(placed: Placed) -> None:
    for side, name in enumerate(COLOURS):
        pieces = [piece for colour, piece in placed.values() if colour == side]
        if pieces.count(KING) != 1:
            raise OutplyError(f"{name} has {pieces.count(KING)} kings, not one.")
        if len(pieces) > PER_SIDE:
            raise OutplyError(f"{name} has {len(pieces)} pieces; sixteen is the most.")
        if pieces.count(PAWN) > 8:
            raise OutplyError(f"{name} has {pieces.count(PAWN)} pawns; eight is the most.")
    for square, (_, piece) in placed.items():
        if piece == PAWN and square // 8 in (0, 7):
            raise OutplyError(f"A pawn cannot stand on {square_name(square)}.")


def _count(name: str, text: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise OutplyError(f"The {name} is {text!r}; give {least} to {most}.")
    return int(text)


def _with_pieces(placed: Placed, facts: int, worths: tuple[int, ...]) -> Position:
    """The position without castling, en passant and its key."""

    def squares(*pieces: int) -> int:
        return sum(1 << square for square, (_, piece) in placed.items() if piece in pieces)

    def of(side: int) -> int:
        return sum(1 << square for square, (colour, _) in placed.items() if colour == side)

    balance = sum(worths[entry] for entry in _entries(placed))
    diagonals, straights = squares(BISHOP, QUEEN), squares(ROOK, QUEEN)
    pawns, knights = squares(PAWN), squares(KNIGHT)
    return Position(of(0), of(1), pawns, knights, diagonals, straights, 0, facts, 0, balance, 0, 0)


def _entries(placed: Placed) -> Iterator[int]:
    """The entries of the pieces in tables."""
    for square, (colour, piece) in placed.items():
        yield colour << 9 | piece << 6 | square


def _require_no_capture_of_the_king(state: Position) -> None:
    other = with_king_safety(state._replace(facts=state.facts ^ 1))
    if other.checkers:
        waiting, mover = COLOURS[other.facts & 1], COLOURS[state.facts & 1]
        raise OutplyError(f"{waiting} is in check but {mover} is to move.")
    if kings(state) & KING_ATTACKS[king_square(state, state.white)]:
        raise OutplyError("The two kings stand next to each other.")


def _with_castling(state: Position, text: str, chess960: bool) -> Position:
    castling = 0
    for letter in text if text != "-" else "":
        rook = _castling_rook(state, letter)
        mine = state.black if letter.islower() else state.white
        king = king_square(state, mine)
        if not chess960 and (king & 7, rook & 7) not in ((4, 0), (4, 7)):
            raise OutplyError(
                f"The right to castle {letter!r} is Chess960's: use the parameter chess960=True."
            )
        same_wing = [square for square in range(64) if castling & mine & 1 << square]
        if any((square > king) == (rook > king) for square in same_wing):
            raise OutplyError(f"Castling {text!r} names two rooks on one side of a king.")
        castling |= 1 << rook
    return state._replace(castling=castling)


def _castling_rook(state: Position, letter: str) -> int:
    """The rook that a letter of the castling rights stands for."""
    side = int(letter.islower())
    mine = state.black if side else state.white
    king = king_square(state, mine)
    if letter.upper() not in "KQABCDEFGH":
        raise OutplyError(f"{letter!r} is not a right to castle: K, Q, k, q, a file or -.")
    if king // 8 != 7 * side:
        raise OutplyError(f"{COLOURS[side]} cannot castle: the king is on {square_name(king)}.")
    if letter.upper() in "KQ":
        rook = _outermost_rook(state, side, "KQ".index(letter.upper()))
    else:
        rook = 56 * side + "ABCDEFGH".index(letter.upper())
        rook = rook if state.straights & ~state.diagonals & mine & 1 << rook else None
    if rook is None:
        raise OutplyError(f"{COLOURS[side]} cannot castle {letter!r}: there is no rook for it.")
    return rook


def _with_en_passant(state: Position, text: str) -> Position:
    if text == "-":
        return state
    side = state.facts & 1
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
        raise OutplyError(f"{text!r} is not the square of en passant, such as e3, or -.")
    square = "abcdefgh".index(text[0]) + 8 * "12345678".index(text[1])
    occupied = state.white | state.black
    is_possible = (
        square // 8 == (2 if side else 5)
        and not occupied >> square & 1
        and not occupied >> (square - 8 if side else square + 8) & 1
        and state.pawns & enemies(state) & 1 << (square ^ 8)
    )
    if not is_possible:
        raise OutplyError(f"No pawn can have passed over {text}, the square of en passant.")
    if not PAWN_ATTACKS[64 * (1 - side) + square] & state.pawns & own(state):
        return state
    return state._replace(facts=state.facts | square << 1)
