"""Parts of the server that need no process: win probabilities, the outbox, frames, verdicts."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outply
from outply import games
from outply.web import file_watch
from outply.web.catalogue import Catalogue
from outply.web.configuration import Configuration
from outply.web.frames import HEADER, Frame, Kind, header_of
from outply.web.outbox import MOST_BYTES, Outbox
from outply.web.review import verdict
from outply.web.task import Receiver, Task
from outply.web.task_timeouts import Timeouts
from outply.web.win_chance import chance_for, chance_of_value, win_chance
from outply.web.worker_process import WorkerEnded, WorkerProcess
from outply.web.worker_slot import WorkerSlot
from tests.tiers import examples, only_full, slow

GAMES = ("tic-tac-toe", "chess", "othello", "backgammon", "kuhn-poker", "random-tree")


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=examples(50), deadline=None)
@given(share=st.floats(-1.0, 1.0), other=st.floats(-1.0, 1.0), exact=st.booleans())
def test_a_win_probability_grows_with_the_value(
    name: str, share: float, other: float, exact: bool
) -> None:
    game = outply.load(name)
    most = game.utility_range[1]
    low, high = sorted((share * most, other * most))
    assert 0.0 <= win_chance(game, low, exact) <= win_chance(game, high, exact) <= 1.0
    assert win_chance(game, low, exact) + win_chance(game, -low, exact) == pytest.approx(1.0)


@pytest.mark.parametrize("name", GAMES)
def test_an_even_value_is_an_even_chance(name: str) -> None:
    assert win_chance(outply.load(name), 0.0, False) == pytest.approx(0.5)


def test_known_win_probabilities() -> None:
    ttt, chess, othello = (outply.load(name) for name in ("tic-tac-toe", "chess", "othello"))
    assert win_chance(ttt, 0.5, False) == 0.75
    assert win_chance(ttt, 0.01, True) == 1.0
    assert win_chance(chess, chess.margin, False) == pytest.approx(0.640, abs=0.001)
    assert win_chance(othello, 4.0, False) == pytest.approx(0.731, abs=0.001)
    assert win_chance(outply.load("pig"), 0.2, True) == pytest.approx(0.6)


def test_chances_of_other_players() -> None:
    ttt, three = outply.load("tic-tac-toe"), outply.load("connect-three-players")
    assert chance_of_value(ttt, 1.0, 1, True) == 0.0
    assert chance_of_value(three, 1.0, 1, True) is None
    assert chance_of_value(ttt, None, 0, False) is None
    assert chance_of_value(ttt, float("inf"), 0, False) is None
    assert chance_for(1, 0.25) == 0.75 and chance_for(0, 0.25) == 0.25


@pytest.mark.parametrize(
    ("cost", "name"),
    [(None, ""), (0.04, ""), (0.05, "inaccuracy"), (0.1, "mistake"), (0.2, "blunder")],
)
def test_verdicts(cost: float | None, name: str) -> None:
    assert verdict(cost) == name


@given(st.sampled_from(Kind), st.integers(0, (1 << 32) - 1), st.binary(max_size=100))
def test_frames_are_read_as_they_were_written(kind: Kind, job: int, payload: bytes) -> None:
    data = Frame(kind, job, payload).encoded()
    assert header_of(data[: HEADER.size]) == (kind, job, len(payload))
    assert data[HEADER.size :] == payload


def test_of_the_updates_of_a_request_the_newest_is_kept() -> None:
    async def sent() -> list[bytes]:
        outbox = Outbox()
        for number in range(1000):
            outbox.put_update(1, b"update %d" % number)
        outbox.put_update(2, b"of another")
        outbox.put(3, b"a message")
        outbox.put(2, b"the answer")
        return [await outbox.get() for _ in range(3)]

    assert asyncio.run(sent()) == [b"a message", b"the answer", b"update 999"]


def test_messages_that_nobody_reads_are_too_many_in_the_end() -> None:
    async def filled() -> tuple[int, bool]:
        outbox, number = Outbox(), 0
        while not outbox.is_overfull:
            outbox.put(None, bytes(1 << 20))
            number += 1
        for _ in range(number):
            await outbox.get()
        return number, outbox.is_overfull

    assert asyncio.run(filled()) == ((MOST_BYTES >> 20) + 1, False)


def test_a_process_that_does_not_start_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[asyncio.subprocess.Process] = []

    async def spawn(configuration: Configuration) -> WorkerProcess:
        pipe = asyncio.subprocess.PIPE
        sleeping = (sys.executable, "-c", "import time; time.sleep(10_000)")
        started.append(await asyncio.create_subprocess_exec(*sleeping, stdin=pipe, stdout=pipe))
        return WorkerProcess(started[-1])

    async def prepare() -> None:
        slot = WorkerSlot(Timeouts(preparing=1.0, starting=0.1), Configuration({}, b""))
        with pytest.raises(WorkerEnded):
            await slot.prepare()
        assert slot.worker is None and started[0].returncode is not None

    monkeypatch.setattr(WorkerProcess, "spawn", spawn)
    asyncio.run(prepare())


@only_full
@slow
def test_a_worker_can_be_looked_at_at_any_time() -> None:
    request = {"type": "choose", "id": 1, "at": {"game": "othello"}, "search": "engine"}
    payload = msgspec.json.encode({**request, "limits": {"seconds": 2.0}})

    async def look() -> Counter[Kind]:
        worker = await WorkerProcess.spawn(Configuration({}, b""))
        seen: Counter[Kind] = Counter()
        try:
            worker.send(Kind.AGAIN, 1, payload)
            while Kind.DONE not in seen:
                frame = await worker.receive()
                seen[frame.kind] += 1
                if frame.kind in (Kind.STARTED, Kind.LINE):
                    worker.send(Kind.WHERE, 1)
        finally:
            await worker.kill()
        return seen

    seen = asyncio.run(look())
    assert seen[Kind.MESSAGE] == 1 and seen[Kind.LINE] > 1


@slow
def test_a_late_line_of_the_task_before_is_no_word_of_the_next() -> None:
    """A worker that ends without a word is replaced; what it said before does not count."""

    async def run() -> list[bytes]:
        slot = WorkerSlot(Timeouts(preparing=60.0), Configuration({}, b""))
        old = await slot.prepare()
        old.send(Kind.WHERE, 0)
        old.send(Kind.WHERE, 0)
        assert (await old.receive()).kind is Kind.LINE
        await asyncio.sleep(0.2)  # for the second line, which waits in the pipe
        os.kill(old.pid, signal.SIGKILL)
        answers: list[bytes] = []
        slot.task = Task(2, msgspec.json.encode({"type": "hello", "id": 2}), "")
        slot.task.receiver = Receiver(deliver=answers.append, end=lambda: None)
        try:
            await slot.run()
        finally:
            await slot.kill()
        return answers

    (answer,) = asyncio.run(run())
    assert answer.startswith(b'{"type":"welcome"')


def test_a_file_that_is_saved_while_it_is_loaded_is_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.py"
    text = (Path(__file__).parent / "games" / "race.py").read_text()
    file.write_text("")  # as an editor leaves it for a moment
    load, loadings = games.load, []

    def load_while_saving(source: str, **settings: object) -> object:
        loadings.append(source)
        try:
            return load(source, **settings)
        finally:
            file.write_text(text)

    monkeypatch.setattr(games, "load", load_while_saving)
    assert Catalogue({"mine.py": str(file)}).load("mine.py", {}).name == "race-to"
    assert len(loadings) == 2


def test_a_file_that_stays_empty_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("")
    with pytest.raises(outply.OutplyError, match=r"mine\.py"):
        Catalogue({"mine.py": str(file)}).load("mine.py", {})


def test_a_file_counts_as_saved_once_it_stays_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("a = 1")
    texts = ["", "a", "a = 22", None, None, None]  # what is written before each look; None: nothing
    seen: list[str] = []

    async def look(_: float) -> None:
        if not texts:
            raise asyncio.CancelledError
        if (text := texts.pop(0)) is not None:
            file.write_text(text)

    async def changed(names: list[str]) -> None:
        seen.append(file.read_text())

    monkeypatch.setattr(file_watch.asyncio, "sleep", look)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(file_watch.watch_files({"mine.py": str(file)}, changed))
    assert seen == ["a = 22"]
