"""Workers that play games: processes of this machine, a Ray cluster, or this process.

Each local process has an executor of its own: when a process dies, exactly one game ends with it,
and the other processes continue. The future of that game raises `WorkerDied`; `dispatcher.py` then
starts another process. The player whose turn it was has lost; if that is not known, the game is
played again, and is void if its process dies twice.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import shutil
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path
from sys import modules
from typing import Any, Protocol

from outply.compiler import on_compile
from outply.evaluate import game_and_source
from outply.game import Game, OutplyError, OutplyWarning
from outply.games import load
from outply.parameters import parameter_kinds
from outply.play.ctrl_c_blocked import ctrl_c_blocked

__all__ = [
    "InProcess",
    "LocalWorkers",
    "Picklable",
    "RayWorkers",
    "WorkerDied",
    "Workers",
    "picklable_game",
]


class WorkerDied(Exception):
    """The process of a worker died in the midst of its game."""


class Workers(Protocol):
    """Play `capacity` games at once; `submit` works as in `concurrent.futures`.

    `killable` says that a game can be ended by ending its process.
    """

    capacity: int
    killable: bool

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Start a call; at most `capacity` calls may run at once."""

    def journal_file(self, number: int) -> str | None:
        """Return the file for the journal of a game; None if it could not be read later."""

    def close(self) -> None:
        """Stop, without finishing the games that are being played."""


class InProcess:
    """No other process: `submit` plays at once. A player that kills its process ends the match."""

    capacity = 1
    killable = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future

    def journal_file(self, number: int) -> str | None:
        return None

    def close(self) -> None:
        pass


# -- processes of this machine -------------------------------------------------------------


class LocalWorkers:
    """Processes of this machine, started by loky: `jobs` of them, or one for each core."""

    killable = True

    def __init__(self, jobs: int | None = None) -> None:
        from loky import cpu_count  # type: ignore[import-untyped]

        self.capacity: int = jobs or cpu_count()
        self._free: list[Any] = []
        self._all: list[Any] = []
        self._folder = tempfile.TemporaryDirectory(prefix="outply-arena-")
        resource_tracker.ensure_running()  # started later, it would unblock Ctrl-C

    def journal_file(self, number: int) -> str | None:
        return str(Path(self._folder.name) / str(number))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with ctrl_c_blocked():
            executor, inner = self._submit_to_free(function, *arguments)
        outer: Future[Any] = Future()
        inner.add_done_callback(lambda done: self._forward(executor, done, outer))
        return outer

    def _submit_to_free(self, *call: Any) -> tuple[Any, Future[Any]]:
        """Submit a call to a free process that is still alive, or to a new one."""
        while self._free:
            executor = self._free.pop()
            with suppress(BrokenProcessPool):
                return executor, executor.submit(*call)
        executor = self._start()
        return executor, executor.submit(*call)

    def _start(self) -> Any:
        from loky.process_executor import ProcessPoolExecutor  # type: ignore[import-untyped]

        arguments = (os.getpid(), self._folder.name)
        executor = ProcessPoolExecutor(
            1, timeout=None, initializer=_initialize_worker, initargs=arguments
        )
        self._all.append(executor)
        return executor

    def _forward(self, executor: Any, done: Future[Any], outer: Future[Any]) -> None:
        """Pass on a result; a thread of the executor calls this before `outer` is done."""
        if done.cancelled():
            outer.cancel()
            return
        error = done.exception()
        if isinstance(error, BrokenProcessPool):
            outer.set_exception(WorkerDied(f"its process died{_cause(error)}"))
            return
        self._free.append(executor)
        if error is None:
            outer.set_result(done.result())
        else:
            outer.set_exception(error)

    def close(self) -> None:
        with ctrl_c_blocked():
            for executor in self._all:
                executor.shutdown(kill_workers=True)
            self._folder.cleanup()


def _cause(error: BaseException) -> str:
    """Say why a process died, in parentheses: its exit code, or what it could not unpickle."""
    codes = re.search(r"exit codes of the workers are \{(.*?)\}", str(error))
    raised = str(error.__cause__ or "").strip('"\n').splitlines()[-1:]  # the end of a traceback
    cause = codes[1] if codes else "".join(raised)
    return f" ({cause})" if cause else ""


def _initialize_worker(dispatcher: int, folder: str) -> None:
    """Prepare a worker process. It runs until the process of the dispatcher ends.

    What authors print goes to stderr. Warnings are not shown, since the dispatcher has shown them;
    a crash is not shown, since it is reported with the game.
    """
    os.dup2(2, 1)
    warnings.simplefilter("ignore", OutplyWarning)
    on_compile(lambda what: nullcontext())
    faulthandler.enable(open(os.devnull, "w"))  # noqa: SIM115 (open as long as the process lives)
    threading.Thread(target=_exit_with, args=(dispatcher, folder), daemon=True).start()


def _exit_with(dispatcher: int, folder: str) -> None:
    """End this process when the dispatcher has ended, and remove the folder that it left."""
    while os.getppid() == dispatcher:
        time.sleep(0.5)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


# -- a Ray cluster -------------------------------------------------------------------------


class RayWorkers:
    """The cluster that RAY_ADDRESS names, or a cluster on this machine for this match only.

    Each game takes one CPU of the cluster; `jobs` games are played at once, or one for each CPU.
    There are no journals: a file on another machine could not be read after its process died.
    """

    killable = True

    def __init__(self, jobs: int | None = None) -> None:
        self._ray = _import_ray()
        self._owns_cluster = not self._ray.is_initialized()
        if self._owns_cluster:
            with ctrl_c_blocked():
                self._connect(jobs)
        self.capacity = jobs or max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._remote_functions: dict[Callable[..., Any], Any] = {}

    def _connect(self, jobs: int | None) -> None:
        size: dict[str, Any] = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": jobs}
        try:
            self._ray.init(
                include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR, **size
            )
        except (ConnectionError, RuntimeError, ValueError) as problem:
            message = " ".join(str(problem).split()).rstrip(".")
            raise OutplyError(f"The Ray cluster does not answer: {message}.") from problem

    def journal_file(self, number: int) -> str | None:
        return None

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        if function not in self._remote_functions:
            remote = self._ray.remote(function)
            self._remote_functions[function] = remote.options(num_cpus=1, max_retries=0)
        inner = self._remote_functions[function].remote(*arguments).future()
        outer: Future[Any] = Future()
        inner.add_done_callback(lambda done: self._forward(done, outer))
        return outer

    def _forward(self, done: Future[Any], outer: Future[Any]) -> None:
        error = done.exception()
        if error is None:
            outer.set_result(done.result())
        elif isinstance(error, self._ray.exceptions.WorkerCrashedError):
            outer.set_exception(WorkerDied("its process died"))
        else:
            outer.set_exception(error)

    def close(self) -> None:
        if self._owns_cluster:
            with ctrl_c_blocked():
                self._ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ImportError:
        raise OutplyError("Ray is not installed; install outply[ray], or omit --on ray.") from None
    return ray


# -- games that can be sent to a worker ----------------------------------------------------


@dataclass(frozen=True)
class PicklableGame:
    """The file and the parameters of a game, from which a worker can load it.

    Unpickling it loads the game: what is pickled after it, such as the moves of an opening, may be
    of classes in the game's file, which pickle finds once the file is imported.
    """

    path: str
    parameters: tuple[tuple[str, Any], ...]

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        with suppress(Exception):  # `load` raises it again, where it is reported
            self.load()

    def load(self) -> Game[Any]:
        """Load the game once: a second load makes a new class, which would be compiled again."""
        if repr(self) not in _loaded_games:
            _loaded_games[repr(self)] = load(self.path, **dict(self.parameters))
        return _loaded_games[repr(self)]


_loaded_games: dict[str, Game[Any]] = {}


@dataclass(frozen=True)
class PicklableEvaluatedGame:
    """A game and the file of its evaluation, which a worker reads."""

    game: PicklableGame | Game[Any]
    evaluation: str

    def load(self) -> Game[Any]:
        game = self.game if isinstance(self.game, Game) else self.game.load()
        evaluated: Game[Any] = game.with_evaluation(self.evaluation)
        return evaluated


Picklable = PicklableGame | PicklableEvaluatedGame | Game[Any]


def picklable_game(game: Game[Any]) -> Picklable:
    """Return the game itself if a worker can import its class, else how to load it."""
    game, evaluation = game_and_source(game)
    if evaluation:
        return PicklableEvaluatedGame(_picklable_rules(game), evaluation)
    return _picklable_rules(game)


def _picklable_rules(game: Game[Any]) -> PicklableGame | Game[Any]:
    cls = type(game)
    file = getattr(modules.get(cls.__module__), "__file__", None)
    if not cls.__module__.startswith("outply_game_") or file is None:
        return game
    names = parameter_kinds(cls)
    parameters = tuple((name, getattr(game, name)) for name in names if hasattr(game, name))
    rules = PicklableGame(f"{Path(file).resolve()}:{cls.__qualname__}", parameters)
    _loaded_games[repr(rules)] = game  # in this process, its classes stay those of its moves
    return rules
