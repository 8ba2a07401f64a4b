"""A card game of tricks for two players who see each other's cards.

A card is a string: "AS" is the ace of spades. The second player must follow suit if possible.
The higher card of the led suit wins the trick, and a trump wins against other suits. The winner
of a trick leads to the next one. The player with more tricks wins.
"""

import random
from dataclasses import dataclass, replace

from outply import Game

RANKS = "789TJQKA"
SUITS = "SHDC"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


@dataclass(frozen=True)
class Table:
    hands: tuple
    trump: str
    led: str | None = None
    turn: int = 0
    tricks: tuple[int, int] = (0, 0)


def suit_of(card):
    return card[1]


def strength(card, led, trump):
    """How strong a card is once a card was led."""
    if suit_of(card) == trump:
        return 100 + RANKS.index(card[0])
    if suit_of(card) == suit_of(led):
        return RANKS.index(card[0])
    return -1


@dataclass(frozen=True)
class Tricks(Game):
    """Whist for two with open hands; a move is a card."""

    cards: int = 6
    seed: int = 4

    def initial(self):
        dealt = random.Random(self.seed).sample(DECK, 2 * self.cards)
        by_suit = sorted(dealt[: self.cards], key=lambda card: (card[1], RANKS.index(card[0])))
        other = sorted(dealt[self.cards :], key=lambda card: (card[1], RANKS.index(card[0])))
        return Table(hands=(tuple(by_suit), tuple(other)), trump=suit_of(dealt[-1]))

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        hand = state.hands[state.turn]
        if state.led is not None:
            following = [card for card in hand if suit_of(card) == suit_of(state.led)]
            if following:
                return following
        return list(hand)

    def result(self, state, move):
        hands = list(state.hands)
        hands[state.turn] = tuple(card for card in hands[state.turn] if card != move)
        if state.led is None:
            return replace(state, hands=tuple(hands), led=move, turn=1 - state.turn)
        played = {state.turn: move, 1 - state.turn: state.led}
        winner = max(played, key=lambda player: strength(played[player], state.led, state.trump))
        tricks = tuple(won + (player == winner) for player, won in enumerate(state.tricks))
        return replace(state, hands=tuple(hands), led=None, turn=winner, tricks=tricks)

    def is_terminal(self, state):
        return not any(state.hands)

    def utility(self, state, player):
        mine, theirs = state.tricks[player], state.tricks[1 - player]
        return 1.0 if mine > theirs else -1.0 if mine < theirs else 0.0

    def evaluate(self, state, player):
        return (state.tricks[player] - state.tricks[1 - player]) / (self.cards + 1)
