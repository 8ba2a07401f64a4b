"""Many pages, wrong origins, nonsense, slow readers, dropped sockets: the server stays up."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import string
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from outply.web import connection
from outply.web.messages import Request, SearchRequest, StopRequest, decode_request
from outply.web.worker import MOST_BYTES
from tests.clock import computed_by
from tests.tiers import only_full, slow, tiered
from tests.web.running_server import GAMES, TIMEOUT, RunningServer, at, running_server

pytestmark = slow

PAGES = tiered(20, full=50)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<!doctype html><title>Outply</title>")
    with running_server(GAMES / "race.py", static=static, workers=2) as running:
        yield running


def assert_serves(server: RunningServer) -> None:
    with server.page() as page:
        assert page.answer("position", at=at("tic-tac-toe"))["type"] == "position"


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what must come true, however busy the machine is."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def one_spaced(file: Path) -> str:
    return " ".join(file.read_text().split())


def is_idle(server: RunningServer) -> bool:
    pools = server.server.pools
    return bool(server.call(lambda: all(pool.running + pool.waiting == 0 for pool in pools)))


# -- hosts and origins -----------------------------------------------------------------


def fetched(server: RunningServer, path: str = "", **headers: str) -> tuple[int, bytes]:
    request = urllib.request.Request(server.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_the_page_is_served_to_its_own_host_only(server: RunningServer) -> None:
    assert fetched(server)[0] == 200
    assert fetched(server, Host=f"localhost:{server.port}")[0] == 200
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1:1", "127.0.0.1", ":::"):
        assert fetched(server, Host=host)[0] == 421


def test_files_outside_the_page_are_not_served(server: RunningServer) -> None:
    for path in ("../server.py", "%2e%2e/server.py", "//etc/passwd", "..%2f..%2fpyproject.toml"):
        assert fetched(server, path)[0] in (400, 404)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1.evil.example:{port}",
        "http://evil.example:{port}",
        "http://localhost:{port}",
        "file://",
        "http://[::1",
    ],
)
def test_pages_of_other_origins_are_refused(server: RunningServer, origin: str | None) -> None:
    given = origin and origin.format(port=server.port)
    with pytest.raises(InvalidStatus), server.page(origin=given):
        pass
    assert_serves(server)


def test_a_socket_for_another_host_is_refused(server: RunningServer) -> None:
    with raw_socket(server, host="evil.example") as raw:
        assert b"403" in raw.recv(1000)


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_pages_of_this_machine_are_served(server: RunningServer, name: str) -> None:
    with server.page(host=name) as page:
        assert page.answer("stop", of=1)["type"] == "stopped"


# -- nonsense --------------------------------------------------------------------------

TEMPLATES: list[dict[str, Any]] = [
    {"type": "hello", "id": 1},
    {"type": "info", "id": 1, "game": "race.py"},
    {"type": "position", "id": 1, "at": at("tic-tac-toe", "a1 b2"), "viewers": [0]},
    {"type": "position", "id": 1, "at": at("connect-four", "4", settings={"columns": 6})},
    {"type": "roll", "id": 1, "at": at("pig", "roll"), "seed": 3},
    {
        "type": "choose",
        "id": 1,
        "at": at("tic-tac-toe"),
        "search": "alphabeta",
        "limits": {"depth": 1},
    },
    {"type": "choose", "id": 1, "at": at("nim"), "clock": {"remaining": 0.1}, "channel": "c"},
    {"type": "analyze", "id": 1, "at": at("race.py"), "limits": {"nodes": 9}, "lines": 2},
    {"type": "review", "id": 1, "at": at("tic-tac-toe", "a1"), "limits": {"seconds": 0.01}},
    {
        "type": "tree",
        "id": 1,
        "at": at("tic-tac-toe"),
        "nested": [[1, 2], [3]],
        "limits": {"depth": 1},
    },
    {"type": "stop", "id": 1, "of": 2},
]
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1 << 70, 1e308, "", "x", "?" + "A" * 130, "../x", "\0", "😀" * 9),
    *([], {}, [[]], [None], {"a": {}}, ["a1"] * 50, "engine:threads=x", "mcts:seed=1,seed=2"),
    *(["__import__('os').getpid()"], {"columns": 1 << 62}, {"columns": -4}, "tree", -0.0),
]


def fuzzed(rng: random.Random) -> str | bytes:
    """A request with a few things wrong; now and then only letters or bytes."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(60))
    if rng.random() < 0.1:
        return "".join(rng.choices(string.printable, k=rng.randrange(60)))
    message = json.loads(json.dumps(rng.choice(TEMPLATES)))
    message["id"] = rng.randrange(1, 1 << 20)
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        place = message
        while nested := [key for key in place if isinstance(place[key], dict) and place[key]]:
            if rng.random() < 0.5:
                break
            place = place[rng.choice(nested)]
        key = rng.choice([*place, rng.choice(["x", "viewers", "settings", "start"])])
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = deepcopy(rng.choice(VALUES))
    text = json.dumps(message)
    if rng.random() < 0.1:
        text = text[: rng.randrange(len(text))]
    return text


def is_short(request: Request) -> bool:
    """Whether a request is soon answered, so that the test can wait for it."""
    if not isinstance(request, SearchRequest):
        return True
    limits = request.limits
    return limits.depth == 1 or limits.nodes == 9 or limits.seconds == 0.01


def decoded(message: str | bytes) -> Request | None:
    try:
        return decode_request(message)
    except Exception:
        return None


def test_fuzzed_messages_are_answered_or_refused(server: RunningServer) -> None:
    """Each is answered before the next; a search that may take long is stopped."""
    rng = random.Random(17)
    pages, messages = tiered(4, full=50), tiered(100, full=200)
    for _ in range(pages):
        with server.page() as page:
            for number in range(messages):
                message = fuzzed(rng)
                request = decoded(message)
                page.socket.send(message)
                if request is None:
                    assert page.receive()["code"] == "bad_request"
                    continue
                if is_short(request) and not isinstance(request, StopRequest):
                    last = page.answers_to(request.id)[-1]
                    assert last.get("code") not in ("internal", "crashed", "timeout"), last
                page.socket.send(json.dumps({"type": "stop", "id": -number - 1, "of": request.id}))
                while page.receive().get("id") != -number - 1:
                    pass
    wait_until(lambda: is_idle(server))
    assert_serves(server)


def test_a_flood_of_fuzzed_messages_is_refused(server: RunningServer) -> None:
    rng = random.Random(18)
    for _ in range(10):
        with server.page() as page:
            for _ in range(100):
                page.socket.send(fuzzed(rng))
            page.socket.send(json.dumps({"type": "stop", "id": -5, "of": -5}))
            while page.receive().get("id") != -5:
                pass
    wait_until(lambda: is_idle(server))
    assert_serves(server)


def test_the_fuzzer_also_sends_requests() -> None:
    rng = random.Random(17)
    assert 100 < sum(decoded(fuzzed(rng)) is not None for _ in range(500)) < 450


def test_a_message_that_is_too_long_closes_the_socket(server: RunningServer) -> None:
    with server.page() as page:
        page.socket.send('{"type": "hello", "id": 1, "x": "' + "x" * 400_000 + '"}')
        with pytest.raises(ConnectionClosed):
            page.socket.recv(timeout=TIMEOUT)
    assert_serves(server)


# -- slow readers and dropped sockets --------------------------------------------------


@contextmanager
def raw_socket(server: RunningServer, host: str = "") -> Iterator[socket.socket]:
    """A socket after the first lines of a page, which reads little."""
    with socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(TIMEOUT)
        raw.connect(("127.0.0.1", server.port))
        own = f"127.0.0.1:{server.port}"
        raw.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {host or own}\r\nOrigin: http://{own}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        yield raw


def frame(text: str) -> bytes:
    """A message of a page, masked with zeros."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data


def connections(server: RunningServer) -> int:
    return int(server.call(lambda: server.server.pages))


def test_a_page_that_does_not_read_is_dropped(server: RunningServer) -> None:
    wait_until(lambda: connections(server) == 0)
    with raw_socket(server) as raw:
        raw.setblocking(True)
        for number in range(3000):  # of 25 KB each, many more than are kept
            try:
                raw.sendall(frame(json.dumps({"type": "hello", "id": number})))
            except OSError:
                break
        wait_until(lambda: connections(server) == 0)
    assert_serves(server)


def test_a_page_that_reads_nothing_for_long_is_dropped(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_until(lambda: connections(server) == 0)
    monkeypatch.setattr(connection, "SLOWEST", 0.2)
    with raw_socket(server) as raw:
        assert raw.recv(12) == b"HTTP/1.1 101"
        for number in range(300):  # fewer than are kept, more than the system takes at once
            raw.sendall(frame(json.dumps({"type": "hello", "id": number})))
        wait_until(lambda: connections(server) == 0)
    assert_serves(server)


def test_pages_that_vanish_leave_nothing_behind(server: RunningServer) -> None:
    for _ in range(PAGES):
        with raw_socket(server) as raw:
            place = {"game": "connect-four"}
            raw.sendall(frame(json.dumps({"type": "choose", "id": 1, "at": place})))
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    wait_until(lambda: is_idle(server) and connections(server) == 0)
    assert_serves(server)


# -- many pages ------------------------------------------------------------------------


@only_full
def test_many_pages_that_search_get_a_move_or_their_place(server: RunningServer) -> None:
    pids = warmed_up(server)
    before = computed_by(pids)
    legal = {"1", "2", "3", "4", "5", "6", "7"}
    with ExitStack() as stack:
        pages = [stack.enter_context(server.page()) for _ in range(PAGES)]
        seconds = tiered(0.1, full=1.0)
        limits = {"seconds": seconds}
        numbers = [
            page.send("choose", at=at("connect-four"), search="engine", limits=limits)
            for page in pages
        ]
        places = []
        for page, number in zip(pages, numbers, strict=True):
            answers = page.answers_to(number)
            chosen = answers[-1]
            assert chosen["type"] == "chosen" and chosen["move"] in legal
            places.append(next((each["place"] for each in answers if each["type"] == "queued"), 0))
        assert max(places) <= PAGES
        assert sum(place > 0 for place in places) >= PAGES - 2  # two are searched at once
    assert searchers(server) == pids
    assert computed_by(pids) - before < PAGES * (
        seconds + 1.0
    )  # on average; or they go on for long


def searchers(server: RunningServer) -> list[int]:
    """The processes that search."""
    return server.call(lambda: server.server.pools.searches.processes)  # type: ignore[no-any-return]


def warmed_up(server: RunningServer) -> list[int]:
    """The processes that search, when all have searched this game before."""
    while len(searchers(server)) < 2:
        with server.page() as one, server.page() as other:
            limits = {"seconds": 0.3}
            numbers = [
                page.send("choose", at=at("connect-four"), search="engine", limits=limits)
                for page in (one, other)
            ]
            one.answers_to(numbers[0])
            other.answers_to(numbers[1])
    return searchers(server)


def test_closing_pages_ends_their_searches(server: RunningServer) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(server.page()) for _ in range(PAGES)]
        for page in pages:
            page.send("analyze", at=at("connect-four"), search="engine", limits={"seconds": 60.0})
        pages[0].until("analysis")
        assert server.call(lambda: server.server.pools.searches.running) == 2
        pids = searchers(server)
        before = computed_by(pids)
    wait_until(lambda: is_idle(server))
    assert searchers(server) == pids
    assert computed_by(pids) - before < 10.0  # the first two alone would search for a minute
    assert_serves(server)


def test_no_more_workers_run_than_are_allowed(server: RunningServer) -> None:
    pids = server.call(lambda: [pid for pool in server.server.pools for pid in pool.processes])
    assert len(pids) <= 4 and len(set(pids)) == len(pids)


def test_the_memory_of_a_worker_is_limited(server: RunningServer) -> None:
    assert_serves(server)
    for pid in server.call(lambda: server.server.pools.rules.processes):
        limits = Path(f"/proc/{pid}/limits")  # a worker that has just started sets it soon
        wait_until(lambda file=limits: f"Max data size {MOST_BYTES} " in one_spaced(file))


def test_a_worker_that_was_killed_is_replaced(server: RunningServer) -> None:
    assert_serves(server)
    pids = server.call(lambda: server.server.pools.rules.processes)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: server.call(lambda: all(map(is_zombie_or_gone, pids))))
    assert_serves(server)
    assert_serves(server)
    assert not set(server.call(lambda: server.server.pools.rules.processes)) <= set(pids)


def test_workers_end_with_the_server(tmp_path: Path) -> None:
    with running_server() as running:
        with running.page() as page:
            page.answer("choose", at=at("tic-tac-toe"), search="random")
        pids = running.call(
            lambda: [pid for pool in running.server.pools for pid in pool.processes]
        )
        assert pids
    for pid in pids:
        assert is_zombie_or_gone(pid)


def is_zombie_or_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_a_worker_ends_when_its_server_is_killed() -> None:
    worker = subprocess.Popen(
        [sys.executable, "-m", "outply.web.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert worker.stdin is not None
    worker.stdin.close()
    worker.wait(TIMEOUT)


# -- files that are saved --------------------------------------------------------------


@only_full
def test_a_saved_file_is_loaded_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = (GAMES / "race.py").read_text()
    file.write_text(text)
    with running_server(file) as running, running.page() as page:
        first = page.answer("info", game="mine.py")["game"]
        assert first["parameters"][0]["default"] == 21
        assert page.answer("position", at=at("mine.py"))["type"] == "position"
        file.write_text(text.replace("target: int = 21", "target: int = 2"))
        assert page.until("changed")["game"]["parameters"][0]["default"] == 2
        assert len(page.answer("position", at=at("mine.py"))["legal"]) == 2
        file.write_text("import nothing_of_that_name")
        assert page.until("changed")["game"]["error"]["line"] == 1
        file.write_text(text)
        assert page.until("changed")["game"]["error"] is None


@only_full
def test_requests_during_a_reload_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = (GAMES / "race.py").read_text()
    file.write_text(text)
    is_done = threading.Event()

    def save() -> None:
        for number in range(5):
            file.write_text(text.replace("21", str(21 + number)))
            is_done.wait(0.7)

    with running_server(file) as running, running.page() as page:
        saving = threading.Thread(target=save)
        saving.start()
        while saving.is_alive():
            answer = page.answer("position", at=at("mine.py"))
            assert answer["type"] == "position", answer
        saving.join()
