"""Little games with hidden information, and their states and strategies for an oracle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest

from outply import CHANCE, Game
from outply.games.kuhn_poker import KuhnPoker
from outply.games.leduc_poker import LeducPoker
from outply.games.liars_dice import LiarsDice
from outply.games.random_tree import RandomTree
from outply.search.cfr import CFR, MCCFR, Strategy
from tests.oracles import best_response as oracle

MODES = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
BOTH = pytest.mark.parametrize("kind", [CFR, MCCFR])

KUHN, LEDUC = KuhnPoker(), LeducPoker()


class Coins(NamedTuple):
    hidden: int
    guess: int


UNKNOWN = -1
HEADS, TAILS, GIFT = range(3)


@dataclass(frozen=True)
class Pennies(Game[Coins]):
    """MAX hides a coin, MIN guesses; heads that are not found pay twice. No chance.

    A gift is to be given only by mistake: MIN sees it and takes 3, or 5.
    """

    utility_range: ClassVar[tuple[float, float]] = (-5.0, 5.0)

    def initial(self) -> Coins:
        return Coins(UNKNOWN, UNKNOWN)

    def to_move(self, state: Coins) -> int:
        return int(state.hidden != UNKNOWN)

    def moves(self, state: Coins) -> Iterator[int]:
        if state.hidden == UNKNOWN:
            yield from (HEADS, TAILS, GIFT)
        elif state.guess == UNKNOWN:
            yield from (HEADS, TAILS)

    def result(self, state: Coins, move: int) -> Coins:
        return Coins(move, UNKNOWN) if state.hidden == UNKNOWN else Coins(state.hidden, move)

    def is_terminal(self, state: Coins) -> bool:
        return state.guess != UNKNOWN

    def utility(self, state: Coins, player: int) -> float:
        if state.hidden == GIFT:
            to_max = -3.0 if state.guess == HEADS else -5.0
        elif state.hidden == state.guess:
            to_max = -1.0
        else:
            to_max = 2.0 if state.hidden == HEADS else 1.0
        return to_max if player == 0 else -to_max

    def observation(self, state: Coins, player: int) -> tuple[int, ...]:
        is_seen = player == 0 or state.hidden in (UNKNOWN, GIFT)
        return (player, state.hidden if is_seen else HEADS, state.guess)

    def worlds(self, state: Coins, player: int) -> Iterator[tuple[Coins, float]]:
        if player == 0 or state.hidden in (UNKNOWN, GIFT):
            yield state, 1.0
        else:
            yield from ((Coins(hidden, state.guess), 0.5) for hidden in (HEADS, TAILS))


class Unequal(Pennies):
    """MIN may do more if the coin shows tails, and so could tell."""

    def moves(self, state: Coins) -> Iterator[int]:
        yield from super().moves(state)
        if state == Coins(TAILS, UNKNOWN):
            yield GIFT


class Stuck(Pennies):
    def moves(self, state: Coins) -> Iterator[int]:
        if state.hidden == UNKNOWN:
            yield from super().moves(state)


class Forgetful(KuhnPoker):
    """A player who was bet against no longer knows what was done before."""

    def observation(self, state: Any, player: int) -> Any:
        seen = super().observation(state, player)
        return seen._replace(history=min(seen.history, 0b11))


class Turns(NamedTuple):
    first: int
    second: int


@dataclass(frozen=True)
class TwoTurns(Game[Turns]):
    """MAX chooses twice, and does not see the first choice at the second, which costs 5 or not."""

    utility_range: ClassVar[tuple[float, float]] = (-6.0, 1.0)

    def initial(self) -> Turns:
        return Turns(UNKNOWN, UNKNOWN)

    def to_move(self, state: Turns) -> int:
        return 0

    def moves(self, state: Turns) -> Iterator[int]:
        if state.second == UNKNOWN:
            yield from (0, 1)

    def result(self, state: Turns, move: int) -> Turns:
        return Turns(move, UNKNOWN) if state.first == UNKNOWN else Turns(state.first, move)

    def is_terminal(self, state: Turns) -> bool:
        return state.second != UNKNOWN

    def utility(self, state: Turns, player: int) -> float:
        to_max = float(state.second if state.first == 0 else -5 - state.second)
        return to_max if player == 0 else -to_max

    def observation(self, state: Turns, player: int) -> tuple[int, ...]:
        return (int(state.first != UNKNOWN), state.second)


GAMES = [
    *(KUHN, LEDUC, LiarsDice(sides=3), LiarsDice(dice=2, sides=2)),
    *(Pennies(), RandomTree(branching=3, depth=3)),
]


def followed(strategy: Strategy, game: Game[Any]) -> oracle.Strategy:
    """A strategy as the oracle takes it; states are remembered, some games ask often."""
    known: dict[Any, dict[int, float]] = {}

    def probabilities(state: Any) -> dict[int, float]:
        if state not in known:
            known[state] = strategy.probabilities(game, state)
        return known[state]

    return probabilities


def decisions(game: Game[Any], state: Any = None) -> Iterator[Any]:
    """All states at which a player is to move."""
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        return
    if game.to_move(state) == CHANCE:
        moves = [outcome for outcome, _ in game.outcomes(state)]
    else:
        yield state
        moves = list(game.moves(state))
    for move in moves:
        yield from decisions(game, game.result(state, move))


def dealt(game: Game[Any], *outcomes: int) -> Any:
    state = game.initial()
    for outcome in outcomes:
        state = game.result(state, outcome)
    return state
