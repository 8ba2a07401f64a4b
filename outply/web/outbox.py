"""What a page is to be sent, while it is slow to read.

Of the updates of one request only the newest is kept. Other messages are all kept, up to a limit.
"""

from __future__ import annotations

import asyncio
from collections import deque

__all__ = ["Outbox"]

MOST_BYTES = 32 << 20


class Outbox:
    """Messages in the order in which they go out."""

    def __init__(self) -> None:
        self._messages: deque[bytes] = deque()
        self._updates: dict[int, bytes] = {}  # of each request, the newest
        self._bytes = 0
        self._is_filled = asyncio.Event()

    def put(self, request: int | None, message: bytes) -> None:
        """Add a message; an update of its request that was not sent yet is outdated."""
        if request is not None:
            self._updates.pop(request, None)
        self._messages.append(message)
        self._bytes += len(message)
        self._is_filled.set()

    def put_update(self, request: int, message: bytes) -> None:
        """Add an update, in place of an earlier one."""
        self._updates[request] = message
        self._is_filled.set()

    async def get(self) -> bytes:
        """The next message."""
        while True:
            if self._messages:
                message = self._messages.popleft()
                self._bytes -= len(message)
                return message
            if self._updates:
                return self._updates.pop(next(iter(self._updates)))
            self._is_filled.clear()
            await self._is_filled.wait()

    @property
    def is_overfull(self) -> bool:
        """Whether the page reads so slowly that its messages take too much memory."""
        return self._bytes > MOST_BYTES
