"""A bounded number of worker processes, and the requests that wait for one, in their order."""

from __future__ import annotations

import asyncio
from collections import deque

from outply.web.configuration import Configuration
from outply.web.messages import Failure, Queued, encode
from outply.web.task import Receiver, Task
from outply.web.task_timeouts import Timeouts
from outply.web.worker_slot import WorkerSlot

__all__ = ["Pool"]


class Pool:
    """Runs tasks in at most `size` processes; they are started when they are needed."""

    def __init__(
        self, size: int, most_waiting: int, timeouts: Timeouts, configuration: Configuration
    ) -> None:
        self._timeouts, self._configuration = timeouts, configuration
        self._most_waiting = most_waiting
        self._waiting: deque[Task] = deque()
        self._slots = [WorkerSlot(timeouts, configuration) for _ in range(size)]
        self._runs: set[asyncio.Task[None]] = set()

    # -- tasks ------------------------------------------------------------------------

    def submit(self, task: Task) -> bool:
        """Run a task as soon as there is a worker; return False if too many are waiting."""
        if len(self._waiting) >= self._most_waiting:
            return False
        self._waiting.append(task)
        self._dispatch()
        if task in self._waiting:
            self._tell_place(task, len(self._waiting))
        return True

    def stop(self, task: Task) -> None:
        """End a task with what is known; a task that still waits ends without an answer."""
        if task in self._waiting:
            self._waiting.remove(task)
            task.receiver.end()
            self._tell_places()
            return
        for slot in self._slots:
            if slot.task is task:
                slot.stop()

    @property
    def running(self) -> int:
        """How many tasks run."""
        return sum(slot.task is not None for slot in self._slots)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def processes(self) -> list[int]:
        """The process numbers of the workers."""
        return [slot.worker.pid for slot in self._slots if slot.worker]

    def _dispatch(self) -> None:
        idle = [slot for slot in self._slots if slot.task is None]
        while self._waiting and idle:
            task = self._waiting.popleft()
            slot = max(idle, key=lambda each: each.fitness(task.game))
            idle.remove(slot)
            slot.task = task
            self._keep(asyncio.create_task(self._run(slot)))

    def _keep(self, run: asyncio.Task[None]) -> None:
        """Keep a reference to what runs, so that it is not garbage-collected."""
        self._runs.add(run)
        run.add_done_callback(self._runs.discard)

    async def _run(self, slot: WorkerSlot) -> None:
        try:
            await slot.run()
        finally:
            slot.task = None
            self._dispatch()
            self._tell_places()

    def _tell_places(self) -> None:
        for place, task in enumerate(self._waiting, start=1):
            self._tell_place(task, place)

    def _tell_place(self, task: Task, place: int) -> None:
        """Tell a search its place; other requests are answered before anybody could read it."""
        if task.seconds is not None:
            task.receiver.update(encode(Queued(id=task.id, place=place)))

    # -- workers ----------------------------------------------------------------------

    def warm_up(self) -> None:
        """Start one worker, so that the first request need not wait for it."""
        self._keep(asyncio.create_task(self._slots[0].warm_up()))

    async def answer(self, payload: bytes, game: str = "") -> bytes:
        """The answer to a request of the server itself."""
        answers: list[bytes] = []
        ended = asyncio.Event()
        task = Task(0, payload, game)
        task.receiver = Receiver(deliver=answers.append, end=ended.set)
        if not self.submit(task):
            return encode(Failure(id=0, message="Too many requests are waiting.", code="busy"))
        await ended.wait()
        failure = Failure(id=0, message="There is no answer.", code="internal")
        return answers[0] if answers else encode(failure)

    async def renew(self) -> None:
        """Let no worker that has loaded old rules answer further requests."""
        await asyncio.gather(*(slot.renew() for slot in self._slots))

    async def close(self) -> None:
        """Kill all workers."""
        self._waiting.clear()
        for run in list(self._runs):
            run.cancel()
        await asyncio.gather(*self._runs, return_exceptions=True)
        await asyncio.gather(*(slot.kill() for slot in self._slots))
