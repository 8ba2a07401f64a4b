"""A node of a recorded tree: a visit to a state, or a branch that was cut."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from outply.game import CHANCE, INFINITY
from outply.tree.labels import number_text

__all__ = ["NO_PARENT", "Bound", "Kind", "RecordedNode"]

NO_PARENT = -1

Kind = Literal["utility", "evaluation", "value", "cut", "open"]
"""How a visit ended: with a utility, an evaluation, or a value backed up from below. A cut branch
was not visited; an `open` visit did not end, because the search was stopped."""

Bound = Literal["exact", "upper", "lower"]
"""Whether the true value is equal to the value, at most that, or at least that."""


class RecordedNode(NamedTuple):
    """A visit to a state, or a branch that was cut.

    `parent` is an index into the tree's nodes. `move` is the move or outcome that led here: None
    at a root, and where no legal move led here. `again` marks a second visit by the same move, as
    in a re-search; `changed`, a node that the newest path of a reservation tree changed; `visits`
    counts simulations through the node, and `urgency` is what its parent selects it by, such as
    its UCB value. `alpha` and `beta` are the window on entry, from the same side as `value`; with
    `has_exact_ends` a value equal to one of them is exact. `left_early` says which bound the value
    is because not all moves were searched, whatever the window. A cut branch has a value only if
    it was computed afterwards, for a drawing.
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
    urgency: float | None = None
    has_exact_ends: bool = False

    @property
    def bound(self) -> Bound:
        """Which bound the value is: it is one if it lies outside the window, or if not all moves
        were searched.
        """
        if self.kind != "value" or self.value is None:
            return "exact"
        if self.has_exact_ends and self.value in (self.alpha, self.beta):
            return self.left_early
        if self.alpha > -INFINITY and self.value <= self.alpha:
            return "upper"
        return "lower" if self.beta < INFINITY and self.value >= self.beta else self.left_early

    @property
    def value_text(self) -> str:
        """The value, marked where it is a bound or an evaluation: `3`, `≤2`, `≥5`, `≈0.25`."""
        if self.value is None:
            return "" if self.kind == "cut" else "?"
        mark = {"exact": "", "upper": "≤", "lower": "≥"}[self.bound]
        return ("≈" if self.kind == "evaluation" else mark) + number_text(self.value)
