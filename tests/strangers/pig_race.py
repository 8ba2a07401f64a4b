"""A race of two pigs with a die.

In its turn a pig walks two squares, or runs as many as the die says; a pig that rolls a one
falls back to the last resting place. Some squares have a shortcut or a puddle. The first pig at
the goal wins. At nightfall the pig that is further ahead wins.
"""

from dataclasses import dataclass
from typing import NamedTuple

from outply import CHANCE, Game

SLIDES = {3: 7, 9: 5, 12: 15, 17: 10}  # from a square to a square
RESTING_PLACES = [0, 5, 10, 15]


class Race(NamedTuple):
    places: tuple[int, int]
    turn: int
    is_rolling: bool
    ply: int


def slide(place):
    try:
        return SLIDES[place]
    except KeyError:
        return place


def fall_back(place):
    return max(rest for rest in RESTING_PLACES if rest <= place)


@dataclass(frozen=True)
class PigRace(Game):
    """Walk or run; moves are words, outcomes are the faces of the die."""

    goal: int = 20
    nightfall: int = 30

    def initial(self):
        return Race((0, 0), 0, False, 0)

    def to_move(self, state):
        return CHANCE if state.is_rolling else state.turn

    def moves(self, state):
        if state.is_rolling:
            return []
        return ["walk", "run"]

    def outcomes(self, state):
        return [(face, 1 / 6) for face in range(1, 7)]

    def result(self, state, move):
        match move:
            case "run":
                return state._replace(is_rolling=True)
            case "walk":
                return self.go_to(state, state.places[state.turn] + 2)
            case 1:
                return self.go_to(state, fall_back(state.places[state.turn]))
            case face if 2 <= face <= 6:
                return self.go_to(state, state.places[state.turn] + face)
            case _:
                raise ValueError(f"{move} is not a move")

    def go_to(self, state, place):
        """The state after the pig to move has come to a square; the other pig is next."""
        if (place := slide(place)) > self.goal:
            place = self.goal
        first, second = state.places
        places = (place, second) if state.turn == 0 else (first, place)
        return Race(places, 1 - state.turn, False, state.ply + 1)

    def is_terminal(self, state):
        return self.goal in state.places or state.ply >= self.nightfall

    def utility(self, state, player):
        if (lead := state.places[player] - state.places[1 - player]) == 0:
            return 0.0
        return 1.0 if lead > 0 else -1.0

    def evaluate(self, state, player):
        return (state.places[player] - state.places[1 - player]) / (self.goal + 1)
