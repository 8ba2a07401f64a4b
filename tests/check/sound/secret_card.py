"""A card is hidden from one player, and shown again by nobody.

The first player is dealt one of three cards, says low or high, the second guesses the card,
and the first may gloat.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game

NOT_YET = -1


class Card(NamedTuple):
    card: int = NOT_YET
    said: int = NOT_YET
    guess: int = NOT_YET
    gloat: int = NOT_YET


class Seen(NamedTuple):
    player: int
    card: int
    said: int
    guess: int
    gloat: int


@dataclass(frozen=True)
class SecretCard(Game[Card]):
    cards: int = 3

    def initial(self) -> Card:
        return Card()

    def to_move(self, state: Card) -> int:
        if state.card == NOT_YET:
            return CHANCE
        return 1 if state.said != NOT_YET and state.guess == NOT_YET else 0

    def outcomes(self, state: Card) -> Iterator[tuple[int, float]]:
        for card in range(self.cards):
            yield card, 1 / self.cards

    def moves(self, state: Card) -> Iterator[int]:
        if state.card != NOT_YET and not self.is_terminal(state):
            yield from range(self.cards if self.to_move(state) == 1 else 2)

    def result(self, state: Card, move: int) -> Card:
        if state.card == NOT_YET:
            return state._replace(card=move)
        if state.said == NOT_YET:
            return state._replace(said=move)
        return state._replace(guess=move) if state.guess == NOT_YET else state._replace(gloat=move)

    def is_terminal(self, state: Card) -> bool:
        return state.gloat != NOT_YET

    def utility(self, state: Card, player: int) -> float:
        return 1.0 if (state.guess == state.card) == (player == 1) else -1.0

    def observation(self, state: Card, player: int) -> Seen:
        card = state.card if player == 0 else NOT_YET
        return Seen(player, card, state.said, state.guess, state.gloat)

    def worlds(self, state: Card, player: int) -> Iterator[tuple[Card, float]]:
        if player == 0:
            yield state, 1.0
        else:
            for card in range(self.cards):
                yield state._replace(card=card), 1 / self.cards
