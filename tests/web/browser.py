"""Chromium on a page of a server of its own. Every page is watched: none may ask another machine
for anything, and none may report an error."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from tests.web.running_server import GAMES, RunningServer, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "outply" / "web" / "static" / "index.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
TIMEOUT = 600_000  # milliseconds: it only ends a test that would never end
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Site:
    """Opens pages of a server."""

    def __init__(self, server: RunningServer, browser: Browser) -> None:
        self.server, self.browser = server, browser

    @contextmanager
    def open(self, link: str = "", **options: Any) -> Iterator[Page]:
        """A page that is open while inside; it loads nothing from elsewhere, without errors."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(TIMEOUT)
        page = context.new_page()
        hosts: set[str] = set()
        errors: list[str] = []
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("websocket", lambda socket: hosts.add(urlsplit(socket.url).netloc))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda text: errors.append(text.text) if text.type == "error" else None)
        page.goto(self.server.url + link)
        page.locator("header select").wait_for()
        try:
            yield page
            assert hosts - {""} == {f"127.0.0.1:{self.server.port}"}
            assert errors == []
        finally:
            context.close()


@contextmanager
def opened_site(*files: str) -> Iterator[Site]:
    """Run a server with these files of the tests, and a browser."""
    from playwright.sync_api import sync_playwright

    assert BUILD.exists(), "The page is not built; run `make web`."
    chromium = shutil.which("chromium")
    assert chromium, "The tests of the page need Chromium; install it, or leave out OUTPLY_TESTS."
    with running_server(*(GAMES / file for file in files)) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=QUIET)
        yield Site(server, browser)
        browser.close()


def status(page: Page) -> str:
    """What a screen reader is told of the position."""
    return page.get_by_role("status").first.inner_text()


def wait_for_status(page: Page, text: str) -> None:
    page.get_by_role("status").filter(has_text=text).first.wait_for(state="attached")


def square(page: Page, name: str) -> Locator:
    """A square of the board by its name, `d3`."""
    return page.get_by_role("grid").locator(f'button[aria-label^="{name},"]')


def moves_in(page: Page) -> list[str]:
    """The moves in the address of a page without variations."""
    fields = dict(part.split("=", 1) for part in urlsplit(page.url).fragment.split("&"))
    return [unquote(move) for move in fields.get("moves", "").split(",") if move]


def wait_for_moves(page: Page, number: int) -> None:
    """Wait until the position after so many moves is on show."""
    page.locator(f'[data-plies="{number}"]').wait_for()
