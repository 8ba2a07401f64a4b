"""The disk cache: right after every edit, safe among processes, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from outply import AlphaBeta, Limit, OutplyWarning, load
from outply.compiler import cache, cache_folder
from outply.compiler.cache_folder import cache_directory
from outply.compiler.dependencies import SHARES_PARTS, fingerprint, resolve, shares_parts
from outply.compiler.program import compile_program
from outply.compiler.types import INT
from tests.compiler.constructs import copies
from tests.tiers import only_full

GAME = """
    from collections.abc import Iterator
    from dataclasses import dataclass
    from typing import NamedTuple

    from counting_helper import gained
    from outply import Game

    PRIZE = 5


    class Count(NamedTuple):
        total: int
        turn: int


    @dataclass(frozen=True)
    class Counting(Game):
        def initial(self) -> Count:
            return Count(0, 0)

        def to_move(self, state: Count) -> int:
            return state.turn % 2

        def moves(self, state: Count) -> Iterator[int]:
            yield 1
            yield 2

        def result(self, state: Count, move: int) -> Count:
            return Count(state.total + gained(move), state.turn + 1)

        def is_terminal(self, state: Count) -> bool:
            return state.turn == 3

        def utility(self, state: Count, player: int) -> float:
            value = state.total * PRIZE
            return value if player == 0 else -value
"""

HELPER = """
    class Weights:
        def __init__(self):
            self.shares = (3, 7)


    WEIGHTS = Weights()


    def gained(move: int) -> int:
        return sum(share for share in WEIGHTS.shares) * move
"""

RUN = """
import contextlib, sys, warnings
warnings.simplefilter("always")
import outply
from outply.compiler import on_compile
made = []
on_compile(lambda what: contextlib.nullcontext(made.append(what)))
game = outply.load(sys.argv[1])
limit = outply.Limit(depth=5)
result = outply.AlphaBeta().search(game, game.initial(), limit, compiled=True)
print(result.value, result.nodes, result.line, result.compiled)
if "outply.compiler.program" in sys.modules:
    print("translated anew")
for what in made:
    print("machine code made for", what)
"""

VALUE = 5 * 10 * (2 + 1 + 2)
ANEW = ["translated anew", "machine code made for alphabeta for counting"]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "counting.py").write_text(textwrap.dedent(GAME))
    (tmp_path / "counting_helper.py").write_text(textwrap.dedent(HELPER))
    return tmp_path


def run(folder: Path, home: Path | None = None) -> str:
    process = start(folder, home or folder / "cache")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.strip() + ("\n" + err.strip() if err.strip() else "")


def start(folder: Path, home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUN, "counting.py"],
        cwd=folder,
        env={**os.environ, "OUTPLY_CACHE": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def edit(file: Path, old: str, new: str) -> None:
    """As an editor would, and as unkindly as can be: same size, same date."""
    before = file.stat()
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    os.utime(file, (before.st_atime, before.st_mtime))


def test_cold_and_warm_answer_alike_and_warm_compiles_nothing(folder):
    cold, *anew = run(folder).splitlines()
    files = sorted((folder / "cache").rglob("*"))
    assert cold.startswith(f"{VALUE}.0 ")
    assert anew == ANEW
    assert run(folder) == cold
    assert sorted((folder / "cache").rglob("*")) == files


@pytest.mark.parametrize(
    ("file", "old", "new", "value"),
    [
        ("counting.py", "state.total + gained", "state.total - gained", -5 * 10 * (1 + 2 + 1)),
        ("counting_helper.py", "WEIGHTS.shares) * move", "WEIGHTS.shares) * 2", 5 * 10 * 6),
        ("counting_helper.py", "(3, 7)", "(9, 1, 10)", 2 * VALUE),
        ("counting.py", "PRIZE = 5", "PRIZE = 6", VALUE * 6 // 5),
    ],
    ids=["a rule", "a helper in another file", "an attribute", "a constant"],
)
def test_an_edit_changes_the_answer_in_the_next_process(folder, file, old, new, value):
    assert run(folder).startswith(f"{VALUE}.0 ")
    edit(folder / file, old, new)
    assert run(folder).startswith(f"{value}.0 ")


@only_full
def test_many_processes_compile_at_once(folder):
    with ThreadPoolExecutor() as pool:
        answers = [answer.splitlines() for answer in pool.map(lambda _: run(folder), range(4))]
    assert {answer[0] for answer in answers} == {run(folder)}
    assert sum(ANEW[1] in answer for answer in answers) == 1  # the others waited for it
    assert len(list((folder / "cache").glob("outply_*"))) == 1
    assert len(list((folder / "cache" / "by_request").iterdir())) == 1


def test_a_cache_that_cannot_be_written_costs_one_warning(folder):
    (folder / "taken").write_text("a file where the cache's folder should be")
    answer, *rest = run(folder, folder / "taken" / "cache").splitlines()
    assert answer.startswith(f"{VALUE}.0 ")
    assert "cannot hold compiled games" in "\n".join(rest)
    assert "\n".join(rest).count("OutplyWarning") == 1


def test_a_full_disk_costs_one_warning(tmp_path, monkeypatch):
    def no_space(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "replace", no_space)
    game = load("tic-tac-toe", m=2, n=3, k=3)
    with pytest.warns(OutplyWarning, match="No space left on device") as caught:
        result = AlphaBeta().search(game, game.initial(), Limit(depth=3), compiled=True)
    assert result.compiled
    assert len(caught) == 1
    assert not list(tmp_path.rglob("*.o"))


@only_full
def test_a_damaged_file_is_compiled_anew(folder):
    first = run(folder)
    (code,) = (folder / "cache").rglob("*.o")
    code.write_bytes(code.read_bytes()[:-100])
    assert run(folder) == first
    assert run(folder) == first.splitlines()[0]


def test_the_cache_follows_the_platform(monkeypatch):
    monkeypatch.delenv("OUTPLY_CACHE", raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_directory() == Path("/somewhere/outply")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_directory() == Path.home() / ".cache" / "outply"
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert cache_directory().parts[-3:] == ("Library", "Caches", "outply")


def test_old_modules_are_forgotten(tmp_path, monkeypatch):
    for age in range(5):
        kernel = tmp_path / f"outply_{age}"
        kernel.mkdir()
        os.utime(kernel, (age, age))
    monkeypatch.setattr(cache_folder, "KEPT", 2)
    cache_folder._forget_oldest(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["outply_3", "outply_4"]


@pytest.mark.skipif(os.name != "posix", reason="modes of folders are POSIX's")
def test_nobody_else_can_write_to_the_cache(tmp_path, monkeypatch):
    """Since what is there will be executed."""
    home = tmp_path / "new" / "cache"
    monkeypatch.setenv("OUTPLY_CACHE", str(home))
    cache.cached_code("text", "full", lambda: (b"code", []))
    assert [folder.stat().st_mode & 0o777 for folder in (home, *home.iterdir())] == [0o700, 0o700]


SETS = """
from outply import Game

CORNERS = frozenset(["a1", "a8", "h1", "h8"])


class Corners(Game):
    def initial(self):
        return ("", 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        first = None
        second = None
        for name in ("a1", "b2", "h8"):
            if name in CORNERS:
                third = name
                first = second
                second = third
                yield second

    def result(self, state, move):
        return (state[0] + move, 1 - state[1])

    def is_terminal(self, state):
        return len(state[0]) > 4

    def utility(self, state, player):
        return 0.0
"""


@only_full
def test_a_kernel_is_found_again_whatever_the_order_of_sets(tmp_path):
    """Python orders sets of strings differently in each process."""
    (tmp_path / "corners.py").write_text(SETS)
    search = "outply.AlphaBeta().search(game, game.initial(), outply.Limit(depth=2), compiled=True)"
    code = f"import outply; game = outply.load('corners.py'); {search}"
    for seed in ("1", "2", "3"):
        cache = {"PYTHONHASHSEED": seed, "OUTPLY_CACHE": str(tmp_path / "cache")}
        environment = {**os.environ, **cache}
        run = [sys.executable, "-c", code]
        subprocess.run(run, cwd=tmp_path, env=environment, check=True, timeout=300)
    assert len(list((tmp_path / "cache").glob("outply_*"))) == 1


def test_a_program_depends_on_whether_parts_of_a_constant_are_one():
    program = compile_program(copies.deep_copies_of_constants, {}, {"n": INT})
    paths = [path for path in program.module.dependencies.found if path[-1] == SHARES_PARTS]
    assert [path[-2] for path in paths] == ["FIRST_BOARD", "EQUAL_ROWS"]
    assert [resolve(path, {}) for path in paths] == [False, False]
    row = [1]
    assert shares_parts([row, (row,)]) and shares_parts({1: row, 2: [row]})
    assert not shares_parts([[1], ([1],)])


@pytest.mark.parametrize("inserted", ["\n", "    # a comment\n"], ids=["above it", "in it"])
def test_a_function_that_moved_is_another(inserted):
    """A kernel on disk names the lines of its errors."""
    text = "def twice(x):\n    return 2 * x\n"
    moved = text.replace("    return", f"{inserted}    return") if "#" in inserted else "\n" + text
    found = []
    for each in (text, text, moved):
        names: dict[str, object] = {}
        exec(compile(each, "twice.py", "exec"), names)
        found.append(fingerprint(names["twice"]))
    assert found[0] == found[1] != found[2]
