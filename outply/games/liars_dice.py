"""Liar's dice for two: bid on all dice while you see only your own.

Each player rolls in secret. They bid in turn how many dice, of both players together,
show a face; each bid names more dice than the last, or as many of a higher face. Instead
of bidding a player may say liar: then the dice are counted, and the last bid wins if it
was true. The highest face is wild and counts as any.

A bid is written as quantity and face, `2x5` for two fives. A position is both players'
dice, lowest first, and what was said: `3 5 | 1x3 2x3 liar`; a die that is still to be
rolled is `-`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import CHANCE, Game, OutplyError

__all__ = ["Cups", "LiarsDice", "Seen"]

MOST_DICE = 2
FEWEST_SIDES, MOST_SIDES = 2, 6

# Under a cup the order of the dice does not matter, so a cup is the number of its dice
# that show each face, an octal digit a face. A two and a five:
#
#           6 5 4 3 2 1    face
#        0o 0 1 0 0 1 0
#
# Bids only rise, so those made are a set: bit `(quantity - 1) * sides + face - 1` is the bid
# `quantity` x `face`, and the bit above them all says liar. A move is the number of its bit.


class Cups(NamedTuple):
    cups: tuple[int, ...]  # of each player
    rolled: int  # dice so far; all of the first player's come first
    said: int


class Seen(NamedTuple):
    """The game as one player sees it."""

    player: int
    cup: int
    rolled: int
    said: int


@dataclass(frozen=True)
class LiarsDice(Game[Cups]):
    """Liar's dice for two players, one round."""

    dice: int = 1  # of each player
    sides: int = 6
    wild: bool = True  # whether the highest face counts as any

    def __post_init__(self) -> None:
        if type(self.dice) is not int or not 1 <= self.dice <= MOST_DICE:
            raise OutplyError(f"dice is {self.dice!r}; give each player 1 to {MOST_DICE}.")
        if type(self.sides) is not int or not FEWEST_SIDES <= self.sides <= MOST_SIDES:
            raise OutplyError(f"sides is {self.sides!r}; give {FEWEST_SIDES} to {MOST_SIDES}.")
        if type(self.wild) is not bool:
            raise OutplyError(f"wild is {self.wild!r}; give True or False.")

    @property
    def liar(self) -> int:
        """The number of bids, and so the move after them."""
        return 2 * self.dice * self.sides

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Cups:
        return Cups((0, 0), 0, 0)

    def to_move(self, state: Cups) -> int:
        return CHANCE if state.rolled < 2 * self.dice else state.said.bit_count() & 1

    def moves(self, state: Cups) -> Iterator[int]:
        """The higher bids, then liar."""
        if state.rolled == 2 * self.dice:
            yield from range(state.said.bit_length(), self.liar)
            if state.said:
                yield self.liar

    def outcomes(self, state: Cups) -> Iterator[tuple[int, float]]:
        """The face of one die."""
        for face in range(1, self.sides + 1):
            yield face, 1.0 / self.sides

    def result(self, state: Cups, move: int) -> Cups:
        if state.rolled == 2 * self.dice:
            return Cups(state.cups, state.rolled, state.said | 1 << move)
        roller = state.rolled // self.dice
        cups = tuple(
            cup + die(move) if player == roller else cup for player, cup in enumerate(state.cups)
        )
        return Cups(cups, state.rolled + 1, 0)

    def is_terminal(self, state: Cups) -> bool:
        return state.said >> self.liar != 0

    def utility(self, state: Cups, player: int) -> float:
        """The last to bid wins if the bid is true; the other said liar."""
        bids = state.said ^ 1 << self.liar
        bidder = 1 - (bids.bit_count() & 1)
        is_true = self.supports(state, bids.bit_length() - 1)
        return 1.0 if is_true == (player == bidder) else -1.0

    def supports(self, state: Cups, bid: int) -> bool:
        """Whether the dice make a bid true."""
        quantity, face = bid // self.sides + 1, bid % self.sides + 1
        both = state.cups[0] + state.cups[1]
        matching = count(both, face)
        if self.wild and face != self.sides:
            matching += count(both, self.sides)
        return matching >= quantity

    # -- what is hidden ---------------------------------------------------------------

    def observation(self, state: Cups, player: int) -> Seen:
        """All but the other cup, which stays hidden even at the end."""
        return Seen(player, state.cups[player], state.rolled, state.said)

    def worlds(self, state: Cups, player: int) -> Iterator[tuple[Cups, float]]:
        """The states that `player` cannot tell from this one, each as likely as its roll."""
        mine = state.cups[player]
        theirs_rolled = state.rolled - dice_in(mine)
        for theirs, chance in self.rolls(theirs_rolled):
            cups = (theirs, mine) if player else (mine, theirs)
            yield Cups(cups, state.rolled, state.said), chance

    def rolls(self, dice: int) -> Iterator[tuple[int, float]]:
        """What may be under a cup with `dice` dice, each with its probability."""
        if dice == 0:
            yield 0, 1.0
        for low in range(1, self.sides + 1):
            if dice == 1:
                yield die(low), 1.0 / self.sides
            if dice == 2:
                for high in range(low, self.sides + 1):
                    orders = 1.0 if high == low else 2.0
                    yield die(low) + die(high), orders / self.sides**2

    # -- text -------------------------------------------------------------------------

    def format(self, state: Cups) -> str:
        return self.written([self.faces(cup) for cup in state.cups], state.said)

    def format_view(self, state: Cups, player: int) -> str:
        """As the position, with `?` for each of the other player's dice."""
        cups = [self.faces(cup) for cup in state.cups]
        hidden = dice_in(state.cups[1 - player])
        cups[1 - player] = ("?" * hidden).ljust(self.dice, "-")
        return self.written(cups, state.said)

    def written(self, cups: list[str], said: int) -> str:
        words = [self.format_bid(move) for move in range(self.liar + 1) if said >> move & 1]
        return " ".join([*cups, "|", *words] if words else cups)

    def faces(self, cup: int) -> str:
        """The dice, lowest first."""
        rolled = (str(face) * count(cup, face) for face in range(1, self.sides + 1))
        return "".join(rolled).ljust(self.dice, "-")

    def parse(self, text: str) -> Cups:
        dice, _, said = text.partition("|")
        state = self.initial()
        try:
            for word in [*"".join(dice.replace("-", "").split()), *said.split()]:
                state = self.result(state, self.parse_move(state, word))
        except OutplyError as error:
            raise OutplyError(f"{text!r} is not a position of {self.name}: {error}") from None
        written = self.format(state)
        if written.lower().split() != text.lower().split():
            raise OutplyError(f"{text!r} is not a position of {self.name}; write {written!r}.")
        return state

    def format_move(self, state: Cups, move: int) -> str:
        return str(move) if state.rolled < 2 * self.dice else self.format_bid(move)

    def format_bid(self, move: int) -> str:
        quantity, face = divmod(move, self.sides)
        return "liar" if move == self.liar else f"{quantity + 1}x{face + 1}"


# -- dice -----------------------------------------------------------------------------


def die(face: int) -> int:
    """A cup with one die."""
    return 1 << 3 * (face - 1)


def count(cup: int, face: int) -> int:
    """How many dice show a face."""
    return cup >> 3 * (face - 1) & 0o7


def dice_in(cup: int) -> int:
    """How many dice there are: the sum of the octal digits."""
    return cup % 7
