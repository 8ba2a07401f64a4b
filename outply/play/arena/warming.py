"""A first look: what a player has to compile or load is there before its clock runs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from outply.game import CHANCE, Game, OutplyError
from outply.play.arena.contenders import Contender
from outply.play.match import draw_outcome
from outply.search import Limit, Result, Search

__all__ = ["first_look", "look_first", "looked"]

WARM_UP = 0.05  # seconds of a search that is thrown away


def look_first(
    contenders: Iterable[Contender], game: Game[Any], state: Any, compiled: bool | None
) -> None:
    """Each player looks once, here: what it compiles is then there for all processes.

    A search that refuses its limit says so; other errors will be told of the games lost by them.
    """
    state = _first_turn(game, state)
    for each in contenders if state is not None else ():
        try:
            first_look(each, game, state, compiled)
        except OutplyError:
            raise
        except Exception:  # noqa: S110
            pass


def _first_turn(game: Game[Any], state: Any) -> Any:
    """A state in which a player is to move; None where chance decides all."""
    dice = random.Random(0)
    while not game.is_terminal(state):
        if game.to_move(state) != CHANCE:
            return state
        state = game.result(state, draw_outcome(game, state, dice))
    return None


def first_look(contender: Contender, game: Game[Any], state: Any, compiled: bool | None) -> None:
    """A short search that is thrown away: what has to be compiled is, and refusals come early."""
    if isinstance(contender.mind, Search):
        limit = replace(contender.limit, seconds=WARM_UP)
        looked(contender.mind, game, state, limit, compiled)


def looked(
    search: Search, game: Game[Any], state: Any, limit: Limit, compiled: bool | None
) -> Result:
    """What a search finds; Ctrl-C ends the match, not only the search."""
    result = search.search(game, state, limit, compiled=compiled)
    if result.interrupted:
        raise KeyboardInterrupt
    return result
