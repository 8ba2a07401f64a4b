"""`outply tree`."""

import json

import pytest

from tests.tiers import slow

TEXTBOOK = """\
▲ 3 ★
├─ 1 ▼ 3 ★
│  ├─ 1 · 3 ★
│  ├─ 2 · 12
│  └─ 3 · 8
├─ 2 ▼ ≤2
│  ├─ 1 · 2
│  ├─ 2 ✂ cut
│  └─ 3 ✂ cut
└─ 3 ▼ ≤2
   ├─ 1 · 14
   ├─ 2 · 5
   └─ 3 · 2
"""


def test_the_textbook_tree(outply):
    assert outply("tree", "textbook-tree", "--search", "alphabeta").stdout.startswith(TEXTBOOK)


@pytest.mark.parametrize(
    ("game", "nodes", "cut", "value"),
    [("textbook-tree", 11, 2, 3.0), ("lecture-tree", 10, 0, 5.0), ("inc-square", 18, 5, 5.0)],
)
def test_a_small_tree_is_drawn_to_the_end(game, nodes, cut, value, answered):
    document = answered("tree", game)
    assert (document["counts"]["nodes"], document["counts"]["cut"]) == (nodes, cut)
    assert document["result"]["proved"]
    assert document["result"]["value"] == value


@slow
def test_a_large_tree_is_three_plies_deep(answered):
    document = answered("tree", "connect-four", "--search", "minimax")
    assert document["counts"]["nodes"] == 1 + 7 + 49 + 343


def test_the_depth_is_as_told(answered):
    assert (
        answered("tree", "connect-four", "--search", "minimax", "--depth", "1")["counts"]["nodes"]
        == 8
    )


def test_cutting_on_equality_is_a_switch(answered, refused):
    equal = ("tree", "tree", "--set", "leaves=[[3, 12], [3, 9]]")
    assert answered(*equal)["counts"]["nodes"] == 6
    assert answered(*equal, "--no-cut-on-equality")["counts"]["nodes"] == 7
    why = refused("tree", "textbook-tree", "--search", "minimax", "--cut-on-equality")
    assert why.startswith("minimax has no choice between cutting on equality or not;")


def test_what_was_cut_has_a_reason_and_on_request_a_value(answered, outply):
    cut = [node for node in answered("tree", "textbook-tree")["nodes"] if node["kind"] == "cut"]
    assert {node["reason"][:27] for node in cut} == {"Prune: value 2 ≤ alpha 3, s"}
    assert "✂ cut (4)" in outply("tree", "textbook-tree", "--pruned").stdout


def test_tikz_and_animated_pictures(outply, refused, tmp_path):
    latex, film = tmp_path / "tree.tex", tmp_path / "tree.svg"
    outply("tree", "textbook-tree", "--out", str(latex), "--windows")
    assert latex.read_text().startswith(r"\documentclass[tikz")
    outply("tree", "textbook-tree", "--out", str(film), "--animated")
    assert "<set " in film.read_text()
    why = refused("tree", "textbook-tree", "--animated")
    assert why.strip() == "--animated makes a .svg file; name it with --out."


def test_windows(outply):
    assert "[−∞, ∞]" in outply("tree", "textbook-tree", "--windows").stdout
    assert "[−∞, ∞]" not in outply("tree", "textbook-tree").stdout


def test_from_a_position_by_moves(answered):
    document = answered("tree", "textbook-tree", "--moves", "2")
    assert document["nodes"][0]["position"] == "/2"


@pytest.mark.parametrize("suffix", ["svg", "txt", "json"])
def test_saved_by_suffix(suffix, tmp_path, outply):
    file = tmp_path / f"tree.{suffix}"
    result = outply("tree", "textbook-tree", "--out", str(file))
    assert result.stdout == ""
    assert result.stderr == f"Wrote {file}: 11 nodes, 7 leaves, 2 cut.\n"
    text = file.read_text(encoding="utf-8")
    assert {"svg": "<svg", "txt": "▲ 3", "json": '{"schema":1,"game"'}[suffix] in text


def test_saved_and_answered(tmp_path, answered):
    file = tmp_path / "tree.json"
    document = answered("tree", "textbook-tree", "--out", str(file))
    assert document == json.loads(file.read_text(encoding="utf-8"))


STEPS = ("tree", "random-tree", "--search", "genetic:population=4,depth=3", "--steps")


def test_steps_draw_a_tree_for_each_path(outply, answered, tmp_path):
    text = outply(*STEPS, "--nodes", "3").stdout
    assert [line for line in text.splitlines() if line.startswith("Path")] == [
        "Path 1",
        "Path 2",
        "Path 3",
    ]
    trees = answered(*STEPS, "--nodes", "3")["trees"]
    assert [tree["result"]["nodes_of_all_iterations"] for tree in trees] == [1, 2, 3]
    assert all(sum(node["changed"] for node in tree["nodes"]) >= 1 for tree in trees)
    outply(*STEPS, "--nodes", "2", "--out", str(tmp_path / "tree.svg"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree-01.svg", "tree-02.svg"]


def test_steps_end_with_the_paths(answered):
    small = ("--set", "branching=2", "--set", "depth=2", "--search", "lasvegas:depth=2")
    assert len(answered("tree", "random-tree", *small, "--steps", "--nodes", "9")["trees"]) == 4


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--search", "minimax", "--steps", "--nodes", "3"), "minimax has no steps to draw"),
        (("--search", "lasvegas", "--steps"), "say how many with --nodes, 1 to 99"),
        (("--search", "genetic", "--steps", "--nodes", "100"), "say how many with --nodes"),
    ],
)
def test_steps_that_cannot_be_drawn(options, sentence, refused):
    assert sentence in refused("tree", "random-tree", *options)


def test_a_wrong_suffix_is_refused_before_the_search(refused):
    sentence = refused("tree", "gomoku", "--depth", "9", "--out", "tree.pdf")
    assert sentence.startswith("A tree cannot be saved as 'tree.pdf'; end the name in .svg")


def test_simulations_are_few_unless_a_number_is_given(outply):
    shown = outply("tree", "connect-four", "--search", "mcts", "--depth", "2", "--json").stdout
    assert json.loads(shown)["result"]["nodes_of_all_iterations"] == 200
