"""Kuhn poker with four cards: enums as moves, pairs as outcomes, patterns."""

from dataclasses import dataclass, replace
from enum import Enum
from itertools import permutations

from outply import CHANCE, Game


class Act(Enum):
    CHECK = "check"
    BET = "bet"
    CALL = "call"
    FOLD = "fold"

    def __str__(self):
        return self.value


@dataclass(frozen=True)
class Deal:
    cards: tuple[int, int] | None = None
    history: tuple[Act, ...] = ()

    @property
    def pot(self):
        return [1 + sum(a in (Act.BET, Act.CALL) for a in self.history[p::2]) for p in (0, 1)]


@dataclass(frozen=True)
class FourCardKuhn(Game):
    cards: int = 4
    utility_range = (-2.0, 2.0)

    def initial(self):
        return Deal()

    def to_move(self, state):
        if state.cards is None:
            return CHANCE
        return len(state.history) % 2

    def outcomes(self, state):
        deals = list(permutations(range(self.cards), 2))
        return [(deal, 1 / len(deals)) for deal in deals]

    def moves(self, state):
        match state.history:
            case () | (Act.CHECK,):
                return [Act.CHECK, Act.BET]
            case (*_, Act.BET):
                return [Act.CALL, Act.FOLD]
        return []

    def result(self, state, move):
        match state:
            case Deal(cards=None):
                return replace(state, cards=move)
            case Deal(history=past):
                return replace(state, history=past + (move,))

    def is_terminal(self, state):
        match state.history:
            case (Act.CHECK, Act.CHECK) | (*_, Act.FOLD) | (*_, Act.CALL):
                return True
            case _:
                return False

    def utility(self, state, player):
        pot = state.pot
        if state.history[-1] is Act.FOLD:
            loser = (len(state.history) - 1) % 2
        else:
            loser = 0 if state.cards[0] < state.cards[1] else 1
        return -pot[loser] if player == loser else pot[loser]

    def observation(self, state, player):
        mine = None if state.cards is None else state.cards[player]
        return mine, state.history
