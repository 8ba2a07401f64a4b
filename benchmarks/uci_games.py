"""Games over UCI between two instances of Outply: illegal moves, late moves, crashes, memory.

    python -m benchmarks.uci_games --games 1000 --movetime 50 --concurrency 3
    python -m benchmarks.uci_games --games 200 --clock 10+0.1 --openings FILE --json

Each concurrent match keeps its two processes for all its games. An opening is played twice, with
both colours; `--openings` is a file with a FEN or EPD in each line, by default there are eight
random plies. A game goes on after a late move, which is counted: without a margin and with one of
0.1 seconds. On a busy machine a late engine may have waited for a processor: so it is counted, too,
how many of the late moves took more processor time than they may, and how late a loop was that
only read the clock for 50 milliseconds, every second. Needs python-chess.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import chess

from benchmarks.uci_referee import Crash, Engine, Record, Time, play

COMMAND = f"{shlex.quote(sys.executable)} -m outply uci"
RANDOM_PLIES = 8
MARGIN = 0.1  # seconds that a move may take too long in most programs that run matches
LOOP, PAUSE = 0.05, 0.95  # seconds


@dataclass
class Match:
    """The games of one pair of processes."""

    records: list[Record]
    errors: list[str]  # that the engines wrote to stderr


def openings(path: Path | None, seed: int, count: int) -> list[str]:
    """As many positions as there are pairs of games."""
    rng = random.Random(seed)
    if path is None:
        return [random_opening(rng) for _ in range(count)]
    lines = [line for line in path.read_text().splitlines() if line.strip()]
    fens = [chess.Board.from_epd(line)[0].fen() if ";" in line else line for line in lines]
    return (
        [rng.choice(fens) for _ in range(count)] if count > len(fens) else rng.sample(fens, count)
    )


def random_opening(rng: random.Random) -> str:
    while True:
        board = chess.Board()
        for _ in range(RANDOM_PLIES):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board.fen()


def match(share: list[tuple[int, str]], command: str, allowed: Time, plies: int) -> Match:
    """Play some games one after the other; odd games have the colours the other way round."""
    engines = [Engine(shlex.split(command)) for _ in range(2)]
    records, errors = [], []
    for number, fen in share:
        white, black = engines if number % 2 == 0 else reversed(engines)
        record = play(number, fen, (white, black), allowed, plies)
        records.append(record)
        tell(record)
        if record.ending.startswith("crash"):
            for engine in engines:
                errors += engine.errors
                engine.close()
            engines = [Engine(shlex.split(command)) for _ in range(2)]
    for engine in engines:
        engine.close()
        errors += engine.errors
    return Match(records, errors)


def loop_again_and_again(late: Any, is_done: Any) -> None:
    """Read the clock until time is over, and put down how late that was noticed."""
    overruns = []
    while not is_done.wait(PAUSE):
        until = time.perf_counter() + LOOP
        while (now := time.perf_counter()) < until:
            pass
        overruns.append(now - until)
    late.put(overruns)


def tell(record: Record) -> None:
    late = f"{1000 * max(over.late for over in record.overruns):.0f} ms" if record.overruns else "0"
    beyond = sum(over.late > MARGIN for over in record.overruns)
    megabytes = "/".join(str(each // 1024) for each in record.kilobytes)
    print(
        f"game {record.number}: {record.result} {record.ending}, {len(record.moves)} plies, "
        f"{len(record.overruns)} late (at most {late}; {beyond} with the margin), {megabytes} MB",
        file=sys.stderr,
        flush=True,
    )


def report(matches: list[Match], loops: list[float], seconds: float) -> dict[str, Any]:
    records = [record for each in matches for record in each.records]
    return {
        "games": len(records),
        "moves": sum(len(record.moves) for record in records),
        "seconds": round(seconds),
        "endings": dict(Counter(kind(record.ending) for record in records)),
        "results": dict(Counter(record.result for record in records)),
        "illegal": [vars(record) for record in records if record.ending.startswith("illegal")],
        "crashes": [vars(record) for record in records if record.ending.startswith("crash")],
        "stderr": [line for each in matches for line in each.errors],
        "late_without_margin": lateness(records, 0.0),
        "late_with_margin": lateness(records, MARGIN),
        "loops": len(loops),
        "late_loops": sum(late > 0.001 for late in loops),
        "late_loops_with_margin": sum(late > MARGIN for late in loops),
        "latest_loop_ms": round(1000 * max(loops, default=0.0), 1),
        "memory_mb": [list(memory(each.records)) for each in matches],
    }


def lateness(records: list[Record], margin: float) -> dict[str, Any]:
    """How often, and how much too late, moves came after their time and a margin."""
    late = [over for record in records for over in record.overruns if over.late > margin]
    return {
        "moves": len(late),
        "games": sum(any(over.late > margin for over in record.overruns) for record in records),
        "moves_with_too_much_processor_time": sum(over.cpu > over.allowed for over in late),
        "latest_ms": round(1000 * max((over.late for over in late), default=0.0), 1),
    }


def kind(ending: str) -> str:
    return ending.partition(":")[0]


def memory(records: list[Record]) -> Iterator[dict[str, int]]:
    """Of each process of a match, by its number: the colours alternate."""
    for process in range(2):
        used = [each.kilobytes[(each.number + process) % 2] // 1024 for each in records]
        yield {
            "first": used[0],
            "middle": used[len(used) // 2],
            "last": used[-1],
            "most": max(used),
        }


def show(found: dict[str, Any]) -> None:
    for name, value in found.items():
        if name in ("illegal", "crashes", "stderr"):
            print(f"{name}: {len(value)}")
            for each in value[:5]:
                print(f"    {each}")
        else:
            print(f"{name.replace('_', ' ')}: {value}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.uci_games")
    parser.add_argument("--games", type=int, default=20)
    times = parser.add_mutually_exclusive_group()
    times.add_argument("--movetime", type=int, default=50, metavar="MS", help="for each move")
    times.add_argument("--clock", metavar="SECONDS+SECONDS", help="for a game, and after each move")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--plies", type=int, default=200, help="after which a game is drawn")
    parser.add_argument("--openings", type=Path, metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default=COMMAND, metavar="COMMAND")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser.parse_args()


def time_of(given: argparse.Namespace) -> Time:
    if given.clock is None:
        return Time(move=given.movetime / 1000)
    base, _, increment = given.clock.partition("+")
    return Time(game=float(base), increment=float(increment or 0))


def main() -> int:
    given = arguments()
    fens = openings(given.openings, given.seed, (given.games + 1) // 2)
    games = [(number, fens[number // 2]) for number in range(given.games)]
    shares: list[list[tuple[int, str]]] = [[] for _ in range(given.concurrency)]
    for number, fen in games:
        shares[number // 2 % given.concurrency].append((number, fen))  # both games of an opening
    task = partial(match, command=given.engine, allowed=time_of(given), plies=given.plies)
    began = time.perf_counter()
    late: Any = multiprocessing.Queue()
    is_done = multiprocessing.Event()
    looping = multiprocessing.Process(target=loop_again_and_again, args=(late, is_done))
    looping.start()
    try:
        with ProcessPoolExecutor(given.concurrency) as pool:
            matches = list(pool.map(task, [share for share in shares if share]))
    except Crash as crash:
        print(f"An engine did not start: {crash}.", file=sys.stderr)
        return 2
    finally:
        is_done.set()
        loops = late.get()
        looping.join()
    found = report(matches, loops, time.perf_counter() - began)
    print(json.dumps(found, indent=2)) if given.json else show(found)
    is_sound = not (found["illegal"] or found["crashes"] or found["stderr"])
    return 0 if is_sound and not found["late_with_margin"]["moves"] else 1


if __name__ == "__main__":
    sys.exit(main())
