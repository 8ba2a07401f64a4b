"""Whether compiled rules say the same as interpreted ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

from outply.check.blame import is_defined
from outply.check.broken import Broken, shown
from outply.check.fingerprint import KNOWLEDGE, RULES, ChanceFingerprint, Fingerprint
from outply.check.position import Position, Subject
from outply.game import Game
from outply.native import NotCompilable, kernel

__all__ = ["Agreement"]

ADVICE = "a number may not fit 64 bits; annotate bitboards with Bits"
OPAQUE = ("moves", "outcomes", "result", "noisy_moves", "key", "canonical")  # compared by hashes

Part = Callable[..., tuple[Any, ...]]


class Agreement:
    """Compares the two speeds of one game, state by state."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._fingerprint = ChanceFingerprint() if game.traits.chance else Fingerprint()
        self._pairs: list[tuple[tuple[str, ...], Part, Part]] = []
        self.not_compiled = self._link(Fingerprint.rules, RULES)
        self.not_all_compiled: str | None = None
        if self.compiled and any(is_defined(game, method) for method in KNOWLEDGE):
            self.not_all_compiled = self._link(Fingerprint.knowledge, KNOWLEDGE)

    @property
    def compiled(self) -> bool:
        return self.not_compiled is None

    def _link(self, part: Part, methods: tuple[str, ...]) -> str | None:
        """Compile one part of the fingerprint, or say why that cannot be."""
        try:
            compiled = kernel(part, self._game, self._fingerprint)
        except NotCompilable as reason:
            return str(reason)
        except Exception as error:
            return f"the compiler fails with {type(error).__name__}: {shown(error)}"
        self._pairs.append((methods, part, compiled))
        return None

    def first_difference(
        self, states: Iterable[Any], deadline: float
    ) -> tuple[Broken | None, int]:
        """The first state on which the speeds differ, if any, and how many were compared."""
        compared = 0
        for state in states:
            compared += 1
            for methods, part, compiled in self._pairs:
                broken = self._difference(state, methods, part, compiled)
                if broken:
                    return broken, compared
            if perf_counter() > deadline:
                break
        return None, compared

    def _difference(
        self, state: Any, methods: tuple[str, ...], part: Part, compiled: Part
    ) -> Broken | None:
        try:
            expected = part(self._fingerprint, self._game, state)
        except Exception:
            return None  # rules that raise are found out elsewhere
        try:
            found = compiled(state)
        except Exception as error:
            what = f"compiled rules fail with {type(error).__name__}, interpreted ones do not,"
            return self._broken(state, "result", f"{what} ({shown(error)})")
        for method, one, other in zip(methods, found, expected, strict=True):
            if not _agree(one, other):
                return self._disagreement(state, method, one, other)
        return None

    def _disagreement(self, state: Any, method: str, one: Any, other: Any) -> Broken:
        if method == "moves" and self._game.to_move(state) not in range(self._game.players):
            method = "outcomes"
        numbers = "" if method in OPAQUE else f" ({one} and {other})"
        return self._broken(
            state, method, f"compiled and interpreted rules disagree on `{method}`{numbers}"
        )

    def _broken(self, state: Any, method: str, message: str) -> Broken:
        initial = state == self._game.initial()
        at = Position(Subject(self._game), state, ply=0 if initial else 1)
        return at.broken(method, message, ADVICE, "compiled")


def _agree(one: Any, other: Any) -> bool:
    if isinstance(other, float):
        nans = one != one and other != other
        return nans or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)
