"""Methods of an author's classes that change their object, whatever their names, or read it."""

from __future__ import annotations

import pytest

from outply.compiler import NotCompilable, compile_function


class Deck:
    def __init__(self, cards):
        self.cards = list(cards)
        self.place = 0

    def get(self):
        """Draw the next card: other than that of a dict, this `get` changes its owner."""
        self.place += 1
        return self.cards[self.place - 1]

    def add(self, log):
        log.append(self.place)

    @property
    def drawn_card(self):
        self.place += 1
        return self.cards[self.place - 1]

    def is_low(self, at):
        return self.cards[at] < 5

    def is_near(self, at):
        return self.is_low(at) if at == 0 else self.is_near(at - 1)

    def low_cards(self):
        for at in range(len(self.cards)):
            if self.is_low(at) and self.is_near(at):
                yield str(self.cards[at]).strip()

    def first(self, at):
        self.get()
        return self.second(at - 1) if at > 0 else at

    def second(self, at):
        return self.first(at - 1) if at > 0 else at

    def turned_cards(self):
        for at in range(2):
            yield self.second(at)


class CountingDeck(Deck):
    def is_high(self, at):
        return self.cards[at] > 5

    def high_cards(self):
        for at in range(len(self.cards)):
            if self.is_high(at):
                yield at


class LoggingDeck(CountingDeck):
    def is_high(self, at):
        self.place += 1
        return super().is_high(at)


def low_cards(cards):
    return Deck(cards).low_cards()


def returned_generator_that_reads(cards):
    return list(low_cards(cards))


def test_a_generator_may_call_methods_that_only_read():
    compiled = compile_function(returned_generator_that_reads, (3, 9, 4))
    for cards in ((3, 9, 4), (9, 9, 9), (1, 2, 3)):
        assert compiled(cards) == returned_generator_that_reads(cards)


def drawn(deck):
    yield deck.get()


def hand(deck):
    return drawn(deck)


def returned_generator_that_draws(cards):
    deck = Deck(cards)
    cards_drawn = hand(deck)
    return deck.place, list(cards_drawn)


def drawn_meanwhile(cards):
    deck = Deck(cards)
    places = (card + deck.place for card in deck.cards)
    deck.get()
    return list(places)


def drawn_by_a_property_meanwhile(cards):
    deck = Deck(cards)
    places = (card + deck.place for card in deck.cards)
    card = deck.drawn_card
    return card, list(places)


def logged_meanwhile(cards):
    deck, log = Deck(cards), [0]
    pairs = zip(log, cards, strict=False)
    deck.add(log)
    return list(pairs)


def high_cards(deck):
    return deck.high_cards()


def overridden_by_one_that_changes(cards):
    return list(high_cards(LoggingDeck(cards)))


def turned_cards(deck):
    return deck.turned_cards()


def methods_that_call_each_other(cards):
    deck = Deck(cards)
    turned = turned_cards(deck)
    return deck.place, list(turned)


REFUSED = [
    returned_generator_that_draws,
    drawn_meanwhile,
    drawn_by_a_property_meanwhile,
    logged_meanwhile,
    overridden_by_one_that_changes,
    methods_that_call_each_other,
]


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_what_a_method_may_change_is_not_computed_before(function):
    with pytest.raises(NotCompilable, match="may change before it is used"):
        compile_function(function, (3, 9, 4))
