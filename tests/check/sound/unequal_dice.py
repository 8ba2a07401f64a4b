"""A biased die is thrown for player 0, who hides a coin; player 1, who saw neither, guesses.

Worlds differ by chance and by a secret move.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game

NOT_YET = -1
FACES = ((0, 0.5), (1, 0.3), (2, 0.2))


class Table(NamedTuple):
    face: int = NOT_YET  # seen by player 0
    coin: int = NOT_YET  # of player 0, hidden from player 1
    guess: int = NOT_YET


@dataclass(frozen=True)
class UnequalDice(Game[Table]):
    def initial(self) -> Table:
        return Table()

    def to_move(self, state: Table) -> int:
        if state.face == NOT_YET:
            return CHANCE
        return 0 if state.coin == NOT_YET else 1

    def outcomes(self, state: Table) -> Iterator[tuple[int, float]]:
        yield from FACES

    def moves(self, state: Table) -> Iterator[int]:
        if state.face == NOT_YET or state.guess != NOT_YET:
            return
        yield from range(2 if state.coin == NOT_YET else 3)

    def result(self, state: Table, move: int) -> Table:
        if state.face == NOT_YET:
            return state._replace(face=move)
        return state._replace(coin=move) if state.coin == NOT_YET else state._replace(guess=move)

    def is_terminal(self, state: Table) -> bool:
        return state.guess != NOT_YET

    def utility(self, state: Table, player: int) -> float:
        is_right = state.guess == (state.face + state.coin) % 3
        return 1.0 if is_right == (player == 1) else -1.0

    def observation(self, state: Table, player: int) -> tuple[int, ...]:
        if player == 0:
            return (0, *state)
        return (1, min(state.face, 0), min(state.coin, 0), state.guess)

    def worlds(self, state: Table, player: int) -> Iterator[tuple[Table, float]]:
        if player == 0 or state.face == NOT_YET:
            yield state, 1.0
            return
        coins = (NOT_YET,) if state.coin == NOT_YET else (0, 1)
        for face, probability in FACES:
            for coin in coins:
                yield state._replace(face=face, coin=coin), probability / len(coins)
