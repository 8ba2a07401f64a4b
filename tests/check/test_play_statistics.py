"""Mistakes that break no rule show in the statistics, and are pointed out in words."""

import json

import pytest

import outply
from outply.check import check
from outply.games.nim import Nim, Piles
from outply.games.tic_tac_toe import Board, TicTacToe
from tests.tiers import only_full, sampled, slow


def remarks_on(game):
    report = check(game, plays=100, seconds=600, compiled=False)  # however busy the machine is
    assert report.ok
    return report.remarks


class NeverPassesTheTurn(Nim):
    def result(self, state: Piles, move: int) -> Piles:
        return super().result(state, move)._replace(player=0)


class WrongSign(TicTacToe):
    def utility(self, state: Board, player: int) -> float:
        return -super().utility(state, player)


class NobodyWins(TicTacToe):
    def utility(self, state: Board, player: int) -> float:
        return 0.0


class NoChoice(Nim):
    def moves(self, state: Piles):
        for move in super().moves(state):
            yield move
            return


@only_full
@slow
@pytest.mark.parametrize(
    ("game", "said"),
    [
        (NeverPassesTheTurn(), "Player 2 never moved in 100 plays"),
        (WrongSign(), "the player who moved last has lost"),
        (NobodyWins(), "All 100 plays are draws"),
        (NoChoice(), "There was never more than one legal move"),
    ],
    ids=lambda given: type(given).__name__,
)
def test_what_looks_odd_is_said(game, said):
    assert any(said in remark for remark in remarks_on(game)), remarks_on(game)


@only_full
@sampled(3)
@slow
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "nim", "pig", "liars-dice"])
def test_nothing_looks_odd_in_ordinary_games(name):
    assert remarks_on(outply.load(name)) == ()


@slow
def test_statistics_are_counted():
    found = check(outply.load("tic-tac-toe"), plays=100, seconds=600, compiled=False).statistics
    assert found.plays == 100
    assert 5 <= found.length.least < found.length.average < found.length.most == 9
    assert (found.branching.least, found.branching.most) == (1, 9)
    assert sum(found.results[0].values()) == 100
    assert found.results[0]["win"] == found.results[1]["loss"] > found.results[1]["win"]
    assert found.turns[0] > found.turns[1] > 0
    json.dumps(check(outply.load("nim"), plays=5, compiled=False).to_dict())


@slow
def test_results_are_those_of_as_many_plays_as_were_checked():
    report = check(Nim(piles=(1, 2)), plays=700, seconds=600, compiled=False)
    assert report.plays == report.statistics.plays == 700
    for result in report.statistics.results:
        assert sum(result.values()) == 700


class NeverExecuted(Nim):
    def utility(self, state: Piles, player: int) -> float:
        if sum(state.piles) > 1000:
            return 0.0  # never
        return super().utility(state, player)


@slow
def test_lines_that_no_play_executes_are_listed():
    found = check(NeverExecuted(), plays=20, seconds=600, compiled=False).statistics
    line = NeverExecuted.utility.__code__.co_firstlineno + 2
    assert f"test_play_statistics.py:{line}" in found.never_run
    assert f"test_play_statistics.py:{line + 1}" not in found.never_run
