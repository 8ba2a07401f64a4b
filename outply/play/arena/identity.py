"""Whether a match is still the same one: what its rules say, and what it was begun with."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

from outply.game import CHANCE, Game
from outply.parameters import parameter_kinds
from outply.play.sight import choices

__all__ = ["digest_of", "parameters_of", "rules_digest"]

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


def parameters_of(game: Game[Any]) -> dict[str, str]:
    """The parameters of a game, each as it is written in Python."""
    return {name: repr(getattr(game, name, None)) for name in parameter_kinds(type(game))}


def digest_of(document: Any) -> str:
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=8).hexdigest()
