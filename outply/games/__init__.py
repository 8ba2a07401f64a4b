"""The games that come with Outply, one file each, and how any game is found.

Adding a game edits no existing file: a module here, an entry point `outply.games` in an
installed package, or a file of one's own, named by its path.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from outply.did_you_mean import closest
from outply.file_modules import LoadError, described, file_and_name, module_of
from outply.game import Game, OutplyError
from outply.parameters import check_parameters, parameter_kinds
from outply.source_lines import last_line, line_of_class, missing_methods

__all__ = ["LoadError", "load", "names"]

OTHER_NAMES = {
    "draughts": "checkers",
    "five-in-a-row": "gomoku",
    "four-in-a-row": "connect-four",
    "noughts-and-crosses": "tic-tac-toe",
    "reversi": "othello",
}
"""What people also call the games here, for those who ask for them by such a name."""
BRIDGES = "outply.bridges"  # found by name: games stand below bridges, and do not know them


def names() -> list[str]:
    """The names of all games that `load` knows without a path."""
    return sorted(_known())


def load(name: str, /, **parameters: Any) -> Game[Any]:
    """A game by its name, by the path of its file, or through a bridge to another program.

    `load("connect-four", columns=8)`, `load("my_game.py")`, `load("my_game.py:MyGame")`,
    `load("openspiel:hex(board_size=5)")`.
    """
    bridge, colon, beyond = name.partition(":")
    if colon and (load_by_bridge := _loader(bridge)):
        return load_by_bridge(beyond, **parameters)
    if given := file_and_name(name):
        return _made(_class_in_file(*given), parameters)
    known = _included(name)
    if name not in known:
        known = _known()
    if name not in known:
        raise OutplyError(_unknown(name, sorted(known)))
    return _made(known[name](), parameters)


def _loader(bridge: str) -> Callable[..., Game[Any]] | None:
    """The function by which a bridge loads games; None if there is no such bridge."""
    if not bridge.isidentifier() or importlib.util.find_spec(f"{BRIDGES}.{bridge}") is None:
        return None
    return getattr(importlib.import_module(f"{BRIDGES}.{bridge}"), "load", None)


def _included(wanted: str = "") -> dict[str, Callable[[], Any]]:
    """The games of this folder, by their names; as many modules as it takes to find `wanted`.

    A module is likely to have the game if its name is part of the game's: tree has lecture-tree.
    """
    modules = [module.name for module in pkgutil.iter_modules(__path__)]
    modules.sort(key=lambda module: (module.replace("_", "-") not in wanted, -len(module)))
    found: dict[str, Callable[[], Any]] = {}
    for module in modules:
        found |= _shipped(module)
        if wanted in found:
            break
    return found


def _known() -> dict[str, Callable[[], Any]]:
    """Each known name with a function that gives its class."""
    known = _included()
    from importlib.metadata import entry_points  # takes longer than all the rest

    for point in entry_points(group="outply.games"):
        known.setdefault(point.name, point.load)
    return known


def _shipped(module: str) -> dict[str, Callable[[], Any]]:
    """The games of one module in this folder, none if there is no such module."""
    if not module.isidentifier() or importlib.util.find_spec(f"{__name__}.{module}") is None:
        return {}
    classes = _classes(importlib.import_module(f"{__name__}.{module}"))
    return {_name(cls): partial(_itself, cls) for cls in classes}


def _itself(cls: type[Game[Any]]) -> type[Game[Any]]:
    return cls


def _classes(module: ModuleType) -> list[type[Game[Any]]]:
    """The games a module defines, those it only imported left out."""
    return [
        cls
        for cls in vars(module).values()
        if inspect.isclass(cls)
        and issubclass(cls, Game)
        and cls.__module__ == module.__name__
        and not cls.__name__.startswith("_")
    ]


def _name(cls: type[Game[Any]]) -> str:
    return object.__new__(cls).name  # a name needs no parameters


def _unknown(name: str, known: list[str]) -> str:
    others = {other: game for other, game in OTHER_NAMES.items() if game in known}
    close = closest(name.lower(), [*known, *others])
    hint = f"did you mean {others.get(close, close)}?" if close else f"known: {', '.join(known)}."
    return f"There is no game {name!r}; {hint} The path of a .py file works, too."


def _class_in_file(file: Path, wanted: str) -> type[Game[Any]]:
    classes = _classes(module_of(file, "game"))
    if wanted:
        classes = [cls for cls in classes if cls.__name__ == wanted]
    if not classes:
        what = f"no game class {wanted}" if wanted else "no subclass of outply.Game"
        raise OutplyError(f"{file} defines {what}.")
    if len(classes) > 1:
        whole = [cls for cls in classes if not _is_incomplete(cls)]
        classes = whole or [cls for cls in classes if not _is_a_base(cls, classes)]
    if len(classes) > 1 and not wanted:
        listed = ", ".join(cls.__name__ for cls in classes)
        raise OutplyError(f"{file} defines several games ({listed}); say which: {file}:NAME.")
    return classes[0]


def _is_incomplete(cls: type[Game[Any]]) -> bool:
    """Whether a class lacks a required method, as a base class of other games may.

    A class need not be derived from ABC to mark its methods as abstract.
    """
    methods = (inspect.getattr_static(cls, name, None) for name in dir(cls))
    is_abstract = any(getattr(method, "__isabstractmethod__", False) for method in methods)
    return bool(missing_methods(cls)) or is_abstract


def _is_a_base(cls: type[Game[Any]], others: list[type[Game[Any]]]) -> bool:
    return any(issubclass(other, cls) for other in others if other is not cls)


def _made(cls: type[Game[Any]], parameters: dict[str, Any]) -> Game[Any]:
    if parameters:
        check_parameters(_name(cls), parameter_kinds(cls), parameters)
    try:
        return cls(**parameters)
    except OutplyError:
        raise
    except (Exception, SystemExit) as error:
        place = last_line(error, {inspect.getfile(cls)}) or line_of_class(cls)
        given = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
        made = f"with {given}" if given else "with its defaults"
        raise LoadError(
            *place, f"{_name(cls)} cannot be made {made}: {described(error)}"
        ) from error
