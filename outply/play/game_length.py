"""How long a game may be before it is taken to have no end."""

from __future__ import annotations

from outply.game import CHANCE

__all__ = ["LONGEST_PLAY", "MOST_OUTCOMES", "MOST_PLIES", "GameLength"]

MOST_PLIES = 1000  # of a game between searches, which take their time for each
LONGEST_PLAY = 10_000  # plies of a game between players that may be quick
MOST_OUTCOMES = 10_000  # of chance in a row


class GameLength:
    """Counts the turns of a game. Only players' moves are plies, as in depths."""

    def __init__(self, most_plies: int = MOST_PLIES) -> None:
        self._most_plies = most_plies
        self._plies = self._outcomes_in_a_row = 0

    def add(self, player: int) -> None:
        """Count a move of this player, or an outcome of CHANCE."""
        if player == CHANCE:
            self._outcomes_in_a_row += 1
        else:
            self._plies += 1
            self._outcomes_in_a_row = 0

    @property
    def excess(self) -> str:
        """What there was too much of, if the game is too long; else empty."""
        if self._plies >= self._most_plies:
            return f"{self._plies:,} plies"
        count = self._outcomes_in_a_row
        return f"{count:,} outcomes of chance in a row" if count >= MOST_OUTCOMES else ""
