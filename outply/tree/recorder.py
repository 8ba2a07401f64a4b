"""Records a search: a watch that keeps every node."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from outply.game import CHANCE, INFINITY, Game, OutplyError
from outply.search.base import Limit, Search
from outply.search.watch import Stopped, Watch
from outply.tree.branches import UNKNOWN, Branch, Branches, observed_game
from outply.tree.node import NO_PARENT, Bound, Kind, RecordedNode
from outply.tree.recorded_tree import RecordedTree
from outply.tree.viewpoint import player_of_values

__all__ = ["MOST_NODES", "Recorder", "record"]

MOST_NODES = 100_000
"""How many nodes a recorder keeps by default."""

DROPPED = -2


@dataclass(slots=True)
class _Visit:
    """A node between `enter` and its value: its index among the kept ones, and its branches."""

    index: int
    state: Any
    branches: Branches
    is_leaf: bool = True


class Recorder(Watch):
    """A watch that keeps each node, its window, its value, and the branches that were cut.

    The search must be given `observed_game` as its game: so the recorder learns which move led to
    which node, whatever states are made of. A node that no move led to has no move.

    It keeps about `most_nodes`: when there are more, the deepest plies are dropped, and only
    counted. A search that was stopped leaves an unfinished tree; the nodes that it had not left
    are `open`. `values_for` is that of the search, and `cuts_on_equality` is what it does where a
    value is equal to alpha or beta.
    """

    def __init__(
        self,
        game: Game[Any],
        depth: int,
        nodes: float = INFINITY,
        deadline: float = INFINITY,
        *,
        most_nodes: int = MOST_NODES,
        values_for: str = "MAX",
        cuts_on_equality: bool = True,
    ) -> None:
        super().__init__(depth, nodes, deadline)
        self.game = game
        self._values_for = values_for
        self._has_exact_ends = not cuts_on_equality
        self._depth = depth
        self._most_kept = most_nodes
        self._deepest = INFINITY
        self._kept: list[RecordedNode] = []
        self._visits: list[_Visit] = []
        self._stopped = False

    # -- what the search reports ------------------------------------------------------

    def enter(
        self, state: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> None:
        try:
            super().enter(state, depth, alpha, beta)
        except Stopped:
            self._stopped = True
            raise
        branch, again = self._branch_to(state)
        if self._visits:
            self._visits[-1].is_leaf = False
        ply, player = len(self._visits), self.game.to_move(state)
        node = RecordedNode(
            NO_PARENT, ply, branch.move, branch.probability, again, state, player, alpha, beta
        )._replace(has_exact_ends=self._has_exact_ends)
        self._visits.append(_Visit(self._keep(node), state, Branches(self.game, state, depth)))

    def foreseen(self, state: Any, depth: int, alpha: float, beta: float, value: float) -> float:
        self.enter(state, depth, alpha, beta)
        self.nodes -= 1
        return self._leave("value", super().foreseen(state, depth, alpha, beta, value))

    def note_result(self, state: Any, move: int, after: Any) -> None:
        """Note that `move` at `state` led to `after`, which the search may enter next."""
        if self._visits and len(self._visits) <= self._deepest:
            self._visits[-1].branches.add(state, move, after)

    def cut(self) -> None:
        super().cut()
        self._keep_untaken()
        self._mark(left_early=self._bound_of_some_moves())

    def skipped(self) -> None:
        self.estimates += 1
        self._keep_untaken()

    def changed(self) -> None:
        self._mark(changed=True)

    def visited(self, times: int, urgency: float | None = None) -> None:
        self._mark(visits=times, urgency=urgency)

    def utility(self, value: float) -> float:
        return self._leave("utility", super().utility(value))

    def evaluation(self, value: float) -> float:
        return self._leave("evaluation", super().evaluation(value))

    def value(self, value: float) -> float:
        visit = self._visits[-1]
        if visit.is_leaf and visit.branches.are_missing():
            raise OutplyError(
                f"{self.game.name} has no legal move in a state that is not terminal: "
                f"{self.game.format(visit.state)}; run `outply check`."
            )
        return self._leave("value", super().value(value))

    # -- what was recorded ------------------------------------------------------------

    @property
    def observed_game(self) -> Game[Any]:
        """The game that the search must be given."""
        return observed_game(self.game, self.note_result)

    @property
    def finished(self) -> bool:
        """Whether the search reported to its end."""
        return bool(self._kept) and not self._visits and not self._stopped

    def tree(self) -> RecordedTree:
        """What was recorded so far."""
        if not self._kept:
            raise OutplyError("The search visited no node; give it a larger limit.")
        return RecordedTree(
            self.game, tuple(self._kept), searched=self.nodes, line=self.line(self._depth)
        )

    def _bound_of_some_moves(self) -> Bound:
        """Which bound the best of some moves is: the player to move gets at least that."""
        player = self.game.to_move(self._visits[-1].state)
        if player == CHANCE:
            return "exact"  # its window says what it is
        if self._values_for == "mover":
            return "lower"
        valued = player_of_values(self.game, self._visits[0].state, self._values_for)
        return "lower" if player == valued else "upper"

    # -- keeping ----------------------------------------------------------------------

    def _mark(self, **changes: Any) -> None:
        index = self._visits[-1].index
        if index != DROPPED:
            self._kept[index] = self._kept[index]._replace(**changes)

    def _branch_to(self, state: Any) -> tuple[Branch, bool]:
        if self._visits and len(self._visits) <= self._deepest:
            return self._visits[-1].branches.take(state)
        return UNKNOWN, False

    def _keep(self, node: RecordedNode) -> int:
        if len(self._kept) >= self._most_kept and self._deepest > 1:
            self._drop_deepest()
        if node.ply > self._deepest:
            return DROPPED
        parent = self._visits[-1].index if self._visits else NO_PARENT
        self._kept.append(node._replace(parent=parent))
        return len(self._kept) - 1

    def _keep_untaken(self) -> None:
        ply = len(self._visits)
        if ply <= self._deepest:
            for branch in self._visits[-1].branches.untaken():
                self._keep(
                    RecordedNode(NO_PARENT, ply, branch.move, branch.probability, kind="cut")
                )

    def _leave(self, kind: Kind, value: float) -> float:
        index = self._visits.pop().index
        if index != DROPPED:
            self._kept[index] = self._kept[index]._replace(kind=kind, value=value)
        return value

    def _drop_deepest(self) -> None:
        """Keep the upper plies: half of the nodes, but at least the root's moves."""
        sizes, total, ply = Counter(node.ply for node in self._kept), 0, 0
        while (total := total + sizes[ply]) * 2 <= self._most_kept:
            ply += 1
        self._deepest = max(1, ply - 1)
        places: dict[int, int] = {NO_PARENT: NO_PARENT}
        kept: list[RecordedNode] = []
        for index, node in enumerate(self._kept):
            if node.ply <= self._deepest:
                places[index] = len(kept)
                kept.append(node._replace(parent=places[node.parent]))
        for visit in self._visits:
            visit.index = places.get(visit.index, DROPPED)
        self._kept = kept


class _Iterations:
    """Makes the recorder of each iteration, and keeps the last that finished."""

    def __init__(self, game: Game[Any], most_nodes: int, search: Search) -> None:
        self._make = partial(
            Recorder,
            game,
            most_nodes=most_nodes,
            values_for=search.values_for,
            cuts_on_equality=getattr(search, "cut_on_equality", True),
        )
        self._finished: Recorder | None = None
        self._latest: Recorder | None = None

    def __call__(self, depth: int, nodes: float = INFINITY, deadline: float = INFINITY) -> Recorder:
        self._finished = self.best()
        self._latest = self._make(depth, nodes, deadline)
        return self._latest

    def note_result(self, state: Any, move: int, after: Any) -> None:
        """Pass a result on to the recorder of the present iteration."""
        if self._latest is not None:
            self._latest.note_result(state, move, after)

    def best(self) -> Recorder | None:
        """The last that finished; if none did, the latest."""
        if self._finished is None or (self._latest and self._latest.finished):
            return self._latest
        return self._finished


def record(
    search: Search,
    game: Game[Any],
    state: Any = None,
    limit: Limit | None = None,
    *,
    most_nodes: int = MOST_NODES,
) -> RecordedTree:
    """Search `state` (the initial one, if None), interpreted, and return the tree.

    For a search that deepens ply by ply it is the tree of the last depth that it finished, or of
    the only one that it began.

    At most `most_nodes` are kept, cut branches included. Of a larger tree these are the upper
    plies, each complete and with its values, and at least the root's moves; the nodes below are
    only counted, in the tree's `searched`.
    """
    state = game.initial() if state is None else state
    iterations = _Iterations(game, most_nodes, search)
    observed = observed_game(game, iterations.note_result)
    result = search.search(observed, state, limit, compiled=False, watch=iterations)
    recorder = iterations.best()
    if result.nodes == 0:
        recorder = _unsearched(game, state, search.values_for)
    if recorder is None:
        raise OutplyError(f"{search.name} reports no tree; record another search.")
    return recorder.tree().made_by(search.name, search.values_for, result)


def _unsearched(game: Game[Any], state: Any, values_for: str) -> Recorder:
    """The only node of a search that had nothing to search, or no budget."""
    recorder = Recorder(game, depth=0)
    player = player_of_values(game, state, values_for)
    recorder.enter(state, 0)
    if game.is_terminal(state):
        recorder.utility(game.utility(state, player))
    else:
        recorder.evaluation(game.evaluate(state, player))
    return recorder
