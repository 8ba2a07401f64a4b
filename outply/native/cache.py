"""Where generated modules live: a directory named by the hash of everything in them.

Numba's disk cache looks at one file's date and size only, so a module's path must change
whenever anything compiled into it does. The hash covers the generated text, the large
tables' types, the compiler's own sources and the versions of Python, Numba and llvmlite.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import linecache
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from outply.game import OutplyWarning

__all__ = ["cache_directory", "load"]

KEPT_MODULES = 256
VARIABLE = "OUTPLY_CACHE"


def cache_directory() -> Path:
    """$OUTPLY_CACHE, or where the platform keeps caches."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "outply"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "outply" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "outply"


def load(text: str, tables: tuple[Any, ...], announce: Callable[[], Any]) -> ModuleType:
    """The module of this text, compiled, from the disk cache where it can be.

    `announce` makes the context in which a module that was never compiled gets compiled.
    """
    kinds = [f"{table.dtype.str}{table.ndim}" for table in tables]
    digest = hashlib.sha256("\0".join([text, *kinds, _toolchain()]).encode()).hexdigest()[:24]
    name = f"outply_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    try:
        return _load_cached(name, text, tables, announce)
    except OSError as error:
        _warn_once(f"{cache_directory()} cannot hold compiled games ({error.strerror or error})")
        with announce():
            return _load_in_memory(name, text, tables)


def _load_cached(
    name: str, text: str, tables: tuple[Any, ...], announce: Callable[[], Any]
) -> ModuleType:
    home = cache_directory() / name
    home.mkdir(parents=True, exist_ok=True)
    file, done = home / f"{name}.py", home / "compiled"
    with _locked(home / "lock"):
        if not file.exists():
            _write(file, text)
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        vars(module).update(CACHED=True, TABLES=tables)
        with contextlib.nullcontext() if done.exists() else announce():
            _execute(module, lambda: spec.loader.exec_module(module))  # type: ignore[union-attr]
        if not done.exists():
            _forget_oldest(home.parent)
        done.touch()
    return module


def _load_in_memory(name: str, text: str, tables: tuple[Any, ...]) -> ModuleType:
    module = ModuleType(name)
    file = f"{name}.py"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    vars(module).update(CACHED=False, TABLES=tables, __file__=file)
    _execute(module, lambda: exec(compile(text, file, "exec"), vars(module)))  # noqa: S102
    return module


def _execute(module: ModuleType, run: Callable[[], None]) -> None:
    """Run a module under its name: cached recursion resolves only in an importable module."""
    sys.modules[module.__name__] = module
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run()
    except BaseException:
        del sys.modules[module.__name__]
        raise


def _write(file: Path, text: str) -> None:
    """All of it or nothing, whoever else writes the same."""
    with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False, encoding="utf-8") as out:
        out.write(text)
    os.replace(out.name, file)


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    """One process compiles; the others wait for its result."""
    with file.open("a") as handle:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _forget_oldest(home: Path) -> None:
    """Keep the cache from growing for ever."""
    used = sorted(home.glob("outply_*/compiled"), key=lambda done: done.stat().st_mtime)
    for done in used[:-KEPT_MODULES]:
        shutil.rmtree(done.parent, ignore_errors=True)


@cache
def _toolchain() -> str:
    import llvmlite
    import numba

    here = Path(__file__).parent
    own = [file.read_text(encoding="utf-8") for file in sorted(here.glob("*.py"))]
    return "\0".join([sys.version, numba.__version__, llvmlite.__version__, *own])


@cache
def _warn_once(message: str) -> None:
    warnings.warn(f"{message}; compiling anew in this process.", OutplyWarning, stacklevel=3)
