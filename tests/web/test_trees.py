"""Recorded trees for a page and for a notebook."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from outply import MCTS, AlphaBeta, BoardView, Limit, OutplyError, load
from outply.tree import record
from outply.web import stepper as stepper_module
from outply.web.messages import At, Example, Limits, Tree, TreeRequest, encode
from outply.web.tree_message import tree_message
from outply.web.trees import examples, exported, recorded
from tests.tiers import only_full, slow

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def answered(nested: Any = None, **given: Any) -> Tree:
    at = given.pop("at", At(game="tree"))
    game = load(at.game, **at.settings)
    state = game.initial()
    for move in at.moves:
        state = game.result(state, game.parse_move(state, move))
    request = TreeRequest(id=7, at=at, nested=nested, **given)
    place, tree = recorded(request, game, state)
    return tree_message(7, place, tree)


def test_the_textbook_tree() -> None:
    tree = answered(TEXTBOOK, search="alphabeta")
    assert (tree.id, tree.title) == (7, "alphabeta on tree: value 3, move 1")
    assert [node.label for node in tree.nodes[:5]] == ["3", "3", "3", "12", "8"]
    assert [node.kind for node in tree.nodes].count("cut") == 2
    assert tree.cuts_on_equality is True
    assert {node.reason for node in tree.nodes} - {""} == {
        "Prune: value 2 ≤ alpha 3, so MAX, who has 3 elsewhere, never comes here."
    }
    assert tree.events[-1].kind == "value" and tree.events[-1].node == 0


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_every_example_is_recorded(example: Example) -> None:
    limits = Limits(depth=example.depth)
    at = example.at or At(game="tree")
    tree = answered(example.nested, at=at, search=example.search, limits=limits)
    assert len(tree.nodes) > 3 and tree.events
    assert tree.title.startswith(f"{example.search.partition(':')[0]} on ")


def test_cuts_on_equality_and_pruned_leaves() -> None:
    equal = [[3, 12], [3, 9]]
    assert len([node for node in answered(equal, search="alphabeta").nodes if node.reason]) == 1
    strict = answered(equal, search="alphabeta", cut_on_equality=False)
    assert not [node for node in strict.nodes if node.reason]
    assert strict.cuts_on_equality is False
    shown = answered(TEXTBOOK, search="alphabeta", show_pruned=True)
    assert [node.label for node in shown.nodes if node.kind == "cut"] == ["4", "6"]
    assert answered(TEXTBOOK, search="minimax", cut_on_equality=False).cuts_on_equality is None


def test_a_tree_that_is_not_searched_to_its_end_says_so() -> None:
    estimated = "The search goes 3 plies deep and estimates the values there."
    assert answered(at=At(game="checkers")).note.endswith(estimated)
    whole = answered(TEXTBOOK, search="alphabeta").note
    assert whole == "Values are MAX's: MAX wants them high, MIN low."


def test_simulations_are_played_one_by_one() -> None:
    tree = answered(at=At(game="tic-tac-toe"), search="mcts:seed=1", limits=Limits(nodes=30))
    assert {event.kind for event in tree.events} == {"path"} and len(tree.events) == 30
    assert tree.nodes[0].visits == 30 and tree.nodes[1].urgency


def test_the_best_children_come_first() -> None:
    tree = answered([[1], [5], [3], [5]], search="minimax")
    children = [node for node in tree.nodes if node.parent == 0]
    assert [node.rank for node in children] == [3, 0, 2, 1]


@slow
def test_a_large_tree_fits_into_a_message() -> None:
    tree = answered([[[[7] * 10] * 10] * 10] * 8, search="minimax")
    assert len(tree.nodes) == 8889
    assert len(encode(tree)) < 8 << 20


@pytest.mark.parametrize(
    ("nested", "problem"),
    [
        (3, "A tree is a list of branches"),
        ("[[1]]", "A tree is a list of branches"),
        ([], "A node of the tree has no branches"),
        ([[1, None]], "None is no leaf of a tree; give a number."),
        ([[1, True]], "True is no leaf"),
        ([[1, "x"], 2], "'x' is no leaf"),
        ([float("inf")], "is not a finite number"),
    ],
)
def test_a_wrong_tree_is_refused_in_one_sentence(nested: Any, problem: str) -> None:
    with pytest.raises(OutplyError) as refused:
        answered(nested)
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_game_with_hidden_information_has_no_tree() -> None:
    with pytest.raises(OutplyError, match="kuhn-poker has no single tree"):
        answered(at=At(game="kuhn-poker"))


@pytest.mark.parametrize(
    ("format", "suffix", "part"),
    [
        ("svg", ".svg", "<svg"),
        ("animated", "-animated.svg", "<set "),
        ("tikz", ".tex", r"\begin{tikzpicture}"),
        ("json", ".json", '"nodes"'),
        ("text", ".txt", "★"),
    ],
)
def test_exports(format: str, suffix: str, part: str) -> None:
    tree = record(AlphaBeta(), load("textbook-tree"))
    name, text = exported(tree, format, windows=True)
    assert name == suffix and part in text


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(OutplyError, match="'png' is no format of trees"):
        exported(record(AlphaBeta(), load("textbook-tree")), "png", windows=False)


# -- notebooks ------------------------------------------------------------------------------


def test_results_and_boards_show_themselves() -> None:
    game = load("tic-tac-toe")
    state = game.result(game.initial(), game.parse_move(game.initial(), "b2"))
    view = game.board(state)
    assert view is not None
    svg = view._repr_html_()
    assert svg.startswith("<svg") and svg.count("<rect") == 9 and ">X</text>" in svg
    result = MCTS(seed=1).search(game, state, Limit(nodes=200), compiled=False)
    html = result._repr_html_()
    assert "<th>value</th>" in html and "<th>simulations</th>" in html


@pytest.mark.parametrize(
    ("name", "text", "shapes"),
    [
        ("connect-four", "4455", {"circle": 42 + 4}),
        ("chess", "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", {"rect": 64, "path": 3}),
        ("checkers", "", {"rect": 64, "circle": 24, "path": 0}),
        ("backgammon", "", {"polygon": 24, "circle": 30}),
        ("othello", "", {"rect": 64, "circle": 0}),
    ],
)
def test_a_board_is_drawn_by_its_kind(name: str, text: str, shapes: dict[str, int]) -> None:
    game = load(name)
    view = game.board(game.parse(text) if text else game.initial())
    assert view is not None
    svg = view._repr_html_()
    assert {shape: svg.count(f"<{shape}") for shape in shapes} == shapes
    ElementTree.fromstring(svg)


def test_kings_have_a_crown_and_unknown_pieces_are_text() -> None:
    board = BoardView((("XX", "O", "?"),), kind="checkers")
    assert board._repr_html_().count("<path") == 1 and ">?</text>" in board._repr_html_()
    assert ">*</text>" in BoardView((("*",),), kind="chess")._repr_html_()


def test_a_cell_of_a_table_is_as_wide_as_its_words() -> None:
    view = load("textbook-tree").board(load("textbook-tree").initial())
    assert view is not None and view.kind == "table"
    svg = view._repr_html_()
    assert ">[3, 12, 8]</text>" in svg and svg.count('width="120"') == 3
    ElementTree.fromstring(svg)


def test_a_piece_is_escaped() -> None:
    assert "&lt;b&gt;" in BoardView((("<b>", ""),))._repr_html_()


def test_a_widget_asks_for_positions_and_files() -> None:
    tree = record(AlphaBeta(), load("tic-tac-toe"), limit=Limit(depth=2))
    found = stepper_module.answer(tree, {"type": "position", "id": 1, "node": 2})
    assert found["id"] == 1
    assert sum(cell != "" for row in found["answer"]["board"]["rows"] for cell in row) == 2
    file = stepper_module.answer(
        tree, {"type": "export", "id": 2, "format": "tikz", "windows": False}
    )
    assert file["answer"]["name"] == "alphabeta-tic-tac-toe.tex"
    refused = stepper_module.answer(
        tree, {"type": "export", "id": 3, "format": "png", "windows": False}
    )
    assert refused["problem"].startswith("'png' is no format")


@only_full
def test_a_widget_needs_the_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(stepper_module, "BUILT", tmp_path)
    tree = record(AlphaBeta(), load("textbook-tree"))
    with pytest.raises(OutplyError, match="The stepper is not built"):
        stepper_module.stepper(tree)
    (tmp_path / "stepper.js").write_text("export default {}")
    (tmp_path / "stepper.css").write_text("")
    widget = stepper_module.stepper(tree)
    message = msgspec.convert(widget.tree, dict[str, Any])
    assert message["title"] == "alphabeta on textbook-tree: value 3, move 1"
