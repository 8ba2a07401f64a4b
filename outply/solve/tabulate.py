"""Every state of a small game with its value: strong solving by retrograde analysis.

One algorithm serves games with and without cycles. `state_space` finds the states and stores the
moves between them as numbers, compiled if the game allows it. `retrograde` needs no rules any more:
it works on whole layers of numbers with NumPy. A depth-first search that backs values up would need
no memory for moves, but it is wrong as soon as positions can repeat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.game import Game, OutplyError, Traits
from outply.solve.state_space import StateProgress, StateSpace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SolvedValue", "Tabulation", "tabulate"]

MOST_STATES = 50_000_000
LIMIT = (1 << 31) - 1


class SolvedValue(NamedTuple):
    """The game-theoretic value of a state."""

    value: float  # utility to the player to move, under best play
    distance: int | None  # plies to the end under best play, if it is won or lost


@dataclass(frozen=True, eq=False)
class Tabulation:
    """All states that can be reached, symmetric states as one, in the order of their keys.

    `values` are utilities to the player to move. `distances` are plies to the end if the better
    player takes the shortest way and the other the longest, without moves that lose value; -1 if
    the value is 0. `can_repeat` says that a play may come back to a state: then a value of 0 may be
    a play without end, and the table knows a rule against repetition only if states contain their
    history.
    """

    game: Game[Any]
    keys: NDArray[np.uint64]
    values: NDArray[np.float64]
    distances: NDArray[np.int64]
    can_repeat: bool
    compiled: bool

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def has_scores(self) -> bool:
        """Whether utilities are more than win, draw and loss: 1, 0 and -1."""
        import numpy as np

        wide = self.game.utility_range != (-1.0, 1.0)
        return wide or not bool(np.isin(self.values, (-1.0, 0.0, 1.0)).all())

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many states are won, drawn and lost for the player to move."""
        won, lost = int((self.values > 0).sum()), int((self.values < 0).sum())
        return won, len(self) - won - lost, lost

    def of(self, state: Any) -> SolvedValue | None:
        """The value and distance of a state; None if it cannot be reached."""
        import numpy as np

        key = np.uint64(self.game.key(self.game.canonical(state)))
        place = int(np.searchsorted(self.keys, key))
        if place == len(self) or self.keys[place] != key:
            return None
        distance = int(self.distances[place])
        return SolvedValue(float(self.values[place]), distance if distance >= 0 else None)


def tabulate(
    game: Game[Any],
    *,
    most_states: int = MOST_STATES,
    compiled: bool | None = None,
    progress: StateProgress | None = None,
) -> Tabulation:
    """Solve all states that can be reached from the start of a game."""
    refusal = refused(game.traits)
    if refusal:
        raise OutplyError(f"{game.name} cannot be tabulated: {refusal}.")
    if type(most_states) is not int or not 1 <= most_states <= LIMIT:
        raise OutplyError(f"most_states is {most_states!r}; give a whole number, 1 to {LIMIT}.")
    return analysed(StateSpace(game, most_states, compiled), progress)


def refused(traits: Traits) -> str | None:
    if traits.players != 2:
        return f"it has {traits.players} players, and only games of two are"
    if traits.chance:
        return "chance plays a part in it"
    if traits.hidden:
        return "some of its state is hidden"
    return None if traits.zero_sum else "one player's gain is not the other's loss"


def analysed(space: StateSpace, progress: StateProgress | None) -> Tabulation:
    """The table of a state space, by retrograde analysis."""
    import numpy as np

    from outply.solve.retrograde import can_repeat, solved

    graph = space.graph(progress)
    if not np.isfinite(graph.utility).all():
        raise OutplyError(f"{space.game.name} has a utility that is not a finite number.")
    values, distances = solved(graph)
    keys = space.keys()
    order = np.argsort(keys)
    return Tabulation(
        game=space.game,
        keys=keys[order],
        values=values[order],
        distances=distances[order],
        can_repeat=can_repeat(graph),
        compiled=space.compiled,
    )
