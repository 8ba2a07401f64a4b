"""The state space of a game: every state that can be reached, and the moves between them.

States are explored breadth first from the initial state; each is numbered when it is found, and
expanded in turn. Compiled code cannot keep states, so it keeps the move by which each was first
reached, and plays these moves again from the start: breadth first, routes are short, cycles do no
harm, and nothing recurses, however long the game is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outply.compiler import NotCompilable, kernel
from outply.game import MAX, Bits, Game, OutplyError
from outply.solve.stores import (
    NONE,
    Routes,
    StateNumbers,
    States,
    StateStore,
    Stores,
    Targets,
)

if TYPE_CHECKING:
    from outply.solve.retrograde import Graph

__all__ = ["StateProgress", "StateSpace"]

StateProgress = Callable[[int], None]
"""Called now and then with the number of states that were expanded so far."""

DONE, MORE, FULL, STUCK, CLASH = 0, 1, -2, -3, -4
"""How a batch ended; after MORE and FULL exploration can continue."""

BATCH = 1 << 13  # states that are expanded between two calls of the progress
FIRST_ROOM = 1 << 12  # states
MOST_MOVES = 1 << 30  # eight gigabytes
RECORDS = {"facts": StateStore, "routes": Routes, "numbers": StateNumbers, "targets": Targets}


# -- interpreted and compiled -----------------------------------------------------------


def explore(
    game: Game[Any],
    start: Any,
    first: int,
    facts: StateStore,
    routes: Routes | States,
    numbers: StateNumbers,
    targets: Targets,
) -> tuple[int, int]:
    """Expand a batch of states from number `first` on; how that ended, and the next number.

    If a store is full, the moves that were found of the last state are dropped, and the next call
    expands it again; states that were found stay.
    """
    stores = Stores(facts, routes, numbers, targets)
    numbers.catch_up(facts)
    if facts.count == 0:
        number_of(game, start, start, NONE, 0, stores)
    for number in range(first, first + BATCH):
        if number == facts.count:
            return DONE, number
        known_targets = targets.count
        ending = expand(game, start, number, stores)
        if ending != MORE:
            targets.truncate(known_targets)
            return ending, number
    return MORE, first + BATCH


def expand(game: Game[Any], start: Any, number: int, stores: Stores) -> int:
    """Store the facts of a state and the targets of its moves; MORE if all is well."""
    facts, routes, _, targets = stores
    state = routes.state(game, start, number)
    player = game.to_move(state)
    if game.is_terminal(state):
        facts.describe(number, player, True, 0, game.utility(state, MAX))
        return MORE
    moves = 0
    for move in game.moves(state):
        after = game.result(state, move)
        if targets.is_full():
            return FULL
        reached = number_of(game, start, after, number, move, stores)
        if reached < 0:
            return reached
        targets.add(reached)
        moves += 1
    facts.describe(number, player, False, moves, 0.0)
    return MORE if moves else STUCK


def number_of(
    game: Game[Any], start: Any, state: Any, before: int, move: int, stores: Stores
) -> int:
    """The number of a state or of a symmetric one, a new one if it has none; or FULL, or CLASH."""
    facts, routes, numbers, _ = stores
    canonical = game.canonical(state)
    key: Bits = game.key(canonical)
    known = numbers.find(key, facts)
    if known != NONE:
        other = game.canonical(routes.state(game, start, known))
        return known if other == canonical else CLASH
    if facts.is_full():
        return FULL
    number = facts.add(key)
    numbers.add(key, number)
    routes.add(state, number, before, move)
    return number


# -- in Python --------------------------------------------------------------------------


class StateSpace:
    """The states of one game, explored batch by batch."""

    def __init__(self, game: Game[Any], most_states: int, compiled: bool | None) -> None:
        self.game, self.start, self.most = game, game.initial(), most_states
        self.number = 0
        room = min(FIRST_ROOM, most_states)
        self.facts, self.targets = StateStore(room), Targets(4 * room)
        self.numbers = StateNumbers(_slots_for(room))
        self.routes: Routes | States = States()
        self.explore = self._explorer(compiled)

    @property
    def compiled(self) -> bool:
        return isinstance(self.routes, Routes)

    def _explorer(self, compiled: bool | None) -> Callable[[], tuple[int, int]]:
        if compiled is not False:
            try:
                native = kernel(explore, self.game, **RECORDS)
            except NotCompilable:
                if compiled:
                    raise
            else:
                self.routes = Routes(self.facts.capacity)
                return lambda: native(self.start, self.number, *self._stores)
        return lambda: explore(self.game, self.start, self.number, *self._stores)

    @property
    def _stores(self) -> Stores:
        return Stores(self.facts, self.routes, self.numbers, self.targets)

    def graph(self, progress: StateProgress | None) -> Graph:
        """Explore all states."""
        ending = FULL
        while ending != DONE:
            try:
                ending, self.number = self.explore()
            except RecursionError:
                raise self._refusal("has positions too many plies from the start") from None
            if progress:
                progress(self.number)
            self._continue_after(ending)
        return self._made_graph()

    def _continue_after(self, ending: int) -> None:
        if ending == FULL:
            self._make_room()
        elif ending == STUCK:
            place = self._text(self.routes.state(self.game, self.start, self.number))
            raise self._refusal(f"has no legal move at {place}, which is not terminal")
        elif ending == CLASH:
            raise self._refusal(f"{self._clash()}; give it a `key` that tells them apart")

    # -- room -------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Double the room of the stores that are full."""
        try:
            if self.facts.is_full():
                self._make_room_for_states(2 * self.facts.count)
            else:
                self._make_room_for_moves(2 * self.targets.capacity)
        except OSError:
            raise self._refusal("needs more memory than there is") from None

    def _make_room_for_states(self, room: int) -> None:
        if self.facts.count == self.most:
            raise self._refusal(f"has more than {self.most} positions")
        room = min(room, self.most)
        self.facts = StateStore(room).with_all_of(self.facts)
        if isinstance(self.routes, Routes):
            self.routes = Routes(room).with_all_of(self.routes)
        self.numbers = StateNumbers(_slots_for(room))

    def _make_room_for_moves(self, room: int) -> None:
        if room > MOST_MOVES:
            raise self._refusal(f"has more than {MOST_MOVES // 2} moves")
        self.targets = Targets(room).with_all_of(self.targets)

    # -- what was found ---------------------------------------------------------------

    def keys(self) -> Any:
        return self._records()[:, 0].view("uint64").copy()

    def _records(self) -> Any:
        import numpy as np

        words = np.frombuffer(self.facts.states.memory, np.int64)
        return words.reshape(self.facts.capacity, -1)[: self.facts.count]

    def _made_graph(self) -> Graph:
        import numpy as np

        from outply.solve.retrograde import Graph

        records = self._records()
        facts = records[:, 1]
        targets = np.frombuffer(self.targets.targets.memory, np.int64)[: self.targets.count]
        return Graph(
            player=(facts & 1).astype(np.int8),
            terminal=(facts & 2) != 0,
            utility=records[:, 2].view(np.float64),
            moves=facts >> 2,
            targets=targets,
        )

    # -- refusals ---------------------------------------------------------------------

    def _refusal(self, why: str) -> OutplyError:
        return OutplyError(f"{self.game.name} cannot be tabulated: it {why}.")

    def _text(self, state: Any) -> str:
        return self.game.format(state) or "the start"

    def _clash(self) -> str:
        """The states that have the same key."""
        game, state = self.game, self.routes.state(self.game, self.start, self.number)
        for move in game.moves(state):
            after = game.canonical(game.result(state, move))
            known = self.numbers.find(game.key(after), self.facts)
            other = game.canonical(self.routes.state(game, self.start, known))
            if other != after:
                return f"has the same key for {self._text(other)} and {self._text(after)}"
        return "has the same key for different states"


def _slots_for(states: int) -> int:
    return 1 << (2 * states).bit_length()
