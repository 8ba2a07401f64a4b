"""Memory that one source reads and writes at both speeds."""

from __future__ import annotations

import ctypes
import mmap

from outply.compiler.records import PRIVATE

__all__ = ["Block"]

WORD = 8  # bytes


class Block:
    """Zeroed 64-bit words: methods of a subclass use them through `peek` and `poke`.

    Interpreted, a method has the block for `self`; compiled, its address. So such methods use
    the words, module constants and each other, and no other attribute. Pages are given by
    the system when they are first touched: a large block that is little used costs little. Large
    pages suit one that is read all over, as a table is.
    """

    def __init__(self, words: int, *, large_pages: bool = False) -> None:
        memory = mmap.mmap(-1, WORD * words, **PRIVATE)
        if large_pages and hasattr(mmap, "MADV_HUGEPAGE"):
            memory.madvise(mmap.MADV_HUGEPAGE)
        self.ints = (ctypes.c_int64 * words).from_buffer(memory)
        self.bits = (ctypes.c_uint64 * words).from_buffer(memory)
        self.floats = (ctypes.c_double * words).from_buffer(memory)
        self.address = ctypes.addressof(self.ints)
