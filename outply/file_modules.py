"""Python files of one's own, imported by their paths; `outply.games.load` finds the game in one."""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from outply.game import OutplyError
from outply.package_files import is_of_outply

__all__ = [
    "LoadError",
    "described",
    "file_and_name",
    "imported_file",
    "imported_files",
    "module_of",
]


class LoadError(OutplyError):
    """Why a file that is there cannot be used, and at which line."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        self.file, self.line, self.reason = file, line, reason
        super().__init__(f"{Path(file).name}:{line}: {reason}.")


def file_and_name(text: str) -> tuple[Path, str] | None:
    """The parts of `my_game.py:MyGame`; without a name it is empty. None: no Python file."""
    path, found, name = text.rpartition(".py:")
    if found:
        return Path(f"{path}.py"), name
    return (Path(text), "") if text.endswith(".py") else None


def module_of(file: Path, content: str) -> ModuleType:
    """The file, imported under a name of its own; it can import files next to it.

    `content` is what it is imported for: a game or an evaluation.
    """
    if not file.is_file():
        raise OutplyError(f"There is no file {file}.")
    name = f"outply_{content}_" + re.sub(r"\W", "_", str(file.resolve()))
    spec = importlib.util.spec_from_file_location(name, file, loader=_Source(name, str(file)))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importable(str(file.parent.resolve())):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise LoadError(
            *_import_place(file, error), f"cannot be imported: {described(error)}"
        ) from error
    return module


def imported_files(content: str) -> set[str]:
    """The files that were imported for something, as they were named."""
    files = [imported_file(module, content) for module in list(sys.modules.values())]
    return {str(file) for file in files if file is not None}


def imported_file(module: ModuleType | None, content: str) -> Path | None:
    """The file of a module that was imported for something; None if it was not."""
    loader = getattr(module, "__loader__", None)
    if not isinstance(loader, _Source) or not loader.name.startswith(f"outply_{content}_"):
        return None
    return Path(loader.path)


@contextmanager
def _importable(folder: str) -> Iterator[None]:
    """While inside, modules of a folder can be imported."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


class _Source(SourceFileLoader):
    """Reads no bytecode, which does not tell an edit that keeps the file's size and second."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def _import_place(file: Path, error: BaseException) -> tuple[str, int]:
    """Where an import failed: in the file itself, or in one that it imports."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    passed = [f for f in frames if f.filename == str(file) or not _is_ours(f.filename)]
    return (passed[-1].filename, passed[-1].lineno or 1) if passed else (str(file), 1)


def _is_ours(file: str) -> bool:
    """Whether a file is part of Outply, or of what imports files."""
    return "importlib" in file or is_of_outply(file)


def described(error: BaseException) -> str:
    """An error in a few words: `NameError: name 'x' is not defined`."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
