"""From the text of a generated module to machine code. Imports Numba."""

from __future__ import annotations

import linecache
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from numba import types

from outply.native.parts import nothing_shared
from outply.native.pipeline import object_code
from outply.native.source import RESULTS

__all__ = ["Code", "build"]


@dataclass(frozen=True)
class Code:
    """Machine code of one kernel, as it is kept on disk."""

    machine: bytes
    symbol: str
    needs: list[str]  # symbols that must be there when it is loaded
    returns: list[str]  # kinds of the numbers it returns
    is_tuple: bool


def build(name: str, text: str) -> Code:
    """Compile a module whose function `entry` takes the address of its block of words.

    If that fails it is done again with nothing in common with others, so that the error tells of
    this module.
    """
    try:
        return _built(name, text)
    except Exception:
        with nothing_shared():
            return _built(name, text)


def _built(name: str, text: str) -> Code:
    file = f"{name}.py"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    with _importable(ModuleType(name)) as module, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, file, "exec"), vars(module))  # noqa: S102
        machine, symbol, needs = object_code(module.entry, (types.int64,))
        result = _result_type(module)
    kinds = list(result) if isinstance(result, types.BaseTuple) else [result]
    if len(kinds) > RESULTS:
        raise TypeError(f"a kernel returns at most {RESULTS} numbers, not {len(kinds)}")
    return Code(machine, symbol, needs, [_kind(k) for k in kinds], kinds != [result])


@contextmanager
def _importable(module: ModuleType) -> Iterator[Any]:
    """Numba knows a function that calls itself only in a module that can be imported."""
    sys.modules[module.__name__] = module
    try:
        yield module
    finally:
        del sys.modules[module.__name__]


def _result_type(module: ModuleType) -> Any:
    """What the linked function returns, which its entry writes to memory."""
    (overload,) = module.root.overloads.values()
    return overload.signature.return_type


def _kind(kind: Any) -> str:
    if isinstance(kind, types.Float):
        return "float64"
    if isinstance(kind, types.Boolean):
        return "boolean"
    if isinstance(kind, types.Integer):
        return "int64" if kind.signed else "uint64"
    raise TypeError(f"a kernel returns numbers, not {kind}")
