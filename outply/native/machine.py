"""Machine code made callable, by llvmlite alone: a warm start imports neither Numba nor NumPy.

A compiled function follows Numba's calling convention: `status f(result*, exception*, word)`.
A status above zero is an exception, pickled behind the second pointer.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import pickle
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite import binding

from outply.native.errors import NotCompilable

__all__ = ["WORD", "Call", "callable_code", "exception", "host"]

# Arguments are given as ctypes objects: types that are declared are converted at every call.
ENTRY = ctypes.CFUNCTYPE(ctypes.c_int32)

WORD = 8  # bytes
OWN = 2  # words that a call itself needs: for a result, which is not used, and an exception


class Call:
    """The memory of one call at a time: what it needs itself, then words for its function."""

    words = WORD * OWN  # where they begin

    def __init__(self, size: int) -> None:
        self.memory = (ctypes.c_char * (self.words + size))()
        start = ctypes.addressof(self.memory)
        self.failure = start + WORD
        self.arguments = (
            *(ctypes.c_void_p(start), ctypes.c_void_p(self.failure)),
            ctypes.c_int64(start + self.words),
        )


class _Pickled(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_int32)]


@cache
def host() -> str:
    """What machine code made here depends on."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def callable_code(machine: bytes, symbol: str, needs: list[str]) -> tuple[Callable[..., int], Any]:
    """The function, which runs without Python's lock, and what to keep as long as it is used."""
    host()
    for name in needs:
        _provide(name)
    target = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
    engine.add_object_file(binding.ObjectFileRef.from_data(machine))
    engine.finalize_object()
    return ENTRY(engine.get_function_address(symbol)), engine


def exception(status: int, place: int) -> BaseException:
    """What a call raised that returned this status, with its second pointer this place."""
    failure = ctypes.c_void_p.from_address(place).value
    if status < 1 or not failure:
        return RuntimeError(f"compiled code failed with status {status}")
    pickled = _Pickled.from_address(failure)
    assert pickled.data is not None
    kind, arguments, _place = pickle.loads(ctypes.string_at(pickled.data, pickled.size))  # noqa: S301
    return kind(*(arguments or ()))  # type: ignore[no-any-return]


def _provide(name: str) -> None:
    """Make a symbol known to the code that needs it, from the C library or from Numba."""
    address = _in_c_library(name)
    if address is None:
        _start_numba_runtime()
        address = binding.address_of_symbol(name)
    if address is None:
        raise NotCompilable(f"the compiled code needs {name}, which is not there")
    binding.add_symbol(name, address)


def _in_c_library(name: str) -> int | None:
    for library in _c_libraries():
        if hasattr(library, name):
            return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
    return None


@cache
def _c_libraries() -> list[ctypes.CDLL]:
    if sys.platform == "win32":
        return [ctypes.CDLL("ucrtbase"), ctypes.CDLL("msvcrt")]
    return [ctypes.CDLL(None), ctypes.CDLL(ctypes.util.find_library("m"))]


@cache
def _start_numba_runtime() -> None:
    """Arrays that are made or counted in a kernel need Numba's runtime, in every process."""
    from numba.core.registry import cpu_target
    from numba.core.runtime import rtsys

    rtsys.initialize(cpu_target.target_context)
