"""All that is refused in a game is listed at once."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import outply
from outply.check import check
from outply.compiler import NotCompilable, compile_function
from tests.compiler import many_refusals

LINES = Path(many_refusals.__file__).read_text(encoding="utf8").splitlines()
MARKED = {number for number, line in enumerate(LINES, 1) if line.endswith("# refused")}


@pytest.mark.parametrize("name", ["engine", "alphabeta", "mcts:simulations=10"])
def test_a_search_lists_all_of_them(name):
    game = many_refusals.Many()
    with pytest.raises(NotCompilable) as caught:
        outply.named(name).search(game, game.initial(), outply.Limit(depth=1), compiled=True)
    assert {refusal.line for refusal in caught.value.refusals} == MARKED


def test_check_lists_all_of_them():
    report = check(many_refusals.Many(), plays=2, seconds=2)
    assert {refusal.line for refusal in report.refusals} == MARKED


def several_on_one_line(number):
    return number, {eval("7"): 1}, [*eval("8")]


def test_all_of_one_line_are_listed():
    with pytest.raises(NotCompilable) as caught:
        compile_function(several_on_one_line, 3)
    source = inspect.getsource(several_on_one_line).splitlines()[1]
    marked = [source[refusal.column :] for refusal in caught.value.refusals]
    assert [text[:6] for text in marked] == ['eval("', 'eval("']


class Counting(outply.Game):
    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [1, 2]

    def result(self, state, move):
        return (state[0] + move, 1 - state[1])

    def is_terminal(self, state):
        return state[0] >= 8

    def utility(self, state, player):
        return 1 if player == state[1] else -1


class TextAsUtility(Counting):
    def utility(self, state, player):  # utility gives str, and searches need a number
        return "win" if player == state[1] else "loss"


class ListOrDict(Counting):
    def moves(self, state):  # moves gives dict
        if state[0] == 7:
            return [1]
        return {1: "one", 2: "two"}


class ListOrTuple(Counting):
    def moves(self, state):
        if state[0] == 7:
            return [1]
        return tuple(range(1, 2 + state[0] % 3))


class ListAsState(Counting):
    def initial(self):  # a state is or holds a list, which cannot be hashed
        return [0, 0, [0]]

    def result(self, state, move):
        return [state[0] + move, 1 - state[1], [0]]

    def is_terminal(self, state):
        return state[0] >= 8


class OtherParameters(Counting):
    def order(self):  # searches call it as order(state, move)
        return 1.0


@pytest.mark.parametrize("rules", [TextAsUtility, ListOrDict, OtherParameters, ListAsState])
@pytest.mark.parametrize("name", ["engine", "mcts:simulations=10"])
def test_what_searches_cannot_use_is_refused_at_the_line_of_the_author(rules, name):
    game = rules()
    if rules is OtherParameters and name != "engine":
        pytest.skip("it does not ask for the order")
    with pytest.raises(NotCompilable) as caught:
        outply.named(name).search(game, game.initial(), outply.Limit(depth=2), compiled=True)
    lines = Path(__file__).read_text(encoding="utf8").splitlines()
    for refusal in caught.value.refusals:
        assert refusal.file == __file__
        assert refusal.reason.startswith(lines[refusal.line - 1].partition("# ")[2])
    assert caught.value.refusals


def test_moves_may_be_a_list_in_one_state_and_a_tuple_in_another():
    game, search = ListOrTuple(), outply.named("engine")
    limit = outply.Limit(depth=5)
    fast, slow = (search.search(game, game.initial(), limit, compiled=c) for c in (True, False))
    assert fast.compiled and (fast.move, fast.value) == (slow.move, slow.value)
