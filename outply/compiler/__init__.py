"""The compiler: links a game and a search into one program of native code.

The only package that imports llvmlite, and only once something is compiled. Where what is:

    source, syntax              the syntax tree of a function, and its names
    types, type_join            the types; the type of a variable where branches meet
    type_inference, state_types the type of an object, and of a game's states
    statements, loops, calls    lowering: from statements and expressions to LLVM's language
    expressions, operators
    values, memory_region       values in memory; when memory is released
    builtin*, methods, library/ what Python's functions and methods become
    module, program             all functions of a program, and its text
    llvm, kernels, cache        machine code, how Python calls it, where it is kept
    refusals                    what cannot be compiled, and why

docs/compiler.md follows one function through all passes and names the other files.
"""

from __future__ import annotations

import builtins
import dataclasses
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from outply.compiler.effort import VARIABLE, fully_optimised
from outply.compiler.errors import Stopped, Stuck
from outply.compiler.refusals import NotCompilable
from outply.game import Game, OutplyError

if TYPE_CHECKING:
    from outply.compiler.kernels import Kernel, ReplaceableKernel
    from outply.compiler.program import Program
    from outply.compiler.records import Record

__all__ = [
    "NotCompilable",
    "Stopped",
    "Stuck",
    "compile_function",
    "fully_optimised",
    "kernel",
    "on_compile",
    "optimise_in_background",
    "programs",
]

Announcer = Callable[[str], AbstractContextManager[None]]


@contextmanager
def _say_to_people(what: str) -> Iterator[None]:
    """On a terminal or in a notebook."""
    if sys.stderr.isatty() or hasattr(builtins, "__IPYTHON__"):
        print(f"Compiling {what} (once)…", file=sys.stderr)
    yield


_announcer: Announcer = _say_to_people
_kernels: dict[Any, ReplaceableKernel | NotCompilable] = {}
_lock = threading.RLock()  # one thread compiles, the others get its result


def on_compile(announcer: Announcer) -> None:
    """Choose how people see that something compiles: a context manager around it."""
    global _announcer
    _announcer = announcer


def kernel(
    function: Callable[..., Any],
    game: Game[Any],
    owner: Any = None,
    *,
    quick_first: bool = False,
    **records: type[Record],
) -> ReplaceableKernel:
    """`function(game, state, …)`, or a method of `owner`, compiled for one game.

    With `quick_first`, LLVM optimises it fully only once it has run for a while: for functions that
    are called in iterations. Raises NotCompilable, and remembers it, where the rules leave the
    language.
    """
    if not game.compilable:
        raise NotCompilable(f"{game.name} has rules that are not written in Python")
    with _lock:
        key = (function, _identity(game), owner, os.environ.get(VARIABLE))
        try:
            known = _kernels.get(key)
        except TypeError:
            raise NotCompilable(
                f"{type(game).__name__} cannot be hashed; make it a @dataclass(frozen=True)"
                " whose parameters can"
            ) from None
        if known is None:
            known = _kernels[key] = _compiled(function, game, owner, records, quick_first)
    if isinstance(known, NotCompilable):
        raise known
    return known


def optimise_in_background() -> None:
    """Optimise now what was compiled with `quick_first`: it will run for long."""
    for known in list(_kernels.values()):
        if not isinstance(known, NotCompilable) and known.later is not None:
            known.later.start()


@contextmanager
def programs() -> Iterator[list[Program]]:
    """While inside, programs are written anew; those that were, for people to look at."""
    from outply.compiler import kernels

    known = dict(_kernels)
    _kernels.clear()
    kernels.written = []
    try:
        yield kernels.written
    finally:
        kernels.written = None
        _kernels.update(known)


def compile_function(function: Callable[..., Any], *examples: Any) -> Kernel:
    """A plain function, compiled for the types of example arguments."""
    from outply.compiler import kernels

    return kernels.compile_function(function, *examples)


def _identity(game: Game[Any]) -> tuple[Any, ...]:
    """What a kernel was compiled for: the class and all parameters, even those left out of ==."""
    if not dataclasses.is_dataclass(game):
        return (type(game), game)
    return (type(game), *(_typed(getattr(game, f.name)) for f in dataclasses.fields(game)))


def _typed(value: Any) -> Any:
    """A value with its type, for 1, 1.0 and True are equal and compile to different code."""
    if isinstance(value, tuple):
        return (type(value), *map(_typed, value))
    return (type(value), repr(value) if isinstance(value, float) else value)  # -0.0 == 0.0


def _compiled(
    function: Callable[..., Any],
    game: Game[Any],
    owner: Any,
    records: dict[str, type[Record]],
    quick_first: bool,
) -> ReplaceableKernel | NotCompilable:
    from outply.compiler.kernels import compile_kernel

    static = {"game": game} if owner is None else {"self": owner, "game": game}
    what = f"{getattr(owner, 'name', _family_name(function))} for {game.name}"
    try:
        return compile_kernel(
            *(function, static, game.initial(), records, lambda: _announcer(what)),
            quick_first=quick_first,
        )
    except NotCompilable as reason:
        return reason
    except OutplyError:
        raise
    except Exception as error:
        return NotCompilable(f"the compiler failed: {type(error).__name__}: {error}")


def _family_name(function: Callable[..., Any]) -> str:
    """That of its package, if that has several files: people know `mcts`, not `grow`."""
    packages = function.__module__.split(".")[1:-1]
    return packages[-1] if len(packages) > 1 else function.__name__
