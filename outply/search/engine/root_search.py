"""The search from the root, and the truth about a position.

The window of the root comes from `windows_and_values.py`. A proof closes in on the value by null
windows, then traces best play.
Source: Pons, "Solving Connect 4", for how the windows are chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from outply.game import SURE, Game, lost_in, won_in
from outply.search.base import Window
from outply.search.engine.killers_and_history import MoveHistory
from outply.search.engine.memory import Memory
from outply.search.engine.move_ordering import ENDLESS
from outply.search.engine.move_stack import MoveStack
from outply.search.engine.principal_variation_search import PrincipalVariationSearch
from outply.search.engine.root import Ply, Root
from outply.search.engine.windows_and_values import DECIDED
from outply.search.transposition_table import NO_MOVE, Table
from outply.search.watch import Watch

__all__ = ["PROVE", "RootSearch"]

PROVE = 0xFFFE
"""A depth that asks for the truth by null windows, in a game of win, draw and loss."""

TRACE_FACTOR, TRACE_NODES = 2, 1000  # how many nodes best play may cost to write down


@dataclass(frozen=True, kw_only=True)
class RootSearch(PrincipalVariationSearch):
    """What the engine compiles: `search_root`."""

    name: ClassVar[str] = "engine"  # in messages about what is compiled

    def search_root(
        self,
        game: Game[Any],
        state: Any,
        watch: Watch,
        table: Table,
        moves: MoveStack,
        history: MoveHistory,
        root: Root,
    ) -> float:
        """The value of the best of the root's moves from `root.first` on, as `root` asks.

        That move is then the first of them. At depth PROVE, the truth, whatever the window.
        Raises Stuck where no move can be made, since the game is over or the rules are wrong.
        """
        memory = Memory(watch, table, moves, history, root)
        if root.end == 0:
            self.prepare_root(game, state, memory)
        if not self.has_scores and root.depth == PROVE:
            return self.prove(game, state, memory)
        ply = Ply(root.remaining, root.first, root.end, NO_MOVE)
        return self.node(game, state, root.depth, Window(root.alpha, root.beta), ply, memory)

    def prepare_root(self, game: Game[Any], state: Any, memory: Memory) -> None:
        """List the root's moves."""
        end = 0 if game.is_terminal(state) else self.list_root_moves(game, state, memory)
        memory.root.set_moves(game.to_move(state), end, memory.moves)

    def prove(self, game: Game[Any], state: Any, memory: Memory) -> float:
        """The truth about `state`, by null windows."""
        root, watch = memory.root, memory.watch
        root.begin_proof()
        ply = Ply(root.remaining, 0, root.end, NO_MOVE)
        low, high = self.bounds(game, state, game.to_move(state), root)
        longest = min(root.remaining, game.plies_left(state)) + 1
        is_attained = False
        while low < high:
            test = between(low, high, root.draw_value(game.to_move(state)), longest)
            test = min(max(test, low), self.next_below(high))
            window = Window(test, self.next_above(test))
            value = self.node(game, state, ENDLESS, window, ply, memory)
            root.proof_windows += 1
            if value > test:
                low = value
                is_attained = True
            else:
                high = value
        if not is_attained:  # the rules told the value, but not by which move
            self.node(game, state, ENDLESS, Window(self.next_below(low), low), ply, memory)
        root.store_proof(low, watch.entered())
        self.trace(game, state, low, memory)
        return low

    def trace(self, game: Game[Any], state: Any, value: float, memory: Memory) -> None:
        """Write down best play from a state whose value is proved, as long as that is easy."""
        watch, remaining = memory.watch, memory.root.remaining
        most_nodes = TRACE_FACTOR * watch.entered() + TRACE_NODES
        move = memory.moves.move(0)
        while remaining > 0 and move != NO_MOVE and watch.entered() < most_nodes:
            memory.root.add_to_line(move)
            player = game.to_move(state)
            state = game.result(state, move)
            value = self.one_ply_down(value)
            value = value if game.to_move(state) == player else -value
            remaining -= 1
            move = NO_MOVE
            if not game.is_terminal(state):
                move = self.attaining_move(game, state, ENDLESS, value, remaining, memory)
                if move == NO_MOVE:
                    move = self.attaining_move(game, state, 1, value, remaining, memory)

    def attaining_move(
        self,
        game: Game[Any],
        state: Any,
        depth: int,
        value: float,
        remaining: int,
        memory: Memory,
    ) -> int:
        """A move that attains the value of `state`, among those listed for `depth`."""
        player, first = game.to_move(state), memory.root.end
        end = self.list_moves(game, state, depth, first, memory.moves)
        self.rate_moves(game, state, ENDLESS, Ply(remaining, first, end, NO_MOVE), memory)
        for index in range(first, end):
            move = memory.moves.pick(index, end)
            after = game.result(state, move)
            same_player = game.to_move(after) == player
            window = self.child_window(self.next_below(value), value, same_player)
            below = Ply(remaining - 1, end, 0, move)
            found = self.child_value(game, after, ENDLESS, window, below, memory)
            if self.parent_value(found, same_player) >= value:
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
