"""A program that talks to the server in this process, line by line."""

from __future__ import annotations

import queue
import re
import threading

from outply import Engine, load
from outply.bridges.uci import UciServer
from outply.search.base import Limit, Request, Result, Search
from outply.search.unsearched_positions import unsearched

WAIT = 60  # seconds, after which a test fails instead of hanging


class Session:
    """Lines to the server and from it; `heard` has all that came."""

    def __init__(self, game="connect-four", search=None, protocol="ugi", compiled=None):
        self.game = load(game) if isinstance(game, str) else game
        self.heard: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._place = 0  # up to which it was asked for
        search = search or Engine(megabytes=1)
        self.server = UciServer(
            self.game, search, self._lines.put, protocol=protocol, compiled=compiled
        )

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.server.handle(line)

    def hear(self, pattern: str) -> str:
        """Wait for a line, after those that were heard before."""
        while True:
            while self._place < len(self.heard):
                self._place += 1
                if re.search(pattern, self.heard[self._place - 1]):
                    return self.heard[self._place - 1]
            self.heard.append(self._lines.get(timeout=WAIT))

    def ask(self, line: str, pattern: str) -> str:
        self.tell(line)
        return self.hear(pattern)

    def settle(self) -> None:
        """All that was written up to now is in `heard`."""
        self.ask("isready", "^readyok$")

    @property
    def bestmoves(self) -> list[str]:
        return [line for line in self.heard if line.startswith("bestmove")]

    @property
    def state(self):
        return self.server._position.state


class Held(Search):
    """Compiles, as it were, until it is let go; interpreted it answers at once."""

    name = "held"

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        self.quick: list[Limit] = []  # of the interpreted searches

    def answer(self, game, state, request: Request) -> Result:
        if request.compiled is not False:
            self.begun.set()
            assert self.let_go.wait(WAIT)
        else:
            self.quick.append(request.limit)
        return unsearched(game, state, False)
