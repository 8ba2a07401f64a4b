"""Functions that are not linked but have a twin of the same name in `outply.compiler.intrinsics`.

The next float; a number as bits; hints and calls for compiled code.
"""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from outply.compiler.records import Record
from outply.game import Bits, bits_of_number

__all__ = ["above", "bits_of", "call", "clock", "clock_address", "prefetch", "rare"]


Function = TypeVar("Function", bound=Callable[..., Any])


def rare(function: Function) -> Function:
    """Mark a function that is called rarely: it is not inlined, and its calls are unlikely."""
    vars(function)["is_rare"] = True
    return function


def above(value: float) -> float:
    """The least float greater than a finite one."""
    return math.nextafter(value, math.inf)


def bits_of(number: float) -> Bits:
    """The 64 bits that hold a float or an int."""
    return bits_of_number(number)


def prefetch(record: Record) -> None:
    """Say that a record will be read soon."""


def clock(function: int) -> float:
    """The seconds of a clock that only goes forward, read by the C function at an address."""
    raise NotImplementedError("only compiled code calls by address")


@cache
def clock_address() -> int:
    """The address for `clock`: that of clock_gettime; 0 where the C library lacks it (Windows)."""
    if not hasattr(time, "clock_gettime"):
        return 0
    return ctypes.cast(ctypes.CDLL(None).clock_gettime, ctypes.c_void_p).value or 0


def call(function: int, record: Record) -> None:
    """Call the host's function at an address, with the address of a record."""
    raise NotImplementedError("only compiled code calls by address")
