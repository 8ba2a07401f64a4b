"""Processes that play games."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest

from outply.play.arena.workers import LocalWorkers


def test_a_process_that_died_between_games_is_replaced():
    workers = LocalWorkers(1)
    try:
        pid = workers.submit(os.getpid).result(600)
        os.kill(pid, 9)
        until = time.monotonic() + 600
        while not workers._free[0]._flags.broken and time.monotonic() < until:
            time.sleep(0.01)
        assert workers.submit(os.getpid).result(600) != pid
    finally:
        workers.close()


def test_closed_workers_leave_no_processes_and_files():
    workers = LocalWorkers(2)
    pids = [workers.submit(os.getpid) for _ in range(2)]
    pids = [pid.result(600) for pid in pids]
    folder = Path(workers.journal_file(0)).parent
    assert folder.is_dir()
    workers.close()
    assert not folder.exists()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def start_worker_and_die(pipe) -> None:
    workers = LocalWorkers(1)
    pipe.send((workers.submit(os.getpid).result(600), workers.journal_file(0)))
    os.kill(os.getpid(), 9)


def test_workers_end_with_the_process_of_the_dispatcher():
    ours, theirs = multiprocessing.Pipe()
    fork = multiprocessing.get_context("fork")
    dispatcher = fork.Process(target=start_worker_and_die, args=(theirs,))
    dispatcher.start()
    pid, journal = ours.recv()
    dispatcher.join()
    until = time.monotonic() + 600
    while _is_running(pid) or Path(journal).parent.exists():
        assert time.monotonic() < until
        time.sleep(0.02)


def _is_running(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
