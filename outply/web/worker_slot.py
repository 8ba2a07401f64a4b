"""A place in a pool: one worker process at a time, and the task that it runs."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from outply.web.configuration import Configuration
from outply.web.frames import Kind
from outply.web.messages import Failure, Fault, encode
from outply.web.task import Task
from outply.web.task_timeouts import TaskRun, Timeouts
from outply.web.worker_process import WorkerEnded, WorkerProcess

__all__ = ["WorkerSlot"]


class WorkerSlot:
    """A place for one worker, and the task that it runs."""

    def __init__(self, timeouts: Timeouts, configuration: Configuration) -> None:
        self._timeouts, self._configuration = timeouts, configuration
        self.worker: WorkerProcess | None = None
        self.task: Task | None = None
        self._is_outdated = False
        self._starting = asyncio.Lock()
        self._woken = asyncio.Event()
        self._game = ""

    def fitness(self, game: str) -> int:
        """How well the worker fits a game: it has loaded it, or at least it is running."""
        return 0 if self.worker is None else 2 if self._game == game else 1

    def stop(self) -> None:
        """Ask the worker to end its task with what is known."""
        if self.task is not None:
            self.task.is_stopped = True
            self._woken.set()

    async def prepare(self) -> WorkerProcess:
        """The worker, started if there is none; raises WorkerEnded if it does not start."""
        async with self._starting:
            if self.worker is None:
                self.worker = await WorkerProcess.spawn(self._configuration)
                self._is_outdated = False
                await self._wait_until_ready(self.worker)
            return self.worker

    async def _wait_until_ready(self, worker: WorkerProcess) -> None:
        try:
            async with asyncio.timeout(self._timeouts.starting):
                await worker.receive()
        except TimeoutError:
            await self.kill()
            raise WorkerEnded from None

    async def warm_up(self) -> None:
        with suppress(WorkerEnded, OSError):  # the first task will tell
            await self.prepare()

    async def renew(self) -> None:
        if self.task is None:
            await self.kill()
        else:
            self._is_outdated = True

    async def kill(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            await worker.kill()

    async def run(self) -> None:
        """Run the task to its end, whatever the worker does."""
        task = self.task
        assert task is not None
        self._game = task.game
        try:
            await self._run_task(task)
        except (WorkerEnded, OSError):
            await self.kill()
            task.receiver.deliver(encode(_crashed(task)))
        finally:
            task.receiver.end()

    async def _run_task(self, task: Task) -> None:
        """Run the task; again in another worker, if an old one has ended without a word."""
        is_old = self.worker is not None
        run = await self._new_run(task)
        try:
            is_usable = await run.finish(Kind.JOB)
        except WorkerEnded:
            if run.has_heard or not is_old:
                raise
            await self.kill()
            run = await self._new_run(task)
            is_usable = await run.finish(Kind.JOB)
        if not is_usable or self._is_outdated:
            await self.kill()
        if run.hangs:
            task.receiver.deliver(encode(await self._diagnosis(task, run)))

    async def _new_run(self, task: Task) -> TaskRun:
        worker = await self.prepare()
        self._woken.clear()
        return TaskRun(task, worker, self._timeouts, self._woken)

    async def _diagnosis(self, task: Task, run: TaskRun) -> Failure:
        """Say that the rules hang, and where: compiled rules do not know, so they run again."""
        line = run.line
        if line is None and task.seconds is not None:
            silent = Task(task.id, task.payload, task.game, self._timeouts.diagnosis)
            timeouts = Timeouts(preparing=self._timeouts.preparing, overtime=1.0)
            again = TaskRun(silent, await self.prepare(), timeouts, asyncio.Event())
            with suppress(WorkerEnded):
                await again.finish(Kind.AGAIN)
            await self.kill()
            line = again.line
        return _hanging(task, run.waited, line)


def _crashed(task: Task) -> Failure:
    return Failure(
        id=task.id,
        message=f"The process that runs {task.game or 'the games'} ended: the rules crashed it, "
        "or it ran out of memory.",
        code="crashed",
    )


def _hanging(task: Task, seconds: float, line: Fault | None) -> Failure:
    game = task.game or "a game"
    where = f"; they were at {line.file}:{line.line}" if line else ""
    return Failure(
        id=task.id,
        message=f"The rules of {game} did not return within {seconds:.0f} seconds{where}.",
        code="timeout",
        file=line.file if line else None,
        line=line.line if line else None,
    )
