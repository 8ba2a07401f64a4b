"""`outply compile`: types and generated code, or everything that is refused."""

from __future__ import annotations

import json

from conftest import run

BROKEN = """
from outply import Game


class Broken(Game):
    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        for step in {1, 2}:
            yield step

    def result(self, state, move):
        return (state[0] + move, 1 - state[1])

    def is_terminal(self, state):
        with open("x"):
            return state[0] >= 5

    def utility(self, state, player):
        return 1.0 if player == state[1] else -1.0
"""


def test_functions_are_listed_with_their_types():
    done = run("compile", "tic-tac-toe", "--search", "alphabeta")
    assert done.exit_code == 0
    assert "is_terminal(TicTacToe, Board) -> bool   tic_tac_toe.py:" in done.stdout
    assert "alphabeta.py" not in done.stdout
    assert "functions of the search are not listed; --all lists them." in done.stderr


def test_functions_of_the_search_are_listed_on_request():
    done = run("compile", "tic-tac-toe", "--search", "alphabeta", "--all")
    assert "alphabeta.py" in done.stdout
    assert done.stderr.count("not listed") == 0


def test_a_function_is_shown():
    done = run("compile", "tic-tac-toe", "--search", "alphabeta", "--show", "is_terminal")
    assert "define internal fastcc" in done.stdout


def test_no_such_function():
    done = run("compile", "tic-tac-toe", "--show", "nothing")
    assert done.exit_code == 2
    assert "No compiled function is called 'nothing'; leave --show out." in done.stderr
    mistyped = run("compile", "tic-tac-toe", "--show", "mves")
    assert "No compiled function is called 'mves'; did you mean moves?" in mistyped.stderr
    inlined = run("compile", "tic-tac-toe", "--show", "moves")
    assert "moves has no code of its own" in inlined.stderr


def test_every_refusal_is_shown_at_once_with_its_line(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    done = run("compile", str(file))
    assert done.exit_code == 1
    assert "broken.py:13: the order of a set differs" in done.stdout
    assert "broken.py:20: with cannot be compiled" in done.stdout
    assert "        for step in {1, 2}:" in done.stdout
    found = json.loads(run("compile", str(file), "--json").stdout)
    assert [refusal["line"] for refusal in found["refusals"]] == [13, 20]


def test_the_rules_are_listed_where_the_search_interprets_them():
    done = run("compile", "kuhn-poker")
    assert done.exit_code == 0
    assert done.stdout.count("is_terminal(KuhnPoker, Hand) -> bool") == 1
    assert "observation(KuhnPoker, " in done.stdout
    assert "RegretTables" not in done.stdout
    assert "cfr calls the rules interpreted" in done.stderr
    assert "sum_utilities(" in run("compile", "kuhn-poker", "--all").stdout


def test_refusals_are_listed_where_the_search_interprets_the_rules(tmp_path):
    file = tmp_path / "my_poker.py"
    file.write_text(
        "from outply.games.kuhn_poker import KuhnPoker\n\n\n"
        "class MyPoker(KuhnPoker):\n"
        "    def moves(self, state):\n"
        "        for move in {0, 1}:\n"
        "            yield move\n"
    )
    done = run("compile", str(file))
    assert done.exit_code == 1
    assert "my_poker.py:6: the order of a set differs" in done.stdout


def test_moves_that_return_nothing_are_refused_at_their_line(my_game, outply):
    game = my_game("yield from range", "range")
    shown = outply("compile", game)
    assert shown.exit_code == 1
    assert "the method returns None, and searches loop over what it returns" in shown.stdout
    assert "my_game.py:26: " in shown.stdout


def test_tuples_as_moves_that_are_never_yielded_compile(my_game, outply):
    never = "if state.left > 9:\n            yield (1, 1)"
    game = my_game("yield from range(1, min(2, state.left) + 1)", never)
    shown = outply("analyze", game, "--search", "mtdf", "--depth", "2")
    assert "the compiler failed" not in shown.stderr
    assert "has no legal move" in shown.stderr
