"""Random games of chess, each position compared with python-chess.

python -m tests.games.chess_games --games 10000
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import cache
from typing import Any

import chess

from outply.compiler import kernel
from outply.games.chess import Chess
from tests.oracles import chess as oracle


def answers(game: Any, state: Any) -> tuple[list[int], bool, bool, float]:
    """The moves, whether the game is over, whether it is check, and MAX's utility."""
    moves = list(game.moves(state))
    over = game.is_terminal(state)
    return moves, over, game.in_check(state), game.utility(state, 0) if over else 0.0


def successor(game: Any, state: Any, move: int) -> Any:
    return game.result(state, move)


@cache
def compiled(chess960: bool) -> tuple[Chess, Any, Any]:
    game = Chess(chess960=chess960)
    return game, kernel(answers, game), kernel(successor, game)


def compare_game(seed: int, chess960: bool) -> tuple[int, str]:
    """Play one game; the number of plies, and how it ended."""
    game, ask, follow = compiled(chess960)
    state, last, plies = None, None, 0
    for board, legal in oracle.random_game_with_moves(seed, chess960):
        if state is None:
            state = game.parse(board.fen())
        else:
            state = follow(state, last[board.uci(board.peek())])
            plies += 1
        moves, over, check, utility = ask(state)
        last = {game.format_uci(state, move): move for move in moves}
        expected = oracle.result_by(board, bool(legal))
        where = seed, plies
        assert last.keys() == set(map(board.uci, legal)) and len(last) == len(moves), where
        assert check == board.is_check(), where
        assert over == (expected is not None), where
        assert not over or utility == expected, where
        if plies % 16 == 0 or over:
            assert game.format(state) == oracle.fen(board), where
            assert game.parse(game.format(state)) == state, where
    return plies, ending(board)


def ending(board: chess.Board) -> str:
    if not any(board.legal_moves):
        return "mate" if board.is_check() else "stalemate"
    return "insufficient material" if board.is_insufficient_material() else "fifty moves"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--chess960", action="store_true")
    given = parser.parse_args()
    endings: Counter[str] = Counter()
    total = 0
    for count in range(1, given.games + 1):
        plies, end = compare_game(given.seed + count - 1, given.chess960)
        total += plies
        endings[end] += 1
        if count % 500 == 0 or count == given.games:
            shown = ", ".join(f"{many} {end}" for end, many in endings.most_common())
            print(f"{count} games, {total} plies, all as in python-chess: {shown}", flush=True)


if __name__ == "__main__":
    main()
