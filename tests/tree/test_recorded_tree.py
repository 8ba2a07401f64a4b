from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_games import Coins, Nested, expectiminimax

from outply.game import OutplyError
from outply.search.alphabeta import AlphaBeta
from outply.search.base import Limit
from outply.search.minimax import Minimax
from outply.tree import Recorder, record


def test_a_tree_for_programs() -> None:
    tree = record(AlphaBeta(), Nested()).to_dict()
    assert tree["counts"] == {"nodes": 11, "kept": 11, "leaves": 7, "cut": 2}
    assert tree["principal"] == [0, 1, 2]
    assert (tree["result"]["move"], tree["result"]["line"]) == ("1", ["1", "1"])
    assert tree["nodes"][5] == {
        "parent": 0,
        "move": "2",
        "probability": None,
        "again": False,
        "kind": "value",
        "position": "(2, 4, 6)",
        "player": 1,
        "window": [3, "inf"],
        "value": 2,
        "bound": "upper",
        "changed": False,
        "visits": None,
        "urgency": None,
    }
    assert tree["nodes"][7]["kind"] == "cut"
    assert "value" not in tree["nodes"][7]


def test_a_tree_of_a_recorder_alone_has_no_result() -> None:
    recorder = Recorder(Coins(), 4)
    expectiminimax(recorder.observed_game, (), 4, recorder)
    assert recorder.tree().to_dict()["result"] is None


@pytest.mark.parametrize("windows", [False, True])
def test_the_suffix_chooses_the_format(tmp_path: Path, windows: bool) -> None:
    tree = record(AlphaBeta(), Nested())
    for suffix in ("svg", "txt", "json"):
        tree.save(tmp_path / f"tree.{suffix}", windows=windows)
    read = {path.suffix: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert read[".svg"] == tree.svg(windows=windows) + "\n"
    assert read[".txt"] == tree.text(windows=windows) + "\n"
    assert json.loads(read[".json"]) == tree.to_dict()


def test_a_suffix_may_be_in_capitals(tmp_path: Path) -> None:
    tree = record(AlphaBeta(), Nested())
    tree.save(tmp_path / "TREE.SVG")
    assert (tmp_path / "TREE.SVG").read_text("utf-8") == tree.svg() + "\n"


def test_nodes_of_the_tree_and_of_all_iterations_have_their_own_names() -> None:
    tree = record(Minimax(), Nested(), limit=Limit(nodes=100)).to_dict()
    assert tree["counts"]["nodes"] == 13
    assert tree["result"]["nodes_of_all_iterations"] == 4 + 13
    assert "nodes" not in tree["result"]


def test_one_node_is_one_node() -> None:
    assert record(Minimax(), Nested(5)).counts_text() == "1 node, 1 leaf, 0 cut"


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        OutplyError, match=r"'tree\.png'; end the name in \.svg, \.tex, \.txt or \.json"
    ):
        record(Minimax(), Nested()).save(tmp_path / "tree.png")
    assert not list(tmp_path.iterdir())


def test_json_is_strict() -> None:
    json.loads(record(AlphaBeta(), Nested()).to_json(), parse_constant=pytest.fail)
