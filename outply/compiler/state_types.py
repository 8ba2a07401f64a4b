"""The type of a game's states, from a few random plays: what varies must not be taken as fixed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, islice
from time import thread_time
from typing import Any

from outply.choices import choices
from outply.compiler.container_types import Row, Series, Struct, Tuple, Union
from outply.compiler.refusals import CompileError
from outply.compiler.source import class_hints
from outply.compiler.type_inference import Misfit, type_of
from outply.compiler.type_join import join
from outply.compiler.type_parts import changeable
from outply.compiler.types import Type
from outply.game import Game

__all__ = ["ALL", "FITTING", "NOTHING", "sampled_move_type", "sampled_type", "with_varying_lengths"]

PLAYS, PLIES = 4, 80
SECONDS = 0.5  # of processor time: a busy machine sees the same states
MOST_STATES = 40  # whose moves are looked at


FITTING, ALL, NOTHING = "fitting", "all", "nothing"
"""What is assumed of states: that a field keeps its type if one of the types of its new value
fits it; that all fields do; or nothing. Where an assumption is wrong, LengthChanged is raised."""


def sampled_type(game: Game[Any], kind: Type) -> Type:
    """A type that holds the states of some random plays, besides those of `kind`."""
    since_new = 0
    for state in _states(game):
        try:
            wider = join(kind, changeable(type_of(state, None, class_hints)))
        except (Misfit, CompileError):
            return kind
        since_new = since_new + 1 if wider == kind else 0
        if since_new == PLIES:
            return kind
        kind = wider
    return kind


def _states(game: Game[Any]) -> Iterator[Any]:
    deadline = thread_time() + SECONDS
    for seed in range(PLAYS):
        rng = random.Random(seed)
        try:
            state = game.initial()
            for _ in range(PLIES):
                if game.is_terminal(state) or thread_time() > deadline:
                    break
                state = game.result(state, rng.choice(choices(game, state)))
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
    if isinstance(kind, Struct):
        return Struct(kind.cls, kind.names, tuple(map(with_varying_lengths, kind.items)))
    return kind


def sampled_move_type(game: Game[Any]) -> Type | None:
    """A type that holds the moves and outcomes of some random plays; None if there is none."""
    found: Type | None = None
    for state in islice(chain([game.initial()], _states(game)), MOST_STATES):
        try:
            for move in choices(game, state):
                kind = changeable(type_of(move, None, class_hints))
                found = kind if found is None else join(found, kind)
        except Exception:
            return found  # moves that do not fit, and rules that raise, are found out elsewhere
    return found
