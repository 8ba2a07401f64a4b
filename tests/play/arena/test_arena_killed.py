"""A match whose process is killed repeatedly, at any moment."""

from __future__ import annotations

import multiprocessing
import random
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from outply import load
from outply.play.arena import Arena, Store
from tests.tiers import only_full, tiered

TIMES = tiered(5, full=20)
MORE = 80  # games each time: there is always something to play
PLAYERS = ("random", "alphabeta:depth=3")


def run(file: Path, games: int, jobs: int = 0) -> None:
    Arena(
        load("tic-tac-toe"), PLAYERS, games, compiled=False, jobs=jobs, store=file, margin=600.0
    ).run()


def numbers(file: Path) -> list[int]:
    """Read the numbers of the games in a file, in the order of storage, without our code."""
    if not file.exists():
        return []
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        if not database.execute("SELECT * FROM sqlite_master WHERE name = 'games'").fetchone():
            return []
        return [row[0] for row in database.execute("SELECT number FROM games")]


def moves(file: Path) -> list[tuple[str, ...]]:
    with Store(file, read_only=True) as store:
        return [game.moves for game in store.games()]


def run_and_die(file: Path, games: int, jobs: int, seconds: float) -> None:
    """Run a match, and be killed after so many seconds of processor time, wherever that is."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    run(file, games, jobs)


def time_of_some_games(folder: Path) -> float:
    """The processor time of a few games on this machine, without what they import."""
    run(folder / "first.sqlite", 2)
    began = time.process_time()
    run(folder / "second.sqlite", 30)
    return time.process_time() - began


@only_full
def test_a_match_killed_again_and_again_loses_and_repeats_no_game(tmp_path):
    file, whole, games = tmp_path / "match.sqlite", tmp_path / "whole.sqlite", 0
    dice, kept, codes = random.Random(3), [], []
    unit = time_of_some_games(tmp_path)
    for attempt in range(TIMES):
        games, jobs = games + MORE, 1 if attempt % 5 == 4 else 0
        given = file, games, jobs, unit * dice.uniform(0.02, 1.5)
        process = multiprocessing.get_context("fork").Process(target=run_and_die, args=given)
        process.start()
        process.join()
        codes.append(process.exitcode)
        now = numbers(file)
        assert set(kept) <= set(now)  # none that had ended is lost
        assert len(set(now)) == len(now)
        kept = now
    assert codes.count(-signal.SIGPROF) >= TIMES / 2
    assert 0 < len(kept) < games
    run(file, games)
    assert sorted(numbers(file)) == list(range(games))
    run(whole, games)
    assert moves(file) == moves(whole)
