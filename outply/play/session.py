"""A game in progress, which can go back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from outply.game import Game
from outply.play.outcome import line_texts

__all__ = ["Session"]


@dataclass
class Session:
    """The states passed and the moves between them; some seats are people's."""

    game: Game[Any]
    start: Any
    people: frozenset[int]
    moves: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.states = [self.start]
        given, self.moves = self.moves, []
        for move in given:
            self.make(move)

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def mover(self) -> int:
        return self.game.to_move(self.state)

    @property
    def over(self) -> bool:
        return self.game.is_terminal(self.state)

    def make(self, move: int) -> None:
        self.states.append(self.game.result(self.state, move))
        self.moves.append(move)

    def take_back(self) -> bool:
        """Go back to where a person last chose a move; False if none did."""
        for turn in reversed(range(len(self.moves))):
            if self.game.to_move(self.states[turn]) in self.people:
                del self.states[turn + 1 :], self.moves[turn:]
                return True
        return False

    def texts(self) -> list[str]:
        return line_texts(self.game, self.start, self.moves)

    def last_cells(self) -> tuple[tuple[int, int], ...]:
        """Where on the board the last move was made, if it has a place there."""
        if not self.moves:
            return ()
        before = self.game.board(self.states[-2])
        return () if before is None else before.clicks.get(self.moves[-1], ())
