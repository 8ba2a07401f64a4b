"""All that is refused in the rules of a game, each at a line of its author's.

The reasons are `CompileError`s, raised where each construct is compiled. `Module.refuse` collects
those of one program, `Refusal.pictured` shows the line of one.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from outply.compiler.calls import NUMBERS
from outply.compiler.container_types import Dict, List, Set, Union
from outply.compiler.program import Program, compile_program
from outply.compiler.refusals import SET_ORDER, NotCompilable, Refusal
from outply.compiler.source import Code, code_of
from outply.compiler.state_types import sampled_move_type
from outply.compiler.type_parts import is_int_member
from outply.compiler.type_relations import unhashable_part
from outply.compiler.type_text import show
from outply.compiler.types import FLOAT, INT, NONE, Type, is_number
from outply.game import SEARCH_HINTS, Game
from outply.package_files import is_of_rules

__all__ = ["with_all_refusals"]

RULES = (
    *("initial", "to_move", "moves", "result", "is_terminal", "utility", "outcomes"),
    *("evaluate", "order", "noisy_moves", *SEARCH_HINTS),
)
LOOPED_OVER = ("moves", "outcomes", "candidates", "noisy_moves", "worlds")
RETURNS_NONE = "the method returns None, and searches loop over what it returns"


def with_all_refusals(reason: NotCompilable, game: Game[Any], kind: Type) -> NotCompilable:
    """Also what is refused in those rules that were not reached behind the first refusal."""
    found = dict.fromkeys(reason.refusals)
    rules = getattr(game, "game", None)  # of a game with codes for moves, the author's
    game = rules if isinstance(rules, Game) else game
    if unhashable := unhashable_part(kind, List | Dict | Set):
        return NotCompilable.because([_unhashable_state(game, unhashable)])
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


def _unhashable_state(game: Game[Any], what: str) -> Refusal:
    """What follows from it is not refused as well: it would only confuse."""
    code = code_of(type(game).initial)
    kind = "a list" if what == "list" else f"a {what}"
    reason = f"a state is or holds {kind}, which cannot be hashed"
    return _refused(code, code.node, reason, "use tuples, or a NamedTuple or frozen dataclass")


def _compiled_alone(game: Game[Any], method: str, kind: Type, move: Type | None = None) -> Program:
    """One method of a game as a program of its own; `kind` is the type of states."""
    function = getattr(type(game), method)
    own, *names = function.__code__.co_varnames[: function.__code__.co_argcount]
    wanted = list(inspect.signature(getattr(Game, method)).parameters)[1:]
    types = {"state": kind, "move": move or INT, "player": INT, "luck": FLOAT}
    kinds = {name: types[what] for name, what in zip(names, wanted, strict=True)}
    return compile_program(function, {own: game}, kinds)


def _at_the_rules(refusals: list[Refusal], game: Game[Any], kind: Type) -> list[Refusal]:
    """Where our code was refused for what a rule gives it, the line of the rule instead.

    If other lines of the rules are refused, ours may follow from those.
    """
    ours = [refusal for refusal in refusals if not is_of_rules(refusal.file)]
    theirs = list(dict.fromkeys(_wrong_results(game, kind))) if ours else []
    return [*(refusal for refusal in refusals if refusal not in ours), *theirs] or ours


def _wrong_results(game: Game[Any], kind: Type) -> Iterator[Refusal]:
    """Each rule that is called, or whose result is used, otherwise than its author thought."""
    move = sampled_move_type(game)
    for method in dict.fromkeys((*RULES, *LOOPED_OVER)):
        if getattr(type(game), method) is getattr(Game, method):
            continue
        try:
            code = code_of(getattr(type(game), method))
            if reason := _wrong_parameters(code, method):
                yield _refused(code, code.node, reason, "")
            elif method in (*LOOPED_OVER, *NUMBERS):
                result = _compiled_alone(game, method, kind, move).result
                yield from _wrong_result(code, method, result)
        except Exception:  # noqa: S112  (it is refused, or raises: that is said elsewhere)
            continue


def _wrong_parameters(code: Code, method: str) -> str:
    """How searches call a rule, if it does not take that."""
    wanted = list(inspect.signature(getattr(Game, method)).parameters)
    least = len(code.parameters) - len(code.defaults)
    if least <= len(wanted) <= len(code.parameters):
        return ""
    return f"searches call it as {method}({', '.join(wanted[1:])})"


def _wrong_result(code: Code, method: str, result: Type) -> Iterator[Refusal]:
    """What is wrong with what a rule gives: a number, or something that searches loop over."""
    if method in NUMBERS:
        items = result.items if isinstance(result, Union) else (result,)
        if not all(is_number(item) or is_int_member(item) for item in items):
            reason = f"{method} gives {show(result)}, and searches need a number"
            yield _refused(code, code.node, reason, "return a number in every case")
    elif isinstance(result, Set):  # and so each `return` gives one
        yield from (_refused(code, node, SET_ORDER, "return sorted(…)") for node in code.returns)
    elif result == NONE and not code.is_generator:
        yield _refused(code, code.node, RETURNS_NONE, f"yield the {method}, or return a list")
    elif isinstance(result, Union):
        reason = f"{method} gives {show(result)}, and searches loop over one of them"
        yield _refused(code, code.node, reason, "return a list in every case")


def _refused(code: Code, node: Any, reason: str, hint: str) -> Refusal:
    return Refusal(reason, hint, code.file, node.lineno, node.col_offset)
