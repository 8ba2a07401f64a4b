"""One simulation: its path through the tree, what it gave to each player, and its dice."""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.search.dice import Dice
from outply.search.mcts.nodes import Nodes

__all__ = ["MOST_DEBTS", "MOST_PLAYERS", "MOST_STEPS", "Walker"]

MOST_PLAYERS = 64
MOST_STEPS = 2048
ROWS = 4096
MOST_DEBTS = 256


class Step(Record):
    """A step of the path."""

    family: int
    node: int


class Row(Record):
    """A move that the simulation had."""

    move: int
    owner: int  # 64 * the number of the simulation + the player who had it
    ply: int  # the last at which that player had it


class Debt(Record):
    """What a shared tree was not told yet of one of its busiest nodes (debts.py)."""

    node: int  # 0 is none
    visits: int
    value: float
    squares: float


class Walker(Dice, checked=False):
    length: int  # of the path
    plies: int  # of the path and the playout
    simulation: int  # its number
    gains: Array[float]  # of each player, from 0 to 1
    references: Array[int]  # each player's family on the path whose RAVE values count; 0 is none
    steps: Array[Step]

    # Found by some bits of move and player; of two moves that share a row the later one is known.
    # So a simulation that has many moves forgets a few, and RAVE learns a little less.
    rows: Array[Row]

    debts: Array[Debt]  # found by some bits of the node

    def __init__(self, seed: int) -> None:
        super().__init__(
            gains=MOST_PLAYERS,
            references=MOST_PLAYERS,
            steps=MOST_STEPS,
            rows=ROWS,
            debts=MOST_DEBTS,
        )
        self.seed(seed)

    def begin(self, players: int) -> None:
        self.length = self.plies = 0
        for player in range(players):
            self.refer_to(player, 0)
        self.simulation += 1

    # -- the path ---------------------------------------------------------------------

    def step(self, family: int, node: int) -> None:
        step = self.steps[self.length]
        step.family, step.node = family, node
        self.length += 1

    def family(self, ply: int) -> int:
        return self.steps[ply].family

    def node(self, ply: int) -> int:
        return self.steps[ply].node

    def reference(self, player: int) -> int:
        return self.references[player]

    def refer_to(self, player: int, family: int) -> None:
        self.references[player] = family

    def finish(self) -> None:
        """All of the path know what came of it."""
        self.length = 0

    def give_up(self, tree: Nodes) -> int:
        """The host's: a simulation that was not finished never was; how many there were of it."""
        is_under_way = self.length > 0
        for ply in range(self.length):
            tree.visit(self.family(ply), self.node(ply), -1)
        self.finish()
        return int(is_under_way)

    # -- what it gave -----------------------------------------------------------------

    def gain(self, player: int) -> float:
        """From 0 to 1; to chance as to MAX."""
        return self.gains[max(player, 0)]

    def set_gain(self, player: int, value: float) -> None:
        self.gains[player] = value

    # -- which moves it had -----------------------------------------------------------

    def played(self, player: int, move: int) -> None:
        row = self.row(player, move)
        row.move, row.owner, row.ply = move, self.owner(player), self.plies
        self.plies += 1

    def has_later(self, player: int, move: int, ply: int) -> bool:
        """Whether a player had a move at a ply or later."""
        row = self.row(player, move)
        return row.move == move and row.owner == self.owner(player) and row.ply >= ply

    def owner(self, player: int) -> int:
        return MOST_PLAYERS * self.simulation + player

    def row(self, player: int, move: int) -> Row:
        return self.rows[(move ^ move >> 12 ^ player << 11) & (ROWS - 1)]

    # -- what it owes the tree --------------------------------------------------------

    def debt_of(self, node: int) -> int:
        """Where the debt to a node is, or to another with the same bits."""
        return node & (MOST_DEBTS - 1)

    def creditor(self, debt: int) -> int:
        """The node that is owed to; 0 is none."""
        return self.debts[debt].node

    def owed_visits(self, debt: int) -> int:
        return self.debts[debt].visits

    def owed_value(self, debt: int) -> float:
        return self.debts[debt].value

    def owed_squares(self, debt: int) -> float:
        return self.debts[debt].squares

    def owe_visit(self, debt: int) -> None:
        self.debts[debt].visits += 1

    def owe_value(self, debt: int, value: float) -> None:
        self.debts[debt].value += value

    def owe_square(self, debt: int, value: float) -> None:
        self.debts[debt].squares += value * value

    def open_debt(self, debt: int, node: int) -> None:
        """Nothing owed yet."""
        new = self.debts[debt]
        new.node, new.visits, new.value, new.squares = node, 0, 0.0, 0.0
