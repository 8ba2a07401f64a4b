"""Onitama: enums with methods, nested dataclasses, and an abstract base class."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import Enum

from outply import Game


class Colour(Enum):
    RED = 0
    BLUE = 1

    def opposite(self) -> Colour:
        return Colour.BLUE if self is Colour.RED else Colour.RED

    @property
    def forward(self) -> int:
        return -1 if self == Colour.RED else 1


class Rank(Enum):
    STUDENT = "s"
    MASTER = "m"


@dataclass(frozen=True)
class Square:
    row: int
    col: int

    def plus(self, offset: Offset) -> Square:
        return Square(self.row + offset.dr, self.col + offset.dc)

    @property
    def on_board(self) -> bool:
        return 0 <= self.row < 5 and 0 <= self.col < 5


@dataclass(frozen=True)
class Offset:
    dr: int
    dc: int

    def turned(self, colour: Colour) -> Offset:
        return self if colour is Colour.RED else Offset(-self.dr, -self.dc)


@dataclass(frozen=True)
class Card:
    name: str
    offsets: tuple[Offset, ...]

    @classmethod
    def of(cls, name, *pairs):
        return cls(name, tuple(Offset(dr, dc) for dr, dc in pairs))


TIGER = Card.of("Tiger", (-2, 0), (1, 0))
CRAB = Card.of("Crab", (-1, 0), (0, -2), (0, 2))
MONKEY = Card.of("Monkey", (-1, -1), (-1, 1), (1, -1), (1, 1))
CRANE = Card.of("Crane", (-1, 0), (1, -1), (1, 1))
DRAGON = Card.of("Dragon", (-1, -2), (-1, 2), (1, -1), (1, 1))


@dataclass(frozen=True)
class Piece:
    colour: Colour
    rank: Rank
    square: Square

    def is_master(self) -> bool:
        return self.rank is Rank.MASTER


@dataclass(frozen=True)
class OnitamaMove:
    card: Card
    start: Square
    end: Square

    def __str__(self):
        return f"{self.card.name}:{self.start.row}{self.start.col}-{self.end.row}{self.end.col}"


@dataclass(frozen=True)
class Board:
    pieces: tuple[Piece, ...]
    red_cards: tuple[Card, Card]
    blue_cards: tuple[Card, Card]
    spare: Card
    turn: Colour
    ply: int = 0

    def piece_at(self, square: Square) -> Piece | None:
        for piece in self.pieces:
            if piece.square == square:
                return piece
        return None

    def cards_of(self, colour: Colour) -> tuple[Card, Card]:
        return self.red_cards if colour is Colour.RED else self.blue_cards

    @property
    def winner(self) -> Colour | None:
        for colour in Colour:
            masters = [p for p in self.pieces if p.colour is colour and p.is_master()]
            if not masters:
                return colour.opposite()
            temple = Square(0, 2) if colour is Colour.RED else Square(4, 2)
            if masters[0].square == temple:
                return colour
        return None


class TwoPlayerGame(Game, ABC):
    @abstractmethod
    def winner_of(self, state) -> Colour | None: ...

    def is_terminal(self, state):
        return self.winner_of(state) is not None or state.ply >= 60

    def utility(self, state, player):
        winner = self.winner_of(state)
        if winner is None:
            return 0.0
        return 1.0 if winner.value == player else -1.0


@dataclass(frozen=True)
class Onitama(TwoPlayerGame):
    def winner_of(self, state):
        return state.winner

    def initial(self) -> Board:
        pieces: list[Piece] = []
        for colour, row in ((Colour.RED, 4), (Colour.BLUE, 0)):
            for col in range(5):
                rank = Rank.MASTER if col == 2 else Rank.STUDENT
                pieces.append(Piece(colour, rank, Square(row, col)))
        return Board(tuple(pieces), (TIGER, CRAB), (MONKEY, CRANE), DRAGON, Colour.RED)

    def to_move(self, state: Board) -> int:
        return state.turn.value

    def moves(self, state: Board) -> list[OnitamaMove]:
        result = []
        for card in state.cards_of(state.turn):
            for piece in state.pieces:
                if piece.colour is not state.turn:
                    continue
                for offset in card.offsets:
                    target = piece.square.plus(offset.turned(state.turn))
                    if not target.on_board:
                        continue
                    hit = state.piece_at(target)
                    if hit is not None and hit.colour is state.turn:
                        continue
                    result.append(OnitamaMove(card, piece.square, target))
        return result

    def result(self, state: Board, move: OnitamaMove) -> Board:
        pieces = []
        for piece in state.pieces:
            if piece.square == move.end:
                continue
            if piece.square == move.start:
                piece = replace(piece, square=move.end)
            pieces.append(piece)
        cards = tuple(state.spare if c == move.card else c for c in state.cards_of(state.turn))
        if state.turn is Colour.RED:
            return replace(
                state,
                pieces=tuple(pieces),
                red_cards=cards,
                spare=move.card,
                turn=state.turn.opposite(),
                ply=state.ply + 1,
            )
        return replace(
            state,
            pieces=tuple(pieces),
            blue_cards=cards,
            spare=move.card,
            turn=state.turn.opposite(),
            ply=state.ply + 1,
        )

    def evaluate(self, state: Board, player: int) -> float:
        mine = sum(1 for p in state.pieces if p.colour.value == player)
        return (2 * mine - len(state.pieces)) / 12
