"""Whether a match is still the same one: what its rules say, and what it was begun with."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from outply.game import CHANCE, Game
from outply.parameters import parameter_kinds
from outply.play.arena.code_told import code_told
from outply.play.arena.contenders import Contender
from outply.play.arena.openings import are_random
from outply.play.match import Player
from outply.play.sight import choices
from outply.search import Search

__all__ = ["digest_of", "openings_told", "parameters_of", "player_told", "rules_digest"]

PLAYS, LONGEST = 8, 32


def rules_digest(game: Game[Any]) -> str:
    """What the rules and the evaluation say along some plays, in short.

    By behaviour, not by source: that would change with every comment, and not with a helper in
    another file. That they fail is also something that they say.
    """
    return digest_of([_told(game, play) for play in range(PLAYS)])


def _told(game: Game[Any], play: int) -> list[str]:
    said: list[str] = []
    try:
        said.extend(_play(game, play))
    except Exception as error:
        said.append(type(error).__name__)
    return said


def _play(game: Game[Any], play: int) -> Iterator[str]:
    dice, state = random.Random(play), game.initial()
    for _ in range(LONGEST):
        ways = choices(game, state)
        yield f"{game.format(state)} {game.to_move(state)} {len(ways)} {_worth(game, state)}"
        if not ways:
            return
        state = game.result(state, dice.choice(ways))


def _worth(game: Game[Any], state: Any) -> str:
    """Rounded, as machines differ in the last digits."""
    seats = range(game.traits.players)
    if game.is_terminal(state):
        return " ".join(f"{game.utility(state, seat):.6g}" for seat in seats)
    if game.to_move(state) == CHANCE:
        return ""
    return " ".join(f"{game.evaluate(state, seat):.6g}" for seat in seats)


def openings_told(wanted: str | None) -> str:
    """Random ones as they were asked for; a file by its name and what is in it."""
    if wanted is None or are_random(wanted):
        return wanted or "default"
    content = Path(wanted).read_text(encoding="utf-8-sig", errors="replace")
    return f"{Path(wanted).name} {digest_of(content)}"


def player_told(each: Contender) -> dict[str, Any]:
    """A player as a stored match knows it."""
    limit = dataclasses.asdict(each.limit)
    return {
        "name": each.name,
        "search": _mind_told(each.mind),
        "limit": {name: amount for name, amount in limit.items() if amount is not None},
    }


def _mind_told(mind: Search | Player) -> str:
    """The same in every process: a search with its parameters, a function with its code."""
    if isinstance(mind, Search) and dataclasses.is_dataclass(mind):
        return repr(mind)
    named = mind if hasattr(mind, "__qualname__") else type(mind)
    return f"{named.__module__}.{named.__qualname__} {digest_of(code_told(mind))}"


def parameters_of(game: Game[Any]) -> dict[str, str]:
    """The parameters of a game, each as it is written in Python."""
    return {name: repr(getattr(game, name, None)) for name in parameter_kinds(type(game))}


def digest_of(document: Any) -> str:
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=8).hexdigest()
