"""Exploring a game from Python: at which speed, with how much room, and what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outply.compiler import NotCompilable, kernel
from outply.game import Game, OutplyError
from outply.solve.explore import CLASH, DONE, FULL, STUCK, explore
from outply.solve.stores import Edges, Nodes, Routes, Slots, States

if TYPE_CHECKING:
    from outply.solve.retrograde import Graph

__all__ = ["Exploration", "Progress"]

Progress = Callable[[int], None]
"""Called now and then with how many states were looked at so far."""

BATCH = 1 << 13  # states between two calls of the progress
FIRST_ROOM = 1 << 12  # states
MOST_MOVES = 1 << 30  # eight gigabytes


class Exploration:
    """The states of one game, found bit by bit."""

    def __init__(self, game: Game[Any], most_states: int, compiled: bool | None) -> None:
        self.game, self.start, self.most = game, game.initial(), most_states
        self.number = 0
        room = min(FIRST_ROOM, most_states)
        self.nodes, self.edges = Nodes(room), Edges(4 * room)
        self.slots = Slots(_slots_for(room))
        self.routes: Routes | States = States()
        self.run = self._runner(compiled)

    @property
    def compiled(self) -> bool:
        return isinstance(self.routes, Routes)

    def _runner(self, compiled: bool | None) -> Callable[[], tuple[int, int]]:
        if compiled is not False:
            try:
                records = {"nodes": Nodes, "routes": Routes, "slots": Slots, "edges": Edges}
                native = kernel(explore, self.game, **records)
            except NotCompilable:
                if compiled:
                    raise
            else:
                self.routes = Routes(self.nodes.capacity)
                return lambda: native(self.start, self.number, BATCH, *self._stores())
        return lambda: explore(self.game, self.start, self.number, BATCH, *self._stores())

    def _stores(self) -> tuple[Any, ...]:
        return self.nodes, self.routes, self.slots, self.edges

    def finish(self, progress: Progress | None) -> Graph:
        """Find all states."""
        ending = FULL
        while ending != DONE:
            try:
                ending, self.number = self.run()
            except RecursionError:
                raise self._refusal("has positions too many plies from the start") from None
            if progress:
                progress(self.number)
            self._go_on_after(ending)
        return self._graph()

    def _go_on_after(self, ending: int) -> None:
        if ending == FULL:
            self._make_room()
        elif ending == STUCK:
            place = self._told(self.routes.restored(self.game, self.start, self.number))
            raise self._refusal(f"has no legal move at {place}, which is not terminal")
        elif ending == CLASH:
            raise self._refusal(f"{self._clash()}; give it a `key` that tells them apart")

    # -- room -------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Double what is full."""
        try:
            if self.nodes.is_full():
                self._make_room_for_states(2 * self.nodes.count)
            else:
                self._make_room_for_moves(2 * self.edges.capacity)
        except OSError:
            raise self._refusal("needs more memory than there is") from None

    def _make_room_for_states(self, room: int) -> None:
        if self.nodes.count == self.most:
            raise self._refusal(f"has more than {self.most} positions")
        room = min(room, self.most)
        self.nodes = Nodes(room).with_all_of(self.nodes)
        if isinstance(self.routes, Routes):
            self.routes = Routes(room).with_all_of(self.routes)
        self.slots = Slots(_slots_for(room))

    def _make_room_for_moves(self, room: int) -> None:
        if room > MOST_MOVES:
            raise self._refusal(f"has more than {MOST_MOVES // 2} moves")
        self.edges = Edges(room).with_all_of(self.edges)

    # -- what came of it --------------------------------------------------------------

    def keys(self) -> Any:
        return self._records()[:, 0].view("uint64").copy()

    def _records(self) -> Any:
        import numpy as np

        words = np.frombuffer(self.nodes.nodes.memory, np.int64)
        return words.reshape(self.nodes.capacity, -1)[: self.nodes.count]

    def _graph(self) -> Graph:
        import numpy as np

        from outply.solve.retrograde import Graph

        records = self._records()
        facts = records[:, 1]
        targets = np.frombuffer(self.edges.targets.memory, np.int64)[: self.edges.count]
        return Graph(
            player=(facts & 1).astype(np.int8),
            terminal=(facts & 2) != 0,
            utility=records[:, 2].view(np.float64),
            moves=facts >> 2,
            targets=targets,
        )

    # -- complaints -------------------------------------------------------------------

    def _refusal(self, why: str) -> OutplyError:
        return OutplyError(f"{self.game.name} cannot be tabulated: it {why}.")

    def _told(self, state: Any) -> str:
        return self.game.format(state) or "the start"

    def _clash(self) -> str:
        """Which states have the same key."""
        game, state = self.game, self.routes.restored(self.game, self.start, self.number)
        for move in game.moves(state):
            after = game.canonical(game.result(state, move))
            known = self.slots.find(game.key(after), self.nodes)
            twin = game.canonical(self.routes.restored(game, self.start, known))
            if twin != after:
                return f"has the same key for {self._told(twin)} and {self._told(after)}"
        return "has the same key for different states"


def _slots_for(states: int) -> int:
    return 1 << (2 * states).bit_length()
