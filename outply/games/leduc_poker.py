"""Leduc poker: six cards, two rounds of betting, and a public card between them.

Each player antes a chip and is dealt one of two jacks, two queens and two kings. After a
round of betting a public card is turned up, and there is a second round. A raise is two
chips in the first round and four in the second, and a round has two raises at most. Who
pairs the public card wins, then the higher card; equal ranks split the pot. A position
is all cards and moves as they came: `Ks Qh | raise call | Kh | check`; a private card that
is still to be dealt is `-`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from outply.game import CHANCE, Game
from outply.games.card_hands import hand_from_text

__all__ = ["CALL", "FOLD", "RAISE", "Hand", "LeducPoker", "Seen"]

# A card is twice its rank and its suit:
#
#        J   Q   K
#    s   0   2   4
#    h   1   3   5

RANKS = "JQK"
SUITS = "sh"
CARDS = len(RANKS) * len(SUITS)
PUBLIC = 2  # its place among the cards
NOT_DEALT = -1

FOLD = 0
CALL = 1  # or check, where there is nothing to call
RAISE = 2

ANTE = 1
FIRST_RAISE = 2
SECOND_RAISE = 4
MOST_RAISES = 2  # in a round


class Hand(NamedTuple):
    cards: tuple[int, ...]  # the first player's, the second's, the public one; or NOT_DEALT
    paid: tuple[int, ...]  # chips in the pot from each player
    mover: int  # CHANCE where a card is dealt next
    raises: int  # in this round
    over: bool
    history: int  # all moves, two bits each, the latest lowest: 1 fold, 2 call, 3 raise


class Seen(NamedTuple):
    """The hand as one player sees it; the rest follows from the history."""

    player: int
    rank: int  # of the player's card; or NOT_DEALT
    public: int  # the rank of the public card; or NOT_DEALT
    dealt: int  # how many cards
    history: int


@dataclass(frozen=True)
class LeducPoker(Game[Hand]):
    """Leduc poker for two players."""

    utility_range: ClassVar[tuple[float, float]] = (-13.0, 13.0)

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Hand:
        nothing = (NOT_DEALT, NOT_DEALT, NOT_DEALT)
        return Hand(nothing, (ANTE, ANTE), CHANCE, raises=0, over=False, history=0)

    def to_move(self, state: Hand) -> int:
        return state.mover

    def moves(self, state: Hand) -> Iterator[int]:
        if state.mover == CHANCE:
            return
        if state.paid[0] != state.paid[1]:
            yield FOLD
        yield CALL
        if state.raises < MOST_RAISES:
            yield RAISE

    def outcomes(self, state: Hand) -> Iterator[tuple[int, float]]:
        """A card of those left: to the first player, to the second, to the table."""
        left = CARDS - cards_dealt(state.cards)
        for card in range(CARDS):
            if card != state.cards[0] and card != state.cards[1]:
                yield card, 1.0 / left

    def result(self, state: Hand, move: int) -> Hand:
        if state.mover == CHANCE:
            return dealt(state, move)
        if move == FOLD:
            return Hand(state.cards, state.paid, 1 - state.mover, 0, True, noted(state, move))
        return raised(state) if move == RAISE else called(state)

    def is_terminal(self, state: Hand) -> bool:
        return state.over

    def utility(self, state: Hand, player: int) -> float:
        """The chips won. Only after a fold has one player paid more: the bet that stood."""
        mine, theirs = state.paid[player], state.paid[1 - player]
        if mine != theirs:
            return float(theirs if mine > theirs else -mine)
        ours = strength(state.cards[player], state.cards[PUBLIC])
        others = strength(state.cards[1 - player], state.cards[PUBLIC])
        if ours == others:
            return 0.0
        return float(mine if ours > others else -mine)

    # -- what is hidden ---------------------------------------------------------------

    def observation(self, state: Hand, player: int) -> Seen:
        """The ranks alone: suits decide nothing, so a player loses nothing by forgetting them.

        The other player's card stays hidden even at the end.
        """
        mine, public = rank(state.cards[player]), rank(state.cards[PUBLIC])
        return Seen(player, mine, public, cards_dealt(state.cards), state.history)

    def worlds(self, state: Hand, player: int) -> Iterator[tuple[Hand, float]]:
        """The states that `player` cannot tell from this one, each as likely as its deal.

        All deals are equally likely, so those that remain possible are, too.
        """
        count = 0
        for _ in self.alike(state, player):
            count += 1
        for other in self.alike(state, player):
            yield other, 1.0 / count

    def alike(self, state: Hand, player: int) -> Iterator[Hand]:
        """The same play with other cards, as far as `player` has not seen them."""
        for first in range(NOT_DEALT, CARDS):
            if not is_alike(first, state.cards[0], player == 0):
                continue
            for second in range(NOT_DEALT, CARDS):
                if is_same(second, first) or not is_alike(second, state.cards[1], player == 1):
                    continue
                for public in range(NOT_DEALT, CARDS):
                    taken = is_same(public, first) or is_same(public, second)
                    if not taken and is_alike(public, state.cards[PUBLIC], True):
                        yield state._replace(cards=(first, second, public))

    # -- text -------------------------------------------------------------------------

    def format(self, state: Hand) -> str:
        return self.written([card_name(card) for card in state.cards], state.history)

    def format_view(self, state: Hand, player: int) -> str:
        """As the position, with `?` for the other player's card and no suits."""
        cards = [card_name(card)[0] for card in state.cards]
        if state.cards[1 - player] != NOT_DEALT:
            cards[1 - player] = "?"
        return self.written(cards, state.history)

    def written(self, cards: list[str], history: int) -> str:
        first, second = self.words(history)
        parts = [" ".join(cards[:PUBLIC]), " ".join(first)]
        if cards[PUBLIC] != "-":
            parts += [cards[PUBLIC], " ".join(second)]
        return " | ".join(part for part in parts if part)

    def words(self, history: int) -> tuple[list[str], list[str]]:
        """The moves of each round, whatever the cards."""
        hand = dealt(dealt(self.initial(), 0), 1)
        rounds: tuple[list[str], list[str]] = ([], [])
        digits = (history.bit_length() + 1) // 2
        for place in reversed(range(digits)):
            if hand.mover == CHANCE:
                hand = dealt(hand, 2)
            move = (history >> 2 * place & 3) - 1
            rounds[hand.cards[PUBLIC] != NOT_DEALT].append(self.format_move(hand, move))
            hand = self.result(hand, move)
        return rounds

    def parse(self, text: str) -> Hand:
        return hand_from_text(self, text)

    def format_move(self, state: Hand, move: int) -> str:
        if state.mover == CHANCE:
            return card_name(move)
        if move == CALL:
            return "check" if state.paid[0] == state.paid[1] else "call"
        return "fold" if move == FOLD else "raise"


# -- moves ----------------------------------------------------------------------------


def cards_dealt(cards: tuple[int, ...]) -> int:
    """How many cards are dealt, and so the place of the next."""
    return sum(int(card != NOT_DEALT) for card in cards)


def dealt(state: Hand, card: int) -> Hand:
    """The state with one more card; the first player opens each round."""
    place = cards_dealt(state.cards)
    cards = tuple(card if at == place else old for at, old in enumerate(state.cards))
    return state._replace(cards=cards, mover=CHANCE if place == 0 else 0, raises=0)


def raised(state: Hand) -> Hand:
    """Both a call and a raise."""
    more = FIRST_RAISE if state.cards[PUBLIC] == NOT_DEALT else SECOND_RAISE
    paid = paying(state, state.paid[1 - state.mover] + more)
    history = noted(state, RAISE)
    return Hand(state.cards, paid, 1 - state.mover, state.raises + 1, False, history)


def called(state: Hand) -> Hand:
    """A call ends the round, and so does the second check."""
    paid = paying(state, state.paid[1 - state.mover])
    history = noted(state, CALL)
    if state.mover == 0 and state.paid[0] == state.paid[1]:
        return Hand(state.cards, paid, 1, 0, False, history)
    if state.cards[PUBLIC] == NOT_DEALT:
        return Hand(state.cards, paid, CHANCE, 0, False, history)
    return Hand(state.cards, paid, 0, 0, True, history)


def paying(state: Hand, chips: int) -> tuple[int, ...]:
    """What each player has paid once the mover has `chips` chips in the pot."""
    return tuple(chips if who == state.mover else old for who, old in enumerate(state.paid))


def noted(state: Hand, move: int) -> int:
    """The history with one more move."""
    return state.history << 2 | move + 1


# -- cards ----------------------------------------------------------------------------


def rank(card: int) -> int:
    return card if card == NOT_DEALT else card // len(SUITS)


def strength(card: int, public: int) -> int:
    """What decides the showdown: a pair beats all, then the rank."""
    return len(RANKS) if rank(card) == rank(public) else rank(card)


def is_alike(card: int, other: int, is_open: bool) -> bool:
    """Whether one card may stand for the other: by its rank, or, face down, by being there."""
    if is_open:
        return rank(card) == rank(other)
    return (card == NOT_DEALT) == (other == NOT_DEALT)


def is_same(card: int, other: int) -> bool:
    return card == other and card != NOT_DEALT


def card_name(card: int) -> str:
    return "-" if card == NOT_DEALT else RANKS[card // len(SUITS)] + SUITS[card % len(SUITS)]
