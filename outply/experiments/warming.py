"""Compiles the searches of real games in another process, while this one measures trees.

A first run on a machine is otherwise half compiling. Run as a program it compiles for the games
that it is given, and prints the name of each that is ready.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from outply.experiments.asking import warm
from outply.experiments.figure12 import contenders
from outply.games import load

__all__ = ["warming"]


@contextmanager
def warming(games: tuple[str, ...]) -> Iterator[Callable[[], None]]:
    """Begin; the given function waits for the next of the games, which are made ready in turn."""
    process = subprocess.Popen(  # noqa: S603 (what it is given are names of ours)
        [sys.executable, "-m", __name__, *games],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C is for the study alone
    )
    ready = process.stdout
    assert ready
    try:
        yield lambda: _wait(ready)
    finally:
        process.kill()
        process.communicate()


def _wait(ready: IO[str]) -> None:
    """For a line, or for the end of a process that fails: then the study compiles by itself."""
    ready.readline()


def main() -> None:
    for game in map(load, sys.argv[1:]):
        warm(list(contenders(0, 1).values()), game, game.initial())
        print(game.name, flush=True)


if __name__ == "__main__":
    main()
