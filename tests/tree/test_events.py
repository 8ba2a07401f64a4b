"""The events of a recorded search: what the stepper plays."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Coins, Three
from syrupy.assertion import SnapshotAssertion

from outply import (
    MCTS,
    MTDF,
    AlphaBeta,
    AlphaBetaNegamax,
    Expectiminimax,
    Genetic,
    Limit,
    MaxN,
    Minimax,
    NegaScout,
    OutplyError,
    Star2,
    load,
)
from outply.tree import RecordedTree, record, record_growth, with_pruned_values
from tests.tiers import examples, only_full, slow

EXAMPLE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
SEARCHES: tuple[Any, ...] = (Minimax(), AlphaBeta(), AlphaBetaNegamax(), NegaScout())

trees = st.recursive(
    st.integers(-3, 3), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30
).filter(lambda tree: isinstance(tree, list))


def recorded(leaves: Any, search: Any) -> RecordedTree:
    return record(search, load("tree", leaves=leaves))


def told(tree: RecordedTree) -> list[str]:
    return [f"{event.kind} {event.node}: {event.text}" for event in tree.events]


def test_alphabeta_step_by_step(snapshot: SnapshotAssertion) -> None:
    assert told(recorded(EXAMPLE, AlphaBeta())) == snapshot


def test_chance_step_by_step(snapshot: SnapshotAssertion) -> None:
    assert told(record(Expectiminimax(), Coins(), limit=Limit(depth=1))) == snapshot


def test_a_cut_says_why() -> None:
    tree = recorded(EXAMPLE, AlphaBeta())
    assert set(tree.cut_reasons.values()) == {
        "Prune: value 2 ≤ alpha 3, so MAX, who has 3 elsewhere, never comes here."
    }
    negamax = recorded(EXAMPLE, AlphaBetaNegamax())
    assert set(negamax.cut_reasons.values()) == {
        "Prune: value −2 ≥ beta −3, so MAX, who holds MIN to −3 elsewhere, never comes here."
    }


def test_without_cuts_on_equality_the_reason_is_strict() -> None:
    leaves = [[3, 9], [3, 7], [2, 5]]
    usual = recorded(leaves, AlphaBeta())
    strict = recorded(leaves, AlphaBeta(cut_on_equality=False))
    assert (usual.cut, strict.cut) == (2, 1)
    assert "value 3 ≤ alpha 3" in usual.cut_reasons[min(usual.cut_reasons)]
    assert "value 2 < alpha 3" in strict.cut_reasons[min(strict.cut_reasons)]
    assert strict.nodes[4].value_text == "3", "a value at the end of the window is exact"
    assert usual.nodes[4].value_text == "≤3"


@pytest.mark.parametrize("search", SEARCHES)
@given(leaves=trees)
@settings(max_examples=examples(80), deadline=None)
def test_events_lead_to_what_was_recorded(search: Any, leaves: Any) -> None:
    """Each visit ends once, in the order of depth-first search, with the value so far."""
    tree = recorded(leaves, search)
    path: list[int] = []
    best: dict[int, float | None] = {}
    for event in tree.events:
        node = tree.nodes[event.node]
        if event.kind == "enter":
            path.append(event.node)
            assert (event.alpha, event.beta) == (node.alpha, node.beta)
        elif event.kind == "value":
            if node.kind == "value":
                assert path.pop() == event.node
                assert best[event.node] == node.value
            assert event.value == node.value
        else:
            assert event.node == path[-1]
            best[event.node] = event.value
    assert not path
    ended = [event.node for event in tree.events if event.kind == "value"]
    assert sorted(ended) == [i for i, node in enumerate(tree.nodes) if node.kind != "cut"]
    cut = [branch for event in tree.events for branch in event.cut]
    assert sorted(cut) == [i for i, node in enumerate(tree.nodes) if node.kind == "cut"]


@pytest.mark.parametrize("search", [AlphaBeta(), NegaScout(), MTDF()])
@given(leaves=trees)
@settings(max_examples=examples(60), deadline=None)
def test_a_cut_is_always_explained_by_the_window(search: Any, leaves: Any) -> None:
    for event in recorded(leaves, search).events:
        assert event.kind != "cut" or event.text.startswith("Prune: value")


@slow
def test_cuts_at_chance_and_many_players_are_told_too() -> None:
    star = record(Star2(), load("dice-tree", depth=4, branching=4, spread=3))
    assert any("expected value" in event.text for event in star.events if event.kind == "cut")
    assert [event.kind for event in record(MaxN(), Three()).events].count("value") > 3


def test_a_stopped_search_has_events_up_to_there() -> None:
    tree = record(AlphaBeta(), load("tic-tac-toe"), limit=Limit(nodes=5, depth=5))
    assert tree.events


# -- pruned values --------------------------------------------------------------------------


def test_pruned_leaves_have_values_afterwards() -> None:
    tree = with_pruned_values(recorded([[3, 12], [2, [4, 9], 6]], AlphaBeta()))
    cut = [(node.value, node.ply) for node in tree.nodes if node.kind == "cut"]
    assert cut == [(9.0, 2), (4.0, 3), (9.0, 3), (6.0, 2)]
    assert (tree.cut, tree.visited) == (2, 6)
    assert "✂ cut (9)" in tree.text()


@given(leaves=trees, mover=st.booleans())
@settings(max_examples=examples(80), deadline=None)
def test_pruned_values_are_those_of_minimax(leaves: Any, mover: bool) -> None:
    search = AlphaBetaNegamax() if mover else AlphaBeta()
    tree = with_pruned_values(recorded(leaves, search))
    whole = recorded(leaves, Minimax())
    values = {whole.game.format(node.state): node.value for node in whole.nodes}
    for node in tree.nodes:
        if node.kind == "cut":
            sign = -1 if mover and node.player == 1 else 1
            assert node.value == sign * (values[tree.game.format(node.state)] or 0.0)


def test_pruned_branches_are_searched_to_their_ends_where_the_search_was() -> None:
    game = load("tree", leaves=[[5, 7], [1, [2, 9]]])
    tree = with_pruned_values(record(AlphaBeta(), game, limit=Limit(nodes=100)))
    assert [node.value for node in tree.nodes if node.kind == "cut"] == [9.0, 2.0, 9.0]


def test_branches_without_room_stay_without_a_value() -> None:
    tree = with_pruned_values(recorded([[3, 12], [2, [4, 9], 6]], AlphaBeta()), most_nodes=1)
    assert [node.value for node in tree.nodes if node.kind == "cut"] == [None, 6.0]


def test_a_search_without_cuts_stays_as_it_is() -> None:
    tree = recorded(EXAMPLE, Minimax())
    assert with_pruned_values(tree) is tree


# -- trees that grow ------------------------------------------------------------------------


@only_full
@slow
@pytest.mark.parametrize("search", [MCTS(seed=1), Genetic(seed=1)])
def test_paths_lead_to_the_recorded_tree(search: Any) -> None:
    tree = record_growth(search, load("tic-tac-toe"), limit=Limit(nodes=60, depth=4))
    values: dict[int, Any] = {}
    for event in tree.events:
        assert event.kind == "path"
        assert event.node in [change.node for change in event.changes]
        values |= {change.node: (change.value, change.visits) for change in event.changes}
    if isinstance(search, MCTS):
        assert values == {i: (node.value, node.visits) for i, node in enumerate(tree.nodes)}
        assert tree.events[0].text.startswith("Simulation 1: ")
        assert any(event.text.startswith("Simulations 51 to 52") for event in tree.events)


def test_simulations_have_ucb_values() -> None:
    tree = record(MCTS(exploration=0.5), load("tic-tac-toe"), limit=Limit(nodes=50))
    root, child = tree.nodes[0], tree.nodes[1]
    assert root.urgency is None and child.urgency is not None
    assert child.value is not None and child.visits is not None
    mean = (child.value + 1) / 2
    assert child.urgency == pytest.approx(mean + 0.5 * sqrt(log(51) / child.visits))


# -- exports --------------------------------------------------------------------------------


def test_tikz(snapshot: SnapshotAssertion) -> None:
    assert (
        with_pruned_values(recorded([[3, 12], [2, 4]], AlphaBeta())).tikz(windows=True) == snapshot
    )


def test_tikz_escapes_what_latex_would_read() -> None:
    tree = recorded({"50%_{a}": 1, "\\x": {"~": 3, "^": -4}}, Minimax())
    text = tree.tikz()
    for escaped in (r"50\%\_\{a\}", r"\textbackslash{}x", r"\textasciitilde{}", "$-$4"):
        assert escaped in text


def test_a_large_tree_is_no_tikz_picture() -> None:
    with pytest.raises(OutplyError, match=r"^The tree has 3,?\d\d\d nodes, and a TikZ picture"):
        recorded([[1] * 60] * 60, Minimax()).tikz()


def test_an_animated_picture(snapshot: SnapshotAssertion) -> None:
    assert recorded([[3, 12], [2, 4]], AlphaBeta()).svg(animated=True) == snapshot


def test_pictures_use_what_slide_programs_know() -> None:
    for animated in (False, True):
        svg = recorded(EXAMPLE, AlphaBeta()).svg(windows=True, animated=animated)
        for unknown in ("paint-order", "<style", "style=", ":is(", "var("):
            assert unknown not in svg


def test_without_animations_everything_is_visible() -> None:
    """Only what is shown for a while starts hidden: the captions and the ring."""
    svg = recorded(EXAMPLE, AlphaBeta()).svg(animated=True)
    steps = len(recorded(EXAMPLE, AlphaBeta()).events)
    assert svg.count('visibility="hidden"') == (steps - 1) + 1


def test_a_long_search_is_no_animation() -> None:
    with pytest.raises(OutplyError, match=r"steps, and an animation has at most 1,000"):
        recorded([[1] * 30] * 30, Minimax()).svg(animated=True)
