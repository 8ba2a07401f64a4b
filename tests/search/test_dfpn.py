"""Df-pn proves who wins, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import AlphaBeta, Limit, OutplyError, load
from outply.games.tic_tac_toe import Board, TicTacToe
from outply.search import dfpn
from outply.search.dfpn import DFPN, NEVER, Path, ProofNumbers
from outply.search.transposition_table import Table
from tests.oracles import lookahead, nested
from tests.positions import played
from tests.search.descent import Descent
from tests.tiers import examples, only_full, slow, tiered

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


def sign(value):
    return (value > 0) - (value < 0)


def assert_proved(game, state, found):
    """Won, drawn or lost as it is in truth, and the mover's moves on the line keep it so."""
    truth = sign(lookahead.value(game, state))
    assert found.proved and found.value == truth
    mover = game.to_move(state)
    for move in found.line:
        if truth and game.to_move(state) == mover:
            assert sign(lookahead.after(game, state, move)) == truth
        elif truth:
            assert sign(lookahead.after(game, state, move)) == -truth
        state = game.result(state, move)


trees = st.recursive(
    st.integers(-1, 1), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=50
)


@given(trees)
@settings(max_examples=examples(300), deadline=None)
def test_explicit_trees(tree):
    game = load("tree", leaves=tree)
    found = DFPN().search(game, game.initial(), compiled=False)
    assert found.proved and found.value == nested.value(tree)


@only_full
def test_paths_that_meet_turns_that_repeat_and_early_ends():
    """Graded utilities, of which the sign is proved. One in 25 runs at both speeds."""
    game = Descent()
    answers = set()
    for seed in range(tiered(300, full=600, quick=60)):
        state = game.start(seed)
        found = DFPN().search(game, state, Limit(depth=20), compiled=True)
        if not game.is_terminal(state):
            assert_proved(game, state, found)
            assert sign(lookahead.after(game, state, found.move)) == found.value
            answers.add(found.value)
        if seed % 25 == 0:
            again = DFPN().search(game, state, Limit(depth=20), compiled=False)
            assert (again.nodes, again.line) == (found.nodes, found.line)
    assert answers == {-1, 0, 1}


@slow
def test_tic_tac_toe():
    game = load("tic-tac-toe")
    found = DFPN().search(game, game.initial(), compiled=False)
    assert (found.value, found.proved) == (0, True)
    assert found.nodes < 20_000, "full alpha-beta visits more"


@given(plies=st.integers(2, 9), seed=st.integers(0, 2**32))
@settings(max_examples=examples(40), deadline=None)
@pytest.mark.parametrize("name", ["tic-tac-toe", "nim"])
def test_small_games(name, plies, seed):
    game = load(name)
    state = played(game, plies, seed)
    found = DFPN().search(game, state, compiled=False)
    if not game.is_terminal(state):
        assert_proved(game, state, found)
        assert sign(lookahead.after(game, state, found.move)) == found.value


@slow
def test_connect_four_against_alphabeta():
    game = load("connect-four", columns=4, rows=4)
    for seed in range(30):
        state = played(game, 9, seed)
        found, plain = (s.search(game, state, compiled=False) for s in (DFPN(), AlphaBeta()))
        assert found.proved and found.value == sign(plain.value)


@pytest.mark.parametrize("misere", [False, True])
def test_nim_by_its_theory(misere):
    game = load("nim", piles=(2, 3, 4), misere=misere)
    for piles in [(1, 2, 3), (1, 1, 0), (2, 2, 0), (0, 0, 1), (2, 3, 4), (1, 3, 4), (1, 1, 1)]:
        state = game.initial()._replace(piles=piles)
        xor = piles[0] ^ piles[1] ^ piles[2]
        wins = (xor == 0) if misere and max(piles) <= 1 else (xor != 0)
        assert DFPN().search(game, state, compiled=False).value == (1 if wins else -1)


@slow
@SPEEDS
def test_a_table_of_two_positions_is_enough(compiled):
    """What is on the path is not forgotten, so the search ends whatever the table loses."""

    class Forgetful(DFPN):
        def memory(self):
            return {"table": Table(0), "path": Path()}

    game = Descent()
    nodes = [0, 0]
    for seed in range(60):
        state = game.start(seed)
        for index, search in enumerate((Forgetful(), DFPN())):
            found = search.search(game, state, Limit(depth=12), compiled=compiled)
            assert found.value == sign(lookahead.value(game, state)) or not found.nodes
            nodes[index] += found.nodes
    assert nodes[0] > nodes[1]


# -- limits ---------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 10, 500])
def test_out_of_nodes_it_has_no_answer(nodes):
    game = load("connect-four")
    found = DFPN().search(game, game.initial(), Limit(nodes=nodes), compiled=False)
    assert (found.nodes, found.depth, found.proved) == (nodes, 0, False)
    assert found.move in list(game.moves(game.initial()))
    assert found.value == game.evaluate(game.initial(), 0)


def test_out_of_seconds_it_has_no_answer():
    game = load("connect-four")
    found = DFPN().search(game, game.initial(), Limit(seconds=0.1), compiled=False)
    assert not found.proved and found.move in list(game.moves(game.initial()))


@cache
def wins_within(game, state, depth, player):
    """Whether `player` can force a win in so many plies, by definition."""
    if game.is_terminal(state):
        return game.utility(state, player) > 0
    some_or_all = any if game.to_move(state) == player else all
    return depth > 0 and some_or_all(
        wins_within(game, game.result(state, move), depth - 1, player) for move in game.moves(state)
    )


def test_a_limit_of_depth_never_proves_what_is_not_so():
    """What lies within the depth is proved, the rest is estimated."""
    game, proofs = Descent(), [0] * 10
    for seed in range(100):
        state = game.start(seed)
        if game.is_terminal(state):
            continue
        for depth in range(1, 10):
            found = DFPN().search(game, state, Limit(depth=depth), compiled=True)
            assert found.move == found.line[0]
            proofs[depth] += found.proved
            if found.proved:
                assert found.value == sign(lookahead.value(game, state))
            else:
                assert found.value == game.evaluate(state, game.to_move(state))
                assert not any(wins_within(game, state, depth, player) for player in (0, 1))
        assert found.proved, "the game is over by then"
    assert 0 < proofs[1] < proofs[4] < proofs[9]


@pytest.mark.parametrize(
    ("position", "value", "depth"),
    [("XX./OO./... X", 1, 1), ("XX./OO./..X O", 1, 1), ("XX./.OO/X.. O", 1, 1)],
)
def test_a_win_within_the_depth_is_proved_although_the_rest_is_not_seen(position, value, depth):
    game = load("tic-tac-toe")
    found = DFPN().search(game, game.parse(position), Limit(depth=depth), compiled=False)
    assert (found.value, found.proved, found.depth) == (value, True, depth)


def test_a_path_too_long_for_its_memory_ends_the_search(monkeypatch):
    monkeypatch.setattr(dfpn, "MOST_MOVES", 30)
    game = load("connect-four")
    found = DFPN().search(game, game.initial(), compiled=False)
    assert not found.proved and found.nodes > 0
    assert found.move in list(game.moves(game.initial()))


@dataclass(frozen=True)
class Dead(TicTacToe):
    """Tic-tac-toe in which nobody may move once there are two stones."""

    def moves(self, state: Board) -> Iterator[int]:
        if (state.mine | state.theirs).bit_count() < 2:
            yield from super().moves(state)


@SPEEDS
def test_a_position_without_moves_is_the_rules_fault(compiled):
    game = Dead()
    with pytest.raises(OutplyError, match=r"no legal move, or .* at or below .*outply check"):
        DFPN().search(game, game.initial(), Limit(depth=5), compiled=compiled)


# -- numbers --------------------------------------------------------------------------


def surveyed(*numbers, proving):
    path = Path()
    for index, (proof, disproof, estimated) in enumerate(numbers):
        path.put(index, 10 + index, ProofNumbers(proof, disproof, estimated))
    return path.survey(0, len(numbers), proving)


def test_the_numbers_of_a_position():
    moves = [(3, 4, False), (2, 7, True), (5, 1, False)]
    assert surveyed(*moves, proving=True) == (1, 2, 3, 12, True)
    assert surveyed(*moves, proving=False) == (2, 1, 4, 10, True)


def test_a_settled_move_settles_it():
    moves = [(3, 4, True), (0, NEVER, False)]
    assert surveyed(*moves, proving=True) == (1, 0, 3, NEVER, False)
    assert surveyed((NEVER, 0, True), (NEVER, 0, False), proving=True)[1:] == (
        NEVER,
        NEVER,
        0,
        True,
    )


def test_large_sums_settle_nothing():
    """Where paths meet, what is left is counted twice, and again: that proves nothing."""
    most = NEVER - 1
    assert surveyed((1, most, False), (1, most, False), proving=True).other == most
