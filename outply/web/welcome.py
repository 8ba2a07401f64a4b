"""The answer to a page's first request, which is the same for all pages.

The installed games come from one request to a worker, and each file's game from one of its own: a
file that hangs or ends its process only has an error where others have their description.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from outply.web.messages import (
    Failure,
    Fault,
    GameInfo,
    HelloRequest,
    Info,
    InfoRequest,
    Welcome,
    encode,
)
from outply.web.pool import Pool

__all__ = ["Greeting"]


class Greeting:
    """Asks the workers once; `forget` a game whose file was saved."""

    def __init__(self, pool: Pool, files: Sequence[str]) -> None:
        self._pool, self._files = pool, files
        self._installed: asyncio.Task[Welcome | Failure] | None = None
        self._infos: dict[str, asyncio.Task[GameInfo]] = {}

    async def welcome(self, number: int) -> Welcome | Failure:
        """All games and searches; a failure if the workers cannot say."""
        if self._installed is None:
            self._installed = asyncio.create_task(self._ask_for_installed())
        infos = await asyncio.gather(*(self.info(name) for name in self._files))
        installed = await asyncio.shield(self._installed)
        if isinstance(installed, Failure):
            self._installed = None
            return msgspec.structs.replace(installed, id=number)
        return msgspec.structs.replace(installed, id=number, games=[*infos, *installed.games])

    async def info(self, name: str) -> GameInfo:
        """What is to be known of a file's game; its error, if it cannot be loaded."""
        if name not in self._infos:
            self._infos[name] = asyncio.create_task(self._ask_for(name))
        return await asyncio.shield(self._infos[name])

    def forget(self, name: str) -> None:
        self._infos.pop(name, None)

    async def _ask_for_installed(self) -> Welcome | Failure:
        answer = await self._pool.answer(encode(HelloRequest(id=0)))
        return msgspec.json.decode(answer, type=Welcome | Failure)

    async def _ask_for(self, name: str) -> GameInfo:
        answer = await self._pool.answer(encode(InfoRequest(id=0, game=name)), name)
        found = msgspec.json.decode(answer, type=Info | Failure)
        if isinstance(found, Info):
            return found.game
        fault = Fault(message=found.message, file=found.file, line=found.line)
        return GameInfo(name=name, title=name, source="file", error=fault)
