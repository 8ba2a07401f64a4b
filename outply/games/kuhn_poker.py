"""Kuhn poker: three cards, one bet, and already a reason to bluff.

Each player antes a chip and is dealt one of jack, queen and king. They check or bet one
chip in turn; against a bet, fold or call. The higher card takes the pot. A position is
all cards and moves: `K Q | check bet`; a card that is still to be dealt is `-`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import CHANCE, Game
from outply.games.card_hands import hand_from_text

__all__ = ["BET", "PASS", "Hand", "KuhnPoker", "Seen"]

RANKS = "JQK"
CARDS = len(RANKS)
NOT_DEALT = -1

PASS = 0  # check, or fold against a bet
BET = 1  # or call a bet

# The history is a bit a move behind a leading 1, the latest move lowest:
#
#        1  nothing yet
#      101  check, bet
#     1010  check, bet, fold
#
# From the second move on, the last two bits tell how things stand; 00 is check, check.

START = 0b1
BET_AFTER_CHECK = 0b01
FOLDED = 0b10
CALLED = 0b11


class Hand(NamedTuple):
    cards: tuple[int, ...]  # of each player: 0 is the jack, 2 the king; or NOT_DEALT
    history: int


class Seen(NamedTuple):
    """The hand as one player sees it."""

    player: int
    card: int  # the player's own; or NOT_DEALT
    dealt: int  # how many cards
    history: int


@dataclass(frozen=True)
class KuhnPoker(Game[Hand]):
    """Kuhn's poker of three cards for two players."""

    utility_range: ClassVar[tuple[float, float]] = (-2.0, 2.0)

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Hand:
        return Hand((NOT_DEALT, NOT_DEALT), START)

    def to_move(self, state: Hand) -> int:
        return CHANCE if state.cards[1] == NOT_DEALT else moves_made(state.history) & 1

    def moves(self, state: Hand) -> Iterator[int]:
        if state.cards[1] != NOT_DEALT:
            yield PASS
            yield BET

    def outcomes(self, state: Hand) -> Iterator[tuple[int, float]]:
        """The first player's card, then the second's."""
        dealt = state.cards[0]
        chance = 1.0 / (CARDS if dealt == NOT_DEALT else CARDS - 1)
        for card in range(CARDS):
            if card != dealt:
                yield card, chance

    def result(self, state: Hand, move: int) -> Hand:
        if state.cards[0] == NOT_DEALT:
            return Hand((move, NOT_DEALT), START)
        if state.cards[1] == NOT_DEALT:
            return Hand((state.cards[0], move), START)
        return Hand(state.cards, state.history << 1 | move)

    def is_terminal(self, state: Hand) -> bool:
        return moves_made(state.history) >= 2 and state.history & 0b11 != BET_AFTER_CHECK

    def utility(self, state: Hand, player: int) -> float:
        """The chips won: the ante, and the bet if it was called."""
        ending = state.history & 0b11
        if ending == FOLDED:
            return 1.0 if player == moves_made(state.history) & 1 else -1.0  # whose bet stood
        stake = 2.0 if ending == CALLED else 1.0
        return stake if state.cards[player] > state.cards[1 - player] else -stake

    # -- what is hidden ---------------------------------------------------------------

    def observation(self, state: Hand, player: int) -> Seen:
        """All but the other card, which stays hidden even at the end."""
        dealt = sum(int(card != NOT_DEALT) for card in state.cards)
        return Seen(player, state.cards[player], dealt, state.history)

    def worlds(self, state: Hand, player: int) -> Iterator[tuple[Hand, float]]:
        """The states that `player` cannot tell from this one, each as likely as its deal."""
        mine = state.cards[player]
        if state.cards[1 - player] == NOT_DEALT:
            yield state, 1.0
            return
        chance = 1.0 / (CARDS if mine == NOT_DEALT else CARDS - 1)
        for theirs in range(CARDS):
            if theirs != mine:
                yield Hand((theirs, mine) if player else (mine, theirs), state.history), chance

    # -- text -------------------------------------------------------------------------

    def format(self, state: Hand) -> str:
        return self.written([card_name(card) for card in state.cards], state.history)

    def format_view(self, state: Hand, player: int) -> str:
        """As the position, with `?` for the other player's card."""
        cards = [card_name(card) for card in state.cards]
        if state.cards[1 - player] != NOT_DEALT:
            cards[1 - player] = "?"
        return self.written(cards, state.history)

    def written(self, cards: list[str], history: int) -> str:
        words = list(self.words(history))
        return " ".join([*cards, "|", *words] if words else cards)

    def words(self, history: int) -> Iterator[str]:
        """The moves of a history, whatever the cards."""
        hand = Hand((0, 1), START)
        for place in reversed(range(moves_made(history))):
            move = history >> place & 1
            yield self.format_move(hand, move)
            hand = self.result(hand, move)

    def parse(self, text: str) -> Hand:
        return hand_from_text(self, text)

    def format_move(self, state: Hand, move: int) -> str:
        if state.cards[1] == NOT_DEALT:
            return card_name(move)
        faces_bet = moves_made(state.history) > 0 and state.history & 1 == BET
        if move == PASS:
            return "fold" if faces_bet else "check"
        return "call" if faces_bet else "bet"


def moves_made(history: int) -> int:
    return history.bit_length() - 1


def card_name(card: int) -> str:
    return "-" if card == NOT_DEALT else RANKS[card]
