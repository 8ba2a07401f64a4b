"""The path from the root to the present node, and the game before it, where repetitions are found.

Nodes are numbered by the plies that there is room for below them, as everywhere in the engine: the
root has the greatest number, and the positions of the game before it follow. `selective_search.py`
asks at each node whether its position is a repetition.

    index   0 … remaining        … root   root + 1            …   end - 1
            deeper   this node     root   the position before …   the earliest that is known
"""

from __future__ import annotations

from collections.abc import Sequence

from outply.compiler.records import Array, Record
from outply.game import Bits
from outply.search.engine.root import MOST_PLIES, Root
from outply.search.transposition_table import NO_MOVE

__all__ = ["RootPath"]

MOST_NODES = 1024 + 32
WORDS = 4  # of a node; its key is the first
MOST_EARLIER = 1024  # positions of the game before the root


class PathNode(Record):
    key: Bits
    static: float  # the evaluation; -infinity if there is none
    move: int  # that is searched here now
    excluded: int  # a move that is left out, to see whether it is the only good one


class RootPath(Root, checked=False):
    """The root, the positions from there to the present node, and those of the game before."""

    last: int  # behind the last index in use
    verifying: int  # null moves that are being verified: no others are tried below them
    nodes: Array[PathNode]

    def __init__(self) -> None:
        Record.__init__(self, line=MOST_PLIES, nodes=MOST_NODES + MOST_EARLIER)

    def reset(self, contempt: float, remaining: int, earlier: Sequence[int] = ()) -> None:
        """Begin at the root, after the game so far, whose keys are given from its beginning on."""
        super().reset(contempt, remaining)
        self.nodes.clear()
        self.last = self.remaining + 1
        for key in list(reversed(earlier))[:MOST_EARLIER]:
            self.nodes[self.last].key = key
            self.last += 1

    def leave_all(self) -> None:
        """Forget what a search was in the middle of when it was stopped."""
        self.verifying = 0
        for index in range(self.remaining + 3):
            self.nodes[index].excluded = self.nodes[index].move = NO_MOVE

    @property
    def deepest_ply(self) -> int:
        """How far from the root nodes were entered, without noisy moves beyond; for the host."""
        words = memoryview(self.nodes.memory).cast("B").cast("Q")
        keys = words[: WORDS * self.remaining : WORDS].tolist()
        return self.remaining - next((index for index, key in enumerate(keys) if key), len(keys))

    def enter(self, remaining: int, key: Bits) -> None:
        self.nodes[remaining].key = key

    def is_repetition(self, remaining: int, reversible: int) -> bool:
        """Whether the present position was on the path below the root, or twice in the game.

        No position more than `reversible` plies ago can be the same.
        """
        key: Bits = self.nodes[remaining].key
        in_game = 0
        for index in range(remaining + 2, min(remaining + reversible + 1, self.last)):
            if self.nodes[index].key == key:
                if index < self.remaining:
                    return True
                in_game += 1
        return in_game >= 2

    def is_improving(self, remaining: int, static: float) -> bool:
        """Whether the mover stands better than at the mover's turn before."""
        return remaining + 2 <= self.remaining and static > self.nodes[remaining + 2].static
