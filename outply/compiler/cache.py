"""Machine code on disk, in a folder named by the hash of everything that made it.

    outply_HASH/      one kernel: its machine code, its LLVM code, and what the host must know
    by_request/HASH   which kernel answers a request (a search for a game with its parameters),
                      and the fingerprints of all that it was made from

A folder is named by its content, so it never holds the code of older rules. `kernels.py` makes the
key of a request, with the fingerprints of `dependencies.py`; a request whose fingerprints no longer
agree is compiled again.
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
from pathlib import Path
from typing import Any, NamedTuple

from outply.compiler.llvm import processor, version
from outply.game import OutplyWarning

__all__ = [
    "CacheUsage",
    "cache_directory",
    "cache_usage",
    "cached_code",
    "clear_cache",
    "digest",
    "find_request",
    "keep_request",
    "kernel_text",
]

KEPT = 1024  # kernels; those unused for longest go first
VARIABLE = "OUTPLY_CACHE"
MACHINE, FACTS, TEXT = "kernel.o", "kernel.json", "kernel.ll"
REQUESTS = "by_request"

Code = tuple[bytes, list[str]]


def cache_directory() -> Path:
    """$OUTPLY_CACHE, or where the platform keeps caches."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("outply", appauthor=False)


class CacheUsage(NamedTuple):
    """The number of compiled kernels, and their size with all that belongs to them."""

    kernels: int
    bytes: int


def cache_usage() -> CacheUsage:
    """What is on disk."""
    entries = list(_entries())
    kernels = sum(e.name != REQUESTS and (e / MACHINE).is_file() for e in entries)
    return CacheUsage(kernels, sum(map(_size, entries)))


def clear_cache() -> CacheUsage:
    """Remove all kernels; other files in the folder stay. Returns what was removed."""
    before = cache_usage()
    for entry in _entries():
        shutil.rmtree(entry, ignore_errors=True)
    after = cache_usage()
    return CacheUsage(before.kernels - after.kernels, before.bytes - after.bytes)


def _entries() -> list[Path]:
    """The folders that this module writes."""
    home = cache_directory()
    return [folder for folder in (*home.glob("outply_*"), home / REQUESTS) if folder.is_dir()]


def _size(folder: Path) -> int:
    size = 0
    for file in folder.rglob("*"):
        with contextlib.suppress(OSError):  # another process has removed it
            size += file.stat().st_size if file.is_file() else 0
    return size


def digest(text: str, effort: str) -> str:
    """The name of the code that a text becomes on this machine, with this effort of LLVM."""
    parts = [text, effort, _toolchain(), processor()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def cached_code(text: str, effort: str, build: Callable[[], Code]) -> tuple[Code, str]:
    """The machine code of a text, from disk or built and kept; and the name it is kept by."""
    name = digest(text, effort)
    home = cache_directory() / f"outply_{name}"
    built = None
    with contextlib.suppress(OSError, ValueError):
        return _read(home), name
    try:
        with _locked(home):
            with contextlib.suppress(OSError, ValueError):
                return _read(home), name  # another process was faster
            built = build()
            _keep(home, text, *built)
    except OSError as error:
        _warn_once(f"{cache_directory()} cannot hold compiled games ({error.strerror or error})")
    return built or build(), name


def _read(home: Path) -> Code:
    facts = json.loads((home / FACTS).read_text(encoding="utf-8"))
    machine = (home / MACHINE).read_bytes()
    if hashlib.sha256(machine).hexdigest() != facts["sha256"]:
        raise ValueError("damaged")
    with contextlib.suppress(OSError):
        os.utime(home)
    return machine, facts["needs"]


def _keep(home: Path, text: str, machine: bytes, needs: list[str]) -> None:
    facts = {"needs": needs, "sha256": hashlib.sha256(machine).hexdigest()}
    _write(home / TEXT, text.encode())
    _write(home / MACHINE, machine)
    _write(home / FACTS, json.dumps(facts).encode())
    _forget_oldest(home.parent)


def find_request(name: str) -> tuple[dict[str, Any], Code] | None:
    """What is known of a request, and its machine code, if both are on disk."""
    home = cache_directory()
    try:
        facts = json.loads((home / REQUESTS / f"{name}.json").read_text(encoding="utf-8"))
        return facts, _read(home / f"outply_{facts['kernel']}")
    except (OSError, ValueError, KeyError):
        return None


def kernel_text(kernel: str) -> str:
    """The LLVM code of a kernel on disk."""
    return (cache_directory() / f"outply_{kernel}" / TEXT).read_text(encoding="utf-8")


def keep_request(name: str, facts: dict[str, Any]) -> None:
    """Remember which kernel answers a request."""
    home = cache_directory() / REQUESTS
    with contextlib.suppress(OSError):
        _make(home)
        _write(home / f"{name}.json", json.dumps(facts).encode())
        requests = sorted(home.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in requests[: -2 * KEPT]:
            file.unlink(missing_ok=True)


def _make(home: Path) -> None:
    """Create a folder of the cache. What is there will be executed, so nobody else may write it."""
    cache_directory().mkdir(mode=0o700, parents=True, exist_ok=True)
    home.mkdir(mode=0o700, exist_ok=True)


def _write(file: Path, content: bytes) -> None:
    """All of it or nothing."""
    with tempfile.TemporaryDirectory(dir=file.parent) as there:
        part = Path(there) / file.name
        part.write_bytes(content)
        os.replace(part, file)


@contextlib.contextmanager
def _locked(home: Path) -> Iterator[None]:
    """One process compiles; the others wait for its result."""
    from filelock import FileLock

    _make(home)
    with FileLock(home / "lock"):
        yield


def _forget_oldest(home: Path) -> None:
    """Keep the cache from growing for ever; other processes may be at the same."""
    with contextlib.suppress(OSError):
        used = sorted(home.glob("outply_*"), key=lambda kernel: kernel.stat().st_mtime)
        for kernel in used[:-KEPT]:
            shutil.rmtree(kernel, ignore_errors=True)


@cache
def _toolchain() -> str:
    """The compiler itself: its sources, and the versions of what it is built on."""
    here = Path(__file__).parent
    own = [file.read_text(encoding="utf-8") for file in sorted(here.rglob("*.py"))]
    return "\0".join([sys.version, version(), *own])


@cache
def _warn_once(message: str) -> None:
    warnings.warn(f"{message}; compiling anew in this process.", OutplyWarning, stacklevel=3)
