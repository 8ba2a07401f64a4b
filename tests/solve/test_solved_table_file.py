"""Tables in files: read interpreted and compiled, and refused if anything is wrong."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from outply import Game, OutplyError, load
from outply.compiler import kernel
from outply.game import lost_in, won_in
from outply.games.tic_tac_toe import Board, TicTacToe
from outply.solve import Endings, save, tabulate
from tests.oracles.solved import by_recursion
from tests.solve.games import Again, Hunt, Ring, Words
from tests.tiers import only_full, slow

GAME = load("tic-tac-toe")


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    file = tmp_path_factory.mktemp("tables") / "tic-tac-toe.table"
    save(tabulate(GAME, compiled=False), file)
    return file


def probe(game: Game[Any], state: Any, endings: Endings) -> tuple[bool, float]:
    return endings.find(game.key(game.canonical(state)))


# -- finding ------------------------------------------------------------------------------


@slow
def test_every_state_is_found_again(table):
    endings, truths = Endings(table, GAME), by_recursion(GAME)
    assert len(endings) == 765
    assert {state: endings.of(state) for state in truths} == truths
    assert not endings.has_scores and not endings.can_repeat


def test_compiled_code_finds_what_interpreted_code_finds(table):
    endings = Endings(table, GAME)
    native = kernel(probe, GAME, endings=Endings)
    for state in by_recursion(GAME):
        assert native(state, endings) == endings.find(GAME.key(GAME.canonical(state)))


def test_values_are_those_of_searches(table):
    endings = Endings(table, GAME)
    one_to_win, one_to_block = GAME.parse("XX./OO./... X"), GAME.parse("X../.X./O.. O")
    assert probe(GAME, one_to_win, endings) == (True, won_in(1))
    assert probe(GAME, GAME.initial(), endings) == (True, 0.0)
    assert endings.of(one_to_block) == by_recursion(GAME)[one_to_block]
    lost = GAME.parse("X.X/.O./X.O O")
    assert probe(GAME, lost, endings) == (True, lost_in(2))


def test_random_keys_are_not_found(table):
    endings, dice = Endings(table, GAME), random.Random(0)
    native = kernel(probe, GAME, endings=Endings)
    assert not any(endings.find(dice.getrandbits(64)).known for _ in range(2000))
    strange = Board(mine=511, theirs=511)
    assert native(strange, endings) == (False, 0.0)
    assert endings.of(strange) is None


def test_scores_are_stored_as_utilities(tmp_path):
    game = Again(14, graded=True)
    save(tabulate(game, compiled=False), tmp_path / "t")
    endings = Endings(tmp_path / "t", game)
    assert endings.has_scores
    truths = by_recursion(game)
    assert {s: endings.of(s) for s in truths} == {s: (v, None) for s, (v, _) in truths.items()}


def test_utilities_of_a_wider_range_are_kept_as_they_are(tmp_path):
    game = load("tree", leaves=[[5, -5], [5, 5]])
    save(tabulate(game, compiled=False), tmp_path / "t")
    endings = Endings(tmp_path / "t", game)
    assert endings.has_scores
    assert probe(game, game.initial(), endings) == (True, 5.0)


def test_the_file_says_whether_states_can_repeat(tmp_path):
    game = Ring(4, may_stay=True)
    save(tabulate(game, compiled=False), tmp_path / "t")
    endings = Endings(tmp_path / "t", game)
    assert endings.can_repeat
    assert endings.of(Hunt(3, 1, 0)) == (1.0, 3)


def test_a_game_of_one_state(tmp_path):
    game = load("tree", leaves=5)
    save(tabulate(game, compiled=False), tmp_path / "t")
    assert Endings(tmp_path / "t", game).of(game.initial()) == (5.0, None)


def test_the_file_is_the_same_interpreted_and_compiled(table, tmp_path):
    save(tabulate(GAME, compiled=True), tmp_path / "t")
    assert (tmp_path / "t").read_bytes() == table.read_bytes()


@only_full
def test_other_processes_cold_and_then_warm(table, tmp_path):
    program = (
        "from outply import load; from outply.compiler import kernel\n"
        "from outply.solve import Endings, tabulate\n"
        "from tests.solve.test_solved_table_file import probe\n"
        f"game = load('tic-tac-toe'); endings = Endings({str(table)!r}, game)\n"
        "found = kernel(probe, game, endings=Endings)(game.initial(), endings)\n"
        "print(found, len(tabulate(game, compiled=True)))"
    )
    place = {"cwd": Path(__file__).parents[2], "env": {**os.environ, "OUTPLY_CACHE": str(tmp_path)}}
    command = [sys.executable, "-c", program]
    for _ in range(2):
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=600, **place
        )
        assert done.stdout.strip() == "TableLookup(known=True, value=0.0) 765"


# -- damage -------------------------------------------------------------------------------


def with_bytes(file: Path, at: int, new: bytes) -> None:
    data = bytearray(file.read_bytes())
    at %= len(data)
    data[at : at + len(new)] = new
    file.write_bytes(data)


def flipped(at: int) -> Any:
    return lambda file: with_bytes(file, at, bytes([file.read_bytes()[at] ^ 1]))


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda file: file.write_bytes(b""), "is too short to be a table of a solved game"),
        (lambda file: file.write_bytes(b"OutplyTb"), "is too short to be a table"),
        (lambda file: file.write_bytes(b"x" * 4096), "is not a table of a solved game"),
        (lambda file: with_bytes(file, 8, b"\2"), "is of format 2 and this reads 1; make it again"),
        (lambda file: os.truncate(file, 2048), r"has 2048 bytes of \d+; make it again"),
        (lambda file: os.truncate(file, 2051), r"has 2051 bytes of \d+; make it again"),
        (lambda file: file.write_bytes(file.read_bytes() + bytes(8)), r"has \d+ bytes of \d+"),
        (flipped(0), "is not a table of a solved game"),
        (flipped(17), "is damaged: its checksum is wrong; make it again"),
        (flipped(40), "is damaged"),
        (flipped(70), "is damaged"),
        (flipped(5000), "is damaged"),
        (flipped(-1), "is damaged"),
        (lambda file: file.unlink(), "cannot be read: No such file"),
        (lambda file: (file.unlink(), file.mkdir()), "cannot be read: Is a directory"),
    ],
)
def test_damage(table, tmp_path, harm, message):
    file = tmp_path / "harmed.table"
    file.write_bytes(table.read_bytes())
    assert len(Endings(file, GAME)) == 765
    harm(file)
    with pytest.raises(OutplyError, match=rf"harmed.table {message}.*\.$"):
        Endings(file, GAME)


@slow
def test_any_flipped_bit_is_noticed(table, tmp_path):
    dice, size = random.Random(1), table.stat().st_size
    file = tmp_path / "harmed.table"
    for _ in range(200):
        data = bytearray(table.read_bytes())
        data[dice.randrange(size)] ^= 1 << dice.randrange(8)
        file.write_bytes(data)
        with pytest.raises(OutplyError):
            Endings(file, GAME)


# -- another game -------------------------------------------------------------------------


def changed(**methods: Any) -> Game[Any]:
    """Tic-tac-toe by its name and parameters, with other rules."""
    return dataclass(frozen=True)(type("TicTacToe", (TicTacToe,), methods))()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (load("nim"), "is a table of tic-tac-toe, not of nim"),
        (
            load("tic-tac-toe", k=2),
            "is a table of tic-tac-toe with m=3, n=3, k=3, not with m=3, n=3, k=2",
        ),
        (changed(utility=lambda self, state, player: 0.0), "was made by other rules"),
        (changed(key=lambda self, state: state.mine << 9 | state.theirs), "was made by other"),
        (changed(canonical=lambda self, state: state), "was made by other rules of tic-tac-toe"),
        (changed(has_line=lambda self, stones: stones == 7), "than these; make it again"),
        (changed(to_move=lambda self, state: 1), "was made by other rules"),
    ],
    ids=["game", "parameters", "utility", "key", "canonical", "lines", "to move"],
)
def test_a_table_of_something_else(table, game, message):
    with pytest.raises(OutplyError, match=message):
        Endings(table, game)


def test_rules_that_say_the_same_may_be_written_otherwise(table):
    backwards = changed(moves=lambda self, state: reversed(list(TicTacToe.moves(self, state))))
    assert len(Endings(table, backwards)) == 765


# -- writing ------------------------------------------------------------------------------


@slow
def test_a_table_is_replaced_completely_and_no_other_file_is_left(tmp_path):
    file = tmp_path / "t"
    file.write_text("something older")
    save(tabulate(GAME, compiled=False), file)
    assert len(Endings(file, GAME)) == 765
    assert list(tmp_path.iterdir()) == [file]


def test_a_write_that_fails_keeps_what_was_there(tmp_path, monkeypatch):
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "t"
    file.write_text("something older")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutplyError, match="t cannot be written: No space left on device"):
        save(tabulate(GAME, compiled=False), file)
    assert file.read_text() == "something older"
    assert list(tmp_path.iterdir()) == [file]


def test_nowhere_to_write(tmp_path):
    with pytest.raises(OutplyError, match="t cannot be written: No such file or directory"):
        save(tabulate(GAME, compiled=False), tmp_path / "nowhere" / "t")


def test_keys_that_last_no_longer_than_a_process(tmp_path):
    with pytest.raises(OutplyError, match=r"^The states of words are not made of numbers"):
        save(tabulate(Words(), compiled=False), tmp_path / "t")
