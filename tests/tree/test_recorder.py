from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import (
    LECTURE,
    Coins,
    Lists,
    Nested,
    Plain,
    Three,
    Tossed,
    Tuples,
    expectiminimax,
    scout,
)

from outply.game import INFINITY, MAX, Game, OutplyError
from outply.search.alphabeta import AlphaBeta, AlphaBetaNegamax, AlphaBetaSettings, alphabeta
from outply.search.base import Limit, Result, Search
from outply.search.minimax import Minimax, Negamax, minimax
from outply.search.watch import Stopped
from outply.tree import RecordedNode, RecordedTree, Recorder, record

leaves = st.integers(-9, 9)
nested = st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4).map(tuple))


def children(tree: RecordedTree, index: int) -> list[RecordedNode]:
    return [tree.nodes[child] for child in tree.children[index]]


def test_minimax_visits_the_whole_tree() -> None:
    tree = record(Minimax(), Nested())
    assert (len(tree.nodes), tree.searched, tree.leaves, tree.cut) == (13, 13, 9, 0)
    assert tree.root.value == 3
    assert [node.value for node in children(tree, 0)] == [3, 2, 2]


def test_the_values_of_the_lecture_tree() -> None:
    tree = record(Minimax(), Nested(LECTURE))
    assert [node.value for node in children(tree, 0)] == [3, 4, 5]
    assert tree.root.value == 5
    assert [tree.move_text(index) for index in tree.principal] == ["", "3", "3"]


def test_alphabeta_visits_seven_leaves_and_cuts_two_branches() -> None:
    tree = record(AlphaBeta(), Nested())
    assert (tree.searched, tree.leaves, tree.cut, tree.root.value) == (11, 7, 2, 3)
    assert tree.principal == (0, 1, 2)
    second = tree.children[0][1]
    assert [(node.move, node.kind) for node in children(tree, second)] == [
        (0, "utility"),
        (1, "cut"),
        (2, "cut"),
    ]


def test_a_value_outside_the_window_is_a_bound() -> None:
    tree = record(AlphaBeta(), Nested())
    first, second, third = children(tree, 0)
    assert (first.bound, first.value_text) == ("exact", "3")
    assert (second.bound, second.value_text) == ("upper", "≤2")
    assert ((second.alpha, second.beta), third.bound) == ((3, INFINITY), "upper")
    assert all(node.bound == "exact" for node in tree.nodes if node.kind == "utility")


def test_a_negamax_window_is_from_the_movers_side() -> None:
    tree = record(AlphaBetaNegamax(), Nested())
    second = children(tree, 0)[1]
    assert tree.values_for == "mover"
    assert ((second.alpha, second.beta), second.value_text) == ((-INFINITY, -3), "≥−2")


def test_a_guess_at_the_horizon_is_marked() -> None:
    tree = record(Minimax(), Nested(guess=0.25), limit=Limit(depth=1))
    assert [node.kind for node in tree.nodes] == ["value", "evaluation", "evaluation", "evaluation"]
    assert tree.nodes[1].value_text == "≈0.25"


@given(nested.filter(lambda tree: isinstance(tree, tuple)))
@settings(deadline=None)
def test_every_search_records_what_it_answers(shape: Any) -> None:
    game = Nested(shape)
    whole = record(Minimax(), game)
    pruned = record(AlphaBeta(), game)
    assert pruned.root.value == whole.root.value
    assert pruned.searched == pruned.visited <= whole.visited
    for tree in (whole, pruned, record(Negamax(), game)):
        moves = tuple(tree.nodes[index].move for index in tree.principal[1:])
        assert tree.result is not None
        assert moves == tree.result.line
        assert tree.root.value == tree.result.value


@given(nested.filter(lambda tree: isinstance(tree, tuple)))
@settings(deadline=None)
def test_every_move_of_an_inner_node_is_searched_or_cut_once(shape: Any) -> None:
    game = Nested(shape)
    tree = record(AlphaBeta(), game)
    for index, node in enumerate(tree.nodes):
        if node.kind == "value":
            moves = [child.move for child in children(tree, index)]
            assert moves == list(game.moves(node.state))


@given(nested)
@settings(deadline=None)
def test_parents_come_before_their_children(shape: Any) -> None:
    tree = record(AlphaBeta(), Nested(shape))
    for index, node in enumerate(tree.nodes[1:], start=1):
        assert node.parent < index
        assert node.ply == tree.nodes[node.parent].ply + 1


def test_equal_states_take_the_moves_in_turn() -> None:
    tree = record(Minimax(), Nested(((1, 1), (1, 1))))
    assert [node.move for node in children(tree, 0)] == [0, 1]
    assert not any(node.again for node in tree.nodes)


def shape(tree: RecordedTree) -> list[RecordedNode]:
    return [node._replace(state=None) for node in tree.nodes]


@pytest.mark.parametrize("search", [Minimax(), Negamax(), AlphaBeta(), AlphaBetaNegamax()])
@pytest.mark.parametrize("game", [Lists(), Plain()])
def test_states_need_neither_equality_nor_a_hash(search: Search, game: Game[Any]) -> None:
    tree, expected = record(search, game), record(search, Tuples())
    assert shape(tree) == shape(expected)
    assert tree.principal == expected.principal
    assert len(tree.principal) == 4
    assert tree.text() == expected.text()
    assert tree.svg()


def test_cut_branches_of_plain_states_are_those_that_were_not_visited() -> None:
    tree = record(AlphaBeta(), Plain())
    assert tree.cut > 0
    for index, node in enumerate(tree.nodes):
        if node.kind == "value":
            assert [child.move for child in children(tree, index)] == [2, 1, 3]


def test_deepening_on_plain_states() -> None:
    tree = record(AlphaBeta(), Plain(), limit=Limit(nodes=10_000))
    assert shape(tree) == shape(record(AlphaBeta(), Tuples()))


def test_chance_on_states_without_a_hash() -> None:
    def coins(game: Game[Any]) -> RecordedTree:
        recorder = Recorder(game, 4)
        expectiminimax(recorder.observed_game, game.initial(), 4, recorder)
        return recorder.tree()

    assert shape(coins(Tossed())) == shape(coins(Coins()))


def test_the_tree_has_the_game_itself() -> None:
    game = Plain()
    assert record(Minimax(), game).game is game


def test_a_research_among_equal_states_is_of_its_own_move() -> None:
    game = Nested(((3, 4), (5, 6), (5, 6)))
    recorder = Recorder(game, 2)
    start, seen = game.initial(), recorder.observed_game
    recorder.enter(start, 2)
    first, second, third = (seen.result(start, move) for move in range(3))
    assert second == third
    for child in (first, second, second, third, second, third):
        recorder.enter(child, 1)
        recorder.evaluation(0.0)
    assert [(node.move, node.again) for node in recorder.tree().nodes[1:]] == [
        (0, False),
        (1, False),
        (1, True),
        (2, False),
        (1, True),
        (2, True),
    ]


def test_a_scouting_research_among_equal_states() -> None:
    game = Nested(((3, 4), (5, 6), (5, 6)))
    recorder = Recorder(game, 2)
    scout(recorder.observed_game, game.initial(), 2, -INFINITY, INFINITY, recorder)
    moves = [(node.move, node.again) for node in children(recorder.tree(), 0)]
    assert moves == [(0, False), (1, False), (1, True), (2, False)]


@dataclass(frozen=True)
class Shared(Nested):
    """Moves to equal states give one and the same object."""

    @staticmethod
    @cache
    def shared(state: Any) -> Any:
        return state

    def result(self, state: Any, move: int) -> Any:
        return self.shared(super().result(state, move))


@pytest.mark.parametrize("search", [Minimax(), AlphaBeta()])
def test_one_object_by_two_moves_is_two_branches(search: Search) -> None:
    tree = ((1, 2), (1, 2), (0, 5), (1, 2))
    assert shape(record(search, Shared(tree))) == shape(record(search, Nested(tree)))


def test_one_object_by_two_moves_made_at_once() -> None:
    game = Shared(((1, 2), (1, 2)))
    recorder = Recorder(game, 2)
    start = game.initial()
    recorder.enter(start, 2)
    for child in [recorder.observed_game.result(start, move) for move in range(2)]:
        recorder.enter(child, 1)
        recorder.evaluation(0.0)
    assert [(node.move, node.again) for node in recorder.tree().nodes[1:]] == [
        (0, False),
        (1, False),
    ]


def test_a_look_further_ahead_is_not_mistaken_for_a_move_here() -> None:
    game = Shared(((1, 2), ((1, 2), 7)))
    recorder = Recorder(game, 2)
    start, seen = game.initial(), recorder.observed_game
    recorder.enter(start, 2)
    seen.result(seen.result(start, 1), 1)
    recorder.enter(seen.result(start, 0), 1)
    assert recorder.tree().nodes[1].move == 0


@pytest.mark.parametrize("search", [Minimax(), Negamax(), AlphaBeta(), AlphaBetaNegamax()])
@pytest.mark.parametrize("most_nodes", [1, 1000])
def test_a_node_without_moves_is_an_error_of_the_rules(search: Search, most_nodes: int) -> None:
    game = Nested(((3, (((),),)), (1, 2)))
    message = r"nested has no legal move in a state that is not terminal: \(\); run `outply check`"
    with pytest.raises(OutplyError, match=message):
        record(search, game, most_nodes=most_nodes)


def test_a_chance_node_without_outcomes_is_an_error_of_the_rules() -> None:
    class Stuck(Coins):
        def outcomes(self, state: Any) -> Iterator[tuple[int, float]]:
            yield from ()

    recorder = Recorder(Stuck(), 4)
    with pytest.raises(OutplyError, match="stuck has no legal move"):
        expectiminimax(recorder.observed_game, (), 4, recorder)


def test_a_value_without_a_look_below_is_no_error() -> None:
    game = Nested()
    for state in (game.initial(), (MAX, 5)):
        recorder = Recorder(game, 2)
        recorder.enter(state, 2)
        assert recorder.value(3.0) == 3.0


def test_a_second_visit_is_a_research() -> None:
    game = Nested(((3, 4), (5, 6)))
    recorder = Recorder(game, 2)
    scout(recorder.observed_game, game.initial(), 2, -INFINITY, INFINITY, recorder)
    tree = recorder.tree()
    assert [(node.move, node.again) for node in children(tree, 0)] == [
        (0, False),
        (1, False),
        (1, True),
    ]
    assert tree.principal[1] == tree.children[0][2]


def test_coming_back_to_the_root_is_another_pass() -> None:
    game = Nested()
    recorder = Recorder(game, 2)
    for alpha in (10, 2):
        settings = AlphaBetaSettings(MAX)
        alphabeta(recorder.observed_game, game.initial(), 2, alpha, alpha + 2, recorder, settings)
    tree = recorder.tree()
    assert [tree.nodes[root].value_text for root in tree.roots] == ["≤5", "3"]
    assert tree.principal[0] == tree.roots[1]


def test_chance_keeps_the_probabilities() -> None:
    recorder = Recorder(Coins(), 4)
    expectiminimax(recorder.observed_game, (), 4, recorder)
    tree = recorder.tree()
    flips = children(tree, tree.children[0][1])
    assert [(node.move, node.probability) for node in flips] == [(1, 0.25), (0, 0.75)]
    assert all(node.probability is None for node in children(tree, 0))
    assert len(tree.principal) == 2


def test_three_players() -> None:
    recorder = Recorder(Three(), 3)
    expectiminimax(recorder.observed_game, (), 3, recorder)
    assert {node.player for node in recorder.tree().nodes} == {0, 1, 2}


@dataclass(frozen=True)
class Noisy(Nested):
    """Only the last branch of a node is noisy."""

    def noisy_moves(self, state: Any) -> Iterator[int]:
        yield len(state[1]) - 1


def test_quiescence_cuts_only_noisy_moves() -> None:
    game = Noisy()
    recorder = Recorder(game, 0)
    recorder.enter(game.initial(), 0)
    recorder.cut()
    recorder.value(1.0)
    assert [node.move for node in recorder.tree().nodes] == [None, 2]


def test_a_quiet_move_in_quiescence_is_recognised() -> None:
    game = Noisy()
    recorder = Recorder(game, 0)
    start = game.initial()
    recorder.enter(start, 0)
    recorder.enter(recorder.observed_game.result(start, 0), 0)
    assert recorder.tree().nodes[1].move == 0


def test_a_step_that_no_move_explains_has_none() -> None:
    game = Nested()
    recorder = Recorder(game, 2)
    recorder.enter(game.initial(), 2)
    recorder.enter((1, ("null",)), 1)
    node = recorder.tree().nodes[1]
    assert (node.move, node.again, node.parent) == (None, False, 0)


def test_a_stopped_search_leaves_its_tree() -> None:
    game = Nested()
    recorder = Recorder(game, 2, nodes=6)
    with pytest.raises(Stopped):
        minimax(recorder.observed_game, game.initial(), 2, MAX, recorder)
    tree = recorder.tree()
    assert not recorder.finished
    assert [node.kind for node in tree.nodes].count("open") == 2
    assert tree.principal == (0, 1, 2)
    assert tree.text()
    assert tree.svg()


@dataclass(frozen=True)
class Interrupted(Nested):
    """The person at the keyboard loses patience at a leaf worth 4."""

    def utility(self, state: Any, player: int) -> float:
        if state[1] == 4:
            raise KeyboardInterrupt
        return super().utility(state, player)


def test_ctrl_c_leaves_the_tree_so_far() -> None:
    tree = record(Minimax(), Interrupted())
    assert tree.result is not None
    assert tree.result.interrupted
    assert [node.kind for node in tree.nodes].count("open") == 3
    assert len(tree.nodes) == 8


def test_deepening_keeps_the_last_finished_ply() -> None:
    tree = record(Minimax(), Nested(guess=1.0), limit=Limit(nodes=10))
    assert tree.result is not None
    assert tree.result.depth == 1
    assert [node.kind for node in tree.nodes] == ["value", "evaluation", "evaluation", "evaluation"]


def test_a_search_without_budget_shows_its_root() -> None:
    for limit in (Limit(nodes=0), Limit(depth=0)):
        tree = record(Minimax(), Nested(guess=0.5), limit=limit)
        assert [(node.kind, node.value) for node in tree.nodes] == [("evaluation", 0.5)]


def test_where_the_game_is_over_the_tree_is_one_leaf() -> None:
    tree = record(Negamax(), Nested(5, first=1))
    assert [(node.kind, node.value) for node in tree.nodes] == [("utility", -5)]


def test_a_recorder_without_nodes_has_no_tree() -> None:
    with pytest.raises(OutplyError, match="visited no node"):
        Recorder(Nested(), 2).tree()


class Silent(Search):
    name = "silent"

    def answer(self, game: Any, state: Any, request: Any) -> Result:
        return Result(0, 0.0, (0,), 1, 1, 0.0, False, False)


def test_a_search_that_reports_nothing_is_refused() -> None:
    with pytest.raises(OutplyError, match="silent reports no tree"):
        record(Silent(), Nested())


def test_beyond_the_budget_the_deepest_plies_are_only_counted() -> None:
    game = Nested((((1, 2), (3, 4)), ((5, 6), (7, 8))))
    tree = record(Minimax(), game, most_nodes=10)
    assert tree.searched == 15
    assert [node.ply for node in tree.nodes] == [0, 1, 1]
    assert [node.value for node in tree.nodes] == [6, 2, 6]
    assert "the upper 3 of 15 nodes" in tree.text()
    assert "the upper 3 of 15 nodes" in tree.svg()


@given(nested, st.integers(1, 40))
@settings(deadline=None)
def test_forgetting_changes_nothing_above(shape: Any, most: int) -> None:
    whole = record(AlphaBeta(), Nested(shape))
    some = record(AlphaBeta(), Nested(shape), most_nodes=most)
    deepest = max(node.ply for node in some.nodes)
    upper = [node for node in whole.nodes if node.ply <= deepest]
    assert [node._replace(parent=0) for node in some.nodes] == [
        node._replace(parent=0) for node in upper
    ]
    assert len(some.nodes) <= max(most, sum(node.ply <= 1 for node in whole.nodes))
    assert some.searched == whole.searched
