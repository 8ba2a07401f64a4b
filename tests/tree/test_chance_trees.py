"""Trees of searches that know chance, and of those for more than two players."""

from __future__ import annotations

from typing import ClassVar

import pytest
from small_games import Coins, Three

from outply.game import CHANCE
from outply.search.base import Limit, Search
from outply.search.expectiminimax import Expectiminimax
from outply.search.maxn import MaxN
from outply.search.paranoid import Paranoid
from outply.search.star import Star1, Star2
from outply.tree import Recorder, record

CHANCES = [Expectiminimax(), Star1(), Star2()]


@pytest.mark.parametrize("search", CHANCES, ids=lambda search: search.name)
def test_a_search_through_chance_records_what_it_answers(search: Search) -> None:
    tree = record(search, Coins())
    assert tree.result is not None
    assert tree.root.value == tree.result.value == -0.25
    assert tree.searched <= tree.result.nodes
    assert [tree.move_text(index) for index in tree.principal] == ["", "fair & <even>"]


def test_every_chance_node_is_the_average_of_what_is_below() -> None:
    tree = record(Expectiminimax(), Coins())
    chances = [index for index, node in enumerate(tree.nodes) if node.player == CHANCE]
    assert len(chances) == 2 + 8
    for index in chances:
        below = [tree.nodes[child] for child in tree.children[index]]
        assert sum(node.probability or 0.0 for node in below) == 1.0
        mean = sum((node.probability or 0.0) * (node.value or 0.0) for node in below)
        assert tree.nodes[index].value == pytest.approx(mean)


@pytest.mark.parametrize("search", CHANCES, ids=lambda search: search.name)
def test_a_tree_may_start_with_chance(search: Search) -> None:
    tree = record(search, Coins(), (1,))
    assert tree.root.player == CHANCE
    assert tree.root.value == pytest.approx(-0.5)
    assert len(tree.principal) == 1
    assert tree.text().startswith("○ −0.5 ★\n├─ heads (0.25) ▼ ")
    assert tree.to_dict()["result"]["move"] is None


def test_chance_without_a_search_has_the_guess_of_max() -> None:
    class Guessed(Coins):
        def evaluate(self, state: tuple[int, ...], player: int) -> float:
            return {0: 0.5, 1: -0.5}[player]

    tree = record(Expectiminimax(), Guessed(), (1,), Limit(depth=0))
    assert (tree.root.kind, tree.root.value) == ("evaluation", 0.5)


@pytest.mark.parametrize(
    ("state", "values_for", "text"),
    [
        ((), "MAX", "≥0.5"),
        ((0, 1), "MAX", "≤0.5"),
        ((0, 1), "mover", "≥0.5"),
        ((0, 1), "root", "≥0.5"),
    ],
)
def test_the_value_of_one_move_only_bounds_the_node(
    state: tuple[int, ...], values_for: str, text: str
) -> None:
    recorder = Recorder(Coins(), 2, values_for=values_for)
    recorder.enter(state, 2)
    recorder.enter(recorder.observed_game.result(state, 0), 1)
    recorder.evaluation(0.5)
    recorder.cut()
    recorder.value(0.5)
    root, tried, cut = recorder.tree().nodes
    assert (root.value_text, tried.value_text, cut.kind) == (text, "≈0.5", "cut")


def test_a_player_who_has_enough_has_at_least_that() -> None:
    """Once 2 has got 1, which leaves 0 nothing, 0 will not go there."""
    tree = record(MaxN(), Auction())
    cut = [tree.nodes[node.parent] for node in tree.nodes if node.kind == "cut"]
    assert cut
    assert {node.value_text[0] for node in cut} == {"≥"}
    assert {node.bound for node in tree.visits if node not in cut} == {"exact"}
    assert "at most, ≥ at least (not all was searched)" in tree.svg()


class Auction(Three):
    """Each of three players names a bit; who follows the first one to name a 1 gets it all."""

    zero_sum: ClassVar[bool] = True
    utility_range: ClassVar[tuple[float, float]] = (-0.5, 1.0)

    def utility(self, state: tuple[int, ...], player: int) -> float:
        lucky = (state.index(1) + 1) % 3 if 1 in state else 0
        return 1.0 if player == lucky else -0.5


@pytest.mark.parametrize("search", [MaxN(), Paranoid()], ids=lambda search: search.name)
def test_a_search_of_many_players_records_what_it_answers(search: Search) -> None:
    game = Three()
    for state in (game.initial(), (1,), (1, 0)):
        tree = record(search, game, state)
        assert tree.result is not None
        assert tree.root.value == tree.result.value
        assert tree.text().startswith(f"⬡{len(state) + 1} ")
