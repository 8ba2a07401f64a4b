"""Compare the engine's proofs, which rest on search hints, with a search that uses none."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from outply.check.check_report import Broken
from outply.check.checked_position import CheckedPosition, Subject
from outply.check.checks.registry import end_check, play_check
from outply.game import Game, is_defined
from outply.search import Limit
from outply.search.alphabeta import AlphaBeta
from outply.search.engine import Engine

__all__ = ["HINTS", "defined_hints", "without_hint"]

PROOFS = ("proofs", "proofs by hints agree with a search without hints")
HINTS = {
    "candidates": "leave out only moves that lose in two plies",
    "bounds": "give bounds that hold whatever is played",
    "canonical": "give one state for symmetric positions, and no others",
    "use_symmetry": "give the same for symmetric positions",
    "key": "give different positions different keys",
    "passed": "define it only where doing nothing is hardly ever best",
    "extension": "extend only a few moves",
    "reducible": "reduce only moves that are hardly ever best",
    "noisy_moves": "yield legal moves that end soon, such as captures",
    "tail_plies": "yield no candidates once the game is over",
    "plies_left": "give the most plies that can follow",
}
"""What an engine believes, the likeliest fault first, and what to do if it is wrong."""

MOST_PLIES = 7  # before the end of a play
MOST_POSITIONS = 300
PLAIN_NODES = 5_000  # at a position
ALL_PLAIN_NODES = 50_000
ENGINE_NODES = 20_000  # at a position; a proof takes far fewer
TOLERANCE = 1e-6


def defined_hints(game: Game[Any]) -> list[str]:
    return [hint for hint in HINTS if is_defined(game, hint)]


def has_proofs(game: Game[Any]) -> bool:
    """Whether the engine takes the game and the game has hints."""
    return bool(defined_hints(game)) and Engine().refusal(game.traits) is None


@play_check(*PROOFS, applies=has_proofs)
def late_positions_are_noted(path: Sequence[CheckedPosition]) -> None:
    """Take note of positions that a search without hints can solve."""
    late = path[0].memory.setdefault("late", {})
    for at in path[-1 - MOST_PLIES : -1]:
        if len(late) < MOST_POSITIONS and not at.is_chance:
            late.setdefault(at.text, at)


@end_check(*PROOFS, applies=has_proofs)
def proofs_are_true(subject: Subject) -> None:
    game, nodes = subject.game, 0
    for at in subject.memory.get("late", {}).values():
        if nodes > ALL_PLAIN_NODES or perf_counter() > subject.deadline:
            return
        plain = AlphaBeta().search(game, at.state, Limit(nodes=PLAIN_NODES), compiled=False)
        nodes += plain.nodes
        if plain.proved and not _is_right(game, at, plain.value):
            raise _misled(at, plain.value)


def _proof(game: Game[Any], at: CheckedPosition) -> float | None:
    """The value that the engine proves, if it does."""
    engine = Engine(megabytes=1)
    result = engine.search(game, at.state, Limit(nodes=ENGINE_NODES), compiled=False)
    return result.value if result.proved else None


def _is_right(game: Game[Any], at: CheckedPosition, truth: float) -> bool:
    found = _proof(game, at)
    return found is None or abs(found - truth) <= TOLERANCE


def _misled(at: CheckedPosition, truth: float) -> Broken:
    """Name the hint that misleads: without it, the engine proves the truth, or nothing."""
    found, hints = _proof(at.game, at), defined_hints(at.game)
    proves = f"the engine prove {found} where a search without hints finds {truth}"
    right = [hint for hint in hints if _is_right(without_hint(at.game, hint), at, truth)]
    right.sort(key=lambda hint: _proof(without_hint(at.game, hint), at) is None)
    if right:
        return at.broken(right[0], f"`{right[0]}` makes {proves}", HINTS[right[0]])
    listed = ", ".join(f"`{hint}`" for hint in hints)
    return at.broken(hints[0], f"One of {listed} makes {proves}", "leave them out one by one")


def without_hint(game: Game[Any], hint: str) -> Game[Any]:
    """The same game with the contract's own method in place of a hint."""
    cls, plain = type(game), copy.copy(game)
    object.__setattr__(plain, "__class__", type(cls.__name__, (cls,), {hint: getattr(Game, hint)}))
    return plain
