"""A game in progress, which can go back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from outply.game import Game
from outply.play.outcome import line_texts
from outply.play.sight import sees

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

    # -- what people may know ---------------------------------------------------------

    @property
    def is_secret(self) -> bool:
        """Whether there is something that people who play may not see; at the end, all is shown."""
        return bool(self.people) and self.game.traits.hidden and not self.over

    @property
    def viewer(self) -> int | None:
        """Through whose eyes a secret position is shown: the person's whose turn it is, or the
        only person's; None where there are several, and none of them is to move.
        """
        if not self.over and self.mover in self.people:
            return self.mover
        return min(self.people) if len(self.people) == 1 else None

    def all_see(self, move: int, turn: int | None = None) -> bool:
        """Whether all people can know the move of a turn, or one that is about to be made."""
        state = self.state if turn is None else self.states[turn]
        return all(sees(self.game, state, move, person) for person in self.people)

    def public_texts(self) -> list[str]:
        """The moves made, with a question mark for each that some person has not seen."""
        seen = (self.all_see(move, turn) for turn, move in enumerate(self.moves))
        return [text if known else "?" for text, known in zip(self.texts(), seen, strict=True)]

    def last_cells(self) -> tuple[tuple[int, int], ...]:
        """Where on the board the last move was made, if it has a place there."""
        if not self.moves:
            return ()
        before = self.game.board(self.states[-2])
        return () if before is None else before.clicks.get(self.moves[-1], ())
