"""Games played on a Ray cluster: the same interface as processes of this machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from outply.game import OutplyError
from outply.play.arena.workers import Died
from outply.play.ctrl_c import spared_ctrl_c

__all__ = ["RayCluster"]


class RayCluster:
    """The cluster that RAY_ADDRESS names, or one on this machine, begun and ended with the match.

    Each game takes one CPU of the cluster, so many at once as `jobs` says, or as there are CPUs.
    There are no diaries: what a process of another machine wrote cannot be read once it is dead.
    """

    may_die = True

    def __init__(self, jobs: int | None = None) -> None:
        self._ray = _imported()
        self._began = not self._ray.is_initialized()
        if self._began:
            with spared_ctrl_c():
                self._connect(jobs)
        self.capacity = jobs or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._remote: dict[Callable[..., Any], Any] = {}

    def _connect(self, jobs: int | None) -> None:
        size: dict[str, Any] = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": jobs}
        try:
            self._ray.init(
                include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR, **size
            )
        except (ConnectionError, RuntimeError, ValueError) as problem:
            told = " ".join(str(problem).split()).rstrip(".")
            raise OutplyError(f"The Ray cluster does not answer: {told}.") from problem

    def diary(self, number: int) -> str | None:
        return None

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        if function not in self._remote:
            made = self._ray.remote(function)
            self._remote[function] = made.options(num_cpus=1, max_retries=0)
        inner = self._remote[function].remote(*arguments).future()
        outer: Future[Any] = Future()
        inner.add_done_callback(lambda done: self._hand_on(done, outer))
        return outer

    def _hand_on(self, done: Future[Any], outer: Future[Any]) -> None:
        error = done.exception()
        if error is None:
            outer.set_result(done.result())
        elif isinstance(error, self._ray.exceptions.WorkerCrashedError):
            outer.set_exception(Died("its process died"))
        else:
            outer.set_exception(error)

    def close(self) -> None:
        if self._began:
            with spared_ctrl_c():
                self._ray.shutdown()


def _imported() -> Any:
    try:
        import ray
    except ImportError:
        raise OutplyError(
            "Ray is not installed; install outply[ray], or leave --on ray out."
        ) from None
    return ray
