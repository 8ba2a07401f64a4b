"""Limits and tests as people write them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from outply.game import OutplyError
from outply.parameters import check_parameters, parameter_kinds, parameter_value
from outply.play.arena.sprt import Sprt
from outply.search import Limit

__all__ = ["LIMITS", "limit_of", "sprt_of"]

LIMITS = tuple(field.name for field in dataclasses.fields(Limit))


def limit_of(parts: Iterable[str]) -> Limit:
    """`seconds=0.1`, `depth=4`, `nodes=1000`."""
    given = _given(parts)
    for name, value in given.items():
        if name not in LIMITS or not value:
            raise OutplyError(f"{name!r} is not a limit; write seconds=, depth= or nodes=.")
    return Limit(**{name: parameter_value(value) for name, value in given.items()})


def sprt_of(parts: Iterable[str]) -> Sprt:
    """`elo0=0`, `elo1=10`, and if wanted `alpha=0.05`, `beta=0.05`, `model=logistic`."""
    values: dict[str, Any] = {name: parameter_value(value) for name, value in _given(parts).items()}
    check_parameters("--sprt", parameter_kinds(Sprt), values)
    if not {"elo0", "elo1"} <= set(values):
        raise OutplyError("A test needs both hypotheses; write --sprt elo0=0 elo1=10.")
    return Sprt(**values)


def _given(parts: Iterable[str]) -> dict[str, str]:
    return {name.strip(): value for name, _, value in (part.partition("=") for part in parts)}
