"""A search's desk: the moves of the positions it is at, and what it learned about moves.

Sources: killers and history after Akl and Newborn (1977) and Schaeffer (1983); counter-moves
after Uiterwijk (1992).
"""

from __future__ import annotations

from outply.compiler.records import Array, Record
from outply.search.static import MOST_MOVE

__all__ = ["MOST_ITEMS", "Desk"]

HEIGHTS, MOVES, PLAYERS = 1024, 1024, 2
MOST_ITEMS = 1 << 18
MOST_HISTORY = 1 << 40
KILLER_MERIT = 1 << 50


class Item(Record):
    """A move in a list, and how it is rated."""

    move: int
    order: float
    merit: int

    def is_better_than(self, other: Item) -> bool:
        return self.order > other.order or (self.order == other.order and self.merit > other.merit)


class Desk(Record, checked=False):
    """Moves are any numbers: history and counters go by their lowest bits, and a clash does no
    harm but to the order. A killer or counter is kept as 2 * move + 1, so that 0 is none.
    """

    root_player: int
    contempt: float
    root_end: int  # of the root's list
    proof_nodes: int
    proved_value: float
    line_length: int  # of best play, after a proof
    has_learned: bool  # whether any move cut since the desk was tidied
    killers: Array[int]  # two moves for each height above the horizon, that cut there last
    history: Array[int]  # for each player and move, how much it cut
    counters: Array[int]  # for each player and move before, what answered it last
    line: Array[int]  # best play
    items: Array[Item]  # the lists of moves under way: a stack

    def __init__(self) -> None:
        places = PLAYERS * MOVES
        super().__init__(
            killers=2 * HEIGHTS, history=places, counters=places, line=HEIGHTS, items=MOST_ITEMS
        )

    def tidy(self, contempt: float) -> None:
        """As before the first search; who moves at the root is known when its moves are listed."""
        if self.has_learned:
            for table in (self.killers, self.history, self.counters):
                table.clear()
        self.root_player = self.root_end = self.proof_nodes = self.line_length = 0
        self.contempt, self.proved_value, self.has_learned = contempt, 0.0, False

    def draw(self, player: int) -> float:
        """What a draw is worth to a player."""
        return -self.contempt if player == self.root_player else self.contempt

    # -- the line of a proof ----------------------------------------------------------

    def begin_proof(self) -> None:
        """Nothing is proved yet."""
        self.proof_nodes = self.line_length = 0

    def note_proof(self, value: float, nodes: int) -> None:
        """A value is proved, which took so many nodes; its line is still empty."""
        self.proved_value, self.proof_nodes = value, nodes

    def has_proof(self) -> bool:
        return self.proof_nodes > 0

    def proof_value(self) -> float:
        return self.proved_value

    def add_to_line(self, move: int) -> None:
        if self.line_length < len(self.line):
            self.line[self.line_length] = move
            self.line_length += 1

    def proof(self) -> tuple[int, int, tuple[int, ...]]:
        """For the host: what it took, the move that attains it, and its line."""
        line = tuple(self.line[index] for index in range(self.line_length))
        return self.proof_nodes, self.items[0].move, line

    # -- lists of moves ---------------------------------------------------------------

    def put(self, index: int, move: int) -> None:
        if index >= len(self.items):
            raise MemoryError
        self.items[index].move = move

    def can_hold(self, first: int, end: int) -> bool:
        """Whether there are moves in a list, and none too large."""
        for index in range(first, end):
            if abs(self.move(index)) >= MOST_MOVE:
                return False
        return first < end

    def rate(self, index: int, order: float, merit: int) -> None:
        item = self.items[index]
        item.order, item.merit = order, merit

    def move(self, index: int) -> int:
        return self.items[index].move

    def at_root(self) -> int:
        """Where the root's list ends; it begins at 0."""
        return self.root_end

    def set_root(self, end: int) -> None:
        self.root_end = end

    def set_root_player(self, player: int) -> None:
        self.root_player = player

    def find(self, first: int, end: int, move: int) -> int:
        """Where a move is in a list; `end` if nowhere."""
        place = first
        while place < end and self.move(place) != move:
            place += 1
        return place

    def bring_to_front(self, first: int, end: int, move: int) -> bool:
        """Put a move first, the others keeping their order; False if it is not there."""
        place = self.find(first, end, move)
        if place == end:
            return False
        while place > first:
            self.put(place, self.move(place - 1))
            place -= 1
        self.put(first, move)
        return True

    def pick(self, first: int, end: int) -> int:
        """The best rated move that is left; what was in its place takes the free one."""
        here = best = self.items[first]
        for index in range(first + 1, end):
            other = self.items[index]
            if other.is_better_than(best):
                best = other
        if best != here:
            self.swap_items(best, here)
        return here.move

    def sort(self, first: int, end: int) -> None:
        """All of them, the best rated first: Shell's sort, as there may be thousands."""
        gap = 1
        while 3 * gap < end - first:
            gap = 3 * gap + 1
        while gap > 0:
            for index in range(first + gap, end):
                place = index
                while place >= first + gap and self.is_better(place, place - gap):
                    self.swap(place, place - gap)
                    place -= gap
            gap //= 3

    def is_better(self, one: int, other: int) -> bool:
        """Whether one move is rated above another."""
        return self.items[one].is_better_than(self.items[other])

    def swap(self, one: int, other: int) -> None:
        """Exchange two moves of a list."""
        self.swap_items(self.items[one], self.items[other])

    def swap_items(self, one: Item, other: Item) -> None:
        move, order, merit = one.move, one.order, one.merit
        one.copy_from(other)
        other.move, other.order, other.merit = move, order, merit

    # -- what was learned -------------------------------------------------------------

    def merit(self, move: int, player: int, height: int, last: int) -> int:
        """How early to try a move, as far as experience goes."""
        first = 2 * (height & (HEIGHTS - 1))
        if self.killers[first] == 2 * move + 1 or self.killers[first + 1] == 2 * move + 1:
            return KILLER_MERIT
        side = MOVES * (player & 1)
        merit = self.history[side + (move & (MOVES - 1))]
        if self.counters[side + (last & (MOVES - 1))] == 2 * move + 1:
            merit += MOST_HISTORY
        return merit

    def learn(self, move: int, player: int, height: int, last: int, depth: int) -> None:
        """A move cut."""
        self.has_learned = True
        first = 2 * (height & (HEIGHTS - 1))
        if self.killers[first] != 2 * move + 1:
            self.killers[first + 1] = self.killers[first]
            self.killers[first] = 2 * move + 1
        side = MOVES * (player & 1)
        self.counters[side + (last & (MOVES - 1))] = 2 * move + 1
        place = side + (move & (MOVES - 1))
        self.history[place] = min(self.history[place] + depth * depth, MOST_HISTORY - 1)
