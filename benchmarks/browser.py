"""The page of the web app in Chromium: how soon it appears, and how smoothly it runs."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.browser_probes import CLICKS, FRAMES, SCRUB, TRACED, UPDATES, click_work
from benchmarks.settings import Settings
from benchmarks.web import served
from benchmarks.words import Table, count, duration, tell

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TITLE = "The web app in a browser"
ABOUT = """
The page in Chromium without a window and without a graphics card, warm: all kernels are in the
cache, and another page was open before. The server, its searches, the browser and the program that
measures share the cores, and whatever else makes the load of the machine. It runs with low priority
where it was started so; processor time does not depend on that.

A start is from the start of the server's process to the board on the screen. A click is from the
browser's time of the event to the frame that shows the piece on its square, or the position that
the server answers, in games of tic-tac-toe, Othello and chess; its processor time is that of the
page's main thread for the handlers and a frame. A frame is the time from one to the next: 16.7 ms
where nothing is late. Frames during an analysis are those of Othello with the engine; those of the
tree are of minimax on 9,841 nodes, all drawn: a jump to another step in each frame, and playing at
20 steps a second."""

STARTS = 5
SECONDS = 5  # of an analysis, and of a tree that plays
JUMPS = 200
PEOPLE = "seats=person;person"
CHROMIUM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
GAMES = {
    "tic-tac-toe": "b2 a1 a3 c1 b1 b3 c2 a2 c3",
    "othello": "d3 c5 d6 c3 e6 f6",
    "chess": "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
}


@contextmanager
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    assert path, "The benchmark of the page needs Chromium."
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=CHROMIUM)
        yield browser
        browser.close()


@contextmanager
def page_at(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    page.goto(address)
    try:
        yield page
    finally:
        page.close()


def start(browser: Browser) -> float:
    """Seconds from the start of the server's process to the board in the browser."""
    began = perf_counter()
    with served() as url, page_at(browser, url) as page:
        page.get_by_role("grid").wait_for()
        return perf_counter() - began


def clicks(browser: Browser, url: str, game: str) -> list[dict[str, float]]:
    """Milliseconds from each move's last click to the piece, and to the server's position."""
    with page_at(browser, f"{url}#game={game}&{PEOPLE}") as page:
        page.locator('[data-plies="0"]').wait_for()
        page.evaluate(CLICKS)
        play(page, GAMES[game].split())
        found: list[dict[str, float]] = page.evaluate("window.clicks")
        return found


def work(browser: Browser, url: str, game: str) -> list[float]:
    """Milliseconds of processor time for each click, traced; tracing takes some itself."""
    with page_at(browser, f"{url}#game={game}&{PEOPLE}") as page:
        page.locator('[data-plies="0"]').wait_for()
        browser.start_tracing(page=page, categories=TRACED)
        play(page, GAMES[game].split())
        return click_work(browser.stop_tracing())


def play(page: Page, moves: list[str]) -> None:
    for ply, move in enumerate(moves, start=1):
        for square in filter(None, (move[:2], move[2:])):
            page.locator(f'[role=grid] button[aria-label^="{square},"]').click()
        page.locator(f'[data-plies="{ply}"]').wait_for()
        page.wait_for_timeout(300)  # until the animation is over


def analysed(browser: Browser, url: str, seconds: float) -> tuple[float, list[float]]:
    """Updates a second during an analysis, and the frames meanwhile."""
    with page_at(browser, f"{url}#game=othello&{PEOPLE}&moves=d3,c5&tab=analyse") as page:
        page.locator(".painted.best").wait_for()
        page.evaluate(UPDATES)
        page.evaluate(FRAMES)
        page.wait_for_timeout(1000 * seconds)
        updates: list[float] = page.evaluate("window.updates_seen")
        rate = (len(updates) - 1) / (updates[-1] - updates[0]) * 1000
        return rate, frames_of(page)


def stepped(browser: Browser, url: str, jumps: int, seconds: float) -> dict[str, list[float]]:
    """The frames while a large tree is scrubbed through, and while it plays."""
    with page_at(browser, f"{url}#game=tic-tac-toe&{PEOPLE}&moves=b2&tab=tree") as page:
        page.get_by_label("Search", exact=True).select_option("minimax")
        page.get_by_text("Paste a tree").click()
        page.get_by_label("Nested lists").fill(json.dumps(grown(8, random.Random(1))))
        page.get_by_role("button", name="Search this tree").click()
        page.get_by_text("9,841 nodes").wait_for()
        page.get_by_label("Moves shown at a node").select_option("all")
        page.wait_for_timeout(1000)
        page.evaluate(FRAMES)
        page.evaluate(SCRUB, jumps)
        scrubbed = frames_of(page)
        page.locator(".controls input").fill("0")
        page.locator(".controls select").select_option("20")
        page.locator(".controls button.main").click()
        page.evaluate("window.frames_seen.length = 0")
        page.wait_for_timeout(1000 * seconds)
        return {"scrubbed": scrubbed, "played": frames_of(page)}


def frames_of(page: Page) -> list[float]:
    frames: list[float] = page.evaluate("window.frames_seen")
    return frames


def grown(depth: int, rng: random.Random) -> Any:
    return [grown(depth - 1, rng) for _ in range(3)] if depth else rng.randint(0, 99)


def row(what: str, milliseconds: list[float], slow: float) -> list[str]:
    """Median, 99th percentile, longest, and how many took longer than is good."""
    percentile = quantiles(milliseconds, n=100, method="inclusive")[98]
    late = sum(each > slow for each in milliseconds)
    figures = (median(milliseconds), percentile, max(milliseconds))
    shown = [duration(each / 1000) for each in figures]
    return [what, *shown, f"{late} of {count(len(milliseconds))} over {slow:.0f} ms"]


def table(settings: Settings) -> Table:
    with chromium() as browser:
        tell("starts …")
        starts = [1000 * start(browser) for _ in range(settings.few(STARTS + 1, 3))][1:]
        with served() as url:
            tell("clicks …")
            again = range(settings.few(5, 1))
            made = [click for game in GAMES for _ in again for click in clicks(browser, url, game)]
            works = [each for game in GAMES for each in work(browser, url, game)]
            tell("an analysis …")
            rate, analysis = analysed(browser, url, settings.few(SECONDS, 1))
            tell("a large tree …")
            tree = stepped(browser, url, settings.few(JUMPS, 20), settings.few(SECONDS, 1))
    answers = [click["answer"] for click in made if click["answer"] is not None]
    return [
        [machine(), "median", "99 %", "longest", "late"],
        row("start to the board", starts, 2000),
        row("click to the piece", [click["piece"] for click in made], 50),
        row("click to the server's position", answers, 50),
        row("click, processor time", works, 50),
        row(f"frames of an analysis, {rate:.1f} updates/s", analysis, 100),
        row("frames of a tree, scrubbed", tree["scrubbed"], 100),
        row("frames of a tree, played", tree["played"], 100),
    ]


def machine() -> str:
    """How much of the machine there was."""
    cores = len(os.sched_getaffinity(0))
    return f"on {cores} core{'s' if cores > 1 else ''}, load {os.getloadavg()[0]:.1f}"
