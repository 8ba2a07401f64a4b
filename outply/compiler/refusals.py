"""All that is refused in the rules of a game, each at a line of its author's."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import outply.game
from outply.compiler.errors import SET_ORDER, NotCompilable, Refusal
from outply.compiler.program import Program, compile_program
from outply.compiler.samples import sampled_move_type
from outply.compiler.source import code_of
from outply.compiler.types import FLOAT, INT, Set, Type
from outply.game import Game

__all__ = ["with_all_refusals"]

RULES = (
    *("initial", "to_move", "moves", "result", "is_terminal", "utility", "outcomes"),
    *("evaluate", "order", "noisy_moves", "candidates", "bounds", "key", "canonical"),
    *("use_symmetry", "plies_left", "passed", "reducible", "extension", "pick"),
    *("may_pass", "in_check", "ends_early", "reversible_plies", "exchange", "is_legal"),
)
LOOPED_OVER = ("moves", "outcomes", "candidates", "noisy_moves", "worlds")
PACKAGE = Path(outply.game.__file__).parent


def with_all_refusals(reason: NotCompilable, game: Game[Any], kind: Type) -> NotCompilable:
    """Also what is refused in those rules that were not reached behind the first refusal."""
    found = dict.fromkeys(reason.refusals)
    rules = getattr(game, "game", None)  # of a game with codes for moves, the author's
    game = rules if isinstance(rules, Game) else game
    move = sampled_move_type(game)
    for method in RULES:
        if getattr(type(game), method) is getattr(Game, method, None):
            continue
        try:
            _compiled_alone(game, method, kind, move)
        except NotCompilable as other:
            found |= dict.fromkeys(other.refusals)
        except Exception:  # noqa: S112  (rules that raise are found out elsewhere)
            continue
    refusals = _at_the_rules(list(found), game, kind)
    in_order = sorted(refusals, key=lambda refusal: (refusal.file, refusal.line, refusal.column))
    return NotCompilable.because(in_order)


def _compiled_alone(game: Game[Any], method: str, kind: Type, move: Type | None = None) -> Program:
    """One method of a game as a program of its own; `kind` is the type of states."""
    function = getattr(type(game), method)
    own, *names = function.__code__.co_varnames[: function.__code__.co_argcount]
    wanted = list(inspect.signature(getattr(Game, method)).parameters)[1:]
    types = {"state": kind, "move": move or INT, "player": INT, "luck": FLOAT}
    kinds = {name: types[what] for name, what in zip(names, wanted, strict=True)}
    return compile_program(function, {own: game}, kinds)


def _at_the_rules(refusals: list[Refusal], game: Game[Any], kind: Type) -> list[Refusal]:
    """Where a loop of ours over a set was refused, the line that returns the set instead."""
    ours = [refusal for refusal in refusals if _is_loop_of_ours(refusal)]
    theirs = list(dict.fromkeys(_returned_sets(game, kind))) if ours else []
    if not theirs:
        return refusals
    return [*(refusal for refusal in refusals if refusal not in ours), *theirs]


def _is_loop_of_ours(refusal: Refusal) -> bool:
    """Whether a search, not the rules of a game, loops over a set."""
    file = Path(refusal.file)
    is_ours = file.is_relative_to(PACKAGE) and not file.is_relative_to(PACKAGE / "games")
    return is_ours and refusal.reason == SET_ORDER


def _returned_sets(game: Game[Any], kind: Type) -> Iterator[Refusal]:
    """Each `return` of a rule that gives a set where searches loop over what it gives."""
    for method in LOOPED_OVER:
        function = getattr(type(game), method)
        try:
            result = _compiled_alone(game, method, kind).result
            code = code_of(function)
        except Exception:  # noqa: S112  (it is refused, or raises: that is said elsewhere)
            continue
        if isinstance(result, Set):  # and so each `return` gives one
            for node in code.returns:
                yield Refusal(
                    SET_ORDER, "return sorted(…)", code.file, node.lineno, node.col_offset
                )
