"""Compiles the searches of real games in another process, while this one measures trees.

Otherwise half of a first run would be compiling. As a program, this module compiles the searches
for the games that it is given, and prints the name of each game when it is done.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from outply.experiments.genetic_minimax_paper.compared_searches import (
    compared_searches,
    compile_searches,
)
from outply.games import load

__all__ = ["compiling_ahead"]


@contextmanager
def compiling_ahead(games: tuple[str, ...]) -> Iterator[Callable[[], None]]:
    """Start the other process; the function that is given waits for the next of the games."""
    process = subprocess.Popen(  # noqa: S603 (the arguments are names of our games)
        [sys.executable, "-m", __name__, *games],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C ends the study alone
    )
    ready = process.stdout
    assert ready
    try:
        yield lambda: _wait(ready)
    finally:
        process.kill()
        process.communicate()


def _wait(ready: IO[str]) -> None:
    """Wait for a line, or for the end of a process that failed: then the study compiles itself."""
    ready.readline()


def main() -> None:
    for game in map(load, sys.argv[1:]):
        compile_searches(list(compared_searches(0, 1).values()), game, game.initial())
        print(game.name, flush=True)


if __name__ == "__main__":
    main()
