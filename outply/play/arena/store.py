"""The SQLite file of a match: its setup, and every game that has ended.

Each game is one transaction in WAL mode: if the process is killed, the file is still readable and
has all games that had ended. Other processes can read the file during the match.
"""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock, Timeout

from outply.game import OutplyError
from outply.play.arena.game_record import Ending, GameRecord
from outply.play.arena.standings import Standings

__all__ = ["Store"]

APPLICATION = 0x6F757470  # "outp", the mark of our files
FORMAT = 2

SCHEMA = """
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    setup TEXT NOT NULL,        -- JSON: the settings of all games, which never change
    games INTEGER NOT NULL,     -- the number of games for each pairing
    version TEXT NOT NULL,      -- the version of Outply that began the match
    began_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, -- in the schedule, from 0
    seats TEXT NOT NULL,        -- JSON: the player of each seat, by its number in the setup
    position TEXT,              -- where the opening begins, if not at the start
    opening TEXT NOT NULL,      -- JSON: the moves of the opening
    moves TEXT NOT NULL,        -- JSON: the moves after the opening
    ending TEXT NOT NULL,
    utilities TEXT,             -- JSON: of each seat, unless the game was lost by a fault
    loser INTEGER,              -- the seat that forfeited the game
    reason TEXT NOT NULL,
    seconds TEXT NOT NULL,      -- JSON: of each seat
    turns TEXT NOT NULL,        -- JSON: of each seat
    ended_at TEXT NOT NULL,
    clocks TEXT NOT NULL,       -- JSON: the seconds that the mover had left after each move
    result TEXT NOT NULL        -- 1-0, 0-1, 1/2-1/2 or *
) STRICT;
"""

JSON_COLUMNS = ("seats", "opening", "moves", "utilities", "seconds", "turns", "clocks")
COLUMNS = [field.name for field in dataclasses.fields(GameRecord)]


class Store:
    """The open file of a match.

    A second file, `FILE.lock`, keeps two processes from playing the same match at the same time.
    """

    def __init__(self, file: Path, *, read_only: bool = False) -> None:
        self.file = file
        if read_only and not file.is_file():
            raise OutplyError(f"The file {file} does not exist.")
        if not file.absolute().parent.is_dir():
            raise OutplyError(f"{file} cannot be written: the folder does not exist.")
        with ExitStack() as resources, self._readable_errors():
            if not read_only:
                resources.callback(_lock(file).release)
            self._database = _connect(file, read_only)
            resources.callback(self._database.close)
            self._check_format(read_only)
            self._resources = resources.pop_all()

    def _check_format(self, read_only: bool) -> None:
        """Create the tables of a new file; refuse a file that is not ours."""
        mark = self._database.execute("PRAGMA application_id").fetchone()[0]
        is_new = not self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if is_new and not read_only:
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute(f"PRAGMA application_id={APPLICATION}")
            self._database.execute(f"PRAGMA user_version={FORMAT}")
            self._database.executescript(f"BEGIN; {SCHEMA} COMMIT;")
        elif mark != APPLICATION:
            raise OutplyError(f"{self.file} is not the file of a match; give another.")
        elif self._database.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            raise OutplyError(f"{self.file} is from another version of Outply; give another file.")

    @contextmanager
    def _readable_errors(self) -> Iterator[None]:
        """Turn an error of SQLite into one sentence."""
        try:
            yield
        except sqlite3.Error as problem:
            raise OutplyError(f"{self.file} cannot be used: {problem}; give another.") from problem

    # -- the setup ------------------------------------------------------------------------

    @property
    def setup(self) -> dict[str, Any] | None:
        """The settings of the match; None if the file has no match yet."""
        row = self._row("SELECT setup FROM match")
        return None if row is None else json.loads(row[0])

    @property
    def games_wanted(self) -> int:
        """The number of games for each pairing, as last requested."""
        row = self._row("SELECT games FROM match")
        return 0 if row is None else int(row[0])

    @property
    def version(self) -> str:
        row = self._row("SELECT version FROM match")
        return "" if row is None else str(row[0])

    def standings(self) -> Standings:
        """Return the standings of the match."""
        if (setup := self.setup) is None:
            raise OutplyError(f"{self.file} has no match yet.")
        return Standings(setup, self.games(), self.games_wanted)

    def begin(self, setup: dict[str, Any], games: int, version: str, at: str) -> None:
        """Begin or resume a match; refuse if the file has games of another match."""
        known = self.setup
        if known is not None and known != json.loads(json.dumps(setup)):
            if self._row("SELECT 1 FROM games") is not None:
                raise OutplyError(f"{self.file} holds another match: {_difference(known, setup)}.")
            self._execute("DELETE FROM match")
        self._execute(
            "INSERT INTO match VALUES (1, ?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET games = max(games, excluded.games)",
            (json.dumps(setup, ensure_ascii=False), games, version, at),
        )

    # -- games ----------------------------------------------------------------------------

    def add(self, game: GameRecord) -> None:
        """Store a game; a game that is already stored does not change."""
        values = [_column_value(name, getattr(game, name)) for name in COLUMNS]
        placeholders = ", ".join("?" * (len(COLUMNS) + 1))
        self._execute(
            f"INSERT OR IGNORE INTO games ({', '.join(COLUMNS)}, result) VALUES ({placeholders})",  # noqa: S608
            (*values, game.result),
        )

    def games(self) -> list[GameRecord]:
        """Return all stored games, in the order of the schedule."""
        query = f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY number"  # noqa: S608
        with self._readable_errors():
            return [_record_of(row) for row in self._database.execute(query).fetchall()]

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        with self._readable_errors():
            self._database.execute(statement, values)

    def _row(self, query: str) -> tuple[Any, ...] | None:
        with self._readable_errors():
            row: tuple[Any, ...] | None = self._database.execute(query).fetchone()
        return row

    def close(self) -> None:
        self._resources.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _lock(file: Path) -> BaseFileLock:
    """Acquire the lock of a match.

    The lock file remains after the match: if it were removed, a process that waits for it and one
    that creates it again could both hold the lock.
    """
    lock = FileLock(f"{file}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise OutplyError(
            f"{file} is in use by another process; wait for it, or give another --store."
        ) from None
    except OSError as problem:
        raise OutplyError(f"{file} cannot be written: {problem.strerror}.") from problem
    return lock


def _connect(file: Path, read_only: bool) -> sqlite3.Connection:
    """Open the database in autocommit mode: each statement is a transaction."""
    mode = "ro" if read_only else "rwc"
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=30)
    database.execute("PRAGMA synchronous=NORMAL")
    return database


def _column_value(name: str, value: Any) -> Any:
    return None if value is None else json.dumps(value) if name in JSON_COLUMNS else value


def _record_of(row: tuple[Any, ...]) -> GameRecord:
    values = dict(zip(COLUMNS, row, strict=True))
    for name in JSON_COLUMNS:
        values[name] = None if values[name] is None else tuple(json.loads(values[name]))
    values["ending"] = Ending(values["ending"])
    return GameRecord(**values)


def _difference(known: dict[str, Any], setup: dict[str, Any]) -> str:
    """Describe the first difference between the settings of two matches."""
    for name in {**known, **setup}:
        before, now = known.get(name), json.loads(json.dumps(setup.get(name)))
        if before != now:
            if name == "rules":
                return "the rules of the game have changed since; give another --store"
            return f"{name}={_short(before)}, not {_short(now)}; give another --store"
    return "give another --store"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"
