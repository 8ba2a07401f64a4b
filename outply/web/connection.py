"""One page: its requests, and the answers on their way to it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from outply.game import OutplyError
from outply.web.messages import (
    Failure,
    HelloRequest,
    PlaceRequest,
    Request,
    SearchRequest,
    Stopped,
    StopRequest,
    decode_request,
    encode,
)
from outply.web.outbox import Outbox
from outply.web.pool import Pool
from outply.web.task import Receiver, Task
from outply.web.time_limits import search_seconds
from outply.web.welcome import Greeting

__all__ = ["Connection", "Pools"]

MOST_REQUESTS = 16  # of one page at once
SLOWEST = 60.0  # seconds that a page may take to make room for the next message


class Pools(NamedTuple):
    """Who answers: `rules` what needs no search, `searches` what does."""

    rules: Pool
    searches: Pool


class _Running(NamedTuple):
    """A request under way; `stops` are the numbers of the requests to stop it."""

    task: Task
    pool: Pool
    channel: str | None
    stops: list[int]


class _Numbered(msgspec.Struct):
    """Any message that has a number."""

    id: int | None = None


class Connection:
    """Reads requests from a socket, hands them to the pools, and writes their answers."""

    def __init__(self, socket: WebSocket, pools: Pools, greeting: Greeting) -> None:
        self._socket, self._pools, self._greeting = socket, pools, greeting
        self._outbox = Outbox()
        self._running: dict[int, _Running] = {}  # by the numbers of the requests
        self._is_too_slow = asyncio.Event()
        self._greeted: asyncio.Task[None] | None = None  # kept from the garbage collector

    async def serve(self) -> None:
        """Serve the page until it leaves, or does not read; then stop what runs for it."""
        parts = [self._read(), self._write(), self._is_too_slow.wait()]
        tasks = [asyncio.create_task(part) for part in parts]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._abandon_all()

    def send(self, message: msgspec.Struct) -> None:
        """Send what no request asked for."""
        self._put(None, encode(message))

    # -- the socket -------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            while True:
                event = await self._socket.receive()
                if event["type"] == "websocket.disconnect":
                    return
                self._take(event.get("text") or event.get("bytes") or "")
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _write(self) -> None:
        """Send what there is, until the page leaves or reads nothing for a while (TimeoutError)."""
        try:
            while True:
                message = (await self._outbox.get()).decode()
                async with asyncio.timeout(SLOWEST):
                    await self._socket.send_text(message)
        except (WebSocketDisconnect, RuntimeError, OSError):
            return

    def _put(self, number: int | None, message: bytes) -> None:
        self._outbox.put(number, message)
        if self._outbox.is_overfull:
            self._is_too_slow.set()

    # -- requests ---------------------------------------------------------------------

    def _take(self, text: str | bytes) -> None:
        try:
            request = decode_request(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(_number_of(text), f"The request is not valid: {error}.", "bad_request")
            return
        if isinstance(request, StopRequest):
            self._stop(request)
        elif isinstance(request, HelloRequest):
            self._greeted = asyncio.create_task(self._greet(request))
        elif request.id in self._running:
            self._refuse(request.id, f"Request {request.id} is still running.", "bad_request")
        elif len(self._running) >= MOST_REQUESTS:
            self._refuse(request.id, f"{MOST_REQUESTS} requests are running already.", "busy")
        else:
            self._submit(request, text.encode() if isinstance(text, str) else text)

    async def _greet(self, request: HelloRequest) -> None:
        self._put(request.id, encode(await self._greeting.welcome(request.id)))

    def _submit(self, request: Request, payload: bytes) -> None:
        try:
            seconds = search_seconds(request) if isinstance(request, SearchRequest) else None
        except OutplyError as error:
            self._refuse(request.id, str(error), "refused")
            return
        game = request.at.game if isinstance(request, PlaceRequest) else ""
        channel = request.channel if isinstance(request, SearchRequest) else None
        self._supersede(channel)
        task = Task(request.id, payload, game, seconds)
        task.receiver = self._receiver(request.id)
        pool = self._pools.rules if seconds is None else self._pools.searches
        self._running[request.id] = _Running(task, pool, channel, [])
        if not pool.submit(task):
            del self._running[request.id]
            self._refuse(request.id, "Too many searches are waiting; try again later.", "busy")

    def _receiver(self, number: int) -> Receiver:
        return Receiver(
            update=lambda message: self._outbox.put_update(number, message),
            deliver=lambda message: self._put(number, message),
            end=lambda: self._end(number),
        )

    def _end(self, number: int) -> None:
        running = self._running.pop(number, None)
        for stop in running.stops if running else ():
            self._put(stop, encode(Stopped(id=stop, of=number)))

    def _refuse(self, number: int | None, message: str, code: str) -> None:
        self._put(number, encode(Failure(id=number, message=message, code=code)))

    # -- stopping ---------------------------------------------------------------------

    def _stop(self, request: StopRequest) -> None:
        """Stop a request; it sends what it knows, and then `stopped` is sent."""
        running = self._running.get(request.of)
        if running is None:
            self._put(request.id, encode(Stopped(id=request.id, of=request.of)))
        else:
            running.stops.append(request.id)
            running.pool.stop(running.task)

    def _supersede(self, channel: str | None) -> None:
        """Stop the requests of a channel that a newer one replaces; they answer nothing more."""
        older = [each for each in self._running.values() if channel and each.channel == channel]
        for task, pool, _, stops in older:
            del self._running[task.id]
            task.silence()
            pool.stop(task)
            for stop in (task.id, *stops):
                self._put(stop, encode(Stopped(id=stop, of=task.id)))

    def _abandon_all(self) -> None:
        for task, pool, _, _ in list(self._running.values()):
            task.abandon()
            pool.stop(task)
        self._running.clear()


def _number_of(text: str | bytes) -> int | None:
    """The number of an invalid message, if it has one."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
