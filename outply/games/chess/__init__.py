"""Chess, and Chess960, where the pieces behind the pawns start in one of 960 orders.

The game is over by mate, by stalemate, when neither side has the material to mate, and when
the halfmove clock reaches 100: the draw that a player could claim then is taken as claimed.
A mate on that very move counts. The threefold repetition is not part of a position and not
of these rules; `reversible_plies` says how far back a position can have occurred before.

Positions are written in FEN and moves in standard algebraic notation; moves in the notation
of UCI (`e2e4`, `e7e8q`) are also read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from outply.game import Bits, BoardView, Game, OutplyError
from outply.games.boards import Cells, clicks_of
from outply.games.chess.bitboards import FULL, ONE
from outply.games.chess.checks import gives_check
from outply.games.chess.evaluation import PER_POINT, STEPS, centipawns, lead, value
from outply.games.chess.exchange import static_exchange
from outply.games.chess.fen import letter_on, parsed, written
from outply.games.chess.making import after, after_pass
from outply.games.chess.moves import (
    CASTLING,
    all_moves,
    captured,
    has_moves,
    moves_to,
    noisy,
    piece,
    promoted,
    source,
)
from outply.games.chess.notation import ambiguous, meant, san, uci, uci_target
from outply.games.chess.piece_square import PLAIN, TABLES
from outply.games.chess.position import (
    KNIGHT,
    QUEEN,
    Position,
    clock,
    has_dead_material,
    own,
)
from outply.games.chess.start_positions import start_position

__all__ = ["Chess", "Position", "centipawns", "static_exchange", "uci", "value"]

PAWN_VALUE = 100 / PER_POINT
DRAWN_AT = 100  # plies without a capture or a pawn's move


@dataclass(frozen=True)
class Chess(Game[Position]):
    """Chess; Chess960, if asked for, from the position with the number `start`, 0 to 959."""

    chess960: bool = False
    start: int = 518  # the usual order of pieces
    evaluation: str = "threats"  # the last of its steps

    def __post_init__(self) -> None:
        if type(self.chess960) is not bool:
            raise OutplyError(f"chess960 is {self.chess960!r}; give True or False.")
        if type(self.start) is not int or not 0 <= self.start < 960:
            raise OutplyError(f"The start is {self.start!r}; give 0 to 959.")
        if self.start != 518 and not self.chess960:
            raise OutplyError(f"The start {self.start} needs chess960=True.")
        if self.evaluation not in STEPS:
            known = ", ".join(STEPS)
            raise OutplyError(f"The evaluation is {self.evaluation!r}; give one of {known}.")

    @cached_property
    def worths(self) -> tuple[int, ...]:
        return PLAIN if self.evaluation == "material" else TABLES

    @cached_property
    def step(self) -> int:
        return STEPS.index(self.evaluation)

    def initial(self) -> Position:
        return self.parse(start_position(self.start))

    def to_move(self, state: Position) -> int:
        return state.facts & 1

    def moves(self, state: Position) -> Iterator[int]:
        yield from all_moves(state)

    def result(self, state: Position, move: int) -> Position:
        return after(state, move, self.worths)

    def is_terminal(self, state: Position) -> bool:
        return clock(state) >= DRAWN_AT or has_dead_material(state) or not has_moves(state)

    def utility(self, state: Position, player: int) -> float:
        if state.checkers == 0 or has_moves(state):
            return 0.0
        return -1.0 if player == state.facts & 1 else 1.0

    # -- knowledge --------------------------------------------------------------------

    def evaluate(self, state: Position, player: int) -> float:
        """The lead in centipawns, as `evaluation.value` makes a value of it."""
        guess = value(lead(state, self.step))
        return -guess if player else guess

    def noisy_moves(self, state: Position) -> Iterator[int]:
        """Captures and promotions to a queen; in check, all moves."""
        yield from noisy(state)

    def order(self, state: Position, move: int) -> float:
        """The most valuable victim first, taken by the least valuable piece."""
        if captured(move) == 0 and promoted(move) != QUEEN:
            return 0.0
        victim = captured(move) + (QUEEN if promoted(move) == QUEEN else 0)
        return 8.0 * victim - piece(move)

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Position) -> str:
        return written(state)

    def parse(self, text: str) -> Position:
        return parsed(text, self.worths, self.chess960)

    def format_move(self, state: Position, move: int) -> str:
        return san(state, move, self.result(state, move))

    def format_uci(self, state: Position, move: int) -> str:
        """A move as the UCI protocol writes it."""
        return uci(state, move, self.chess960)

    def parse_move(self, state: Position, text: str) -> int:
        moves = [] if self.is_terminal(state) else meant(state, text)
        if len(moves) > 1:
            raise ambiguous(text, [self.format_move(state, move) for move in moves])
        return moves[0] if moves else super().parse_move(state, text)

    def format_ending(self, state: Position) -> str:
        if not has_moves(state):
            return "checkmate" if state.checkers else "stalemate"
        return "insufficient material" if has_dead_material(state) else "the fifty-move rule"

    def format_player(self, player: int) -> str:
        return "Black" if player else "White"

    def format_distance(self, value: float, plies: int) -> str:
        """In moves of the player who mates."""
        if value == 0.0:
            return ""
        return f"mate in {(plies + 1) // 2}" if value > 0 else f"mated in {plies // 2}"

    def board(self, state: Position) -> BoardView:
        """White's side is below. A move is two clicks, from and to; so are all promotions.

        Castling in Chess960 is a click on the king and one on the rook.
        """
        squares = [range(8 * rank, 8 * rank + 8) for rank in range(7, -1, -1)]

        def clicked(move: int) -> Cells:
            return cell(source(move)), cell(uci_target(state, move, self.chess960))

        return BoardView(
            rows=tuple(tuple(letter_on(state, square) for square in rank) for rank in squares),
            column_labels=tuple("abcdefgh"),
            row_labels=tuple("87654321"),
            clicks=clicks_of(self, state, clicked),
            kind="chess",
        )

    # -- search hints: only engines use what follows -----------------------------------

    margin: ClassVar[float] = PAWN_VALUE

    def key(self, state: Position) -> Bits:
        return state.key

    def in_check(self, state: Position) -> bool:
        return state.checkers != 0

    def gives_check(self, state: Position, move: int) -> bool:
        return gives_check(state, move)

    def ends_early(self, state: Position) -> bool:
        return clock(state) >= DRAWN_AT or has_dead_material(state)

    def reversible_plies(self, state: Position) -> int:
        return clock(state)

    def passed(self, state: Position) -> Position:
        return after_pass(state)

    def may_pass(self, state: Position) -> bool:
        """Not with king and pawns alone, where having to move often loses."""
        pieces: Bits = state.knights | state.diagonals | state.straights
        return state.checkers == 0 and pieces & own(state) != 0

    def exchange(self, state: Position, move: int) -> float:
        return static_exchange(state, move) / PER_POINT

    def is_legal(self, state: Position, move: int) -> bool:
        wanted: Bits = FULL if move & CASTLING else ONE << (move & 63)  # castling has no square
        return any(other == move for other in moves_to(state, wanted, KNIGHT))

    def reducible(self, state: Position, move: int) -> bool:
        return captured(move) == 0 and promoted(move) == 0


def cell(square: int) -> tuple[int, int]:
    """Where a square is in the picture."""
    return 7 - (square >> 3), square & 7
