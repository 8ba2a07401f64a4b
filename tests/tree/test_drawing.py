from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from small_games import TEXTBOOK, Coins, Nested, Three, expectiminimax, scout
from syrupy.assertion import SnapshotAssertion

from outply.game import INFINITY, MAX, Game
from outply.search.alphabeta import AlphaBeta, AlphaBetaNegamax, AlphaBetaSettings, alphabeta
from outply.search.base import Limit
from outply.search.maxn import MaxN
from outply.search.minimax import Minimax
from outply.search.paranoid import Paranoid
from outply.tree import RecordedTree, Recorder, record
from outply.tree.labels import number_text
from tests.tiers import slow

SVG = "{http://www.w3.org/2000/svg}"


def recorded(game: Game[Any], depth: int) -> RecordedTree:
    recorder = Recorder(game, depth)
    expectiminimax(recorder.observed_game, game.initial(), depth, recorder)
    return recorder.tree()


def scouted() -> RecordedTree:
    game = Nested(((3, 4), (5, 6)))
    recorder = Recorder(game, 2)
    scout(recorder.observed_game, game.initial(), 2, -INFINITY, INFINITY, recorder)
    return recorder.tree()


def passes() -> RecordedTree:
    recorder = Recorder(Nested(), 2)
    for alpha in (10, 2):
        game, settings = recorder.observed_game, AlphaBetaSettings(MAX)
        alphabeta(game, Nested().initial(), 2, alpha, alpha + 2, recorder, settings)
    return recorder.tree()


def grown(depth: int, branching: int, seed: int) -> Any:
    rng = random.Random(seed)

    def grow(depth: int) -> Any:
        return tuple(grow(depth - 1) for _ in range(branching)) if depth else rng.randint(-20, 20)

    return grow(depth)


def shapes(svg: str) -> list[str]:
    """The classes of the nodes' shapes, without the legend's."""
    tree = ElementTree.fromstring(svg).find(f"{SVG}g")
    assert tree is not None
    marks = [mark for kind in ("polygon", "rect", "circle") for mark in tree.iter(SVG + kind)]
    return [mark.attrib["class"] for mark in marks]


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


# -- text ---------------------------------------------------------------------------------


def test_minimax_as_text(snapshot: SnapshotAssertion) -> None:
    assert record(Minimax(), Nested()).text() == snapshot


def test_alphabeta_as_text_with_windows(snapshot: SnapshotAssertion) -> None:
    assert record(AlphaBeta(), Nested()).text(windows=True) == snapshot


def test_a_horizon_as_text(snapshot: SnapshotAssertion) -> None:
    game = Nested(((1, (2, 3)), (4,)), guess=0.125)
    assert record(AlphaBetaNegamax(), game, limit=Limit(depth=2)).text() == snapshot


def test_chance_as_text(snapshot: SnapshotAssertion) -> None:
    assert recorded(Coins(), 4).text() == snapshot


def test_three_players_as_text(snapshot: SnapshotAssertion) -> None:
    assert recorded(Three(), 3).text() == snapshot


def test_a_research_as_text(snapshot: SnapshotAssertion) -> None:
    assert scouted().text(windows=True) == snapshot


def test_passes_as_text(snapshot: SnapshotAssertion) -> None:
    assert passes().text() == snapshot


# -- pictures -----------------------------------------------------------------------------


def test_alphabeta_as_a_picture(snapshot: SnapshotAssertion) -> None:
    assert record(AlphaBeta(), Nested()).svg(windows=True) == snapshot


def test_the_same_tree_is_the_same_picture() -> None:
    assert record(AlphaBeta(), Nested()).svg() == record(AlphaBeta(), Nested()).svg()


def test_players_ends_and_cuts_have_their_own_shapes() -> None:
    drawn = shapes(record(AlphaBeta(), Nested()).svg())
    assert sorted(drawn) == ["cut"] * 2 + ["end"] * 7 + ["max"] + ["min"] * 3


def test_chance_is_round_and_its_branches_have_probabilities() -> None:
    svg = recorded(Coins(), 4).svg()
    assert shapes(svg).count("chance") == 2 + 8
    assert texts(svg).count("heads (0.25)") == 5
    assert "fair & <even>" in texts(svg)


def test_many_players_are_numbered() -> None:
    svg = recorded(Three(), 3).svg()
    assert shapes(svg).count("player") == 7
    said = texts(svg)
    numbered = [f"player {number} to move" in said for number in range(5)]
    assert numbered == [False, True, True, True, False]
    assert recorded(Three(), 3).text().startswith("⬡1 ")


def test_the_marks_of_many_players_explain_guesses_too() -> None:
    svg = record(MaxN(), Three(), limit=Limit(depth=1)).svg()
    assert "≈ an evaluation, at the horizon" in texts(svg)
    assert 'class="max' not in svg


@pytest.mark.parametrize(
    ("game", "values_for", "note"),
    [
        (Coins(), "MAX", "Values are MAX's: MAX wants them high, MIN low, and chance averages."),
        (
            Coins(),
            "mover",
            "Each value is from the side of the player to move there, at chance from MAX's.",
        ),
        (
            Three(),
            "root",
            "Values are player 1's, for the root: player 1 wants them high, all others low.",
        ),
        (
            Three(),
            "MAX",
            "Values are player 1's, for the root: player 1 wants them high, all others low.",
        ),
        (Three(), "mover", "Each value is from the side of the player to move there."),
    ],
)
def test_whose_values_they_are(game: Game[Any], values_for: str, note: str) -> None:
    tree = replace(recorded(game, 4), values_for=values_for)
    assert note in texts(tree.svg())
    assert note in tree.text().splitlines()


def test_values_for_another_root() -> None:
    game = Three()
    tree = record(Paranoid(), game, game.result(game.initial(), 1), Limit(depth=2))
    assert "Values are player 2's, for the root: player 2 wants them high" in tree.text()


def test_a_root_without_a_search_has_the_value_of_its_player() -> None:
    class Guessed(Three):
        def evaluate(self, state: tuple[int, ...], player: int) -> float:
            return player / 4

    game = Guessed()
    for search in (Paranoid(), MaxN()):
        tree = record(search, game, game.result(game.initial(), 1), Limit(depth=0))
        assert tree.root.value == 0.25


def test_what_is_not_there_is_not_explained() -> None:
    tree = record(Minimax(), Nested())
    for word in ("chance", "player"):
        assert word not in tree.text()
        assert not [said for said in texts(tree.svg()) if word in said]


def test_windows_are_drawn_on_request() -> None:
    tree = record(AlphaBeta(), Nested())
    assert "[3, 14]" in texts(tree.svg(windows=True))
    assert "[3, 14]" not in texts(tree.svg())


def test_the_principal_line_is_bold() -> None:
    svg = record(AlphaBeta(), Nested()).svg()
    assert svg.count('<g class="principal"') == 3
    assert svg.count('class="principal-edge"') == 3, "two branches, and the legend's"


def test_every_node_has_a_title() -> None:
    titles = [
        t.text
        for t in ElementTree.fromstring(record(AlphaBeta(), Nested()).svg()).iter(f"{SVG}title")
    ]
    assert "(2, 4, 6)\nMIN to move\nvalue ≤2\nwindow [3, ∞]" in titles
    reason = "Prune: value 2 ≤ alpha 3, so MAX, who has 3 elsewhere, never comes here."
    assert f"2: cut, not searched\n{reason}" in titles


def test_the_legend_says_whose_values_and_how_many_nodes() -> None:
    assert "Values are MAX's: MAX wants them high, MIN low." in texts(
        record(AlphaBeta(), Nested()).svg()
    )
    said = texts(record(AlphaBetaNegamax(), Nested()).svg())
    assert "Each value is from the side of the player to move there." in said
    assert "11 nodes, 7 leaves, 2 cut." in said


def test_the_legend_explains_only_what_is_there() -> None:
    plain = texts(record(Minimax(), Nested()).svg())
    assert not {"cut, not searched", "searched again", "? not finished"} & set(plain)
    assert "searched again" in texts(scouted().svg())
    assert {"pass 1", "pass 2"} <= set(texts(passes().svg()))


def test_a_notebook_shows_the_picture() -> None:
    tree = record(AlphaBeta(), Nested())
    assert tree.svg() in tree._repr_html_()


@pytest.mark.parametrize("tree", [5, TEXTBOOK, grown(7, 2, 0), grown(5, 5, 1)])
def test_nothing_leaves_the_canvas(tree: Any) -> None:
    svg = record(AlphaBeta(), Nested(tree)).svg(windows=True)
    root = ElementTree.fromstring(svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height
    assert width < 4000


@slow
def test_a_large_tree_keeps_all_nodes_and_drops_what_cannot_be_read() -> None:
    svg = record(Minimax(), Nested(grown(8, 3, 2))).svg()
    assert len(shapes(svg)) == 9841
    assert len(texts(svg)) < 2000
    assert svg.count("<title>") < 5000
    assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)) >= 6


def test_a_refuting_reply_keeps_its_value_beside_what_was_cut() -> None:
    replies = ((-0.125, *range(1, 8)),) * 40
    tree = record(AlphaBeta(), Nested(((0.5,), *replies)))
    assert tree.cut == 40 * 7
    assert texts(tree.svg()).count("−0.125") == 40


def test_a_deep_tree_is_drawn() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = (deep,)
    tree = record(AlphaBeta(), Nested(deep))
    assert len(shapes(tree.svg())) == 401
    assert tree.text().count("\n") > 400


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (3.0, "3"),
        (-0.0, "0"),
        (0.25, "0.25"),
        (1 / 3, "0.333"),
        (-0.5, "−0.5"),
        (12.345, "12.3"),
        (999.7, "1000"),
        (-12345.0, "−12345"),
        (2.5e7, "2.5e+07"),
        (1e-9, "1e−09"),
        (INFINITY, "∞"),
        (-INFINITY, "−∞"),
    ],
)
def test_numbers_are_short(number: float, text: str) -> None:
    assert number_text(number) == text
