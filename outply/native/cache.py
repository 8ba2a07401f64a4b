"""Machine code on disk, in a folder named by the hash of everything that made it.

A path that names its content can never hold the code of yesterday's rules. The hash covers
the generated text, the compiler's own sources, the versions of Python, Numba and llvmlite,
and the processor. Numba's own cache looks at one file's date and size only, and cached
recursion has crashed the process that loaded it; so it is not used.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outply.game import OutplyWarning
from outply.native.machine import host

if TYPE_CHECKING:
    from outply.native.build import Code

__all__ = ["cache_directory", "cached", "digest"]

KEPT = 1024  # kernels; those unused for longest go first
VARIABLE = "OUTPLY_CACHE"
MACHINE, FACTS, TEXT = "kernel.o", "kernel.json", "kernel.py"


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


def digest(text: str) -> str:
    """The name of the code that this text becomes on this machine."""
    return hashlib.sha256("\0".join([text, _toolchain(), host()]).encode()).hexdigest()[:24]


def cached(name: str, text: str, build: Callable[[], Code]) -> tuple[bytes, dict[str, Any]]:
    """The machine code of a text and the facts about it, from disk or built and kept."""
    home = cache_directory() / f"outply_{name}"
    built = None
    with contextlib.suppress(OSError, ValueError):
        return _read(home)
    try:
        with _locked(home):
            with contextlib.suppress(OSError, ValueError):
                return _read(home)  # another process was faster
            built = _parts(build())
            _keep(home, text, *built)
    except OSError as error:
        _warn_once(f"{cache_directory()} cannot hold compiled games ({error.strerror or error})")
    return built or _parts(build())


def _read(home: Path) -> tuple[bytes, dict[str, Any]]:
    facts = json.loads((home / FACTS).read_text(encoding="utf-8"))
    machine = (home / MACHINE).read_bytes()
    if hashlib.sha256(machine).hexdigest() != facts["sha256"]:
        raise ValueError("damaged")
    with contextlib.suppress(OSError):
        os.utime(home)
    return machine, facts


def _keep(home: Path, text: str, machine: bytes, facts: dict[str, Any]) -> None:
    _write(home / TEXT, text.encode())
    _write(home / MACHINE, machine)
    _write(home / FACTS, json.dumps(facts).encode())
    _forget_oldest(home.parent)


def _parts(code: Code) -> tuple[bytes, dict[str, Any]]:
    facts = {
        "symbol": code.symbol,
        "needs": code.needs,
        "returns": code.returns,
        "is_tuple": code.is_tuple,
        "sha256": hashlib.sha256(code.machine).hexdigest(),
    }
    return code.machine, facts


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing."""
    with tempfile.TemporaryDirectory(dir=file.parent) as there:
        part = Path(there) / file.name
        part.write_bytes(content)
        os.replace(part, file)


@contextlib.contextmanager
def _locked(home: Path) -> Iterator[None]:
    """One process compiles; the others wait for its result."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "lock").open("a") as handle:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _forget_oldest(home: Path) -> None:
    """Keep the cache from growing for ever; other processes may be at the same."""
    with contextlib.suppress(OSError):
        used = sorted(home.glob("outply_*"), key=lambda kernel: kernel.stat().st_mtime)
        for kernel in used[:-KEPT]:
            shutil.rmtree(kernel, ignore_errors=True)


@cache
def _toolchain() -> str:
    here = Path(__file__).parent
    own = [file.read_text(encoding="utf-8") for file in sorted(here.glob("*.py"))]
    return "\0".join([sys.version, version("numba"), version("llvmlite"), *own])


@cache
def _warn_once(message: str) -> None:
    warnings.warn(f"{message}; compiling anew in this process.", OutplyWarning, stacklevel=3)
