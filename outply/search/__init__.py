"""Search algorithms, one file each, and how one is found by its name.

Adding a search edits no existing file: every `Search` in a module here has a name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from functools import cache
from typing import Any

from outply.did_you_mean import did_you_mean
from outply.game import OutplyError
from outply.parameters import check_parameters, parameter_kinds, parameter_value
from outply.search.base import MAX_DEPTH, Clock, Limit, Progress, Result, Search
from outply.search.watch import Watch

__all__ = ["MAX_DEPTH", "Clock", "Limit", "Progress", "Result", "Search", "Watch", "named", "names"]

PROTOCOLS = ("uci", "ugi")  # by which other programs' engines are searches, too
ENGINES = "outply.bridges.uci_engine"  # found by name: bridges stand above searches


def names() -> list[str]:
    """The names of all searches."""
    return sorted(_known())


def named(text: str) -> Search:
    """A search by its name and parameters: `alphabeta`, `random:seed=3`, `uci:stockfish`."""
    name, _, rest = text.partition(":")
    if name in PROTOCOLS:
        engine: Search = importlib.import_module(ENGINES).parsed_engine(name, rest)
        return engine
    known = _searches_of(name.replace("-", "_"))
    if name not in known:
        known = _known()
    if name not in known:
        hint = did_you_mean(name, known, otherwise=f"known: {', '.join(sorted(known))}.")
        raise OutplyError(f"There is no search {name!r}; {hint}")
    parameters = dict(_parameter(part) for part in rest.split(",") if part)
    if parameters:
        check_parameters(name, parameter_kinds(known[name]), parameters)
    return known[name](**parameters)


@cache
def _known() -> dict[str, type[Search]]:
    known: dict[str, type[Search]] = {}
    for module in pkgutil.iter_modules(__path__):
        known |= _searches_of(module.name)
    return known


@cache
def _searches_of(module: str) -> dict[str, type[Search]]:
    """The searches of one module in this folder by their names, none if there is no such module."""
    if not module.isidentifier() or importlib.util.find_spec(f"{__name__}.{module}") is None:
        return {}
    classes = vars(importlib.import_module(f"{__name__}.{module}")).values()
    return {
        cls.name: cls
        for cls in classes
        if inspect.isclass(cls) and issubclass(cls, Search) and not inspect.isabstract(cls)
    }


def _parameter(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise OutplyError(f"{text!r} is not a parameter of a search; write name=value.")
    return name.strip(), parameter_value(value)
