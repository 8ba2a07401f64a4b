"""One simulation: its path through the tree, what it gave to each player, and its dice.

    word     0     1       2      3           8 …    72 …        136 …
             dice  length  plies  simulation  gains  references  steps of the path: family, node

    rows     0     1                          2
             move  64 · simulation + player   the last ply at which that player had it

    debts    0     1       2      3
             node  visits  value  squares

`plies` go on counting in the playout. Behind the path, rows are found by some bits of move and
player; of two moves that share a row the later one is known. So a simulation that has many moves
forgets a few, and RAVE learns a little less. Debts are what a shared tree was not told yet of its
busiest nodes (debts.py), found by some bits of the node.
"""

from __future__ import annotations

from outply.compiler.primitives import peek, peek_float, poke, poke_float
from outply.search.dice import Dice
from outply.search.mcts.nodes import Nodes

__all__ = ["MOST_PLAYERS", "MOST_STEPS", "Walker"]

LENGTH, PLIES, SIMULATION = range(1, 4)
GAINS = 8
MOST_PLAYERS = 64
REFERENCES = GAINS + MOST_PLAYERS
STEPS = REFERENCES + MOST_PLAYERS
STEP = 2  # words
MOST_STEPS = 2048
ROWS = STEPS + STEP * MOST_STEPS
ROW = 3  # words
MASK = 4095
DEBTS = ROWS + ROW * (MASK + 1)
DEBT = 4  # words
MOST_DEBTS = 256


class Walker(Dice):
    def __init__(self, seed: int) -> None:
        super().__init__(DEBTS + DEBT * MOST_DEBTS)
        self.seed(seed)

    def begin(self, players: int) -> None:
        poke(self, LENGTH, 0)
        poke(self, PLIES, 0)
        for player in range(players):
            self.refer_to(player, 0)
        poke(self, SIMULATION, peek(self, SIMULATION) + 1)

    # -- the path ---------------------------------------------------------------------

    def length(self) -> int:
        return peek(self, LENGTH)

    def step(self, family: int, node: int) -> None:
        length = peek(self, LENGTH)
        poke(self, STEPS + STEP * length, family)
        poke(self, STEPS + STEP * length + 1, node)
        poke(self, LENGTH, length + 1)

    def family(self, ply: int) -> int:
        return peek(self, STEPS + STEP * ply)

    def node(self, ply: int) -> int:
        return peek(self, STEPS + STEP * ply + 1)

    def reference(self, player: int) -> int:
        """That player's family on the path whose RAVE values count; 0 is none."""
        return peek(self, REFERENCES + player)

    def refer_to(self, player: int, family: int) -> None:
        poke(self, REFERENCES + player, family)

    def finish(self) -> None:
        """All of the path know what came of it."""
        poke(self, LENGTH, 0)

    def give_up(self, tree: Nodes) -> int:
        """The host's: a simulation that was not finished never was; how many there were of it."""
        is_under_way = self.length() > 0
        for ply in range(self.length()):
            tree.visit(self.family(ply), self.node(ply), -1)
        self.finish()
        return int(is_under_way)

    # -- what it gave -----------------------------------------------------------------

    def gain(self, player: int) -> float:
        """From 0 to 1; to chance as to MAX."""
        return peek_float(self, GAINS + max(player, 0))

    def set_gain(self, player: int, value: float) -> None:
        poke_float(self, GAINS + player, value)

    # -- which moves it had -----------------------------------------------------------

    def played(self, player: int, move: int) -> None:
        ply = peek(self, PLIES)
        row = self.row(player, move)
        poke(self, row, move)
        poke(self, row + 1, MOST_PLAYERS * peek(self, SIMULATION) + player)
        poke(self, row + 2, ply)
        poke(self, PLIES, ply + 1)

    def has_later(self, player: int, move: int, ply: int) -> bool:
        """Whether a player had a move at a ply or later."""
        row = self.row(player, move)
        owner = MOST_PLAYERS * peek(self, SIMULATION) + player
        return (
            peek(self, row) == move and peek(self, row + 1) == owner and peek(self, row + 2) >= ply
        )

    def row(self, player: int, move: int) -> int:
        return ROWS + ROW * ((move ^ move >> 12 ^ player << 11) & MASK)

    # -- what it owes the tree --------------------------------------------------------

    def debt_of(self, node: int) -> int:
        """Where the debt to a node is, or to another with the same bits."""
        return DEBTS + DEBT * (node & (MOST_DEBTS - 1))

    def creditor(self, debt: int) -> int:
        """The node that is owed to; 0 is none."""
        return peek(self, debt)

    def owed_visits(self, debt: int) -> int:
        return peek(self, debt + 1)

    def owed_value(self, debt: int) -> float:
        return peek_float(self, debt + 2)

    def owed_squares(self, debt: int) -> float:
        return peek_float(self, debt + 3)

    def owe_visit(self, debt: int) -> None:
        poke(self, debt + 1, peek(self, debt + 1) + 1)

    def owe_value(self, debt: int, value: float) -> None:
        poke_float(self, debt + 2, peek_float(self, debt + 2) + value)

    def owe_square(self, debt: int, value: float) -> None:
        poke_float(self, debt + 3, peek_float(self, debt + 3) + value * value)

    def open_debt(self, debt: int, node: int) -> None:
        """Nothing owed yet."""
        poke(self, debt, node)
        poke(self, debt + 1, 0)
        poke_float(self, debt + 2, 0.0)
        poke_float(self, debt + 3, 0.0)
