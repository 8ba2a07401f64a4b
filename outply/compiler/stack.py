"""How deep compiled code may recurse: where the stack of the present thread ends.

A recursive function compares the address of its frame with this limit and raises RecursionError,
as Python does. Python counts calls, a thousand by default; compiled code may go deeper, as
far as the stack reaches.
"""

from __future__ import annotations

import ctypes
import sys
import threading

__all__ = ["thread_stack"]

MARGIN = (
    1 << 19
)  # bytes kept free for what recursive functions call: C's library, Python's handlers
ATTRIBUTES = 256  # bytes, more than pthread_attr_t has anywhere


class ThreadStack(threading.local):
    """`limit`: the lowest address at which a recursive function may begin; 0 if it is not known."""

    def __init__(self) -> None:
        lowest, size = _stack()
        self.limit = lowest + min(MARGIN, size // 4)


def _stack() -> tuple[int, int]:
    """The lowest address of the present thread's stack, and its size."""
    try:
        if sys.platform == "win32":
            return _stack_on_windows()
        if sys.platform == "darwin":
            return _stack_on_macos()
        return _stack_by_attributes()
    except (AttributeError, OSError):  # another system
        return 0, 0


def _stack_by_attributes() -> tuple[int, int]:
    """As Linux and the BSDs tell it."""
    pthread = ctypes.CDLL(None)
    pthread.pthread_self.restype = ctypes.c_void_p
    attributes = ctypes.create_string_buffer(ATTRIBUTES)
    thread = ctypes.c_void_p(pthread.pthread_self())
    if pthread.pthread_getattr_np(thread, attributes):
        return 0, 0
    lowest, size = ctypes.c_void_p(), ctypes.c_size_t()
    pthread.pthread_attr_getstack(attributes, ctypes.byref(lowest), ctypes.byref(size))
    pthread.pthread_attr_destroy(attributes)
    return lowest.value or 0, size.value


def _stack_on_macos() -> tuple[int, int]:
    pthread = ctypes.CDLL(None)
    for name in ("pthread_self", "pthread_get_stackaddr_np"):
        getattr(pthread, name).restype = ctypes.c_void_p
    pthread.pthread_get_stacksize_np.restype = ctypes.c_size_t
    thread = ctypes.c_void_p(pthread.pthread_self())
    size = int(pthread.pthread_get_stacksize_np(thread))
    return int(pthread.pthread_get_stackaddr_np(thread)) - size, size


def _stack_on_windows() -> tuple[int, int]:
    lowest, highest = ctypes.c_size_t(), ctypes.c_size_t()
    kernel = ctypes.CDLL("kernel32")
    kernel.GetCurrentThreadStackLimits(ctypes.byref(lowest), ctypes.byref(highest))
    return lowest.value, highest.value - lowest.value


thread_stack = ThreadStack()
