"""The updates of a search, which a thread sends."""

from __future__ import annotations

import threading
from contextlib import suppress

from outply.web.jobs import Updates, WorkerJob


def threads_of_updates() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if "_send_updates" in each.name]


def test_an_interrupt_at_the_beginning_leaves_no_thread(monkeypatch):
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    job = WorkerJob(lambda _: None, lambda _: None, lambda: None)
    with suppress(KeyboardInterrupt), Updates(job).shown():
        pass
    for thread in threads_of_updates():
        thread.join(60)
    assert threads_of_updates() == []
