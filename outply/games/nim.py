"""Nim: piles of counters, take as many as you like from one of them.

In normal play the player who takes the last counter wins; in misère play that player loses.
A move is numbered `amount * number of piles + pile` and written as the pile's letter and the
amount: `b2` takes two from the second pile. A position is the piles and the side to
move: `3 4 5 X`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outply.game import BoardView, Game, OutplyError
from outply.games.boards import Cells, clicks_of, column_name

SIDES = "XO"
MOST_PILES = 26
LARGEST_PILE = 1_000_000
WIDEST_PICTURE = 40


class Piles(NamedTuple):
    piles: tuple[int, ...]
    player: int  # to move


@dataclass(frozen=True)
class Nim(Game[Piles]):
    """Take any number of counters, at least one, from one pile; X begins."""

    piles: tuple[int, ...] = (3, 4, 5)
    misere: bool = False

    def __post_init__(self) -> None:
        piles = (self.piles,) if isinstance(self.piles, int) else self.piles
        if not isinstance(piles, (tuple, list)) or not 1 <= len(piles) <= MOST_PILES:
            raise OutplyError(f"piles is {piles!r}; give 1 to {MOST_PILES} sizes, as in 3,4,5.")
        if type(self.misere) is not bool:
            raise OutplyError(f"misere is {self.misere!r}; give True or False.")
        object.__setattr__(self, "piles", checked(piles))

    # -- rules ------------------------------------------------------------------------

    def initial(self) -> Piles:
        return Piles(self.piles, 0)

    def to_move(self, state: Piles) -> int:
        return state.player

    def moves(self, state: Piles) -> Iterator[int]:
        for pile, size in enumerate(state.piles):
            for amount in range(1, size + 1):
                yield amount * len(self.piles) + pile

    def result(self, state: Piles, move: int) -> Piles:
        amount = move // len(self.piles)
        taken_from = move % len(self.piles)
        piles = tuple(
            size - amount if pile == taken_from else size for pile, size in enumerate(state.piles)
        )
        return Piles(piles, 1 - state.player)

    def is_terminal(self, state: Piles) -> bool:
        return all(size == 0 for size in state.piles)

    def utility(self, state: Piles, player: int) -> float:
        """Whoever is to move did not take the last counter."""
        took_last = player != state.player
        return 1.0 if took_last != self.misere else -1.0

    # -- text and picture -------------------------------------------------------------

    def format(self, state: Piles) -> str:
        return f"{' '.join(map(str, state.piles))} {SIDES[state.player]}"

    def parse(self, text: str) -> Piles:
        *sizes, side = text.upper().split() or [""]
        fits = len(sizes) == len(self.piles) and all(
            re.fullmatch("[0-9]{1,9}", size) for size in sizes
        )
        if not fits or side not in ("X", "O"):
            example = self.format(self.initial())
            raise OutplyError(f"{text!r} is not a position of {self.name}; write {example!r}.")
        return Piles(checked([int(size) for size in sizes]), SIDES.index(side))

    def format_move(self, state: Piles, move: int) -> str:
        amount, pile = divmod(move, len(self.piles))
        return f"{column_name(pile)}{amount}"

    def board(self, state: Piles) -> BoardView | None:
        """A row a pile; a click takes the counter and all to its right."""
        width = max(state.piles)
        if width > WIDEST_PICTURE:
            return None

        def clicked(move: int) -> Cells:
            amount, pile = divmod(move, len(self.piles))
            return ((pile, state.piles[pile] - amount),)

        return BoardView(
            rows=tuple(("●",) * size + ("",) * (width - size) for size in state.piles),
            row_labels=tuple(map(column_name, range(len(state.piles)))),
            clicks=clicks_of(self, state, clicked),
        )

    # -- search hints: only engines use what follows -----------------------------------

    def plies_left(self, state: Piles) -> int:
        return sum(state.piles)

    def canonical(self, state: Piles) -> Piles:
        """The order of the piles does not matter: smallest first."""
        ordered = tuple(size_at(state.piles, place) for place, _ in enumerate(state.piles))
        return Piles(ordered, state.player)


def checked(piles: Sequence[int]) -> tuple[int, ...]:
    for size in piles:
        if type(size) is not int or not 0 <= size <= LARGEST_PILE:
            raise OutplyError(f"A pile holds 0 to {LARGEST_PILE} counters, not {size!r}.")
    return tuple(piles)


def size_at(piles: tuple[int, ...], place: int) -> int:
    """The size that stands at `place` when the piles are sorted."""
    for size in piles:
        smaller = sum(int(other < size) for other in piles)
        no_larger = sum(int(other <= size) for other in piles)
        if smaller <= place < no_larger:
            return size
    return 0
