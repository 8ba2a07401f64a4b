"""Functions that are not linked but have a twin of the same name in `outply.compiler.intrinsics`.

Memory, which is a `Block` when interpreted and its address when compiled, and what threads may do
to it at once (interpreted, one thread at a time does); the next float; and
the mixing of a state into a key, which goes over all numbers of a state, whatever its type.
"""

from __future__ import annotations

import math
from typing import Any

from outply.game import Bits, bits_of_number, mixed

__all__ = [
    "PRIMITIVES",
    "above",
    "add",
    "add_float",
    "bits_of",
    "call",
    "exchange",
    "peek",
    "peek_bits",
    "peek_float",
    "poke",
    "poke_bits",
    "poke_float",
    "prefetch",
]


def peek(block: Any, index: int) -> int:
    """The signed word at `block[index]`."""
    return block.ints[index]  # type: ignore[no-any-return]


def poke(block: Any, index: int, value: int) -> None:
    """Write a signed word to `block[index]`."""
    block.ints[index] = value


def peek_bits(block: Any, index: int) -> Bits:
    """The unsigned word at `block[index]`."""
    return block.bits[index]  # type: ignore[no-any-return]


def poke_bits(block: Any, index: int, value: Bits) -> None:
    """Write an unsigned word to `block[index]`."""
    block.bits[index] = value


def peek_float(block: Any, index: int) -> float:
    """The float at `block[index]`."""
    return block.floats[index]  # type: ignore[no-any-return]


def poke_float(block: Any, index: int, value: float) -> None:
    """Write a float to `block[index]`."""
    block.floats[index] = value


def add(block: Any, index: int, amount: int) -> int:
    """Add to the signed word at `block[index]`, whatever other threads do; what it was before."""
    before = block.ints[index]
    block.ints[index] = before + amount
    return before  # type: ignore[no-any-return]


def add_float(block: Any, index: int, amount: float) -> None:
    """Add to the float at `block[index]`, whatever other threads do."""
    block.floats[index] += amount


def exchange(block: Any, index: int, value: int) -> int:
    """Write a signed word after all that was written before it; what was there."""
    before = block.ints[index]
    block.ints[index] = value
    return before  # type: ignore[no-any-return]


def above(value: float) -> float:
    """The least float greater than a finite one."""
    return math.nextafter(value, math.inf)


def bits_of(number: float) -> Bits:
    """The 64 bits that hold a float or an int."""
    return bits_of_number(number)


def prefetch(record: Any, index: int = 0) -> None:
    """Say that a record, or the word of a block, will be read soon."""


def call(function: int, record: Any) -> None:
    """Call the host's function at an address, with the address of a record."""
    raise NotImplementedError("only compiled code calls by address")


PRIMITIVES = (
    *(
        above,
        add,
        add_float,
        bits_of,
        call,
        exchange,
        mixed,
        peek,
        peek_bits,
        peek_float,
        poke,
        poke_bits,
        poke_float,
        prefetch,
    ),
)
