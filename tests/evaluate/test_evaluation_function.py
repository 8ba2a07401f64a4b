"""Evaluations that are functions of a Python file, in both modes and in other processes."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import outply
from outply.evaluate import with_evaluation
from outply.evaluate.cell_encoding import sampled_states
from outply.evaluate.table_file import new_evaluation
from outply.game import OutplyError
from outply.play.arena import Arena
from outply.play.arena.workers import picklable_game
from outply.search import Limit, named
from tests.tiers import only_full, slow

STRANGERS = Path(__file__).parents[1] / "strangers"

TWO = """\
HEIGHT = 0.01

def stones(bits):
    return bin(bits).count("1")

def middle(game, state, player):
    mine = stones(state.mine & 0b11111 << 10)
    value = 0.1 * mine + HEIGHT * stones(state.both)
    return value if player == game.to_move(state) else -value

def count(state, player):
    return stones(state.mine) - 2 * player

def most(state, player):
    return 1000
"""


@pytest.fixture(scope="module")
def game():
    return outply.load("connect-four", columns=5, rows=4)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_eval.py").write_text(TWO)
    return tmp_path / "my_eval.py"


def searched(source, game, compiled=None, depth=2):
    search = named(f"engine:evaluation={source}")
    return search.search(game, game.parse("3"), Limit(depth=depth), compiled=compiled)


@pytest.mark.parametrize("name", ["middle", "count"])
def test_both_modes_search_with_the_function(game, file, name):
    compiled, interpreted = (searched(f"my_eval.py:{name}", game, mode) for mode in (True, False))
    assert (compiled.value, compiled.nodes) == (interpreted.value, interpreted.nodes)
    assert compiled.value != searched("none", game).value


def test_the_function_is_the_evaluation(game, file):
    evaluated = game.with_evaluation("my_eval.py:middle")
    for state in sampled_states(game, 40):
        for player in (0, 1):
            low, high = game.bounds(state, player)
            stones = 0.1 * (state.mine & 0b11111 << 10).bit_count() + 0.01 * state.both.bit_count()
            value = stones if player == game.to_move(state) else -stones
            assert evaluated.evaluate(state, player) == pytest.approx(min(max(value, low), high))


def test_values_are_kept_within_utilities_and_bounds(game, file):
    evaluated = game.with_evaluation("my_eval.py:most")
    values = set()
    for state in sampled_states(game, 300):
        low, high = game.bounds(state, 0)
        values.add(evaluated.evaluate(state, 0))
        assert evaluated.evaluate(state, 0) == max(min(0.99, high), low)
    assert len(values) > 1


@pytest.mark.parametrize("search", ["star2", "expectiminimax", "engine"])
def test_a_win_is_worth_more_than_any_evaluation(file, search):
    """A value of a win would hide the move that wins at once."""
    game = outply.load("connect-four")
    state = game.parse("717273")  # the second player's turn is over: 7 has three in column 7
    chosen = outply.search.named(f"{search}:evaluation=my_eval.py:most")
    assert chosen.search(game, state, Limit(depth=2)).move == 6


def test_the_same_file_gives_the_same_game(game, file):
    first = game.with_evaluation("my_eval.py:count")
    assert game.with_evaluation("my_eval.py:count") is first
    assert game.with_evaluation("my_eval.py:middle") is not first
    assert first.with_evaluation("none").evaluate(game.initial(), 0) == 0.0


def test_an_edited_file_is_read_and_compiled_again(game, file):
    before = searched("my_eval.py:middle", game, compiled=True)
    facts = file.stat()
    file.write_text(TWO.replace("0.01", "0.02"))  # as long, and in the same instant
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    after = searched("my_eval.py:middle", game, compiled=True)
    assert after.value == searched("my_eval.py:middle", game, compiled=False).value
    assert after.value != before.value


@only_full
def test_files_with_the_same_function_do_not_share_a_kernel(game, file, tmp_path):
    """They differ in a global only, and both files are loaded."""
    values = []
    for folder, height in (("one", "0.01"), ("two", "0.05")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "my_eval.py").write_text(TWO.replace("0.01", height))
        values.append(searched(f"{folder}/my_eval.py:middle", game, compiled=True).value)
    assert values[0] != values[1]


def analyzed(folder):
    """What another process finds: the value, and whether it ran compiled."""
    command = ["analyze", "connect-four", "--set", "columns=5", "--set", "rows=4", "--depth", "1"]
    search = ["--search", "engine:evaluation=my_eval.py:middle", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "outply", *command, *search],
        cwd=folder,
        capture_output=True,
        check=True,
    )
    found = json.loads(done.stdout)
    return found["value"], found["compiled"]


@only_full
def test_another_process_compiles_the_edited_file(file):
    assert analyzed(file.parent) == (-0.01, True)
    file.write_text(TWO.replace("0.01", "0.02"))
    assert analyzed(file.parent) == (-0.02, True)


@pytest.mark.parametrize("name", ["breakthrough_enum.py", "othello_tuple.py"])
def test_games_with_any_moves(name, tmp_path):
    """Moves that are tuples and enums are counted by the function."""
    game = outply.load(str(STRANGERS / name))
    written = tmp_path / "mobility.py"
    written.write_text(
        "def mobility(game, state, player):\n"
        "    number = 0.01 * len(list(game.moves(state)))\n"
        "    return number if player == game.to_move(state) else -number\n"
    )
    search, state = named(f"engine:evaluation={written}:mobility"), game.initial()
    compiled, interpreted = (
        search.search(game, state, Limit(depth=2), compiled=mode) for mode in (True, False)
    )
    assert (compiled.value, compiled.move) == (interpreted.value, interpreted.move)
    assert compiled.value != 0.0


def test_a_function_in_the_file_of_the_game(tmp_path):
    """The classes of the rules are those of the game, also if another file imports them."""
    inner = "\n\ndef half(state, player):\n    return 0.5 - player\n"
    (tmp_path / "my_game.py").write_text((STRANGERS / "othello_tuple.py").read_text() + inner)
    game = outply.load(str(tmp_path / "my_game.py"))
    cls = type(game).__name__
    (tmp_path / "other.py").write_text(
        f"from my_game import {cls}\n\ndef same(game, state, player):\n"
        f"    return 0.5 if isinstance(game, {cls}) else -0.5\n"
    )
    evaluated = game.with_evaluation(f"{tmp_path}/my_game.py:half")
    assert evaluated.given_evaluation.function is sys.modules[type(game).__module__].half
    assert game.with_evaluation(f"{tmp_path}/other.py:same").evaluate(game.initial(), 0) == 0.5
    assert "my_game" not in sys.modules


def test_an_included_game_does_not_hide_a_file_of_the_same_name(tmp_path):
    (tmp_path / "tic_tac_toe.py").write_text("HALF = 0.5\n")
    (tmp_path / "other.py").write_text(
        "from tic_tac_toe import HALF\n\ndef half(state, player):\n    return HALF - player\n"
    )
    game = outply.load("tic-tac-toe").with_evaluation(f"{tmp_path}/other.py:half")
    assert game.evaluate(game.initial(), 0) == 0.5
    del sys.modules["tic_tac_toe"]


def test_a_game_with_dice_can_have_another_evaluation(tmp_path):
    written = tmp_path / "half.py"
    written.write_text("def half(state, player):\n    return 0.5 - player\n")
    game = outply.load("pig")
    evaluated = game.with_evaluation(f"{written}:half")
    found = named("expectiminimax").search(evaluated, game.initial(), Limit(depth=2))
    assert found.value == pytest.approx(0.5)


@only_full
def test_two_evaluations_meet_in_worker_processes(game, file):
    players = ["engine:evaluation=my_eval.py:middle", "engine:evaluation=my_eval.py:count"]
    arena = Arena(game, players, games=2, limit=Limit(depth=2), jobs=1)
    tally = arena.run().between(0, 1)
    assert tally.wins + tally.draws + tally.losses == 2


def test_a_match_with_an_edited_function_is_another_match(game, file):
    def setup():
        return Arena(game, ["engine:evaluation=my_eval.py:middle", "random"]).setup

    before = setup()
    assert setup() == before
    file.write_text(TWO.replace("0.01", "0.02"))
    assert setup() != before


@slow
@pytest.mark.parametrize("name", ["tic-tac-toe", str(STRANGERS / "othello_tuple.py")])
def test_an_evaluated_game_can_be_sent_to_another_process(name, tmp_path):
    written = tmp_path / "half.py"
    written.write_text("def half(state, player):\n    return 0.5 - player\n")
    evaluated = outply.load(name).with_evaluation(f"{written}:half")
    sent = pickle.loads(pickle.dumps(picklable_game(evaluated))).load()
    assert sent.evaluate(sent.initial(), 0) == 0.5
    with pytest.raises(OutplyError, match="has an evaluation without a file; write one"):
        picklable_game(with_evaluation(evaluated, new_evaluation(evaluated)))


REFUSED = [
    ("none.py:f", "", r"none\.py cannot be read: No such file or directory\."),
    ("f.txt:f", "", r"f\.txt:f cannot be read: .*; a function is FILE\.py:NAME\."),
    ("f.py", "def g(state, player): ...", r"name a function of it, f\.py:NAME \(it defines g\)"),
    ("f.py:f", "", r"f\.py defines no 'f'; it defines no functions\."),
    ("f.py:bald", "def bold(s, p): ...", r"f\.py defines no 'bald'; did you mean bold\?"),
    ("f.py:f", "x = 1\nno python", r"f\.py:2: cannot be imported: SyntaxError: .+\."),
    ("f.py:f", "\nx = 1 / 0", r"f\.py:2: cannot be imported: ZeroDivisionError: .+\."),
    ("f.py:f", "import nowhere_at_all", r"f\.py:1: cannot be imported: ModuleNotFoundError: .+\."),
    ("f.py:f", "f = 3", r"f in f\.py is 3 and not a function; write def f\(game, state, player\)"),
    ("f.py:f", "\ndef f(x): ...", r"f\.py:2: the parameters of f are \(x\); write def f\(game"),
    ("f.py:f", "def f(s, p=0): ...", r"f\.py:1: the parameters of f are \(s, p=0\); write def"),
    ("f.py:f", "def f(*all): ...", r"f\.py:1: the parameters of f are \(\*all\); write def"),
    ("f.py:f", "def f(g, s, *, p): ...", r"f\.py:1: the parameters of f are .*; write def"),
    ("f.py:f", "def f(state, player): ...", r"f\.py:1: f returned None; it must return a number\."),
    ("f.py:f", "def f(s, p):\n    return 'a'", r"f\.py:1: f returned 'a'; it must return a number"),
    ("f.py:f", "def f(s, p):\n    return float('nan')", r"f returned nan; it must return a number"),
    ("f.py:f", "def f(s, p):\n    return 1 / 0", r"f\.py:2: f raises ZeroDivisionError: .+\."),
]


@pytest.mark.parametrize(("source", "text", "reason"), REFUSED)
def test_what_is_no_evaluation_is_refused_in_one_sentence(
    game, tmp_path, monkeypatch, source, text, reason
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.py").write_text(text + "\n")
    with pytest.raises(OutplyError, match=reason) as refused:
        game.with_evaluation(source)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_text_is_refused(game, tmp_path):
    (tmp_path / "f.py").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(OutplyError, match=r"f\.py:1: cannot be imported: "):
        game.with_evaluation(f"{tmp_path}/f.py:f")
