"""A worker process as the server sees it: frames out, frames in, and its end."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

import outply
from outply.web.configuration import Configuration
from outply.web.frames import HEADER, Frame, Kind, header_of

__all__ = ["WorkerEnded", "WorkerProcess"]


class WorkerEnded(Exception):
    """The process has ended."""


class WorkerProcess:
    """One process, which `spawn` starts. Ctrl-C in the server's terminal does not reach it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def spawn(cls, configuration: Configuration) -> WorkerProcess:
        """Start a process; it answers READY when it has imported what it needs."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "outply.web.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            env=_environment(),
        )
        worker = cls(process)
        worker.send(Kind.CONFIGURE, 0, msgspec.msgpack.encode(configuration))
        return worker

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, kind: Kind, job: int, payload: bytes = b"") -> None:
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):  # its end is noticed by `receive`
            self._process.stdin.write(Frame(kind, job, payload).encoded())

    async def receive(self) -> Frame:
        """The next frame; raises WorkerEnded."""
        assert self._process.stdout is not None
        try:
            kind, job, length = header_of(await self._process.stdout.readexactly(HEADER.size))
            return Frame(kind, job, await self._process.stdout.readexactly(length))
        except (asyncio.IncompleteReadError, OSError):
            raise WorkerEnded from None

    async def kill(self) -> None:
        """End the process, and wait until it is gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()


def _environment() -> dict[str, str]:
    """The server's own, with the folder that Outply is imported from."""
    folder = str(Path(outply.__file__).parents[1])
    paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths))}
