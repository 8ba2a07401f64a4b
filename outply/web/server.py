"""The server: the page's files, and a socket for each page.

It refuses other sites' pages: `origins.py` says which these are.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from outply.web.configuration import Configuration
from outply.web.connection import Connection, Pools
from outply.web.file_watch import watch_files
from outply.web.messages import Changed
from outply.web.origins import Origins
from outply.web.pool import Pool
from outply.web.task_timeouts import Timeouts
from outply.web.welcome import Greeting

__all__ = ["STATIC", "WebServer", "WebSettings"]

STATIC = Path(__file__).parent / "static"
MOST_PAGES = 200
MOST_WAITING = 1000  # requests
RULES_WORKERS = 2
TRY_AGAIN_LATER, POLICY_VIOLATION = 1013, 1008  # codes of closed sockets

HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


@dataclass(frozen=True)
class WebSettings:
    """What is served: `files` are games of the command line, by the names that pages use.

    At most `workers` searches run at once.
    """

    files: dict[str, str] = field(default_factory=dict)
    static: Path = STATIC
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    rules_timeouts: Timeouts = field(default_factory=lambda: Timeouts(preparing=15.0))
    search_timeouts: Timeouts = field(default_factory=lambda: Timeouts(preparing=180.0))


class WebServer:
    """Serves the page and answers its requests; `app` is what uvicorn runs."""

    def __init__(self, settings: WebSettings, origins: Origins) -> None:
        self._settings, self._origins = settings, origins
        self._connections: set[Connection] = set()
        configuration = Configuration(settings.files, secrets.token_bytes(32))
        self.pools = Pools(
            Pool(RULES_WORKERS, MOST_WAITING, settings.rules_timeouts, configuration),
            Pool(settings.workers, MOST_WAITING, settings.search_timeouts, configuration),
        )
        self._greeting = Greeting(self.pools.rules, list(settings.files))
        routes = [
            WebSocketRoute("/ws", self._page),
            Mount("/", StaticFiles(directory=settings.static, html=True, check_dir=False)),
        ]
        starlette = Starlette(routes=routes, lifespan=self._lifespan)
        self.app: ASGIApp = _Guard(starlette, origins)

    @property
    def pages(self) -> int:
        """How many pages are open."""
        return len(self._connections)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(self._warm_up())
        watching = asyncio.create_task(watch_files(self._settings.files, self._reload))
        try:
            yield
        finally:
            watching.cancel()
            warming.cancel()
            await asyncio.gather(watching, warming, return_exceptions=True)
            await asyncio.gather(*(pool.close() for pool in self.pools))

    async def _warm_up(self) -> None:
        """Do before the first page comes what it will ask for: the games, then a search."""
        await self._greeting.welcome(0)
        self.pools.searches.warm_up()

    async def _page(self, socket: WebSocket) -> None:
        headers = socket.headers
        if not self._origins.allows_origin(headers.get("origin"), headers.get("host")):
            await socket.close(POLICY_VIOLATION)
            return
        if len(self._connections) >= MOST_PAGES:
            await socket.close(TRY_AGAIN_LATER)
            return
        await socket.accept()
        connection = Connection(socket, self.pools, self._greeting)
        self._connections.add(connection)
        try:
            await connection.serve()
        finally:
            self._connections.discard(connection)

    async def _reload(self, names: list[str]) -> None:
        """Load changed files again, in new workers, and tell the pages."""
        await asyncio.gather(*(pool.renew() for pool in self.pools))
        for name in names:
            self._greeting.forget(name)
            changed = Changed(game=await self._greeting.info(name))
            for connection in self._connections:
                connection.send(changed)


class _Guard:
    """Refuses requests for other hosts, and adds headers that keep the page to itself."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app, self._origins = app, origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_allowed = self._origins.allows_host(Headers(scope=scope).get("host"))
        if scope["type"] == "websocket":
            if is_allowed:
                await self._app(scope, receive, send)
            else:
                await WebSocket(scope, receive, send).close(POLICY_VIOLATION)
            return
        if not is_allowed:
            await PlainTextResponse("This server has another name.", 421)(scope, receive, send)
            return
        await self._app(scope, receive, partial(_send_with_headers, scope["path"], send))


async def _send_with_headers(path: str, send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        headers.update(HEADERS)
        is_named_by_hash = path.startswith("/assets/")
        headers["cache-control"] = "max-age=31536000" if is_named_by_hash else "no-cache"
    await send(message)
