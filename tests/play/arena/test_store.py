"""The SQLite file of a match."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys

import pytest

from outply import OutplyError
from outply.play.arena import Ending, GameRecord, Standings, Store

SETUP = {
    "game": "nim",
    "players": [{"name": "first"}, {"name": "second"}],
    "seats": 2,
    "gauntlet": False,
    "seed": 0,
    "rules": "abc",
}


def a_game(number: int, **changes) -> GameRecord:
    defaults = {"ending": Ending.FINISHED, "utilities": (1.0, -1.0)} | changes
    return GameRecord(
        number=number,
        seats=(number % 2, 1 - number % 2),
        position=None,
        opening=("a1",),
        moves=("b2", 'c"3'),
        seconds=(0.25, 0.5),
        turns=(1, 1),
        ended_at="2020-01-02T03:04:05.006+00:00",
        **defaults,
    )


@pytest.fixture
def file(tmp_path):
    return tmp_path / "match.sqlite"


def begun(file) -> Store:
    store = Store(file)
    store.begin(SETUP, 4, "0.1.0", "2020-01-01T00:00:00+00:00")
    return store


def test_stored_games_are_read_unchanged(file):
    games = [
        a_game(3),
        a_game(0, ending=Ending.CRASH, utilities=None, loser=1, reason="ValueError: ½"),
        a_game(2, ending=Ending.VOID, utilities=None, reason="its process died"),
    ]
    with begun(file) as store:
        for game in games:
            store.add(game)
    with Store(file, read_only=True) as store:
        assert store.games() == sorted(games, key=lambda game: game.number)
        assert (store.setup, store.games_wanted, store.version) == (SETUP, 4, "0.1.0")
        assert isinstance(store.standings(), Standings)


def test_a_game_is_stored_once(file):
    with begun(file) as store:
        store.add(a_game(1))
        store.add(a_game(1, utilities=(-1.0, 1.0)))
        assert [game.utilities for game in store.games()] == [(1.0, -1.0)]


def test_the_tables_can_be_read_with_sql(file):
    with begun(file) as store:
        store.add(a_game(1))
    rows = sqlite3.connect(file).execute("SELECT number, seats, moves, result FROM games")
    assert rows.fetchall() == [(1, "[1, 0]", '["b2", "c\\"3"]', "1-0")]


def test_others_can_read_a_file_that_is_being_written(file):
    with begun(file) as writing, Store(file, read_only=True) as reading:
        for number in range(3):
            writing.add(a_game(number))
            assert len(reading.games()) == number + 1


def test_a_killed_process_leaves_the_games_it_stored(file):
    code = f"""
import os, sys
sys.path.insert(0, {os.getcwd()!r})
from pathlib import Path
from tests.play.arena.test_store import a_game, begun
store = begun(Path({str(file)!r}))
store.add(a_game(0)); store.add(a_game(1))
os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=600).returncode == -9
    with Store(file) as store:
        assert [game.number for game in store.games()] == [0, 1]
        store.add(a_game(2))
        assert len(store.games()) == 3


def test_a_match_resumes_and_can_be_extended(file):
    begun(file).close()
    with Store(file) as store:
        store.begin(SETUP, 10, "0.2.0", "later")
        assert (store.games_wanted, store.version) == (10, "0.1.0")
        store.begin(SETUP, 6, "0.2.0", "later")
        assert store.games_wanted == 10


# -- refusals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 7}, "holds another match: seed=0, not 7; give another --store"),
        ({"rules": "def"}, "the rules of the game have changed since; give another --store"),
        ({"more": 1}, "more=null, not 1"),
        ({"game": "x" * 100}, 'game="nim", not "xxx.*…;'),
    ],
)
def test_another_match_is_refused(file, change, message):
    with begun(file) as store:
        store.add(a_game(0))
        with pytest.raises(OutplyError, match=message):
            store.begin(SETUP | change, 4, "0.1.0", "now")


def test_a_match_without_games_is_replaced(file):
    with begun(file) as store:
        store.begin(SETUP | {"seed": 7}, 2, "0.2.0", "now")
        assert store.setup == SETUP | {"seed": 7}
        assert (store.games_wanted, store.version) == (2, "0.2.0")


def test_a_file_in_use_is_refused(file):
    with begun(file), pytest.raises(OutplyError, match="in use by another process; wait for it"):
        Store(file)
    Store(file).close()


def test_a_lock_that_cannot_be_written_is_reported(file):
    file.with_name("match.sqlite.lock").mkdir()
    with pytest.raises(OutplyError, match=r"match\.sqlite cannot be written: "):
        Store(file)
    assert not file.exists()


def test_a_refused_file_is_not_locked(file):
    file.write_text("not a database, but long enough to look like one " * 20)
    for _ in range(2):
        with pytest.raises(OutplyError, match="cannot be used: file is not a database"):
            Store(file)


def test_files_without_a_match_are_refused(tmp_path, file):
    with pytest.raises(OutplyError, match="does not exist"):
        Store(file, read_only=True)
    with pytest.raises(OutplyError, match="the folder does not exist"):
        Store(tmp_path / "nowhere" / "match.sqlite")
    file.write_text("not a database, but a text that is long enough to look like something" * 20)
    for read_only in (True, False):
        with pytest.raises(OutplyError, match="cannot be used: file is not a database; give"):
            Store(file, read_only=read_only)


def test_a_foreign_database_does_not_change(file):
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE theirs (x)")
    database.close()
    for read_only in (True, False):
        with pytest.raises(OutplyError, match="is not the file of a match; give another"):
            Store(file, read_only=read_only)
    tables = sqlite3.connect(file).execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("theirs",)]


def test_a_file_of_another_version_is_refused(file):
    begun(file).close()
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version=99")
    database.close()
    with pytest.raises(OutplyError, match="is from another version of Outply"):
        Store(file)


def test_a_file_without_a_match_has_no_standings(file):
    Store(file).close()
    with (
        Store(file, read_only=True) as store,
        pytest.raises(OutplyError, match="has no match yet"),
    ):
        store.standings()
