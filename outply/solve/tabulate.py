"""Every state of a small game with its value: strong solving by retrograde analysis.

One algorithm for games with and without cycles. `explore` finds the states and writes the
moves between them down as numbers, compiled where the game allows; `retrograde` then
needs no rules any more and works on whole layers of numbers, which is fast at either speed.
A depth-first walk that backs values up on its way would need no memory for moves, but it is
wrong as soon as positions can repeat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from outply.game import Game, OutplyError, Traits
from outply.solve.exploration import Exploration, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Known", "Tabulation", "tabulate"]

MOST_STATES = 50_000_000
LIMIT = (1 << 31) - 1


class Known(NamedTuple):
    """The truth about a state."""

    value: float  # utility to the player to move, under best play
    distance: int | None  # plies to the end under best play, of what is won or lost


@dataclass(frozen=True, eq=False)
class Tabulation:
    """All states that can be reached, symmetric twins as one, in the order of their keys.

    `values` are utilities to the player to move. `distances` are plies to the end when the
    player who is better off hurries and the other delays, both keeping to moves that lose
    nothing; -1 where the value is 0, which nobody hurries to. `can_repeat` says that
    play may come back to a state: then a value of 0 may be a play without end, and a rule that
    ends repetition is only known to the table as far as states carry their history.
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
    def is_graded(self) -> bool:
        """Whether values may be other than 1, 0 and -1: more than win, draw and loss."""
        import numpy as np

        wide = self.game.utility_range != (-1.0, 1.0)
        return wide or not bool(np.isin(self.values, (-1.0, 0.0, 1.0)).all())

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many states are won, even and lost for the player to move."""
        won, lost = int((self.values > 0).sum()), int((self.values < 0).sum())
        return won, len(self) - won - lost, lost

    def of(self, state: Any) -> Known | None:
        """What is known of a state; None if it cannot be reached."""
        import numpy as np

        key = np.uint64(self.game.key(self.game.canonical(state)))
        place = int(np.searchsorted(self.keys, key))
        if place == len(self) or self.keys[place] != key:
            return None
        distance = int(self.distances[place])
        return Known(float(self.values[place]), distance if distance >= 0 else None)


def tabulate(
    game: Game[Any],
    *,
    most_states: int = MOST_STATES,
    compiled: bool | None = None,
    progress: Progress | None = None,
) -> Tabulation:
    """Solve all states that can be reached from the start of a game."""
    refusal = refused(game.traits)
    if refusal:
        raise OutplyError(f"{game.name} cannot be tabulated: {refusal}.")
    if type(most_states) is not int or not 1 <= most_states <= LIMIT:
        raise OutplyError(f"most_states is {most_states!r}; give a whole number, 1 to {LIMIT}.")
    exploration = Exploration(game, most_states, compiled)
    return analysed(exploration, progress)


def refused(traits: Traits) -> str | None:
    if traits.players != 2:
        return f"it has {traits.players} players, and only games of two are"
    if traits.chance:
        return "chance plays a part in it"
    if traits.hidden:
        return "some of its state is hidden"
    return None if traits.zero_sum else "one player's gain is not the other's loss"


def analysed(exploration: Exploration, progress: Progress | None) -> Tabulation:
    import numpy as np

    from outply.solve.retrograde import can_repeat, solved

    graph = exploration.finish(progress)
    if not np.isfinite(graph.utility).all():
        raise OutplyError(f"{exploration.game.name} has a utility that is not a finite number.")
    values, distances = solved(graph)
    keys = exploration.keys()
    order = np.argsort(keys)
    return Tabulation(
        game=exploration.game,
        keys=keys[order],
        values=values[order],
        distances=distances[order],
        can_repeat=can_repeat(graph),
        compiled=exploration.compiled,
    )
