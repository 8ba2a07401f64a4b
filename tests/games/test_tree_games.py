from __future__ import annotations

import json
import random
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outply.game import Game, OutplyError
from outply.games.explicit_trees import LectureTree, TextbookTree, Tree, TreePosition
from outply.games.random_tree import RandomTree, Spot
from tests.oracles import nested as oracle

NUMBERS = st.integers(-50, 50) | st.floats(-50, 50)
LISTS = st.recursive(NUMBERS, lambda trees: st.lists(trees, min_size=1, max_size=4), max_leaves=20)
NAMES = st.text("abcdefgh", min_size=1, max_size=3)
NAMED = st.recursive(
    NUMBERS,
    lambda trees: (
        st.dictionaries(NAMES, trees, min_size=1, max_size=4)
        | st.lists(trees, min_size=1, max_size=3)
    ),
    max_leaves=20,
)


def states(game: Game[Any], state: Any) -> Iterator[Any]:
    """All of them, from left to right and parents first."""
    yield state
    for move in [] if game.is_terminal(state) else game.moves(state):
        yield from states(game, game.result(state, move))


def ends(game: Game[Any]) -> list[Any]:
    return [state for state in states(game, game.initial()) if game.is_terminal(state)]


def value(game: Game[Any], state: Any) -> float:
    """To MAX."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [value(game, game.result(state, move)) for move in game.moves(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


def child_values(game: Game[Any]) -> list[float]:
    root = game.initial()
    return [value(game, game.result(root, move)) for move in game.moves(root)]


# -- trees that are written out -----------------------------------------------------------


@pytest.mark.parametrize("game", [Tree(), TextbookTree()])
def test_the_textbook_tree_is_worth_3_by_the_first_move(game: Tree) -> None:
    assert [game.utility(end, 0) for end in ends(game)] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert child_values(game) == [3, 2, 2]


def test_the_lecture_tree_is_worth_5_by_the_right_branch() -> None:
    assert [LectureTree().utility(end, 0) for end in ends(LectureTree())] == [3, 9, 4, 6, 7, 5]
    assert child_values(LectureTree()) == [3, 4, 5]


@given(LISTS | NAMED)
def test_any_tree_has_the_oracles_leaves_and_value(tree: Any) -> None:
    game = Tree(tree)
    assert [game.utility(end, 0) for end in ends(game)] == oracle.leaves(tree)
    assert value(game, game.initial()) == oracle.value(tree)


@given(LISTS | NAMED)
def test_utilities_are_zero_sum_and_in_range(tree: Any) -> None:
    game = Tree(tree)
    least, most = game.utility_range
    for end in ends(game):
        assert game.utility(end, 1) == -game.utility(end, 0)
        assert least <= min(game.utility(end, 0), game.utility(end, 1))
    assert most == max(abs(leaf) for leaf in oracle.leaves(tree)) == game.traits.most


@given(NAMED)
def test_paths_come_back_and_say_whose_turn_it_is(tree: Any) -> None:
    game = Tree(tree)
    seen = set()
    for state in states(game, game.initial()):
        text = game.format(state)
        assert game.parse(text) == game.parse(text.strip("/").upper()) == state
        assert game.to_move(state) == len([name for name in text.split("/") if name]) % 2
        seen.add(text)
        for move in [] if game.is_terminal(state) else game.moves(state):
            assert game.parse_move(state, game.format_move(state, move)) == move
    assert len(seen) == len(game.entries)


def test_moves_have_their_names_or_numbers() -> None:
    game = Tree({"left": 3, "right": [5, {"Up": 1, "down": 2}]})
    assert [game.format(state) for state in states(game, game.initial())] == [
        *("/", "/left", "/right"),
        *("/right/1", "/right/2", "/right/2/Up", "/right/2/down"),
    ]
    assert game.utility(game.parse("right/2/up"), 0) == 1


def test_children_are_neighbours_in_the_tables() -> None:
    game = LectureTree()
    assert game.first == (1, 4, 6, 7, 0, 0, 0, 0, 0, 0)
    assert game.children == (3, 2, 1, 3, 0, 0, 0, 0, 0, 0)
    assert game.level == (0, 1, 1, 1, 2, 2, 2, 2, 2, 2)
    assert game.value == (0, 0, 0, 0, 3, 9, 4, 6, 7, 5)


def test_a_single_number_is_a_finished_game() -> None:
    game = Tree(-7)
    assert game.is_terminal(game.initial())
    assert game.utility(game.initial(), 0) == -7
    assert game.utility_range == (-7, 7)
    assert game.parse(game.format(game.initial())) == TreePosition(0)


@given(NAMED)
def test_lists_and_json_text_are_the_same_tree(tree: Any) -> None:
    game = Tree(tree)
    again = Tree(json.dumps(tree))
    assert game == again == Tree(game.leaves)
    assert hash(game) == hash(again)


def test_a_tree_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tree.json"
    file.write_text('{"left": 3, "right": {"a": 1, "b": [2]}}', encoding="utf-8")
    game = Tree(file=str(file))
    assert game.leaves == (("left", 3), ("right", (("a", 1), ("b", (2,)))))
    assert child_values(game) == [3, 1]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b"", "is not JSON"),
        (b"[[3, 9], [4]", "is not JSON"),
        (b"[3, []]", "has no branches"),
        (b"[3, {}]", "has no branches"),
        (b"[3, NaN]", "not a finite number"),
        (b"[3, -Infinity]", "not a finite number"),
        (b"[3, true]", "True is no leaf"),
        (b"[3, null]", "None is no leaf"),
        (b'[3, "4"]', "'4' is no leaf"),
        (b'{"a": 1, "A": 2}', "Two moves of one node are called 'a'"),
        (b'{"a": 1, "a": 2}', "Two moves of one node are called 'a'"),
        (b'{"a/b": 1}', "'a/b' is no name"),
        (b'{"": 1}', "'' is no name"),
        (b"[" * 5000 + b"1" + b"]" * 5000, "too deep"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: bytes | None, complaint: str) -> None:
    file = tmp_path / "tree.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(OutplyError, match=complaint):
        Tree(file=str(file))


@pytest.mark.parametrize(
    ("leaves", "complaint"),
    [
        ([], "has no branches"),
        ([1, ()], "has no branches"),
        ([1, True], "True is no leaf"),
        ([1, None], "None is no leaf"),
        ([1, "2"], "'2' is no leaf"),
        ([1, ["a", 2]], "'a' is no leaf"),
        ([1, float("nan")], "not a finite number"),
        ([1, float("inf")], "not a finite number"),
        ([1, 10**400], "not a finite number"),
        ({" a": 1}, "' a' is no name"),
        ({1: 1, "1": 2}, "Two moves of one node are called '1'"),
        ("three", "The tree 'three' is not JSON"),
    ],
)
def test_bad_leaves_are_refused(leaves: Any, complaint: str) -> None:
    with pytest.raises(OutplyError, match=complaint):
        Tree(leaves)


def chain(depth: int) -> Any:
    tree: Any = 1
    for _ in range(depth):
        tree = [tree]
    return tree


def test_500_levels_are_deep_enough() -> None:
    game = Tree(chain(500))
    state = game.initial()
    for _ in range(500):
        assert not game.is_terminal(state)
        state = game.result(state, 0)
    assert game.utility(state, 0) == 1
    with pytest.raises(OutplyError, match="at most 500 levels"):
        Tree(chain(1001))


@pytest.mark.parametrize("path", ["4", "1/1/1", "1/x", "left"])
def test_wrong_paths_are_refused(path: str) -> None:
    with pytest.raises(OutplyError, match="not a legal move"):
        TextbookTree().parse(path)


# -- trees that are grown -----------------------------------------------------------------


def leaf_values(game: RandomTree) -> list[float]:
    return [game.utility(end, 0) for end in ends(game)]


@pytest.mark.parametrize("correlated", [False, True])
def test_a_random_tree_is_full_and_depends_on_its_seed_alone(correlated: bool) -> None:
    game = RandomTree(branching=3, depth=4, seed=5, correlated=correlated)
    found = list(states(game, game.initial()))
    assert len(found) == len(set(found)) == 1 + 3 + 9 + 27 + 81
    assert {game.to_move(state) == state.level % 2 for state in found} == {True}
    assert leaf_values(game) == leaf_values(RandomTree(3, 4, 5, correlated))
    assert leaf_values(game) != leaf_values(RandomTree(3, 4, 6, correlated))


def test_seed_1_always_grows_these_leaves() -> None:
    assert leaf_values(RandomTree(2, 3, seed=1)) == [88, 24, 56, 50, 78, 17, 24, 88]
    correlated = RandomTree(2, 3, seed=1, correlated=True)
    assert leaf_values(correlated) == [64, 43, 45, 43, 68, 47, 53, 74]


def test_mixing_is_splitmix64() -> None:
    """The generator's published first outputs for the seed 1234567."""
    first = 6457827717110365317
    assert RandomTree(seed=1234567).initial() == Spot(first, 0, 0)


@given(st.integers(1, 200), st.integers(0, 2**63 - 1), st.booleans())
def test_leaves_are_whole_numbers_within_the_spread(
    spread: int, seed: int, correlated: bool
) -> None:
    game = RandomTree(3, 3, seed, correlated, spread)
    assert game.utility_range == (1 - spread, spread - 1)
    for state in states(game, game.initial()):
        assert state.path < 2**64
        if game.is_terminal(state):
            worth = game.utility(state, 0)
            assert worth in range(spread)
            assert game.utility(state, 1) == -worth
        else:
            assert 0 <= game.evaluate(state, 0) <= spread - 1
            assert game.evaluate(state, 1) == -game.evaluate(state, 0)


def test_independent_leaves_are_evenly_spread() -> None:
    values = leaf_values(RandomTree(branching=10, depth=4, seed=3))
    assert statistics.mean(values) == pytest.approx(49.5, abs=1.5)
    assert statistics.pvariance(values) == pytest.approx((100**2 - 1) / 12, rel=0.05)
    counts = [values.count(number) for number in range(100)]
    assert 60 < min(counts) <= max(counts) < 140


def sibling_and_stranger_correlation(game: RandomTree) -> tuple[float, float]:
    """Over one pair of sibling leaves per parent, and the same leaves paired at random."""
    values = leaf_values(game)
    older, younger = values[0 :: game.branching], values[1 :: game.branching]
    strangers = random.Random(0).sample(younger, len(younger))
    return statistics.correlation(older, younger), statistics.correlation(older, strangers)


def test_siblings_are_alike_only_in_a_correlated_tree() -> None:
    siblings, strangers = sibling_and_stranger_correlation(RandomTree(8, 4, 7, correlated=True))
    assert siblings > 0.6
    assert abs(strangers) < 0.2
    siblings, strangers = sibling_and_stranger_correlation(RandomTree(8, 4, 7))
    assert abs(siblings) < 0.2
    assert abs(strangers) < 0.2


def test_the_later_paths_part_the_closer_are_correlated_leaves() -> None:
    values = leaf_values(RandomTree(branching=6, depth=4, seed=2, correlated=True))
    apart = [
        statistics.mean(
            abs(one - other)
            for place, (one, other) in enumerate(zip(values, values[gap:], strict=False))
            if place // gap % 6 < 5  # else they have parted further up
        )
        for gap in (1, 6, 36, 216)  # the distance of cousins who part that far up
    ]
    assert apart == sorted(apart)
    assert apart[3] > 1.5 * apart[0]


def test_correlated_guesses_follow_the_leaves_below() -> None:
    game = RandomTree(branching=5, depth=4, seed=11, correlated=True)
    guesses, means = [], []
    for state in states(game, game.initial()):
        if state.level == 2:
            below = [s for s in states(game, state) if game.is_terminal(s)]
            guesses.append(game.evaluate(state, 0))
            means.append(statistics.mean(game.utility(end, 0) for end in below))
    assert statistics.correlation(guesses, means) > 0.8
    assert statistics.mean(guesses) == pytest.approx(statistics.mean(means), abs=5)
    assert RandomTree().evaluate(RandomTree().initial(), 0) == 49.5


@pytest.mark.parametrize("correlated", [False, True])
def test_random_positions_come_back_as_text(correlated: bool) -> None:
    game = RandomTree(2, 4, 9, correlated)
    for state in states(game, game.initial()):
        assert game.parse(game.format(state)) == state


def test_a_tree_of_no_depth_is_one_leaf() -> None:
    game = RandomTree(depth=0)
    assert game.is_terminal(game.initial())
    assert game.utility(game.initial(), 0) in range(100)


@pytest.mark.parametrize(
    ("field", "amount"),
    [
        *(("branching", 0), ("branching", 1001), ("branching", "3")),
        *(("depth", -1), ("depth", 1001), ("depth", 2.5)),
        *(("seed", -1), ("seed", 2**63), ("spread", 0), ("spread", 2**31 + 1)),
        ("correlated", "yes"),
    ],
)
def test_impossible_random_trees_are_refused(field: str, amount: Any) -> None:
    with pytest.raises(OutplyError, match=f"{field} is {amount!r}"):
        RandomTree(**{field: amount})
