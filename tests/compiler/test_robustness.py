"""Rules as authors write, edit and run them: compiled right, or interpreted with a reason."""

from __future__ import annotations

import builtins
import inspect
import os
import threading
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from outply import AlphaBeta, Limit, Minimax, OutplyError, OutplyWarning, load, named
from outply.compiler import NotCompilable, compile_function, kernel
from outply.game import Game
from outply.games.nim import Nim
from outply.search.depth import TwoPlayerDepthSearch

RULES = """
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outply import Bits, Game

{constants}


class Count(NamedTuple):
    total: {total}
    turn: int


@dataclass(frozen=True)
class Counting(Game):
    utility_range = (-1e9, 1e9)

    def initial(self) -> Count:
        return Count({start}, 0)

    def to_move(self, state: Count) -> int:
        return state.turn % 2

    def moves(self, state: Count) -> Iterator[int]:
        yield {first}
        yield {second}

    def result(self, state: Count, move: int) -> Count:
        {before}
        return Count({after}, state.turn + 1)

    def is_terminal(self, state: Count) -> bool:
        return state.turn == 3

    def utility(self, state: Count, player: int) -> float:
        value = {value}
        return value if player == 0 else -value
"""

USUAL = {
    "constants": "PRIZE = 5",
    "total": "int",
    "start": "0",
    "first": "1",
    "second": "2",
    "before": "pass",
    "after": "state.total + 10 * move",
    "value": "float(state.total * PRIZE)",
}


def written(folder: Path, **changed: str) -> str:
    file = folder / "counting.py"
    file.write_text(RULES.format(**{**USUAL, **changed}))
    return str(file)


def values(game: Game) -> tuple[float, float]:
    """What a search finds, left to itself and interpreted."""
    found = AlphaBeta().search(game, game.initial(), Limit(depth=3))
    return found.value, AlphaBeta().search(
        game, game.initial(), Limit(depth=3), compiled=False
    ).value


def test_an_edited_file_loaded_again_in_the_same_process(tmp_path):
    assert values(load(written(tmp_path))) == (250, 250)
    game = load(written(tmp_path, after="state.total + 20 * move"))
    assert values(game) == (500, 500)
    lines_moved = {"constants": "PRIZE = 5\n\n\nMORE = 1", "value": "float(state.total)"}
    assert values(load(written(tmp_path, **lines_moved))) == (50, 50)


def test_rules_whose_file_changed_under_them_run_interpreted(tmp_path):
    game = load(written(tmp_path))
    written(tmp_path, after="state.total + 20 * move")
    with pytest.warns(OutplyWarning, match=r"counting.py:\d+: result was changed after it was"):
        assert values(game) == (250, 250)


@pytest.mark.parametrize(
    "changed",
    [
        {
            "total": "tuple[int, ...]",
            "start": "(0,)",
            "after": "state.total + (10 * move,)",
            "value": "float(sum(state.total) * PRIZE)",
        },
        {"before": "import math", "after": "state.total + math.floor(10.5) * move"},
        {"constants": "PRIZE = 5\nGAINS = {1: 10, 2: 20}", "after": "state.total + GAINS[move]"},
        {"after": "state.total + int(f'{move}0')"},
        {
            "total": "list[int]",
            "start": "[]",
            "after": "[*state.total, 10 * move]",
            "value": "float(sum(state.total) * PRIZE)",
        },
    ],
    ids=["growing tuple", "import in a rule", "dict", "text", "growing list"],
)
def test_rules_of_more_than_numbers_are_compiled(tmp_path, changed):
    game = load(written(tmp_path, **changed))
    assert AlphaBeta().search(game, game.initial(), Limit(depth=3), compiled=True).compiled
    assert values(game) == (250, 250)


@pytest.mark.parametrize(
    ("changed", "line", "reason"),
    [
        (
            {"constants": "PRIZE = 5\nWIDE = (1 << 81) - 1", "after": "(10 * move) & WIDE"},
            "return Count((10 * move) & WIDE, ",
            "",
        ),
        (
            {"constants": "PRIZE = 5\nCALLS = 0", "before": "global CALLS; CALLS += 1"},
            "global CALLS",
            "a function changes a variable of its module; pass the value on in the state",
        ),
        ({"before": "with open(__file__): pass"}, "with open(", "with cannot be compiled"),
        ({"before": "open(__file__).close()"}, "open(", "open is not a function that can be"),
        ({"value": "eval('float(state.total * PRIZE)')"}, "value = eval(", "eval is not a"),
    ],
    ids=["wide constant", "global", "with", "open", "eval"],
)
def test_rules_that_cannot_be_compiled_are_interpreted_with_one_reason(
    tmp_path, changed, line, reason
):
    file = written(tmp_path, **changed)
    [number] = [n for n, text in enumerate(Path(file).read_text().splitlines(), 1) if line in text]
    game = load(file)
    with pytest.warns(OutplyWarning, match="runs interpreted: ") as caught:
        compiled, interpreted = values(game)
    assert compiled == interpreted
    assert len(caught) == 1
    assert f"counting.py:{number}: {reason}" in str(caught[0].message)


class MovesInASet(Nim):
    def moves(self, state):
        if state.player == 1:
            return set(super().moves(state))  # refused
        return {move for move in super().moves(state) if move >= 0}  # refused


class CandidatesInASet(Nim):
    def candidates(self, state):
        return self.chosen(state)  # refused

    def chosen(self, state):
        return frozenset(self.moves(state))


@pytest.mark.parametrize(
    ("cls", "name"), [(MovesInASet, "engine"), (MovesInASet, "mcts"), (CandidatesInASet, "engine")]
)
def test_a_set_of_moves_is_refused_where_the_rules_return_it(cls, name):
    lines, first = inspect.getsourcelines(cls)
    game = cls()
    with pytest.raises(NotCompilable) as caught:
        named(name).search(game, game.initial(), Limit(depth=3), compiled=True)
    found = [(refusal.file, refusal.line, refusal.hint) for refusal in caught.value.refusals]
    assert found == [
        (__file__, first + at, "return sorted(…)")
        for at, line in enumerate(lines)
        if "# refused" in line
    ]


def test_a_comment_at_the_margin_is_no_trouble(tmp_path):
    game = load(written(tmp_path, before="pass\n# at the margin"))
    found = AlphaBeta().search(game, game.initial(), Limit(depth=3), compiled=True)
    assert found.value == 250


def test_a_move_that_is_no_int_is_an_error_not_another_move(tmp_path):
    file = written(tmp_path, constants="PRIZE = 5\nTOP: Bits = 1 << 63", second="TOP")
    lines = Path(file).read_text().splitlines()
    game = load(file)
    with pytest.raises(OverflowError, match="a number needs more than 64 bits") as caught:
        AlphaBeta().search(game, game.initial(), Limit(depth=3), compiled=True)
    [note] = caught.value.__notes__
    place, _, number = note.rpartition(", line ")
    assert place == f"raised by compiled code: {file}"
    assert "TOP" in lines[int(number) - 1]


@dataclass(frozen=True)
class Weighted(Nim):
    weight: float = field(default=1.0, compare=False)

    def utility(self, state, player):
        return self.weight * super().utility(state, player)


def test_parameters_left_out_of_equality_do_not_leak():
    games = [Weighted(weight=weight) for weight in (1.0, 0.25)]
    assert games[0] == games[1]
    found = [Minimax().search(game, game.initial(), compiled=True).value for game in games]
    assert found == [1.0, 0.25]


@dataclass(frozen=True)
class Wild(TwoPlayerDepthSearch):
    """Reports a depth that its watch has no room for."""

    name = "wild"
    by: int = 0

    def root(self, game, state, depth: int, watch) -> float:
        watch.enter(state, depth + self.by)
        watch.better(depth + self.by, 1)
        return 0.0


@pytest.mark.parametrize("by", [-5, 5, 10**9])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_search_cannot_write_outside_its_books(by, compiled):
    game = load("nim")
    with pytest.raises(IndexError):
        Wild(by=by).search(game, game.initial(), Limit(depth=3), compiled=compiled)


def test_threads_that_compile_the_same_game_at_once(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTPLY_CACHE", str(tmp_path / "file" / "never"))
    game = load("nim", piles=(2, 3, 6))
    found = []

    def search():
        found.append(AlphaBeta().search(game, game.initial(), compiled=True))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        threads = [threading.Thread(target=search) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(600)
    assert len(found) == 3
    assert len({(result.value, result.nodes) for result in found}) == 1


def test_one_kernel_in_many_threads():
    game = load("connect-four")
    alone = AlphaBeta().search(game, game.initial(), Limit(depth=9), compiled=True)
    found = []
    threads = [
        threading.Thread(
            target=lambda: found.append(AlphaBeta().search(game, game.initial(), Limit(depth=9)))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(600)
    assert [(r.value, r.nodes, r.line) for r in found] == [
        (alone.value, alone.nodes, alone.line)
    ] * 4


def test_a_game_that_cannot_be_hashed_is_told_how():
    @dataclass(frozen=True)
    class Listed(Nim):
        notes: list[int] = field(default_factory=list)

    with pytest.raises(NotCompilable, match="Listed cannot be hashed; make it a @dataclass"):
        kernel(AlphaBeta.root, Listed(), AlphaBeta())


def test_two_files_with_the_same_names_are_two_games(tmp_path):
    for number in (1, 3):
        folder = tmp_path / str(number)
        os.mkdir(folder)
        game = load(written(folder, constants=f"PRIZE = {number}"))
        assert values(game) == (50 * number, 50 * number)


def test_quickly_compiled_code_gives_the_same(monkeypatch):
    game, limit = load("connect-four"), Limit(depth=6)
    full = AlphaBeta().search(game, game.initial(), limit, compiled=True)
    monkeypatch.setenv("OUTPLY_OPTIMIZE", "quick")
    quick = AlphaBeta().search(game, game.initial(), limit, compiled=True)
    assert (quick.value, quick.line, quick.nodes) == (full.value, full.line, full.nodes)


def test_an_unknown_effort_is_refused(monkeypatch):
    monkeypatch.setenv("OUTPLY_OPTIMIZE", "fast")
    with pytest.raises(OutplyError, match="OUTPLY_OPTIMIZE is 'fast'; set it to full or quick"):
        AlphaBeta().search(load("nim"), load("nim").initial(), Limit(depth=2))


def shouted(number: int) -> int:
    print("number", number)
    return number


def test_a_library_that_replaces_print_does_no_harm(monkeypatch):
    """As Ray does, in the process that starts a cluster."""
    printed = []

    def replaced(*values: object, **options: object) -> None:
        printed.append(values)

    compile_function(shouted, 1)
    monkeypatch.setattr(builtins, "print", replaced)
    assert compile_function(shouted, 1)(7) == 7
    assert printed == [("number", 7)]
