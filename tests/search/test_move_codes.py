"""Codes of moves: each move has its own, the same interpreted and compiled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple

import pytest

import outply
from outply import Engine, Game, Limit, OutplyError
from outply.compiler import compile_function
from outply.play import Searcher, analyze
from outply.search import coded_moves
from outply.search.base import Request
from outply.search.coded_moves import _needs_codes
from outply.search.move_codes import move_code, move_of


@dataclass(frozen=True)
class Drop:
    size: int
    cell: int


@dataclass(frozen=True)
class Shift:
    source: int
    target: int


@dataclass(frozen=True)
class Named:
    name: str
    cell: int


class Pair(NamedTuple):
    name: str
    cell: int


class Act(Enum):
    CHECK = "check"
    BET = "bet"


MOVES = [
    *(0, -3, 2**40, -(2**61), (5,), (0, 1), (1, 2), (2**30, 1), (1, 2, 3, 4)),
    *(((1, 2),), ((1, 2), (3, 4)), ((1,), 2), (1, (2,)), (1, 2, (3, 4))),
    *(Drop(1, 2), Shift(1, 2), Drop(2**40, 2), Shift(2**40, 2), Named("a", 1), Pair("a", 1)),
    *(Act.CHECK, Act.BET, (Act.CHECK, 1), (Act.BET, 1), ("a", 1), ("a", (1,)), ("a", (1, 2))),
    *(("e2", "e4"), ("wall", (1, 2), "h"), ("wall", (1, 2), "v"), ("go", (1, 2)), ("go", None)),
    *(("é", 1), ("a", 2.5), (1, ()), (1, None), ("a", 2**60), ("go", (1, (2, "b")), "x")),
    *("pass", "", "a", "b2", "a1-b2/c3", "longer than eight letters", "é", "\0", None),
]


WORDS = ("go", "wall", "é")


def code_of(move):
    return move_code(move)


def code_with_words(move):
    return move_code(move, WORDS)


def code_of_path(length):
    squares = [(step, step - 3) for step in range(length)]
    return move_code(tuple(squares)), move_code(tuple([step for step, _ in squares]))


@pytest.mark.parametrize("move", MOVES, ids=repr)
def test_codes_are_the_same_compiled(move):
    assert compile_function(code_of, move)(move) == move_code(move)
    assert -(2**60) <= move_code(move) < 2**61


@pytest.mark.parametrize("move", MOVES, ids=repr)
def test_codes_with_words_are_the_same_compiled(move):
    assert compile_function(code_with_words, move)(move) == move_code(move, WORDS)


def codes_of_mixed(length):
    """Codes of moves whose types hold several shapes each."""
    path = tuple(range(length))
    cell = None if length % 2 else (length, 1)
    end = "north" if length % 3 else length
    texts = tuple(["ab" if step % 2 else "wall" for step in range(length)])
    return (
        move_code((length, path), WORDS),
        move_code(("go", cell), WORDS),
        move_code((length, cell), WORDS),
        move_code(("wall", end, 3), WORDS),
        move_code(texts, WORDS),
        move_code((("a", path), "b"), WORDS),
    )


def test_moves_of_varying_shapes_have_the_same_codes_compiled():
    compiled = compile_function(codes_of_mixed, 3)
    for length in range(11):
        assert compiled(length) == codes_of_mixed(length)


def test_paths_of_any_length_have_the_same_codes_compiled():
    compiled = compile_function(code_of_path, 3)
    for length in range(11):
        assert compiled(length) == code_of_path(length)


def test_different_moves_have_different_codes():
    for one, other in combinations(MOVES, 2):
        assert move_code(one) != move_code(other), (one, other)


@dataclass(frozen=True)
class TwoVerbs(outply.Game):
    """Two classes of moves with the same numbers: one adds, the other takes away."""

    def initial(self):
        return (10, 0)

    def to_move(self, state):
        return state[1] % 2

    def moves(self, state):
        for number in (1, 2):
            yield Drop(number, 0)
            yield Shift(number, 0)
        if state[1] == 3:
            yield "pass"

    def result(self, state, move):
        total, ply = state
        if move == "pass":
            return (total, ply + 1)
        match move:
            case Drop(number, _):
                return (total + number, ply + 1)
            case Shift(number):
                return (total - number, ply + 1)

    def is_terminal(self, state):
        return state[1] == 4

    def utility(self, state, player):
        value = 1.0 if state[0] > 10 else -1.0 if state[0] < 10 else 0.0
        return value if player == 0 else -value

    def evaluate(self, state, player):
        value = (state[0] - 10) / 20
        return value if player == 0 else -value


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", ["alphabeta", "engine"])
def test_searches_tell_classes_of_moves_apart(name, compiled):
    game = TwoVerbs()
    search = outply.named(name)
    found = search.search(game, (10, 3), outply.Limit(depth=1), compiled=compiled)
    assert (found.move, found.value) == (Shift(1, 0), 1.0)


@dataclass(frozen=True)
class Walls(outply.Game):
    """Moves are tuples with words; `moves` is called once for each state whose moves are tried."""

    def initial(self):
        return (0, 0, 0)

    def to_move(self, state):
        return state[2] % 2

    def moves(self, state):
        print("moves")
        for cell in range(3):
            yield ("go", (cell, 1))
            for way in "hv":
                yield ("wall", (cell, 2), way)
        yield ("rest", None)

    def result(self, state, move):
        total, walls, ply = state
        kind, cell, *rest = move
        if kind == "go":
            return (total + cell[0], walls, ply + 1)
        if kind == "rest":
            return (total, walls, ply + 1)
        return (total, walls + (cell[0] if rest[0] == "h" else -cell[0]), ply + 1)

    def is_terminal(self, state):
        return state[2] == 3

    def utility(self, state, player):
        value = (state[0] + state[1]) / 20
        return value if player == 0 else -value


class ListedWalls(Walls):
    def moves(self, state):
        return list(super().moves(state))


@pytest.mark.parametrize("game", [Walls(), ListedWalls()])
def test_moves_with_words_are_not_searched_for(game, capfd):
    state, limit = (0, 0, 0), outply.Limit(depth=3)
    search = outply.named("minimax")
    slow = search.search(game, state, limit, compiled=False)
    capfd.readouterr()
    fast = search.search(game, state, limit, compiled=True)
    calls = capfd.readouterr().out.count("moves")
    assert (fast.move, fast.value, fast.nodes) == (slow.move, slow.value, slow.nodes)
    assert calls < 100 + fast.nodes / 2


@dataclass(frozen=True)
class RarePass(outply.Game):
    """Two players count to sixty; whoever passes one certain state says so."""

    def initial(self):
        return 0

    def to_move(self, state):
        return state % 2

    def moves(self, state):
        return [1, 2] if state != 51 else ["pass"]

    def result(self, state, move):
        return state + (1 if move == "pass" else move)

    def is_terminal(self, state):
        return state >= 60

    def utility(self, state, player):
        return 1.0 if (state % 3 == 0) == (player == 0) else -1.0


@pytest.mark.parametrize("name", ["alphabeta", "engine", "mcts:simulations=50"])
def test_moves_that_are_rarely_no_numbers(name):
    """A game whose first plies have numbers as moves is compiled, too."""
    game, search = RarePass(), outply.named(name)
    for state in (0, 51):
        limit = outply.Limit(depth=4)
        fast, slow = (search.search(game, state, limit, compiled=c) for c in (True, False))
        assert (fast.move, fast.value, fast.nodes) == (slow.move, slow.value, slow.nodes)


@dataclass(frozen=True)
class NamelessPass(RarePass):
    """Who passes says None, which means that the game is over."""

    at: int = 51

    def moves(self, state):
        return [1, 2] if state != self.at else [None]

    def result(self, state, move):
        return state + (move or 1)


@pytest.mark.parametrize("name", ["alphabeta", "random", "mcts:simulations=50"])
def test_a_move_that_is_none_is_refused(name):
    """Before the first search if sampled plays come to it, else where it is to be played."""
    search, limit = outply.named(name), outply.Limit(depth=2)
    for game, state in ((NamelessPass(at=2), 0), (NamelessPass(at=51), 51)):
        with pytest.raises(OutplyError, match=f"gives None at {game.at}, .* such as 'pass'"):
            search.search(game, state, limit, compiled=False)
        with pytest.raises(OutplyError, match=f"gives None at {game.at}, .* such as 'pass'"):
            outply.player(search, limit)(game, state)
    with pytest.raises(OutplyError, match="gives None at 2, "):
        outply.best_move(NamelessPass(at=2), 0)


@dataclass(frozen=True)
class WordRace(Game):
    """Add 1 or 2 in turn; the first player to reach the target wins. Moves are tuples."""

    target: int = 7

    def initial(self):
        return (0, 0)

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [("add", step) for step in (1, 2) if state[0] + step <= self.target]

    def result(self, state, move):
        return (state[0] + move[1], 1 - state[1])

    def is_terminal(self, state):
        return state[0] == self.target

    def utility(self, state, player):
        return -1.0 if player == state[1] else 1.0

    def plies_left(self, state):
        return self.target - state[0]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_solution_has_the_moves_of_the_author(compiled):
    game, runs = WordRace(), []
    solution = Engine().solve(game, game.initial(), compiled=compiled, started=runs.append)
    assert solution.best_moves == (("add", 1),)
    assert solution.result.move == ("add", 1) and solution.result.value == 1.0
    assert len(runs) == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_an_analysis_has_the_moves_of_the_author(compiled):
    game = WordRace()
    found = analyze(Searcher(game, Engine(), Limit(nodes=10_000), compiled), game.initial())
    assert found.result.move == ("add", 1) and found.result.proved
    assert set(found.moves) == {("add", 1), ("add", 2)}


class Interrupted(WordRace):
    """Ctrl-C is pressed while the first search looks at a few moves."""

    presses = 1

    def moves(self, state):
        if Interrupted.presses:
            Interrupted.presses = 0
            raise KeyboardInterrupt
        return super().moves(state)


def interrupted_search(search):
    Interrupted.presses = 1
    _needs_codes.cache_clear()
    return search(Interrupted(), Interrupted().initial(), compiled=False)


@pytest.mark.parametrize("name", ["engine", "alphabeta", "mcts", "genetic"])
def test_ctrl_c_while_moves_are_sampled_is_not_lost(name):
    search = outply.named(name)
    assert interrupted_search(search.search).interrupted
    game = Interrupted()
    assert not search.search(game, game.initial(), Limit(nodes=50), compiled=False).interrupted


def test_ctrl_c_while_moves_are_sampled_ends_a_solution():
    assert interrupted_search(Engine().solve).result.interrupted


def test_ctrl_c_in_one_search_leaves_the_next_alone():
    """The first refuses the game when it has sampled moves, so no run answers to the Ctrl-C."""
    with pytest.raises(OutplyError, match="contempt"):
        interrupted_search(Engine(contempt=5.0).search)
    game = Interrupted()
    assert not Engine().search(game, game.initial(), compiled=False).interrupted


def test_the_moves_of_many_results_are_looked_up_once(monkeypatch):
    """Each of 300 moves was looked for among all of them, in each result that was shown."""
    coded = []

    class Wide(WordRace):
        def moves(self, state):
            return [("add", step) for step in range(1, 301 - state[0])]

    game = Wide(target=300)
    words = coded_moves.words_of(Wide)
    codes = [move_code(move, words) for move in game.moves(game.initial())]
    monkeypatch.setattr(
        coded_moves, "move_code", lambda *given: (coded.append(given), move_code(*given))[1]
    )
    decoder = coded_moves._Decoder(game, game.initial())
    visits = tuple((code, 1) for code in codes)
    found = outply.Result(
        codes[0], 0.0, (codes[0], codes[5]), 2, 3, 0.0, False, True, visits=visits
    )
    for _ in range(3):
        decoded = decoder.with_moves(found)
        assert decoded.line == (("add", 1), ("add", 6)) and decoded.visits[-1] == (("add", 300), 1)
    assert len(coded) == 300 + 299


def test_slow_decoding_leaves_the_search_most_of_the_time(monkeypatch):
    clock, shown = [0.0], []

    class Slow:
        words = ()

        def with_moves(self, found):
            clock[0] += 1.0
            return found

    monkeypatch.setattr(coded_moves, "perf_counter", lambda: clock[0])
    request = Request(Limit(), None, None, shown.append)
    progress = coded_moves._with_codes(Slow(), request).progress
    for number in range(40):
        progress(number)
        clock[0] += 0.5
    assert 3 <= len(shown) <= 4 and shown[0] == 0


class Deals(Game):
    """A move for each pair of cards; how often they are generated is counted."""

    def __init__(self):
        self.generated = 0

    def initial(self):
        return ("", "")

    def to_move(self, state):
        return 0

    def moves(self, state):
        self.generated += 1
        yield from combinations("23456789TJQKA", 2)

    def result(self, state, move):
        return move

    def is_terminal(self, state):
        return state != ("", "")

    def utility(self, state, player):
        return 1 if player == 0 else -1


def test_the_moves_of_one_state_are_coded_once():
    game = Deals()
    state = game.initial()
    for move in combinations("23456789TJQKA", 2):
        assert move_of(game, state, move_code(move)) == move
        assert move_of(game, state, move_code(("2", "3"))) == ("2", "3")
    assert game.generated == 1
    with pytest.raises(LookupError, match="no legal move has this code"):
        move_of(game, state, move_code(("2", "2")))


def test_a_state_that_its_author_changes_has_other_moves():
    class Growing(Deals):
        def moves(self, state):
            yield from (("card", number) for number in state)

    game, state = Growing(), [1]
    assert move_of(game, state, move_code(("card", 1))) == ("card", 1)
    state.append(2)
    assert move_of(game, state, move_code(("card", 2))) == ("card", 2)
    state.append(3)
    assert move_of(game, state, move_code(("card", 3))) == ("card", 3)
