"""Waits for the answers of one task, and for as long as it may take.

A task that takes too long is stopped. If it does not stop, its worker must be killed: its rules may
never return.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import msgspec

from outply.web.frames import Frame, Kind
from outply.web.messages import Fault
from outply.web.task import Task
from outply.web.worker_process import WorkerProcess

__all__ = ["TaskRun", "Timeouts"]


@dataclass(frozen=True)
class Timeouts:
    """How many seconds the server waits for a worker.

    preparing: For a search to begin, or an answer without a search.
    overtime: For a search to end after its limit, and between two looks at one that prepares.
    stopping: For a stopped search to end, and between two looks at one that prepares.
    diagnosis: For rules that hang, to find the line when they run interpreted.
    starting: For a process to start.
    """

    preparing: float
    overtime: float = 10.0
    stopping: float = 2.0
    diagnosis: float = 3.0
    starting: float = 120.0


class TaskRun:
    """Waits for the frames of one task, and for as long as it may take.

    `hangs` says that it took too long, `line` where the rules were then, and `has_heard` that the
    worker has sent anything about it.
    """

    def __init__(
        self, task: Task, worker: WorkerProcess, timeouts: Timeouts, woken: asyncio.Event
    ) -> None:
        self._task, self._worker, self._timeouts, self._woken = task, worker, timeouts, woken
        self._clock = asyncio.get_running_loop().time
        self._is_started = self._is_stopping = False
        self._began = self._stopped_at = self._clock()
        self._deadline = self._began + self._until_first_look
        self._times_in_rules = 0  # in which a worker that prepares was seen inside the rules
        self.hangs = self.has_heard = False
        self.waited = 0.0
        self.line: Fault | None = None

    async def finish(self, kind: Kind) -> bool:
        """Run the task; return whether the worker can be used again."""
        if self._task.is_stopped:
            return True
        self._worker.send(kind, self._task.number, self._task.payload)
        receiving = asyncio.create_task(self._worker.receive())
        try:
            while True:
                await self._wait(receiving)
                if self._task.is_stopped and not self._is_stopping:
                    self._stop_as_asked()
                if receiving.done():
                    frame = receiving.result()
                    is_own = frame.job == self._task.number  # not a line of the task before
                    self.has_heard |= is_own
                    if is_own and self._take(frame):
                        return frame.kind is Kind.DONE
                    receiving = asyncio.create_task(self._worker.receive())
                elif self._clock() >= self._deadline and self._is_to_be_killed():
                    return False
        finally:
            receiving.cancel()

    async def _wait(self, receiving: asyncio.Task[Frame]) -> None:
        """Wait for a frame, a stop, or the deadline."""
        woken = asyncio.create_task(self._woken.wait())
        timeout = max(0.0, self._deadline - self._clock())
        try:
            await asyncio.wait(
                {receiving, woken}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            woken.cancel()
            self._woken.clear()

    def _take(self, frame: Frame) -> bool:
        """Pass a frame on; return whether it is the last."""
        if frame.kind in (Kind.DONE, Kind.LEFT):
            return True
        if frame.kind is Kind.STARTED:
            self._is_started = True
            if not self._is_stopping:
                self._deadline = self._clock() + self._allowed
        elif frame.kind is Kind.LINE:
            fault = msgspec.json.decode(frame.payload, type=Fault)
            self.line = fault if fault.file else None
        elif frame.kind is Kind.PROGRESS and not self.hangs:
            self._task.receiver.update(frame.payload)
        elif frame.kind is Kind.MESSAGE and not self.hangs:
            self._task.receiver.deliver(frame.payload)
        return False

    @property
    def _allowed(self) -> float:
        return (self._task.seconds or 0.0) + self._timeouts.overtime

    def _stop_as_asked(self) -> None:
        self._stopped_at = self._clock()
        self._look()
        self._stop(self._timeouts.stopping)

    def _may_compile_on(self) -> bool:
        """Whether a task that was asked to stop is given more time: compilers notice it late.

        It is not if nobody waits for it, nor if the rules were running.
        """
        spent = self._clock() - self._stopped_at
        is_waited_for = not self._task.is_abandoned and spent < self._timeouts.preparing
        if self.hangs or self._is_started or self.line or not is_waited_for:
            return False
        self._look()
        self._deadline = self._clock() + self._timeouts.stopping
        return True

    def _look(self) -> None:
        """Ask where the worker is."""
        self.line = None
        self._worker.send(Kind.WHERE, self._task.number)

    def _is_to_be_killed(self) -> bool:
        """Whether a task that is late has been given up; if not, stop it."""
        if self._is_stopping:
            return not self._may_compile_on()
        if self._is_still_preparing():
            return False
        self.hangs, self.waited = True, self._clock() - self._began
        self._worker.send(Kind.WHERE, self._task.number)
        self._stop(self._timeouts.stopping)
        return False

    @property
    def _until_first_look(self) -> float:
        timeouts = self._timeouts
        return timeouts.preparing if self._task.seconds is None else timeouts.overtime

    def _is_still_preparing(self) -> bool:
        """Whether a search that has not begun may go on: it compiles, which takes its time.

        It may not if it was twice found inside the rules, which then do not return.
        """
        self._times_in_rules = self._times_in_rules + 1 if self.line else 0
        spent = self._clock() - self._began
        has_time = self._times_in_rules < 2 and spent < self._timeouts.preparing
        if self._task.seconds is None or self._is_started or not has_time:
            return False
        self._look()
        self._deadline = self._clock() + self._timeouts.overtime
        return True

    def _stop(self, seconds: float) -> None:
        self._is_stopping = True
        self._worker.send(Kind.STOP, self._task.number)
        self._deadline = self._clock() + seconds
