"""A server in a thread of the tests, and a page that talks to it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from outply.web.game_names import page_names
from outply.web.origins import Origins
from outply.web.run_server import bound_socket, uvicorn_config
from outply.web.server import WebServer, WebSettings

GAMES = Path(__file__).parent / "games"
TIMEOUT = 600.0  # seconds: it only ends a test that would never end
PASSING = ("queued", "preparing", "progress", "reviewed", "changed")
"""The answers after which another one comes."""


class RunningServer:
    """A server on a free port of this machine; `server.pools` are its workers."""

    def __init__(self, server: WebServer, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.server, self.port, self._loop = server, port, loop

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @contextmanager
    def page(self, **options: Any) -> Iterator[Page]:
        """A page that is open while inside."""
        own = f"{options.pop('host', '127.0.0.1')}:{self.port}"
        origin = options.pop("origin", f"http://{own}")
        with connect(
            f"ws://{own}/ws",
            origin=origin,
            max_size=None,
            max_queue=None,  # or a page that does not read would not close, either
            open_timeout=TIMEOUT,
            close_timeout=10.0,
            ping_interval=None,
            **options,
        ) as socket:
            yield Page(socket)

    def drop_pages(self) -> None:
        """Close the sockets of all pages, as if the network had failed."""
        for connection in self.server._connections.copy():
            self.call(connection._is_too_slow.set)

    def call(self, function: Any, *given: Any) -> Any:
        """Call a function in the thread of the server."""

        async def called() -> Any:
            return function(*given)

        return asyncio.run_coroutine_threadsafe(called(), self._loop).result(TIMEOUT)


class Page:
    """Sends requests and reads answers."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._numbers = iter(range(1, 1 << 30))

    def send(self, type: str, **fields: Any) -> int:
        """Send a request, and return its number."""
        number = next(self._numbers)
        self.socket.send(json.dumps({"type": type, "id": number, **fields}))
        return number

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=TIMEOUT))
        return message

    def answers(self, type: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a request, and return its answers up to the last."""
        number = self.send(type, **fields)
        return self.answers_to(number)

    def answers_to(self, number: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while not found or not is_last(found[-1]):
            message = self.receive()
            if message.get("id") == number:
                found.append(message)
        return found

    def answer(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a request, and return its last answer."""
        return self.answers(type, **fields)[-1]

    def until(self, type: str) -> dict[str, Any]:
        """The next message of this type."""
        while (message := self.receive())["type"] != type:
            pass
        return message


def is_last(message: dict[str, Any]) -> bool:
    if message["type"] == "analysis":
        return bool(message["done"])
    return message["type"] not in PASSING


def at(game: str, moves: str = "", **given: Any) -> dict[str, Any]:
    return {"game": game, "moves": moves.split(), **given}


@contextmanager
def running_server(*files: Path | str, **settings: Any) -> Iterator[RunningServer]:
    """Run a server while inside."""
    bound = bound_socket("127.0.0.1", 0)
    port = bound.getsockname()[1]
    server = WebServer(
        WebSettings(page_names([str(file) for file in files]), **settings),
        Origins("127.0.0.1", port),
    )
    running = uvicorn.Server(uvicorn_config(server))
    started: list[asyncio.AbstractEventLoop] = []
    is_started = threading.Event()

    async def serve() -> None:
        started.append(asyncio.get_running_loop())
        is_started.set()
        await running.serve(sockets=[bound])

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert is_started.wait(TIMEOUT)
        yield RunningServer(server, port, started[0])
    finally:
        running.should_exit = True
        thread.join(TIMEOUT)
        assert not thread.is_alive()
