"""The folder of compiled kernels: its files, their sizes, and what goes when there are too many.

outply_HASH/      one kernel: its machine code, its LLVM code, and what the host must know
by_request/HASH   which kernel answers a request; `cache.py` says what a request is
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = [
    "CacheUsage",
    "Code",
    "cache_directory",
    "cache_usage",
    "clear_cache",
    "keep_kernel",
    "keep_request",
    "kernel_folder",
    "kernel_text",
    "locked",
    "read_kernel",
    "read_request",
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


def kernel_folder(name: str) -> Path:
    """Where the kernel of a name is, if it is there."""
    return cache_directory() / f"outply_{name}"


def read_kernel(home: Path) -> Code:
    """The machine code in a folder, and the functions it needs; raises ValueError if damaged."""
    facts = json.loads((home / FACTS).read_text(encoding="utf-8"))
    machine = (home / MACHINE).read_bytes()
    if hashlib.sha256(machine).hexdigest() != facts["sha256"]:
        raise ValueError("damaged")
    with contextlib.suppress(OSError):
        os.utime(home)
    return machine, facts["needs"]


def keep_kernel(home: Path, text: str, machine: bytes, needs: list[str]) -> None:
    """Write a kernel into its folder."""
    facts = {"needs": needs, "sha256": hashlib.sha256(machine).hexdigest()}
    _write(home / TEXT, text.encode())
    _write(home / MACHINE, machine)
    _write(home / FACTS, json.dumps(facts).encode())
    _forget_oldest(home.parent)


def kernel_text(kernel: str) -> str:
    """The LLVM code of a kernel on disk."""
    return (kernel_folder(kernel) / TEXT).read_text(encoding="utf-8")


def read_request(name: str) -> dict[str, Any]:
    """What is known of a request; raises OSError or ValueError if it is not there."""
    file = cache_directory() / REQUESTS / f"{name}.json"
    facts: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return facts


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
def locked(home: Path) -> Iterator[None]:
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
