"""The best move of a position, and the value of each move."""

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
        self.calls: list[str] = []

    def on_depth(self, result) -> None:
        self.calls.append("depth")

    def on_proof(self, run) -> None:
        assert run.nodes_so_far == 0
        self.calls.append("proof")

    def on_other_move(self, done, of) -> None:
        self.calls.append("other move")


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
    for move, move_value in found.moves.items():
        after = game.result(found.state, move)
        truth = Engine().solve(game, after).result
        assert move_value.known
        assert move_value.value == 0.0 - truth.value
        assert move_value.distance == (None if truth.distance is None else truth.distance + 1)
        assert move_value.line[0] == move


def test_unproved_values_are_not_known():
    game = load("connect-four")
    found = analysis_of(game, WON_IN_13, Limit(nodes=40_000))
    assert found.result.proved
    assert found.moves[found.result.move].known
    values = found.moves.values()
    guessed = [move_value for move_value in values if move_value and not move_value.known]
    assert guessed
    assert all(move_value.distance is None for move_value in guessed)


def test_without_a_proof_all_lines_have_the_same_depth():
    game, recorder = load("connect-four"), Recorder()
    found = analysis_of(game, "", Limit(nodes=50_000), observer=recorder)
    assert not found.result.proved
    assert {move_value.depth for move_value in found.moves.values()} == {found.result.depth}
    assert found.result.value == max(move_value.value for move_value in found.moves.values())
    assert 25_000 < found.result.nodes <= 50_000
    assert recorder.calls[0] == "proof"
    assert set(recorder.calls[1:]) == {"depth"}


@pytest.mark.parametrize(
    ("lines", "search", "expected"), [(None, None, 4), (2, None, 2), (None, Engine(lines=3), 3)]
)
def test_the_number_of_lines_can_be_chosen(lines, search, expected):
    recorder = Recorder()
    found = analysis_of(load("othello"), "", Limit(depth=4), search, lines, recorder)
    assert sum(move_value is not None for move_value in found.moves.values()) == expected
    assert recorder.calls == ["depth"] * 4


def test_a_position_with_many_moves_has_five_lines():
    game = load("gomoku")
    state = game.result(game.initial(), next(iter(game.moves(game.initial()))))
    assert len(list(game.moves(state))) > 10
    found = analyze(Searcher(game, Engine(), Limit(depth=2)), state)
    assert sum(move_value is not None for move_value in found.moves.values()) == 5


def test_a_proof_with_few_lines():
    game = load("connect-four")
    one = analysis_of(game, WON_IN_13, Limit(nodes=100_000), lines=1)
    assert [move for move, move_value in one.moves.items() if move_value] == [one.result.move]
    three = analysis_of(game, WON_IN_13, Limit(nodes=100_000), lines=3)
    assert one.result.value == three.result.value == 1.0
    assert three.moves[three.result.move].known
    assert sum(move_value is not None for move_value in three.moves.values()) >= 3


def test_a_limit_of_depth_prevents_a_proof():
    recorder = Recorder()
    found = analysis_of(load("connect-four"), WON_IN_13, Limit(depth=5), observer=recorder)
    assert "proof" not in recorder.calls
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
    for way, move_value in ways.items():
        after = game.result(state, way)
        result = searcher.run(after, Limit(depth=depth))
        same = game.to_move(after) in (player, CHANCE if player == 0 else None)
        assert move_value.known
        assert move_value.value == pytest.approx(result.value if same else -result.value)
    if state.rolling:
        mean = sum(chance * ways[face].value for face, chance in game.outcomes(state))
        assert found.result.value == pytest.approx(mean)
        assert (found.result.move, found.distance) == (None, None)


class OddLines(AlphaBeta):
    """Gives all moves but its own an unlikely value."""

    def search(self, game, state, *limit, **how):
        result = super().search(game, state, *limit, **how)
        others = [move for move in game.moves(state) if move != result.move]
        return replace(result, lines=tuple(Line(move, 0.125, (), None) for move in others))


def test_lines_of_the_search_are_not_searched_again():
    game = load("nim", piles=(1, 2))
    found = analysis_of(game, "", Limit(depth=1), OddLines())
    assert len(found.moves) == 3
    for move, move_value in found.moves.items():
        assert move_value.line == (move,)
        assert move_value.value == (found.result.value if move == found.result.move else 0.125)


@pytest.mark.parametrize("search", ["engine", "alphabeta"])
def test_a_finished_game_has_no_moves(search):
    found = analysis_of(load("connect-four"), "4142434", Limit(seconds=1), named(search))
    assert (found.moves, found.distance, found.interrupted) == ({}, 0, False)
    assert found.result.value == -1.0


def test_other_searches_search_the_state_after_each_move():
    recorder = Recorder()
    found = analysis_of(load("othello"), "", Limit(depth=3), AlphaBeta(), observer=recorder)
    assert recorder.calls == ["depth", *["other move"] * 3]
    assert all(move_value.known and move_value.depth == 3 for move_value in found.moves.values())
    assert all(move_value.line[0] == move for move, move_value in found.moves.items())


@dataclass(frozen=True)
class Asked(Searcher):
    """Records the limit of each search."""

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
    assert recorder.calls == ["depth"]


def test_the_only_move_is_searched_for_its_value():
    game = load("othello")
    state = game.initial()
    for move in ["e6", "f6", "c4", "e7", "f7", "c3", "e8", "f8", "g5", "e3", "g6", "c5", "g8"]:
        state = game.result(state, game.parse_move(state, move))
    [only] = game.moves(state)
    found = analyze(Searcher(game, Engine(), Limit(seconds=600, depth=5)), state)
    assert (found.result.move, found.result.depth, found.moves[only].depth) == (only, 5, 5)
