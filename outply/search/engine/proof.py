"""The truth about a position: windows of width zero close in on it, then best play is traced.

Source: Pons, "Solving Connect 4", for how the windows are chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outply.game import SURE, Game, lost_in, won_in
from outply.search.engine.desk import Desk
from outply.search.engine.ordering import ENDLESS
from outply.search.engine.pvs import Pvs
from outply.search.engine.values import DECIDED
from outply.search.table import NO_MOVE, Table
from outply.search.watch import Watch

__all__ = ["Proof"]

TRACE_FACTOR, TRACE_NODES = 2, 1000  # how many nodes best play may cost to write down


@dataclass(frozen=True, kw_only=True)
class Proof(Pvs):
    def prove(
        self, game: Game[Any], state: Any, height: int, watch: Watch, table: Table, desk: Desk
    ) -> float:
        """The truth about `state`: windows of width zero close in on it."""
        desk.begin_proof()
        player, end = game.to_move(state), desk.at_root()
        low, high = self.reach(game, state, player, desk)
        longest = min(height, game.plies_left(state)) + 1
        attained = False
        while low < high:
            test = between(low, high, desk.draw(player), longest)
            test = min(max(test, low), self.just_below(high))
            top = self.next_above(test)
            value = self.node(
                game, state, ENDLESS, test, top, height, 0, end, NO_MOVE, watch, table, desk
            )
            if value > test:
                low = value
                attained = True
            else:
                high = value
        if not attained:  # the rules knew the value, but not by which move
            test = self.just_below(low)
            self.node(game, state, ENDLESS, test, low, height, 0, end, NO_MOVE, watch, table, desk)
        desk.note_proof(low, watch.entered())
        self.trace(game, state, low, height, watch, table, desk)
        return low

    def trace(
        self,
        game: Game[Any],
        state: Any,
        value: float,
        height: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> None:
        """Write down best play from a state whose value is proved, as long as that is easy."""
        most_nodes = TRACE_FACTOR * watch.entered() + TRACE_NODES
        move = desk.move(0)
        while height > 0 and move != NO_MOVE and watch.entered() < most_nodes:
            desk.add_to_line(move)
            player = game.to_move(state)
            state = game.result(state, move)
            value = self.sooner(value) if game.to_move(state) == player else -self.sooner(value)
            height -= 1
            move = NO_MOVE
            if not game.is_terminal(state):
                move = self.attaining(game, state, ENDLESS, value, height, watch, table, desk)
                if move == NO_MOVE:
                    move = self.attaining(game, state, 1, value, height, watch, table, desk)

    def attaining(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        value: float,
        height: int,
        watch: Watch,
        table: Table,
        desk: Desk,
    ) -> int:
        """A move that attains the value of `state`, among those listed for `depth`."""
        player, base = game.to_move(state), desk.at_root()
        end = self.listed(game, state, depth, base, desk)
        self.rate(game, state, base, end, ENDLESS, player, height, NO_MOVE, table, desk)
        for index in range(base, end):
            move = desk.pick(index, end)
            after = game.result(state, move)
            same, under = game.to_move(after) == player, height - 1
            low, high = self.after(self.just_below(value), value, same)
            found = self.shallow(game, after, ENDLESS, low, high, under, watch, desk)
            if found != found:
                found = self.node(
                    game, after, ENDLESS, low, high, under, end, 0, move, watch, table, desk
                )
            if self.before(found, same) >= value:
                return move
        return NO_MOVE


def rank(value: float, longest: int) -> int:
    """A value by how many plies before `longest` the game is won or lost; 0 is a draw."""
    if value > DECIDED:
        return longest - int(SURE - value)
    return int(SURE + value) - longest if value < -DECIDED else 0


def between(low: float, high: float, draw: float, longest: int) -> float:
    """Where to split a range of values: sooner ends are tested first, as they cost less."""
    least, most = rank(low, longest), rank(high, longest)
    middle = (least + most) // 2
    middle = min(middle, -(-least // 2)) if middle <= 0 else max(middle, most // 2)
    if middle == 0:
        return draw
    return won_in(longest - middle) if middle > 0 else lost_in(longest + middle)
