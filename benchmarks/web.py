"""The web app's server: its start, its answers, and many pages at once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

from websockets.sync.client import ClientConnection, connect

from benchmarks.settings import Settings
from benchmarks.words import Table, duration, tell

TITLE = "The web app"
ABOUT = """
`outply serve` on this machine, warm: all kernels are in the cache. The clock runs on the side of
the page, from a request to its answer; the browser's own work is not in it. Medians, except for the
longest waits. A click is a `position` request with one move more than the last, in a game of chess.
The last rows are for fifty pages that each ask for one second of the engine at once, with two
workers: those that must wait are told their place until it is their turn."""

PAGES = 50
STARTS = 5
MOVES = "Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"
_numbers = count(1)


class Page:
    """A socket of the server."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    def send(self, type: str, **fields: Any) -> int:
        number = next(_numbers)
        self._socket.send(json.dumps({"type": type, "id": number, **fields}))
        return number

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of these types."""
        while (message := json.loads(self._socket.recv()))["type"] not in types:
            pass
        return dict(message)

    def seconds(self, request: str, answer: str, **fields: Any) -> float:
        """From a request to its answer."""
        began = perf_counter()
        self.send(request, **fields)
        self.until(answer)
        return perf_counter() - began


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that runs while inside."""
    command = [sys.executable, "-m", "outply", "serve", "--no-browser", "--port", "0"]
    process = subprocess.Popen([*command, "--workers", "2"], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        yield process.stderr.readline().split()[1]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


@contextmanager
def opened(url: str) -> Iterator[Page]:
    address = url.replace("http", "ws") + "ws"
    with connect(address, origin=url.rstrip("/"), max_queue=None) as socket:  # type: ignore[arg-type]
        yield Page(socket)


def starts() -> tuple[float, float]:
    """Seconds from the start of the process to the page, and to the list of games."""
    began = perf_counter()
    with served() as url:
        urllib.request.urlopen(url).read()
        first_page = perf_counter() - began
        with opened(url) as page:
            page.seconds("hello", "welcome")
            return first_page, perf_counter() - began


def clicks(page: Page, repeats: int) -> Iterator[float]:
    """Seconds for each position of a game of chess, from a new start each time.

    A position that was asked for before would be remembered.
    """
    moves = MOVES.split()
    for number in range(repeats):
        start = f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number + 1}"
        for plies in range(1, len(moves) + 1):
            place = {"game": "chess", "start": start, "moves": moves[:plies]}
            yield page.seconds("position", "position", at=place)


def stops(page: Page, repeats: int) -> Iterator[float]:
    """Seconds from `stop` to the search's last word."""
    for _ in range(repeats):
        number = page.send("choose", at={"game": "connect-four"}, limits={"seconds": 30})
        page.until("progress")
        yield page.seconds("stop", "stopped", of=number)


def updates(page: Page) -> float:
    """Updates a second during an analysis."""
    page.send("analyze", at={"game": "connect-four"}, limits={"seconds": 3})
    page.until("analysis")
    began, number = perf_counter(), 0
    while not page.until("analysis")["done"]:
        number += 1
    return number / (perf_counter() - began)


def crowd(url: str, pages: int) -> tuple[float, float, float]:
    """Of pages that ask at once: the longest wait for a first word, and for the last move.

    And the longest time from a page's turn, when it is no longer told its place, to its move.
    """
    with ExitStack() as stack:
        all_pages = [stack.enter_context(opened(url)) for _ in range(pages)]
        began = perf_counter()
        with ThreadPoolExecutor(pages) as threads:
            waits = list(threads.map(lambda page: waited(page, began), all_pages))
    firsts, lasts, searches = zip(*waits, strict=True)
    return max(firsts), max(lasts), max(searches)


def waited(page: Page, began: float) -> tuple[float, float, float]:
    """Seconds to a page's first word and to its move, and from its turn to its move."""
    page.send("choose", at={"game": "connect-four"}, limits={"seconds": 1})
    kind = page.until("queued", "preparing", "progress", "chosen")["type"]
    first = perf_counter()
    while kind == "queued":
        kind = page.until("queued", "preparing", "progress", "chosen")["type"]
    turn = perf_counter()
    if kind != "chosen":
        page.until("chosen")
    end = perf_counter()
    return first - began, end - began, end - turn


def table(settings: Settings) -> Table:
    tell("starts …")
    first_pages, games = zip(*(starts() for _ in range(settings.few(STARTS, 1))), strict=True)
    with served() as url:
        with opened(url) as page:
            page.seconds("choose", "chosen", at={"game": "connect-four"})
            tell("answers …")
            clicked = median(clicks(page, settings.few(10, 1)))
            stopped = median(stops(page, settings.few(20, 1)))
            per_second = updates(page)
        tell("many pages …")
        first, last, longest = crowd(url, settings.few(PAGES, 4))
    return [
        ["what", "figure"],
        ["start of the process to the page", duration(median(first_pages))],
        ["start of the process to the list of games", duration(median(games))],
        ["a click to its position", duration(clicked)],
        ["`stop` to the end of a search", duration(stopped)],
        ["updates during an analysis", f"{per_second:.1f}/s"],
        [f"{PAGES} pages: first word, longest", duration(first)],
        [f"{PAGES} pages: last move", duration(last)],
        [f"{PAGES} pages: from a page's turn to its move, longest", duration(longest)],
    ]
