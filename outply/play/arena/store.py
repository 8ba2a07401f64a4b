"""One SQLite file for one match: its set-up, and every game as it ends.

Each game is one transaction of a file in WAL mode: whatever happens to the process, the file can
be read, and holds all games that had ended. Others may read it while the match goes on.
"""

from __future__ import annotations

import dataclasses
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from outply.game import OutplyError
from outply.play.arena.played import Ending, PlayedGame
from outply.play.arena.standings import Standings

__all__ = ["Store"]

APPLICATION = 0x6F757470  # "outp", by which the file is known to be ours
FORMAT = 1

SCHEMA = """
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    setup TEXT NOT NULL,        -- JSON: what every game is played by, the same as long as it lasts
    games INTEGER NOT NULL,     -- how many each pairing was to play, when last asked
    version TEXT NOT NULL,      -- of Outply, when the match began
    began_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, -- in the schedule, from 0
    seats TEXT NOT NULL,        -- JSON: which player of the set-up sits where
    position TEXT,              -- where the opening begins, if not at the start
    opening TEXT NOT NULL,      -- JSON: its moves
    moves TEXT NOT NULL,        -- JSON: those played after it
    ending TEXT NOT NULL,
    utilities TEXT,             -- JSON: what each seat got, where the rules or a proof say so
    loser INTEGER,              -- the seat that lost for the reason
    reason TEXT NOT NULL,
    seconds TEXT NOT NULL,      -- JSON: of each seat
    turns TEXT NOT NULL,        -- JSON: of each seat
    ended_at TEXT NOT NULL,
    result TEXT NOT NULL        -- 1-0, 0-1, 1/2-1/2 or *; for people
) STRICT;
"""

LISTS = ("seats", "opening", "moves", "utilities", "seconds", "turns")
COLUMNS = [field.name for field in dataclasses.fields(PlayedGame)]


class Store:
    """The file of a match, open."""

    def __init__(self, file: Path, *, read_only: bool = False) -> None:
        self.file = file
        if read_only and not file.is_file():
            raise OutplyError(f"There is no file {file}.")
        if not file.absolute().parent.is_dir():
            raise OutplyError(f"{file} cannot be written: there is no such folder.")
        with ExitStack() as opened, self._telling():
            if not read_only:
                opened.callback(os.close, _held(file))
            self._database = _opened(file, read_only)
            opened.callback(self._database.close)
            self._require_ours(read_only)
            self._opened = opened.pop_all()

    def _require_ours(self, read_only: bool) -> None:
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
            raise OutplyError(f"{self.file} is of another version of Outply; give another file.")

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What SQLite complains of, as a sentence."""
        try:
            yield
        except sqlite3.Error as problem:
            raise OutplyError(f"{self.file} cannot be used: {problem}; give another.") from problem

    # -- the set-up -----------------------------------------------------------------------

    @property
    def setup(self) -> dict[str, Any] | None:
        """What the match was begun with; None where there is none yet."""
        row = self._row("SELECT setup FROM match")
        return None if row is None else json.loads(row[0])

    @property
    def games_wanted(self) -> int:
        """How many games each pairing was to play, when last asked."""
        row = self._row("SELECT games FROM match")
        return 0 if row is None else int(row[0])

    @property
    def version(self) -> str:
        row = self._row("SELECT version FROM match")
        return "" if row is None else str(row[0])

    def standings(self) -> Standings:
        """How the match stands."""
        setup = self.setup
        if setup is None:
            raise OutplyError(f"{self.file} holds no match yet.")
        return Standings(setup, self.games(), self.games_wanted)

    def begin(self, setup: dict[str, Any], games: int, version: str, at: str) -> None:
        """Begin the match, or go on with it; another one is refused, unless it has no games."""
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

    def add(self, game: PlayedGame) -> None:
        """Keep a game; one that is there already stays as it is."""
        values = [_written(name, getattr(game, name)) for name in COLUMNS]
        places = ", ".join("?" * (len(COLUMNS) + 1))
        self._execute(
            f"INSERT OR IGNORE INTO games ({', '.join(COLUMNS)}, result) VALUES ({places})",  # noqa: S608
            (*values, game.result),
        )

    def games(self) -> list[PlayedGame]:
        """All that have ended, in the order of the schedule."""
        with self._telling():
            rows = self._database.execute(
                f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY number"  # noqa: S608
            ).fetchall()
        return [_read(row) for row in rows]

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        with self._telling():
            self._database.execute(statement, values)

    def _row(self, query: str) -> tuple[Any, ...] | None:
        with self._telling():
            row: tuple[Any, ...] | None = self._database.execute(query).fetchone()
        return row

    def close(self) -> None:
        """The database first: closing any handle of a file gives up SQLite's own locks on it."""
        self._opened.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _held(file: Path) -> int:
    """A handle by which no other process goes on with the same match at the same time."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # where there is no such lock, two that play at once waste their time
        pass
    except OSError:
        os.close(handle)
        raise OutplyError(
            f"{file} is in use by another process; wait for it, or give another --store."
        ) from None
    return handle


def _opened(file: Path, read_only: bool) -> sqlite3.Connection:
    """In autocommit: each statement is a transaction."""
    mode = "ro" if read_only else "rwc"
    place = f"{file.absolute().as_uri()}?mode={mode}"
    database = sqlite3.connect(place, uri=True, isolation_level=None, timeout=30)
    database.execute("PRAGMA synchronous=NORMAL")
    return database


def _written(name: str, value: Any) -> Any:
    return None if value is None else json.dumps(value) if name in LISTS else value


def _read(row: tuple[Any, ...]) -> PlayedGame:
    values = dict(zip(COLUMNS, row, strict=True))
    for name in LISTS:
        values[name] = None if values[name] is None else tuple(json.loads(values[name]))
    values["ending"] = Ending(values["ending"])
    return PlayedGame(**values)


def _difference(known: dict[str, Any], setup: dict[str, Any]) -> str:
    """What sets two matches apart, in words."""
    for name in {**known, **setup}:
        before, now = known.get(name), json.loads(json.dumps(setup.get(name)))
        if before != now:
            if name == "rules":
                return "the rules of the game have changed since; give another --store"
            return f"its {name} was {_short(before)}, not {_short(now)}; give another --store"
    return "give another --store"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:59]}…"
