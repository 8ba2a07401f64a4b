"""What a position is value, and each move in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from outply import CHANCE, AlphaBeta, Engine, Limit, load, named
from outply.play import AnalysisObserver, Searcher, analyze
from outply.search.base import Line

WON_IN_13 = "4445533226"
DICE_FOR_THREE = str(Path(__file__).parents[1] / "check" / "sound" / "dice.py")


class Recorder(AnalysisObserver):
    def __init__(self) -> None:
        self.told: list[str] = []

    def on_depth(self, result) -> None:
        self.told.append("deeper")

    def on_proof(self, thinking) -> None:
        assert thinking.nodes_so_far == 0
        self.told.append("proving")

    def on_other_move(self, done, of) -> None:
        self.told.append("other move")


def analysis_of(game, position, limit, search=None, lines=None, observer=None):
    state = game.parse(position) if position else game.initial()
    searcher = Searcher(game, search or Engine(), limit)
    return analyze(searcher, state, observer, lines=lines)


@pytest.mark.parametrize(
    ("position", "value", "distance"),
    [
        ("76775533434432242211121", 1.0, 5),
        ("57757767564644454332232211111", 0.0, None),
        ("7767577667556433322422232111", -1.0, 12),
    ],
)
def test_after_a_proof_every_other_move_is_proved_too(position, value, distance):
    game = load("connect-four")
    found = analysis_of(game, position, Limit(nodes=300_000))
    assert (found.result.value, found.result.proved, found.distance) == (value, True, distance)
    assert list(found.moves) == list(game.moves(found.state))
    for move, value in found.moves.items():
        after = game.result(found.state, move)
        truth = Engine().solve(game, after).result
        assert value.known
        assert value.value == 0.0 - truth.value
        assert value.distance == (None if truth.distance is None else truth.distance + 1)
        assert value.line[0] == move


def test_unproved_values_are_not_known():
    game = load("connect-four")
    found = analysis_of(game, WON_IN_13, Limit(nodes=40_000))
    assert found.result.proved
    assert found.moves[found.result.move].known
    guessed = [value for value in found.moves.values() if value and not value.known]
    assert guessed
    assert all(value.distance is None for value in guessed)


def test_without_a_proof_all_lines_have_the_same_depth():
    game, recorder = load("connect-four"), Recorder()
    found = analysis_of(game, "", Limit(nodes=50_000), observer=recorder)
    assert not found.result.proved
    assert {value.depth for value in found.moves.values()} == {found.result.depth}
    assert found.result.value == max(value.value for value in found.moves.values())
    assert 25_000 < found.result.nodes <= 50_000
    assert recorder.told[0] == "proving"
    assert set(recorder.told[1:]) == {"deeper"}


@pytest.mark.parametrize(
    ("lines", "search", "expected"), [(None, None, 4), (2, None, 2), (None, Engine(lines=3), 3)]
)
def test_the_number_of_lines_can_be_chosen(lines, search, expected):
    recorder = Recorder()
    found = analysis_of(load("othello"), "", Limit(depth=4), search, lines, recorder)
    assert sum(value is not None for value in found.moves.values()) == expected
    assert recorder.told == ["deeper"] * 4


def test_a_position_with_many_moves_has_five_lines():
    game = load("gomoku")
    state = game.result(game.initial(), next(iter(game.moves(game.initial()))))
    assert len(list(game.moves(state))) > 10
    found = analyze(Searcher(game, Engine(), Limit(depth=2)), state)
    assert sum(value is not None for value in found.moves.values()) == 5


def test_a_proof_with_few_lines():
    game = load("connect-four")
    one = analysis_of(game, WON_IN_13, Limit(nodes=100_000), lines=1)
    assert [move for move, value in one.moves.items() if value] == [one.result.move]
    three = analysis_of(game, WON_IN_13, Limit(nodes=100_000), lines=3)
    assert one.result.value == three.result.value == 1.0
    assert three.moves[three.result.move].known
    assert sum(value is not None for value in three.moves.values()) >= 3


def test_a_limit_of_depth_prevents_a_proof():
    recorder = Recorder()
    found = analysis_of(load("connect-four"), WON_IN_13, Limit(depth=5), observer=recorder)
    assert "proving" not in recorder.told
    assert (found.result.depth, found.result.proved) == (5, False)


@pytest.mark.parametrize("search", ["expectiminimax", "star2"])
@pytest.mark.parametrize("position", ["14 18 2 X", "14 18 2 X rolls", "18 14 0 O rolls"])
def test_values_through_chance_agree_with_the_search(search, position):
    game = load("pig", target=20)
    state = game.parse(position)
    searcher = Searcher(game, named(search), Limit(depth=3), compiled=False)
    found = analyze(searcher, state)
    ways, depth = (found.outcomes, 3) if state.rolling else (found.moves, 2)
    assert len(ways) == (6 if state.rolling else 2)
    assert not (found.moves and found.outcomes)
    player = 0 if state.rolling else game.to_move(state)
    for way, value in ways.items():
        after = game.result(state, way)
        result = searcher.run(after, Limit(depth=depth))
        same = game.to_move(after) in (player, CHANCE if player == 0 else None)
        assert value.known
        assert value.value == pytest.approx(result.value if same else -result.value)
    if state.rolling:
        mean = sum(chance * ways[face].value for face, chance in game.outcomes(state))
        assert found.result.value == pytest.approx(mean)
        assert (found.result.move, found.distance) == (None, None)


class OddLines(AlphaBeta):
    """Says of all moves but its own what no search would."""

    def search(self, game, state, *limit, **how):
        result = super().search(game, state, *limit, **how)
        others = [move for move in game.moves(state) if move != result.move]
        return replace(result, lines=tuple(Line(move, 0.125, (), None) for move in others))


def test_lines_of_the_search_are_not_searched_again():
    game = load("nim", piles=(1, 2))
    found = analysis_of(game, "", Limit(depth=1), OddLines())
    assert len(found.moves) == 3
    for move, value in found.moves.items():
        assert value.line == (move,)
        assert value.value == (found.result.value if move == found.result.move else 0.125)


@pytest.mark.parametrize("search", ["engine", "alphabeta"])
def test_a_finished_game_has_no_moves(search):
    found = analysis_of(load("connect-four"), "4142434", Limit(seconds=1), named(search))
    assert (found.moves, found.distance, found.interrupted) == ({}, 0, False)
    assert found.result.value == -1.0


def test_other_searches_search_the_state_after_each_move():
    recorder = Recorder()
    found = analysis_of(load("othello"), "", Limit(depth=3), AlphaBeta(), observer=recorder)
    assert recorder.told == ["deeper", *["other move"] * 3]
    assert all(value.known and value.depth == 3 for value in found.moves.values())
    assert all(value.line[0] == move for move, value in found.moves.items())


@dataclass(frozen=True)
class Asked(Searcher):
    """Keeps the limits that it was asked with."""

    limits: list[Limit] = field(default_factory=list)

    def run(self, state, limit=None, progress=None):
        self.limits.append(limit or self.limit)
        return super().run(state, limit, progress)


@pytest.mark.parametrize(
    ("name", "position", "seconds"),
    [
        ("othello", "", 4),
        ("pig", "0 0 0 X rolls", 4),
        (DICE_FOR_THREE, "", 4),  # after the throw the same player is to move
        (DICE_FOR_THREE, "((0, 0, 0), 1, 1, 1)", 8),  # the next throw has the first player's value
        ("connect-three-players", "", 8),
        ("kuhn-poker", "- -", 8),
        ("kuhn-poker", "J Q | bet", 8),
        ("nim", "0 0 1 X", 8),  # the only move ends the game
    ],
)
def test_the_first_search_shares_its_time_only_if_other_searches_are_needed(
    name, position, seconds
):
    game = load(name)
    state = game.parse(position) if position else game.initial()
    searcher = Asked(game, named("random"), Limit(seconds=8))
    analyze(searcher, state)
    assert searcher.limits[0].seconds == seconds


@pytest.mark.parametrize(
    ("game", "position"),
    [(load("kuhn-poker"), "J Q | bet"), (load("nim", piles=(1, 2)), "1 2 X")],
    ids=["kuhn-poker", "nim"],
)
def test_the_moves_of_a_mixed_strategy_have_no_value(game, position):
    recorder = Recorder()
    found = analysis_of(game, position, Limit(), named("cfr"), observer=recorder)
    assert len(found.result.mix) == len(found.moves) > 1
    assert set(found.moves.values()) == {None}
    assert recorder.told == ["deeper"]
