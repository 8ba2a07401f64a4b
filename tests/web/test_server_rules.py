"""Rules that raise, hang, crash or take all memory: the page is told, and others are served."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outply.web.task_timeouts import Timeouts
from tests.tiers import only_full, sampled, slow, tiered
from tests.web.running_server import GAMES, RunningServer, at, running_server

pytestmark = slow

FILES = (
    *tiered((), full=("hangs_at_import",)),  # the server waits for it for eight seconds
    "race",
    "raises",
    "hangs",
    "sleeps",
    "ends_the_process",
    "hungry",
    "broken",
    "endless",
)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    short = Timeouts(preparing=8.0, overtime=4.0, stopping=1.0)
    files = [GAMES / f"{name}.py" for name in FILES]
    searches = Timeouts(preparing=600.0, overtime=4.0, stopping=1.0)
    with running_server(*files, rules_timeouts=short, search_timeouts=searches) as running:
        yield running


def line_of(file: str, text: str) -> int:
    """The line of a game's file that has a text."""
    lines = (GAMES / file).read_text().splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def assert_serves(server: RunningServer) -> None:
    with server.page() as page:
        assert page.answer("position", at=at("race.py"))["type"] == "position"


def test_a_position_that_raises_has_file_and_line(server: RunningServer) -> None:
    with server.page() as page:
        assert page.answer("position", at=at("raises.py", "2 2"))["type"] == "position"
        error = page.answer("position", at=at("raises.py", "2 2 1"))
    assert error["code"] == "rules"
    assert (error["file"], error["line"]) == ("raises.py", line_of("raises.py", "this line"))
    assert "ValueError: five is right out" in error["message"]
    assert_serves(server)


@sampled(9)
@pytest.mark.parametrize("kind", ["choose", "analyze", "review"])
@pytest.mark.parametrize("search", ["engine", "mcts", "alphabeta"])
def test_a_search_that_raises_has_file_and_line(
    server: RunningServer, kind: str, search: str
) -> None:
    with server.page() as page:
        error = page.answer(kind, at=at("raises.py"), search=search, limits={"depth": 6})
    assert error["code"] == "rules", error
    assert (error["file"], error["line"]) == ("raises.py", line_of("raises.py", "this line"))
    assert_serves(server)


@only_full
def test_a_position_that_hangs_has_file_and_line(server: RunningServer) -> None:
    with server.page() as page:
        error = page.answer("position", at=at("hangs.py", "2 2 1"))
    assert error["code"] == "timeout"
    line = line_of("hangs.py", "this line")
    assert error["file"] == "hangs.py" and error["line"] in (line, line - 1)
    assert_serves(server)


@only_full
def test_a_search_that_hangs_has_file_and_line(server: RunningServer) -> None:
    with server.page() as page:
        error = page.answer("choose", at=at("hangs.py"), search="engine", limits={"seconds": 0.1})
    assert error["code"] == "timeout", error
    line = line_of("hangs.py", "this line")
    assert error["file"] == "hangs.py" and error["line"] in (line, line - 1)
    assert_serves(server)


@only_full
def test_rules_that_cannot_be_interrupted_are_killed(server: RunningServer) -> None:
    with server.page() as page:
        error = page.answer("position", at=at("sleeps.py", "2 2 1"))
    assert error["code"] == "timeout"
    assert (error["file"], error["line"]) == ("sleeps.py", line_of("sleeps.py", "this line"))
    assert_serves(server)


@only_full
@sampled(2)
@pytest.mark.parametrize("kind", ["position", "choose"])
def test_rules_that_end_their_process_are_reported(server: RunningServer, kind: str) -> None:
    with server.page() as page:
        error = page.answer(kind, at=at("ends_the_process.py", "2 2 1"))
    assert error["code"] == "crashed"
    assert "ends_the_process.py" in error["message"]
    assert_serves(server)


@only_full
def test_moves_without_end_are_reported(server: RunningServer) -> None:
    with server.page() as page:
        error = page.answer("position", at=at("hungry.py"))
    assert error["code"] in ("timeout", "rules", "crashed")
    assert_serves(server)


@only_full
@pytest.mark.parametrize("search", ["engine", "mcts"])
def test_a_game_without_an_end_is_searched_to_the_limit(server: RunningServer, search: str) -> None:
    with server.page() as page:
        chosen = page.answer("choose", at=at("endless.py"), search=search, limits={"seconds": 0.2})
    assert chosen["move"] in ("1", "2")


@only_full
def test_a_file_that_cannot_be_imported_says_why(server: RunningServer) -> None:
    with server.page() as page:
        games = {game["name"]: game for game in page.answer("hello")["games"]}
        error = page.answer("position", at=at("broken.py"))
    place = ("broken.py", line_of("broken.py", "this line"))
    assert (games["broken.py"]["error"]["file"], games["broken.py"]["error"]["line"]) == place
    assert (error["file"], error["line"]) == place
    assert games["hangs_at_import.py"]["error"]["file"] == "hangs_at_import.py"
    assert games["hangs_at_import.py"]["error"]["line"] in (3, 4)
    assert games["race.py"]["error"] is None
    assert games["race.py"]["source"] == "file"


@only_full
@pytest.mark.parametrize("is_closed", [True, False])
def test_rules_that_sleep_do_not_keep_the_worker_of_a_stopped_search(is_closed: bool) -> None:
    """It is not waited for as long as for a search that compiles."""
    long = Timeouts(preparing=10_000.0, overtime=10_000.0, stopping=0.2)
    files = (GAMES / "race.py", GAMES / "sleeps.py")
    with running_server(*files, search_timeouts=long, workers=1) as running:
        with running.page() as page:
            assert page.answer("choose", at=at("race.py"), limits={"depth": 1})["type"] == "chosen"
            number = page.send("choose", at=at("sleeps.py", "2 2 1"))
            time.sleep(1.0)  # by then it mostly sleeps; if not, it stops all the sooner
            if not is_closed:
                assert page.answer("stop", of=number)["of"] == number
        with running.page() as page:
            chosen = page.answer("choose", at=at("race.py"), limits={"depth": 1})
        assert chosen["type"] == "chosen"


@only_full
def test_each_of_many_stops_of_one_request_is_answered(server: RunningServer) -> None:
    with server.page() as page:
        number = page.send("choose", at=at("sleeps.py", "2 2 1"))
        stops = {page.send("stop", of=number) for _ in range(3000)}
        while stops:
            stopped = page.until("stopped")
            assert stopped["of"] == number
            stops.remove(stopped["id"])
    assert_serves(server)


@only_full
def test_a_tree_of_slow_rules_is_recorded(tmp_path: Path) -> None:
    """Rules that are found running again and again are slow here, and do not hang."""
    file = tmp_path / "slow.py"
    text = (GAMES / "race.py").read_text()
    slow_result = "        time.sleep(0.02)\n        return Race(move[1]"
    file.write_text("import time\n" + text.replace("        return Race(move[1]", slow_result))
    short = Timeouts(preparing=600.0, overtime=0.5)
    with running_server(file, search_timeouts=short) as running, running.page() as page:
        tree = page.answer("tree", at=at("slow.py"), search="minimax", limits={"depth": 4})
    assert tree["type"] == "tree" and len(tree["nodes"]) == 1 + 3 + 9 + 27 + 81, tree
