"""A worker process: it answers one request after another, and can be stopped or killed.

Rules are an author's code, which may raise, hang or exhaust memory; so they run here and never in
the server. Three threads: the main one answers requests; one reads frames, so that `stop` arrives
while rules run; one writes them, so that an interrupt never cuts a frame.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

import msgspec

from outply import compiler
from outply.game import Game
from outply.source_lines import SourceLine, authored_files
from outply.web.configuration import Configuration
from outply.web.error_messages import failure, line_of_frame
from outply.web.frames import HEADER, Frame, Kind, header_of
from outply.web.jobs import WorkerJob
from outply.web.messages import Failure, Fault, Preparing, Request, decode_request, encode
from outply.web.requests import Requests

__all__ = ["main"]

MOST_BYTES = 3 << 30  # of memory that a worker may ask for
RETIRING_BYTES = 1 << 30  # of memory that it holds between requests, at which it makes way
LARGEST_ANSWER = 16 << 20  # bytes
LOOKING_SECONDS = 0.5  # in which Python handles a signal, unless compiled code runs


class Channel:
    """The frames from and to the server."""

    def __init__(self, source: int, target: int) -> None:
        self._source, self._target = os.fdopen(source, "rb"), target
        self._outgoing: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._write_all, daemon=True).start()

    def read(self) -> Frame:
        """The next frame; EOFError when the server has ended."""
        kind, job, length = header_of(self._read(HEADER.size))
        return Frame(kind, job, self._read(length))

    def _read(self, count: int) -> bytes:
        data = self._source.read(count)
        if len(data) < count:
            raise EOFError
        return data

    def write(self, kind: Kind, job: int, payload: bytes = b"") -> None:
        self._outgoing.put(Frame(kind, job, payload).encoded())

    def _write_all(self) -> None:
        while True:
            data = self._outgoing.get()
            if not data:
                os._exit(0)
            try:
                while data:
                    data = data[os.write(self._target, data) :]
            except OSError:
                os._exit(0)  # the server has ended

    def leave(self) -> None:
        """End the process once everything is written."""
        self._outgoing.put(b"")
        threading.Event().wait()


class Worker:
    """Answers requests. `_running` is the number of the job under way, 0 between two."""

    def __init__(self, channel: Channel, configuration: Configuration) -> None:
        self._channel = channel
        self._requests = Requests(configuration.files, configuration.secret)
        self._jobs: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        self._running = 0
        self._stopped = 0  # the job that is to stop
        self._lines: queue.SimpleQueue[SourceLine | None] = queue.SimpleQueue()
        self._main = threading.get_ident()
        signal.signal(signal.SIGINT, self._interrupt)
        signal.signal(signal.SIGUSR1, self._note_line)
        threading.Thread(target=self._read_all, daemon=True).start()

    def run(self) -> None:
        self._channel.write(Kind.READY, 0)
        while True:
            frame = self._jobs.get()
            self._answer(frame)
            if _memory_held() > RETIRING_BYTES:
                self._channel.write(Kind.LEFT, frame.job)
                self._channel.leave()
            self._channel.write(Kind.DONE, frame.job)

    # -- in the main thread -----------------------------------------------------------

    def _answer(self, frame: Frame) -> None:
        """Answer one request; an interrupt that nobody handles ends it without an answer."""
        number: int | None = None
        with suppress(KeyboardInterrupt):
            try:
                self._running = frame.job
                if self._stopped == frame.job:
                    return
                request = decode_request(frame.payload)
                number = request.id
                self._answer_request(request, frame)
            except (Exception, SystemExit) as error:
                message = failure(number, error, self._requests.game)
                self._send(frame.job, Kind.MESSAGE, message)
            finally:
                self._running = 0

    def _answer_request(self, request: Request, frame: Frame) -> None:
        job = WorkerJob(
            send=partial(self._send, frame.job, Kind.MESSAGE),
            update=partial(self._send, frame.job, Kind.PROGRESS),
            started=partial(self._channel.write, Kind.STARTED, frame.job),
            compiled=False if frame.kind is Kind.AGAIN else None,
        )
        compiler.on_compile(partial(self._announce, request.id, frame.job))
        self._requests.answer(request, job)

    @contextmanager
    def _announce(self, number: int, job: int, what: str) -> Iterator[None]:
        """Tell the page that rules are being compiled."""
        self._send(job, Kind.PROGRESS, Preparing(id=number))
        yield

    def _send(self, job: int, kind: Kind, message: msgspec.Struct) -> None:
        data = encode(message)
        if len(data) > LARGEST_ANSWER:
            number = getattr(message, "id", None)
            text = f"The answer has {len(data):,} bytes, more than a page takes."
            data = encode(Failure(id=number, message=text, code="refused"))
        self._channel.write(kind, job, data)

    def _interrupt(self, signal_number: int, frame: FrameType | None) -> None:
        """Interrupt the job that is to stop, once; a stop that comes too late does nothing."""
        if self._running and self._running == self._stopped:
            self._stopped = 0
            raise KeyboardInterrupt

    def _note_line(self, signal_number: int, frame: FrameType | None) -> None:
        game: Game[Any] | None = self._requests.game
        files = authored_files(game) if game else set(self._requests.files)
        self._lines.put(line_of_frame(frame, files))

    # -- in the thread that reads -----------------------------------------------------

    def _read_all(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                frame = self._channel.read()
                if frame.kind is Kind.STOP:
                    self._stopped = frame.job
                    signal.pthread_kill(self._main, signal.SIGINT)
                elif frame.kind is Kind.WHERE:
                    self._channel.write(Kind.LINE, frame.job, encode(self._where()))
                else:
                    self._jobs.put(frame)
        os._exit(0)  # the server has ended

    def _where(self) -> Fault:
        """The line of the rules that the main thread is at, if it runs Python.

        The main thread looks for itself: no frame is safe to walk while another thread runs it.
        """
        while not self._lines.empty():
            self._lines.get()  # an answer that came too late
        signal.pthread_kill(self._main, signal.SIGUSR1)
        with suppress(queue.Empty):
            if line := self._lines.get(timeout=LOOKING_SECONDS):
                return Fault(message="", file=os.path.basename(line.file), line=line.line)
        return Fault(message="")


def _memory_held() -> int:
    """The bytes of memory that this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))


def main() -> None:
    """Answer the server's requests on stdin until it ends; what rules print goes to stderr."""
    source, target = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    _limit_memory()
    warnings.simplefilter("ignore")
    channel = Channel(source, target)
    frame = channel.read()
    Worker(channel, msgspec.msgpack.decode(frame.payload, type=Configuration)).run()


if __name__ == "__main__":
    main()
