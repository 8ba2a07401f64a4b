"""Whether compiled rules say the same as interpreted ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any, NamedTuple

from outply.check.check_report import FAILURES, Broken, named, shown
from outply.check.checked_position import CheckedPosition, Subject
from outply.check.comparable_answers import OPTIONAL, RULES, Answers, ChanceAnswers
from outply.check.equality import same
from outply.compiler import NotCompilable, kernel
from outply.compiler.refusals import Refusal
from outply.game import CHANCE, Game, is_defined

__all__ = ["CompiledComparison"]

TOO_LARGE = "a number may not fit 64 bits; annotate bitboards with Bits"
COMPILER_FAULT = "this is a fault of Outply's compiler: use --interpreted, and please report it"
TELLING = ("to_move", "is_terminal", "utility", "evaluate")  # their answers are numbers


class TwoModes(NamedTuple):
    """Some of the answers, interpreted and compiled, and the methods that give them."""

    methods: tuple[str, ...]
    interpreted: Callable[..., Any]
    compiled: Callable[..., Any]


class CompiledComparison:
    """Compares the interpreted and the compiled rules of one game, state by state."""

    def __init__(self, game: Game[Any]) -> None:
        self._game, self._answers = game, ChanceAnswers() if game.traits.chance else Answers()
        self._modes: list[TwoModes] = []
        self.refusals: tuple[Refusal, ...] = ()
        self.not_compiled = self._compile(Answers.rules, RULES)
        self.options_not_compiled = dict(self._refused_options()) if self.compiled else {}

    @property
    def compiled(self) -> bool:
        return self.not_compiled is None

    def _refused_options(self) -> Iterable[tuple[str, str]]:
        """The optional methods that are not compiled, and why."""
        for method in OPTIONAL:
            if is_defined(self._game, method):
                reason = self._compile(getattr(Answers, method), (method,))
                if reason:
                    yield method, reason

    def _compile(self, part: Callable[..., Any], methods: tuple[str, ...]) -> str | None:
        """Compile some of the answers, or say why that cannot be."""
        try:
            compiled = kernel(part, self._game, self._answers)
        except NotCompilable as reason:
            self.refusals += reason.refusals
            return str(reason)
        except Exception as error:
            return f"the compiler fails with {named(error)}"
        self._modes.append(TwoModes(methods, part, compiled))
        return None

    def first_difference(self, states: Iterable[Any], deadline: float) -> tuple[Broken | None, int]:
        """The first state on which they differ, if any, and how many were compared."""
        compared = 0
        for state in states:
            compared += 1
            for modes in self._modes:
                broken = self._difference(state, modes)
                if broken:
                    return broken, compared
            if perf_counter() > deadline:
                break
        return None, compared

    def _difference(self, state: Any, modes: TwoModes) -> Broken | None:
        try:
            expected = modes.interpreted(self._answers, self._game, state)
        except FAILURES:
            return None  # rules that raise are found out elsewhere
        try:
            found = modes.compiled(state)
        except Exception as error:
            return self._failure(state, modes, error)
        if len(modes.methods) == 1:
            expected, found = (expected,), (found,)
        for method, one, other in zip(modes.methods, found, expected, strict=True):
            if not _agree(one, other):
                return self._disagreement(state, method, one, other)
        return None

    def _failure(self, state: Any, modes: TwoModes, error: Exception) -> Broken:
        what = shown(str(error)) if isinstance(error, NotCompilable) else f"{type(error).__name__}"
        raising = self._method_at(getattr(error, "place", None)) or "result"
        method = modes.methods[0] if len(modes.methods) == 1 else raising
        message = f"compiled rules fail where interpreted do not ({what})"
        advice = TOO_LARGE if isinstance(error, OverflowError) else COMPILER_FAULT
        return self._broken(state, method, message, advice)

    def _method_at(self, place: tuple[str, int] | None) -> str | None:
        """The rule in which compiled code raised an exception, if it was in one."""
        for method in (*RULES, "outcomes"):
            code = getattr(getattr(type(self._game), method, None), "__code__", None)
            if code is None or place is None or code.co_filename != place[0]:
                continue
            if place[1] in {line for _, _, line in code.co_lines()}:
                return method
        return None

    def _disagreement(self, state: Any, method: str, one: Any, other: Any) -> Broken:
        if method == "moves" and self._game.to_move(state) == CHANCE:
            method = "outcomes"
        numbers = f" ({one} and {other})" if method in TELLING else ""
        message = f"compiled and interpreted rules disagree on `{method}`{numbers}"
        return self._broken(state, method, message, COMPILER_FAULT)

    def _broken(self, state: Any, method: str, message: str, advice: str) -> Broken:
        ply = 0 if state == self._game.initial() else 1
        at = CheckedPosition(Subject(self._game), state, ply)
        return at.broken(method, message, advice, "compiled")


def _agree(one: Any, other: Any) -> bool:
    if isinstance(other, float):
        nans = one != one and other != other
        return nans or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return same(one, other)
