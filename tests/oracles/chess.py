"""python-chess, asked what Outply's chess must answer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900}


def position(fen: str, chess960: bool = False) -> chess.Board:
    return chess.Board(fen, chess960=chess960)


def moves(board: chess.Board) -> list[str]:
    """All legal moves in UCI's notation, sorted."""
    return sorted(board.uci(move) for move in board.legal_moves)


def result(board: chess.Board) -> int | None:
    """1 if white has won, -1 if black has, 0 for a draw, None if the game goes on."""
    return result_by(board, any(board.legal_moves))


def result_by(board: chess.Board, has_moves: bool) -> int | None:
    if not has_moves:
        return (-1 if board.turn else 1) if board.is_check() else 0
    return 0 if board.is_insufficient_material() or board.halfmove_clock >= 100 else None


def fen(board: chess.Board) -> str:
    """With the square of en passant if a pawn stands ready to take there."""
    return board.fen(en_passant="xfen")


def random_game(seed: int, chess960: bool = False) -> Iterator[chess.Board]:
    """The positions of a game, up to its end; in every third game captures are frequent."""
    for board, _ in random_game_with_moves(seed, chess960):
        yield board


def random_game_with_moves(
    seed: int, chess960: bool
) -> Iterator[tuple[chess.Board, list[chess.Move]]]:
    """The positions of a game, each with its legal moves."""
    dice = random.Random(seed)
    board = chess.Board.from_chess960_pos(dice.randrange(960)) if chess960 else chess.Board()
    while True:
        legal = list(board.legal_moves)
        yield board, legal
        if result_by(board, bool(legal)) is not None:
            return
        wants_capture = seed % 3 == 0 and dice.random() < 0.5
        captures = [move for move in legal if wants_capture and board.is_capture(move)]
        board.push(dice.choice(captures or legal))


def exchange(board: chess.Board, move: chess.Move) -> int:
    """What a capture wins, by trying the captures on its square; pins are ignored."""
    victim = board.piece_at(move.to_square)
    won = VALUES[victim.piece_type] if victim else 100 if board.is_en_passant(move) else 0
    gained = VALUES[move.promotion] - 100 if move.promotion else 0
    after = board.copy(stack=False)
    after.push(move)
    return won + gained - best_recapture(after, move.to_square)


def best_recapture(board: chess.Board, square: int) -> int:
    """What the player to move wins at most by captures on a square, or by none.

    All pieces of the least value are tried.
    """
    standing = board.piece_type_at(square)
    attackers = [
        (start, board.piece_type_at(start)) for start in board.attackers(board.turn, square)
    ]
    least = min((VALUES.get(kind, 10_000) for _, kind in attackers), default=0)
    best = 0
    for start, kind in attackers:
        after = board.copy(stack=False)
        after.remove_piece_at(start)
        after.set_piece_at(square, chess.Piece(kind, board.turn))
        after.turn = not board.turn
        if kind == chess.KING and after.attackers(after.turn, square):
            continue
        if VALUES.get(kind, 10_000) == least:
            best = max(best, VALUES.get(standing, 0) - best_recapture(after, square))
    return best
