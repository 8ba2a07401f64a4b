"""What happens at a node of a search, in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from outply.game import CHANCE, INFINITY, Game
from outply.tree.labels import counted, number_text, player_name, window_text
from outply.tree.node import RecordedNode

__all__ = ["Situation", "cut_reason", "enter_text", "update_text", "value_text"]


class Situation(NamedTuple):
    """A node in the middle of a search: its best value so far and its present window."""

    game: Game[Any]
    node: RecordedNode
    maximizes: bool
    value: float | None
    alpha: float
    beta: float

    @property
    def player(self) -> str:
        return player_name(self.node.player, self.game.players)

    @property
    def relation(self) -> tuple[str, str]:
        """How a value compares with the bound at which the node is cut, and the bound's name."""
        strict = self.node.has_exact_ends
        if self.maximizes:
            return (">" if strict else "≥"), "beta"
        return ("<" if strict else "≤"), "alpha"

    @property
    def bound(self) -> float:
        return self.beta if self.maximizes else self.alpha

    @property
    def is_cut_by_window(self) -> bool:
        """Whether the best value so far is beyond the bound."""
        if self.value is None or self.node.player == CHANCE or abs(self.bound) == INFINITY:
            return False
        beyond = self.value > self.bound if self.maximizes else self.value < self.bound
        return beyond or (self.value == self.bound and not self.node.has_exact_ends)


def enter_text(at: Situation, move: str) -> str:
    """The text of a visit: who is to move, in which window, and when the node is cut."""
    node = at.node
    visit = "Search again" if node.again else "Visit"
    place = f" {move}" if move else " the root"
    turn = "chance decides" if node.player == CHANCE else f"{at.player} to move"
    text = f"{visit}{place}: {turn}."
    if abs(at.alpha) == INFINITY and abs(at.beta) == INFINITY:
        return text
    text += f" Window {window_text(at.alpha, at.beta)}."
    if node.player == CHANCE or abs(at.bound) == INFINITY:
        return text
    sign, name = at.relation
    return f"{text} Prune if a value is {sign} {name} {number_text(at.bound)}."


def update_text(at: Situation, found: float, is_better: bool) -> str:
    """The text of a value that came back from a child; `at` has the value before it."""
    if at.node.player == CHANCE:
        return f"Chance: the outcome's value {number_text(found)} counts by its probability."
    if at.value is None:
        return f"{at.player} has {number_text(found)} so far."
    order = "more" if at.maximizes else "less"
    new, old = number_text(found), number_text(at.value)
    if is_better:
        return f"{new} is {order} than {old}: {at.player} takes it."
    return f"{new} is not {order} than {old}, which {at.player} keeps."


def cut_reason(at: Situation, branches: int) -> str:
    """Why the other branches of a node are not searched."""
    if not at.is_cut_by_window or at.value is None:
        return _other_reason(at, branches)
    sign, name = at.relation
    bound = number_text(at.bound)
    value = number_text(at.value)
    return f"Prune: value {value} {sign} {name} {bound}, {_consequence(at, bound)}."


def _consequence(at: Situation, bound: str) -> str:
    other = player_name(1 - at.node.player, 2) if at.game.players == 2 else "an opponent"
    has = f"holds {at.player} to" if at.maximizes else "has"
    return f"so {other}, who {has} {bound} elsewhere, never comes here"


def _other_reason(at: Situation, branches: int) -> str:
    if at.node.player == CHANCE:
        return "Prune: the other outcomes cannot bring the expected value back into the window."
    others = counted(branches, "branch", "branches")
    return f"Not searched: {others} that the search left out."


def value_text(at: Situation, value: str) -> str:
    """The text of a node that is finished."""
    node = at.node
    if node.kind == "utility":
        return f"The game ends here: utility {value}."
    if node.kind == "evaluation":
        return f"The horizon: the evaluation is {value}."
    who = "the expected value" if node.player == CHANCE else f"{at.player}'s value"
    return f"All that matters was searched: {who} is {value}."
