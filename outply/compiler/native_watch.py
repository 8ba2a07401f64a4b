"""The watch of compiled searches, which keeps the same counts as `outply.search.watch.Watch`."""

from __future__ import annotations

from typing import Any

from outply.compiler.errors import EndlessChance, Stopped, Stuck
from outply.compiler.primitives import call, clock, rare
from outply.compiler.records import Array, Atomic, Record, setter_of
from outply.game import INFINITY

__all__ = ["MOST_ROLLS", "NativeWatch"]

MOST_NODES = 2**63 - 1
MOST_ROLLS = 1200  # that a stack has room for
INTERVAL = 0.002  # seconds between two looks at the clock
HOST_INTERVAL = 0.05  # seconds between two calls of the host
GROWTH = 16  # times as many nodes before the next look, at most


class NativeWatch(Record, checked=False):
    """`outply.search.watch.Watch` for compiled code; for searches up to `depth` plies deep.

    At `most` nodes the search reads the clock and allows itself as many more as take about
    `INTERVAL`. Every `HOST_INTERVAL` it calls the host, so that Python can run signal handlers; it
    stops unless the host sets `may_go_on`. A watch without a host stops at `most`.
    """

    nodes: int
    most: Atomic[int]
    estimates: int
    rolls: int  # on the way to the present node
    limit: int  # nodes
    deadline: float
    clock: int  # the address of a function, or 0: then the host reads the clock
    host: int  # the address of a function, or 0
    may_go_on: bool
    next_call: float  # of the host
    step: int  # nodes that were allowed last
    nodes_then: int  # when they were allowed,
    time_then: float  # and the time
    is_stopped: Atomic[bool]  # by another thread
    latest: Atomic[float]  # a nearer deadline, which another thread set meanwhile
    lengths: Array[int]  # of the lines, by the plies that are left
    lines: Array[int]  # a column for each number of plies that are left; as wide as `lengths`

    def __init__(self, depth: int) -> None:
        super().__init__(lengths=depth + 1, lines=(depth + 1) ** 2)
        self.latest = INFINITY

    # -- what a search reports --------------------------------------------------------

    def enter(
        self, state: Any, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
    ) -> None:
        if depth < 0 or depth >= len(self.lengths):
            raise IndexError
        if self.nodes >= self.most:
            self.ask_for_more()
        self.nodes += 1
        self.lengths[depth] = 0

    @rare
    def ask_for_more(self) -> None:
        """Raise `most`, or stop if the limit or the deadline is reached."""
        self.ask_host()
        if self.nodes >= self.most:
            raise Stopped

    def ask_host(self) -> None:
        """Raise `most`, unless the limit or the deadline is reached."""
        if self.host == 0:
            return
        if self.clock == 0:
            call(self.host, self)
            return
        now = clock(self.clock)
        if now >= self.next_call:
            self.may_go_on = False
            call(self.host, self)
            if not self.may_go_on:
                return
            now = clock(self.clock)
            self.next_call = now + HOST_INTERVAL
        self.allow_more(now)

    def allow_more(self, now: float) -> None:
        """Allow as many nodes as take about `INTERVAL`, by the speed since the last time."""
        deadline = min(self.deadline, self.latest)
        if now >= deadline or self.is_stopped:
            return
        speed = (self.nodes - self.nodes_then) / max(now - self.time_then, 1e-9)
        wanted = int(speed * min(INTERVAL, deadline - now))
        self.step = max(1, min(wanted, GROWTH * self.step))
        self.nodes_then, self.time_then = self.nodes, now
        self.most = min(self.nodes + self.step, self.limit)

    def check_clock(self) -> None:
        pass

    def foreseen(self, state: Any, depth: int, alpha: float, beta: float, value: float) -> float:
        self.lengths[depth] = 0
        return value

    def better(self, depth: int, move: int) -> None:
        if depth - 1 < 0 or depth >= len(self.lengths):
            raise IndexError
        below = self.lengths[depth - 1]
        self.lines[depth] = move
        if below > 0:
            self.continue_line(depth, below)
        self.lengths[depth] = below + 1

    @rare
    def continue_line(self, depth: int, below: int) -> None:
        """Let a line go on as the one with a ply less does, which has so many moves."""
        width, at = len(self.lengths), depth
        for _ in range(below):
            self.lines[at + width] = self.lines[at - 1]
            at += width

    def cut(self) -> None:
        pass

    def skipped(self) -> None:
        self.estimates += 1

    def relies_on_estimate(self) -> None:
        self.estimates += 1

    def entered(self) -> int:
        return self.nodes

    def estimates_made(self) -> int:
        return self.estimates

    def utility(self, value: float) -> float:
        return value

    def evaluation(self, value: float) -> float:
        self.estimates += 1
        return value

    def value(self, value: float) -> float:
        if value == INFINITY or value == -INFINITY:
            raise Stuck
        return value

    def roll(self) -> None:
        if self.rolls >= MOST_ROLLS:
            raise EndlessChance
        self.rolls += 1

    def expected(self, depth: int, value: float) -> float:
        self.rolls -= 1
        return self.lineless(depth, value)

    def lineless(self, depth: int, value: float) -> float:
        self.lengths[depth] = 0
        return self.value(value)

    # -- what the host does -----------------------------------------------------------

    def begin(
        self,
        nodes: float,
        host: int = 0,
        clock: int = 0,
        now: float = 0.0,
        deadline: float = INFINITY,
        step: int = 0,
    ) -> None:
        """Start again from nothing, up to so many nodes.

        `host` and `clock` are addresses of functions, or 0; `now` and `deadline` are times of that
        clock; the host is called first after `step` nodes.
        """
        limit = MOST_NODES if nodes > MOST_NODES else int(nodes)
        most = step if host and step < limit else limit
        next_call = now + HOST_INTERVAL if clock else now
        fields = (0, most, 0, 0, limit, deadline, clock, host, False, next_call, step, 0, now)
        _put_all(self, *fields)
        if self.is_stopped:
            self.most = 0

    def stop(self) -> None:
        """Stop at the next node, and whenever it begins again; from any thread."""
        self.is_stopped = True
        self.most = 0

    def end_by(self, latest: float) -> None:
        """Stop at this time of its clock, also when it begins again; from any thread."""
        self.latest = latest

    def renew(self) -> None:
        """Make it ready for another search, which was neither stopped nor given less time."""
        _renew(self, False, INFINITY)

    @property
    def estimated(self) -> bool:
        return self.estimates > 0

    def line(self, depth: int) -> tuple[int, ...]:
        width = len(self.lengths)
        return tuple(self.lines[at * width + depth] for at in range(self.lengths[depth]))


_put_all = setter_of(
    NativeWatch,
    *("nodes", "most", "estimates", "rolls", "limit", "deadline", "clock", "host", "may_go_on"),
    *("next_call", "step", "nodes_then", "time_then"),
)
_renew = setter_of(NativeWatch, "is_stopped", "latest")
