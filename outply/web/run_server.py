"""Run the server until Ctrl-C: what `outply serve` does."""

from __future__ import annotations

import asyncio
import errno
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from outply.game import OutplyError
from outply.web.origins import EVERYWHERE, Origins
from outply.web.server import WebServer, WebSettings

__all__ = ["bound_socket", "open_browser", "serve", "url_of", "uvicorn_config"]

LARGEST_REQUEST = 256 << 10  # bytes
WAITING = 64  # connections that are not accepted yet


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; refuses an address that is taken or not of this machine."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OverflowError:
        bound.close()
        raise OutplyError(f"There is no port {port}; give 0 to 65535.") from None
    except OSError as error:
        bound.close()
        reason = (
            "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        )
        raise OutplyError(f"Port {port} of {host} {reason}; give another with --port.") from None
    bound.listen(WAITING)
    return bound


def url_of(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    name = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def serve(
    settings: WebSettings, bound: socket.socket, host: str, started: Callable[[str], None]
) -> None:
    """Serve until Ctrl-C; `started` is called with the address once pages can be opened."""
    port = bound.getsockname()[1]
    server = WebServer(settings, Origins(host, port))
    running = _Uvicorn(uvicorn_config(server), lambda: started(url_of(host, port)))
    with suppress(KeyboardInterrupt):
        running.run(sockets=[bound])


def uvicorn_config(server: WebServer) -> uvicorn.Config:
    """How uvicorn serves: small messages, no log of requests, and little time to shut down."""
    return uvicorn.Config(
        server.app,
        lifespan="on",
        log_level="warning",
        ws_max_size=LARGEST_REQUEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )


class _Uvicorn(uvicorn.Server):
    """Says when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()


def open_browser(url: str) -> None:
    """Open the page, without waiting for the browser."""
    with suppress(RuntimeError):
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, url)
