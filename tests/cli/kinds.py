"""Games of each kind, as files, for the tests of the command line."""

from pathlib import Path

SOUND = Path(__file__).parents[1] / "check" / "sound"

SECRET = str(SOUND / "secret_card.py")  # hidden, with chance
PENNIES = str(SOUND / "pennies.py")  # hidden, without chance
THREE = str(SOUND / "three_take.py")  # three players
DICE_FOR_THREE = str(SOUND / "dice.py")  # three players, with chance

COINS = '''
from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game


class Flips(NamedTuple):
    stage: int
    bent: bool
    heads: int


@dataclass(frozen=True)
class Coins(Game[Flips]):
    """MAX picks a coin and flips it, then MIN does: MAX wants heads, which are rarer if bent.

    MAX picks the fair one and MIN the bent one, so MAX gets 0.5 + 0.25 - 1.
    """

    def initial(self):
        return Flips(0, False, 0)

    def to_move(self, state):
        return CHANCE if state.stage in (1, 3) else state.stage // 2 % 2

    def moves(self, state):
        if state.stage in (0, 2):
            yield 0
            yield 1

    def outcomes(self, state):
        heads = 0.25 if state.bent else 0.5
        yield 1, heads
        yield 0, 1 - heads

    def result(self, state, move):
        if state.stage in (1, 3):
            return Flips(state.stage + 1, False, state.heads + move)
        return Flips(state.stage + 1, move == 1, state.heads)

    def is_terminal(self, state):
        return state.stage == 4

    def utility(self, state, player):
        return (state.heads - 1.0) * (1.0 if player == 0 else -1.0)

    def format_move(self, state, move):
        names = ("tails", "heads") if state.stage in (1, 3) else ("fair", "bent")
        return names[move]
'''
