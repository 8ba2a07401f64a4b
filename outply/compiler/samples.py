"""The type of a game's states, from a few random plays: what varies must not be taken as fixed."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from outply.compiler.errors import CompileError
from outply.compiler.shapes import Misfit, type_of
from outply.compiler.source import class_hints
from outply.compiler.types import Record, Row, Series, Tuple, Type, Union, changeable, join
from outply.game import CHANCE, Game

__all__ = ["ALL", "FITTING", "NOTHING", "example_arguments", "sampled_type", "with_varying_lengths"]

PLAYS, PLIES, SECONDS = 4, 80, 0.25


FITTING, ALL, NOTHING = "fitting", "all", "nothing"
"""What is assumed of states: that a field keeps its type if one of the types of its new value
fits it; that all fields do; or nothing. Where an assumption is wrong, LengthChanged is raised."""


def sampled_type(game: Game[Any], kind: Type) -> Type:
    """A type that holds the states of some random plays, besides those of `kind`."""
    for state in _states(game):
        try:
            kind = join(kind, changeable(type_of(state, None, class_hints)))
        except (Misfit, CompileError):
            return kind
    return kind


def _states(game: Game[Any]) -> Iterator[Any]:
    deadline = perf_counter() + SECONDS
    for seed in range(PLAYS):
        rng = random.Random(seed)
        try:
            state = game.initial()
            for _ in range(PLIES):
                if game.is_terminal(state) or perf_counter() > deadline:
                    break
                if game.to_move(state) == CHANCE:
                    moves: list[Any] = [outcome for outcome, _ in game.outcomes(state)]
                else:
                    moves = list(game.moves(state))
                state = game.result(state, rng.choice(moves))
                yield state
        except Exception:
            return  # rules that raise are found out elsewhere


def with_varying_lengths(kind: Type) -> Type:
    """A type in which no tuple of equal items has a fixed length."""
    if isinstance(kind, Row):
        return Series(with_varying_lengths(kind.item))
    if isinstance(kind, Tuple):
        return Tuple(tuple(map(with_varying_lengths, kind.items)))
    if isinstance(kind, Union):
        return Union(tuple(map(with_varying_lengths, kind.items)))
    if isinstance(kind, Record):
        return Record(kind.cls, kind.names, tuple(map(with_varying_lengths, kind.items)))
    return kind


def example_arguments(game: Game[Any], method: str) -> tuple[Any, ...] | None:
    """Arguments that a method of the contract could be called with, or None."""
    state = game.initial()
    names = list(inspect.signature(getattr(game, method)).parameters)
    values: list[Any] = []
    for name in names:
        if name == "state":
            values.append(state)
        elif name == "player":
            values.append(0)
        elif name == "move":
            values.append(next(iter(game.moves(state))))
        elif name == "luck":
            values.append(0.5)
        else:
            return None
    return tuple(values)
