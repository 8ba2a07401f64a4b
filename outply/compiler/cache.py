"""Kernels on disk: how they are named, and how a warm start finds one without compiling.

A kernel is kept by the hash of everything that made it (`digest`), so its folder never holds the
code of older rules. A warm start does not know that text. It asks by a request (`request_name`): a
search for a game with its parameters. A file for each request has the name of the kernel that
answers it and the fingerprints of all that it was made from (`dependencies.py`). The kernel is no
longer valid once a fingerprint differs; then it is compiled again. `cache_folder.py` reads and
writes the files, and removes the oldest.
"""

from __future__ import annotations

import contextlib
import hashlib
import struct
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from outply.compiler.cache_folder import (
    Code,
    cache_directory,
    keep_kernel,
    keep_request,
    kernel_folder,
    locked,
    read_kernel,
    read_request,
)
from outply.compiler.container_types import Row
from outply.compiler.dependencies import fingerprint, resolve
from outply.compiler.encoding import PACKED, encode
from outply.compiler.llvm import processor, version
from outply.compiler.object_types import NumberTable, RecordReference
from outply.compiler.records import Record
from outply.compiler.type_inference import Misfit
from outply.compiler.type_json import find_class, from_json, to_json
from outply.compiler.types import Type
from outply.game import OutplyWarning

if TYPE_CHECKING:
    from outply.compiler.program import Program

__all__ = [
    "Facts",
    "cached_code",
    "digest",
    "facts_of",
    "find_request",
    "keep_program",
    "known_kernel",
    "request_name",
]


@dataclass(frozen=True)
class Facts:
    """What the host must know of a program to call it."""

    arguments: tuple[Type, ...]
    result: Type
    errors: list[tuple[type, str, str, int]]
    tables: list[bytes | Record]
    prints: list[Type]
    uses_region: bool


def facts_of(program: Program) -> Facts:
    """What the host must know of a program."""
    tables = [t.value if isinstance(t.kind, RecordReference) else t.content for t in program.tables]
    return Facts(
        *(program.arguments, program.result, program.errors, tables),
        *(program.prints, program.uses_region),
    )


def digest(text: str, effort: str) -> str:
    """The name of the code that a text becomes on this machine, with this effort of LLVM."""
    parts = [text, effort, _toolchain(), processor()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def cached_code(text: str, effort: str, build: Callable[[], Code]) -> tuple[Code, str]:
    """The machine code of a text, from disk or built and kept; and the name it is kept by."""
    name = digest(text, effort)
    home = kernel_folder(name)
    built = None
    with contextlib.suppress(OSError, ValueError):
        return read_kernel(home), name
    try:
        with locked(home):
            with contextlib.suppress(OSError, ValueError):
                return read_kernel(home), name  # another process was faster
            built = build()
            keep_kernel(home, text, *built)
    except OSError as error:
        _warn_once(f"{cache_directory()} cannot hold compiled games ({error.strerror or error})")
    return built or build(), name


@cache
def _toolchain() -> str:
    """The compiler itself: its sources, and the versions of what it is built on."""
    here = Path(__file__).parent
    own = [file.read_text(encoding="utf-8") for file in sorted(here.rglob("*.py"))]
    return "\0".join([sys.version, version(), *own])


# -- requests: what a warm start asks for


def request_name(
    function: FunctionType, static: dict[str, Any], kinds: dict[str, Type], effort: str
) -> str | None:
    """A name for what is asked for: the function, the objects it works on, its types."""
    prints = [fingerprint(function), *(fingerprint(value) for value in static.values())]
    if None in prints:
        return None
    try:
        shapes = repr([to_json(kind) for kind in kinds.values()])
    except Misfit:
        return None
    whole = [function.__module__, function.__qualname__, *map(str, prints), *static, *kinds]
    return digest("\n".join([*whole, shapes]), effort)


def find_request(name: str) -> tuple[dict[str, Any], Code] | None:
    """What is known of a request, and its machine code, if both are on disk."""
    try:
        facts = read_request(name)
        return facts, read_kernel(kernel_folder(facts["kernel"]))
    except (OSError, ValueError, KeyError):
        return None


def known_kernel(request: str, static: dict[str, Any]) -> tuple[Facts, Code] | None:
    """The kernel of a warm start, if all that it was made from is as it was."""
    known = find_request(request)
    if known is None or not _is_still_good(known[0], static):
        return None
    try:
        return _facts_from(known[0], static), known[1]
    except (LookupError, AttributeError, Misfit, struct.error):
        return None  # a class or table is no longer where it was


def keep_program(request: str, program: Program, name: str) -> None:
    """Remember which kernel answers a request, and what that was made from."""
    found = program.module.dependencies
    paths = [found.path_of(table.value) for table in program.tables]
    if None in paths:
        return
    tables = zip(paths, program.tables, strict=True)
    with contextlib.suppress(Misfit):
        facts = {
            "kernel": name,
            "dependencies": [[list(path), print_] for path, print_ in found.found.items()],
            "arguments": [to_json(kind) for kind in program.arguments],
            "result": to_json(program.result),
            "errors": [_error_to_json(*error) for error in program.errors],
            "tables": [[list(path or ()), to_json(table.kind)] for path, table in tables],
            "prints": [to_json(kind) for kind in program.prints],
            "uses_region": program.uses_region,
        }
        keep_request(request, facts)


def _error_to_json(kind: type, message: str, file: str, line: int) -> list[Any]:
    return [f"{kind.__module__}:{kind.__qualname__}", message, file, line]


def _is_still_good(facts: dict[str, Any], static: dict[str, Any]) -> bool:
    """Whether everything that a kernel was made from is as it was."""
    for path, print_ in facts["dependencies"]:
        try:
            if fingerprint(resolve(tuple(path), static)) != print_:
                return False
        except (LookupError, AttributeError):
            return False
    return True


def _facts_from(facts: dict[str, Any], static: dict[str, Any]) -> Facts:
    return Facts(
        tuple(map(from_json, facts["arguments"])),
        from_json(facts["result"]),
        [(find_class(kind), *rest) for kind, *rest in facts["errors"]],
        [
            _table_content(from_json(kind), resolve(tuple(path), static))
            for path, kind in facts["tables"]
        ],
        list(map(from_json, facts["prints"])),
        facts["uses_region"],
    )


def _table_content(kind: Type, value: Any) -> bytes | Record:
    if isinstance(kind, RecordReference):
        if type(value) is not kind.cls:
            raise Misfit(f"not a record of the class {kind.cls.__name__}")
        record: Record = value
        return record
    if isinstance(kind, NumberTable):
        content: bytes = value.astype(
            value.dtype.newbyteorder("="), order="C", copy=False
        ).tobytes()
        return content
    if isinstance(kind, Row) and kind.item in PACKED and len(value) == kind.size:
        return struct.pack(f"={kind.size}{PACKED[kind.item]}", *value)
    words: Any = encode(kind, value)
    return struct.pack(f"={len(words)}Q", *words)


@cache
def _warn_once(message: str) -> None:
    warnings.warn(f"{message}; compiling anew in this process.", OutplyWarning, stacklevel=3)
