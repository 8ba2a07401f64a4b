"""Fingerprints of games, players and openings, which show whether a stored match is the same.

The fingerprint of a function covers its code and the constants that it was made with: numbers,
strings, other functions. It does not cover functions that are called by a global name, nor objects
that may change during a game.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any

from outply.choices import choices
from outply.evaluate import evaluation_file
from outply.evaluate.trained_evaluations import FOLDER, TRAINED
from outply.game import CHANCE, Game
from outply.parameters import parameter_kinds
from outply.play.arena.arena_player import ArenaPlayer
from outply.play.arena.schedule import are_random
from outply.play.match import Player
from outply.play.states import utilities
from outply.search import Search

__all__ = [
    "code_fingerprint",
    "describe_openings",
    "describe_parameters",
    "describe_player",
    "digest",
    "rules_fingerprint",
]

PLAYOUTS, LONGEST_PLAYOUT = 8, 32
CONSTANTS = (int, float, complex, str, bytes, type(None), type(...))


def digest(document: Any) -> str:
    """Return a short hash of a JSON document."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=8).hexdigest()


# -- games -----------------------------------------------------------------------------


def rules_fingerprint(game: Game[Any]) -> str:
    """Return a hash of what the rules and the evaluation return in some random playouts.

    It depends on the behaviour and not on the source, which changes with every comment, and does
    not change with a helper function in another file. An error is behaviour, too.
    """
    return digest([_playout(game, seed) for seed in range(PLAYOUTS)])


def _playout(game: Game[Any], seed: int) -> list[str]:
    lines: list[str] = []
    try:
        lines.extend(_playout_lines(game, seed))
    except Exception as error:
        lines.append(type(error).__name__)
    return lines


def _playout_lines(game: Game[Any], seed: int) -> Iterator[str]:
    rng, state = random.Random(seed), game.initial()
    for _ in range(LONGEST_PLAYOUT):
        options = choices(game, state)
        yield f"{game.format(state)} {game.to_move(state)} {len(options)} {_values(game, state)}"
        if not options:
            return
        state = game.result(state, rng.choice(options))


def _values(game: Game[Any], state: Any) -> str:
    """Format the utilities or evaluations of a state, rounded, as machines differ slightly."""
    if game.is_terminal(state):
        return " ".join(f"{utility:.6g}" for utility in utilities(game, state))
    if game.to_move(state) == CHANCE:
        return ""
    players = range(game.traits.players)
    return " ".join(f"{game.evaluate(state, player):.6g}" for player in players)


def describe_parameters(game: Game[Any]) -> dict[str, str]:
    """Map each parameter of a game to its value, written as in Python."""
    return {name: repr(getattr(game, name, None)) for name in parameter_kinds(type(game))}


# -- openings and players --------------------------------------------------------------


def describe_openings(source: str | None) -> str:
    """Describe the openings of a match: random ones by their text, a file by name and content."""
    if source is None or are_random(source):
        return source or "default"
    content = Path(source).read_text(encoding="utf-8-sig", errors="replace")
    return f"{Path(source).name} {digest(content)}"


def describe_player(player: ArenaPlayer) -> dict[str, Any]:
    """Describe a player as a stored match does."""
    limit = dataclasses.asdict(player.limit)
    return {
        "name": player.name,
        "search": _describe_agent(player.agent),
        "limit": {name: amount for name, amount in limit.items() if amount is not None},
    }


def _describe_agent(agent: Search | Player) -> str:
    """Describe a search by its parameters and a function by its code; equal in every process."""
    if isinstance(agent, Search) and dataclasses.is_dataclass(agent):
        return repr(agent) + _describe_evaluation(getattr(agent, "evaluation", ""))
    return f"{_qualified_name(agent)} {digest(code_fingerprint(agent))}"


def _describe_evaluation(source: str) -> str:
    """Describe the weights or the code of an evaluation by the content of its file."""
    file = evaluation_file(source)
    files = sorted(FOLDER.iterdir()) if source == TRAINED else [file]
    content = b"".join(each.read_bytes() for each in files if each and each.is_file())
    return f" {hashlib.blake2b(content, digest_size=8).hexdigest()}" if content else ""


# -- code ------------------------------------------------------------------------------


def code_fingerprint(value: Any, enclosing: tuple[Any, ...] = ()) -> Any:
    """Return nested lists of strings that are equal for equal code.

    `enclosing` are the values that contain this one.
    """
    if any(value is outer for outer in enclosing):
        return "recursive"
    inside = (*enclosing, value)
    if isinstance(value, CONSTANTS):
        return repr(value)
    if isinstance(value, tuple):
        return [code_fingerprint(item, inside) for item in value]
    if isinstance(value, frozenset):  # its order differs between processes
        return sorted(str(code_fingerprint(item, inside)) for item in value)
    if isinstance(value, CodeType):  # without file names and line numbers, which may change
        return [value.co_code.hex(), value.co_names, code_fingerprint(value.co_consts, inside)]
    return [_qualified_name(value), *(code_fingerprint(part, inside) for part in _parts(value))]


def _parts(value: Any) -> Iterable[Any]:
    """Return the parts of a function or another callable object."""
    if isinstance(value, FunctionType):
        defaults = value.__defaults__, tuple(sorted((value.__kwdefaults__ or {}).items()))
        return value.__code__, *defaults, *_closure(value)
    if isinstance(value, MethodType):
        return value.__func__, value.__self__
    if isinstance(value, partial):
        return value.func, value.args, tuple(sorted(value.keywords.items()))
    call = vars(type(value)).get("__call__")
    return (call if isinstance(call, FunctionType) else None), _frozen_fields(value)


def _closure(function: FunctionType) -> Iterable[Any]:
    """Yield the values that a closure holds; None for a name that is not bound yet."""
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:
            yield None


def _frozen_fields(value: Any) -> tuple[Any, ...]:
    """Return the fields of a frozen dataclass; other objects may change during a game."""
    settings = getattr(value, "__dataclass_params__", None)
    if isinstance(value, type) or settings is None or not settings.frozen:
        return ()
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value))


def _qualified_name(value: Any) -> str:
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{getattr(named, '__module__', '')}.{named.__qualname__}"
