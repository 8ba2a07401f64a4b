"""The games that come with Outply, one file each, and how any game is found.

Adding a game edits no existing file: a module here, an entry point `outply.games` in an
installed package, or a file of one's own, named by its path.
"""

from __future__ import annotations

import dataclasses
import difflib
import importlib
import importlib.util
import inspect
import pkgutil
import re
import sys
import traceback
import typing
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from outply.game import Game, OutplyError

__all__ = ["load", "names"]


def names() -> list[str]:
    """The names of all games that `load` knows without a path."""
    return sorted(_known())


def load(name: str, /, **parameters: Any) -> Game[Any]:
    """A game by its name, or by the path of its file.

    `load("connect-four", columns=8)`, `load("my_game.py")`, `load("my_game.py:MyGame")`.
    """
    path, _, wanted = name.partition(".py:") if ".py:" in name else (name, "", "")
    if wanted or path.endswith(".py"):
        return _made(
            _class_in_file(Path(path if path.endswith(".py") else f"{path}.py"), wanted), parameters
        )
    known = _shipped(name.replace("-", "_")) or _known()
    if name not in known:
        raise OutplyError(_unknown(name, sorted(known)))
    return _made(known[name](), parameters)


def _known() -> dict[str, Callable[[], Any]]:
    """Each known name with a function that gives its class."""
    known: dict[str, Callable[[], Any]] = {}
    for module in pkgutil.iter_modules(__path__):
        known.update(_shipped(module.name))
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
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}" if close else f"known: {', '.join(known)}"
    return f"There is no game {name!r}; {hint}, or give the path of a .py file."


def _class_in_file(file: Path, wanted: str) -> type[Game[Any]]:
    classes = _classes(_module_of(file))
    if wanted:
        classes = [cls for cls in classes if cls.__name__ == wanted]
    if not classes:
        what = f"no game class {wanted}" if wanted else "no subclass of outply.Game"
        raise OutplyError(f"{file} defines {what}.")
    if len(classes) > 1 and not wanted:
        listed = ", ".join(cls.__name__ for cls in classes)
        raise OutplyError(f"{file} defines several games ({listed}); say which: {file}:NAME.")
    return classes[0]


def _module_of(file: Path) -> ModuleType:
    """The file, imported under a name of its own; its folder can be imported from."""
    if not file.is_file():
        raise OutplyError(f"There is no file {file}.")
    name = "outply_game_" + re.sub(r"\W", "_", file.stem)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    folder = str(file.parent.resolve())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OutplyError(_import_failure(file, error)) from error
    return module


def _import_failure(file: Path, error: Exception) -> str:
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).resolve() == file.resolve()
    ]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 1
    return f"{file}:{line} cannot be imported: {type(error).__name__}: {error}."


def _made(cls: type[Game[Any]], parameters: dict[str, Any]) -> Game[Any]:
    kinds = _parameter_kinds(cls)
    for name, value in parameters.items():
        if name not in kinds:
            takes = f"it takes {', '.join(kinds)}" if kinds else "it takes none"
            raise OutplyError(f"{_name(cls)} has no parameter {name!r}; {takes}.")
        if kinds[name] in WORDS and not _is_a(value, kinds[name]):
            raise OutplyError(f"{name} of {_name(cls)} is {value!r}; give {WORDS[kinds[name]]}.")
    try:
        return cls(**parameters)
    except OutplyError:
        raise
    except Exception as error:
        given = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
        made = f"with {given}" if given else "with its defaults"
        why = f"{type(error).__name__}: {error}"
        raise OutplyError(f"{_name(cls)} cannot be made {made}: {why}.") from error


WORDS = {int: "a whole number", float: "a number", bool: "True or False"}


def _parameter_kinds(cls: type[Game[Any]]) -> dict[str, Any]:
    """The parameters of a game, each with what it is annotated."""
    if not dataclasses.is_dataclass(cls):
        return {}
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _is_a(value: Any, kind: Any) -> bool:
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind
