"""`outply serve`: what it refuses, and that it serves until Ctrl-C."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from outply.cli import main
from outply.game import OutplyError
from outply.web import server
from outply.web.game_names import file_of, page_names
from outply.web.origins import Origins
from outply.web.run_server import bound_socket, url_of
from tests.tiers import only_full
from tests.web.running_server import GAMES, TIMEOUT


def refusal(*arguments: str) -> str:
    """The one sentence with which `outply serve` refuses."""
    result = CliRunner().invoke(main, ["serve", "--no-browser", *arguments])
    assert result.exit_code == 2 and result.stdout == "", result.output
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<html></html>")
    monkeypatch.setattr(server, "STATIC", tmp_path)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def missing(name: str, package: str | None = None) -> object:
        return None if name in ("starlette", "uvicorn") else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", missing)
    assert "needs starlette and uvicorn; run `pip install 'outply[web]'`" in refusal()


def test_without_the_page_it_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STATIC", tmp_path)
    assert "The page is not built; run `make web`" in refusal()


@pytest.mark.usefixtures("built")
def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} of 127.0.0.1 is in use; give another" in refusal("--port", str(port))


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no_such_file.py"], "There is no file no_such_file.py."),
        (["no_such_file.py:Game"], "There is no file no_such_file.py."),
        (["--port", "70000"], "There is no port 70000"),
        (["--host", "203.0.113.7"], "cannot be used"),
        (["--host", "no such host"], "cannot be used"),
        (["--workers", "0"], "Invalid value for '--workers'"),
        (["no-such-game"], "There is no game 'no-such-game'"),
    ],
)
def test_what_cannot_be_served(arguments: list[str], sentence: str) -> None:
    assert sentence in refusal(*arguments)


def test_names_of_files(tmp_path: Path) -> None:
    race, raises = str(GAMES / "race.py"), str(GAMES / "raises.py")
    assert page_names([race, f"{raises}:Counting"]) == {
        "race.py": race,
        "raises.py:Counting": f"{raises}:Counting",
    }
    other = tmp_path / "race.py"
    other.write_text("")
    assert page_names([race, str(other)]) == {race: race, str(other): str(other)}
    assert file_of("chess") is None


def test_addresses() -> None:
    assert url_of("127.0.0.1", 80) == "http://127.0.0.1:80/"
    assert url_of("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert url_of("::1", 80) == "http://[::1]:80/"


def test_hosts_of_a_server_for_everybody() -> None:
    everybody, one = Origins("0.0.0.0", 9), Origins("192.0.2.1", 9)
    assert everybody.allows_host("192.0.2.1:9") and everybody.allows_host("[2001:db8::1]:9")
    assert everybody.allows_host(f"{socket.gethostname()}:9")
    assert not everybody.allows_host("evil.example:9") and not everybody.allows_host("192.0.2.1:8")
    assert one.allows_host("192.0.2.1:9") and one.allows_host("localhost:9")
    assert not one.allows_host("192.0.2.2:9") and not one.allows_host("192.0.2.1:x")
    own = "192.0.2.1:9"
    for origins in (everybody, one):
        assert origins.allows_origin(f"http://{own}", own)
        assert not origins.allows_origin(f"https://{own}", own)
        assert not origins.allows_origin("http://192.0.2.7:9", own)  # of another machine
        assert not origins.allows_origin("http://evil.example", "evil.example")
        assert not origins.allows_origin(None, own) and not origins.allows_host(None)


def test_a_free_port() -> None:
    with bound_socket("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        with pytest.raises(OutplyError, match="is in use"):
            bound_socket("127.0.0.1", port)


@only_full
def test_it_serves_until_ctrl_c() -> None:
    command = [sys.executable, "-m", "outply", "serve", "--no-browser", "--port", "0"]
    root = str(Path(__file__).parents[2])
    process = subprocess.Popen(
        [*command, str(GAMES / "race.py")],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line.startswith("Serving http://127.0.0.1:"), line
        url = line.split()[1]
        with urllib.request.urlopen(url, timeout=TIMEOUT) as page:
            assert b"<html" in page.read()
        with connect(url.replace("http", "ws") + "ws", origin=url.rstrip("/")) as socket:
            request = {"type": "position", "id": 1, "at": {"game": "race.py"}}
            socket.send(json.dumps(request))
            assert json.loads(socket.recv(TIMEOUT))["type"] == "position"
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.communicate()
