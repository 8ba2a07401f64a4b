"""A skirmish of knights and archers on a small field.

A unit steps to a free neighbouring square or attacks an enemy in its range. A unit without hit
points is taken off the field. The side that loses all its units loses the game; after the
last round the side with more hit points wins.
"""

# ruff: noqa: RUF005 (rows are put together with +, as many people do)

from dataclasses import dataclass
from typing import NamedTuple

from outply import Game

RANGES = {"knight": 1, "archer": 2}
DAMAGE = {"knight": 2, "archer": 1}
STEPS = [(0, -1), (-1, 0), (1, 0), (0, 1)]


class Point(NamedTuple):
    x: int
    y: int

    def distance(self, other):
        return abs(self.x - other.x) + abs(self.y - other.y)


class Unit(NamedTuple):
    at: Point
    hp: int
    kind: str
    side: int

    @property
    def reach(self):
        return RANGES[self.kind]

    def can_attack(self, other):
        return self.side != other.side and self.at.distance(other.at) <= self.reach

    def hurt(self, points):
        return self._replace(hp=max(0, self.hp - points))


class State(NamedTuple):
    units: tuple
    turn: int = 0
    ply: int = 0

    def strength(self, side):
        return sum(unit.hp for unit in self.units if unit.side == side)


def with_unit(state, index, unit):
    """The state with one unit changed."""
    return state._replace(units=state.units[:index] + (unit,) + state.units[index + 1 :])


@dataclass(frozen=True)
class Skirmish(Game):
    """Knights and archers; moves are ("attack", i, j), ("step", i, dx, dy) or ("wait", 0, 0)."""

    size: int = 4
    rounds: int = 10

    def initial(self):
        last = self.size - 1
        return State(
            units=(
                Unit(Point(0, 0), 4, "knight", 0),
                Unit(Point(1, 0), 3, "archer", 0),
                Unit(Point(last, last), 4, "knight", 1),
                Unit(Point(last - 1, last), 3, "archer", 1),
            )
        )

    def to_move(self, state):
        return state.turn

    def moves(self, state):
        attacks = [
            ("attack", i, j)
            for i, unit in enumerate(state.units)
            for j, other in enumerate(state.units)
            if unit.side == state.turn and unit.can_attack(other)
        ]
        occupied = {unit.at for unit in state.units}
        steps = []
        for i, unit in enumerate(state.units):
            if unit.side != state.turn:
                continue
            for dx, dy in STEPS:
                target = Point(unit.at.x + dx, unit.at.y + dy)
                if self.is_on_field(target) and target not in occupied:
                    steps.append(("step", i, dx, dy))
        return attacks + steps or [("wait", 0, 0)]

    def is_on_field(self, point):
        return 0 <= point.x < self.size and 0 <= point.y < self.size

    def result(self, state, move):
        if move[0] == "attack":
            _, i, j = move
            target = state.units[j].hurt(DAMAGE[state.units[i].kind])
            if target.hp > 0:
                state = with_unit(state, j, target)
            else:
                state = state._replace(units=state.units[:j] + state.units[j + 1 :])
        elif move[0] == "step":
            _, i, dx, dy = move
            unit = state.units[i]
            point = unit.at
            state = with_unit(state, i, unit._replace(at=point._replace(x=point.x + dx)))
            unit = state.units[i]
            state = with_unit(state, i, unit._replace(at=unit.at._replace(y=point.y + dy)))
        return state._replace(turn=1 - state.turn, ply=state.ply + 1)

    def is_terminal(self, state):
        over = state.ply >= 2 * self.rounds
        return over or state.strength(0) == 0 or state.strength(1) == 0

    def utility(self, state, player):
        mine, theirs = state.strength(player), state.strength(1 - player)
        if mine == theirs:
            return 0.0
        return 1.0 if mine > theirs else -1.0

    def evaluate(self, state, player):
        return (state.strength(player) - state.strength(1 - player)) / 10
