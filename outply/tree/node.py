"""One branch of a recorded tree, with the visit at its end."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from outply.game import CHANCE, INFINITY
from outply.tree.words import short

__all__ = ["NO_PARENT", "Bound", "Kind", "Node"]

NO_PARENT = -1

Kind = Literal["truth", "guess", "value", "cut", "open"]
"""How a visit ended: with a utility, an evaluation, or a value backed up from below;
never begun (`cut`); or begun and not ended, because the search was stopped (`open`)."""

Bound = Literal["exact", "upper", "lower"]
"""What the value says of the truth: that it is so, at most so, or at least so."""


class Node(NamedTuple):
    """A visit to a state, or a branch that was cut. Immutable, like the tree it is in.

    `parent` is an index into the tree's nodes. `move` is the move or outcome that led
    here: None at a root, and where no legal move explains the step. `again` marks a
    second visit by the same move, as a re-search makes it; `changed`, a node that the newest
    path of a reservation tree changed; `visits`, how many simulations came by. `alpha` and `beta`
    are the window on entry, from the same side as `value`. `left_early` is what the value says
    where not all moves were searched, whatever the window.
    """

    parent: int
    ply: int
    move: int | None
    probability: float | None = None
    again: bool = False
    state: Any = None
    player: int = CHANCE
    alpha: float = -INFINITY
    beta: float = INFINITY
    value: float | None = None
    kind: Kind = "open"
    changed: bool = False
    left_early: Bound = "exact"
    visits: int | None = None

    @property
    def bound(self) -> Bound:
        """A backed-up value outside the open window only bounds the truth, as does one of some
        moves only.
        """
        if self.kind != "value" or self.value is None:
            return "exact"
        if self.alpha > -INFINITY and self.value <= self.alpha:
            return "upper"
        return "lower" if self.beta < INFINITY and self.value >= self.beta else self.left_early

    @property
    def value_text(self) -> str:
        """The value, marked where it is a bound or a guess: `3`, `≤2`, `≥5`, `≈0.25`."""
        if self.value is None:
            return "" if self.kind == "cut" else "?"
        mark = {"exact": "", "upper": "≤", "lower": "≥"}[self.bound]
        return ("≈" if self.kind == "guess" else mark) + short(self.value)
