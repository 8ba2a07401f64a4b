"""Players made from searches, and the search that fits a game."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from outply import (
    CHANCE,
    MCTS,
    Clock,
    Engine,
    Limit,
    OutplyError,
    Random,
    best_move,
    load,
    play,
    player,
)
from outply.play import fitting, fitting_search
from outply.play.arena import parse_player
from outply.search import named
from tests.play.tosses import Coin, Tosses


def test_best_move_blocks_and_wins():
    game = load("connect-four")
    assert best_move(game, game.parse("12121"), depth=4) == 0
    assert best_move(game, game.parse("121212"), seconds=600) == 0  # a proof ends it
    assert best_move(game, game.parse("121212"), depth=2) == 0
    assert best_move(game, game.parse("7371715"), nodes=500) == 6


def test_the_engine_wins_in_the_distance_it_reports():
    game = load("connect-four")
    searcher = player(fitting_search(game), Limit(nodes=200_000))
    match = play(game, [searcher, searcher], game.parse("4445533226"))
    assert match.utilities == (1.0, -1.0)
    assert len(match.moves) == 13


@pytest.mark.parametrize(
    ("text", "search", "limit"),
    [
        ("alphabeta:depth=2", "alphabeta", Limit(depth=2)),
        ("alphabeta", "alphabeta", Limit(nodes=9)),
        ("engine:megabytes=1,nodes=30", "engine:megabytes=1", Limit(nodes=30)),
        ("fitting:depth=3", "engine", Limit(depth=3)),
        ("fitting", "engine", Limit(nodes=9)),
    ],
)
def test_a_player_may_have_a_limit_of_its_own_as_in_the_arena(text, search, limit, monkeypatch):
    asked = []

    def answer(self, game, state, given, **options):
        asked.append((self, given))
        return Random().search(game, state)

    for kind in (Engine, type(named("alphabeta"))):
        monkeypatch.setattr(kind, "search", answer)
    game = load("tic-tac-toe")
    chosen = player(text, Limit(nodes=9))
    assert chosen(game, game.initial()) in game.moves(game.initial())
    play(game, [chosen, chosen])
    assert asked[0] == asked[-1] == (named(search), limit)
    assert parse_player(text, game, Limit(nodes=9)).limit == limit


def test_a_player_refuses_what_its_search_does_not_take():
    with pytest.raises(OutplyError, match="alphabeta has no parameter 'dept'"):
        player("alphabeta:dept=2", Limit())


def test_best_move_refuses_a_finished_game():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="is over"):
        best_move(game, game.parse("1212121"))


class Blind(Tosses):
    players = 3

    def observation(self, state: Coin, player: int) -> int:
        return player


def test_mcts_fits_a_game_that_no_other_search_can_play():
    assert fitting_search(Blind()) == MCTS()


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("tests/strangers/breakthrough_enum.py", "mcts"),  # no evaluate
        ("tests/strangers/skirmish.py", "engine"),
        ("textbook-tree", "engine"),  # no evaluate, but few states
        ("nim", "engine"),  # no evaluate, but few plies
        ("gomoku", "engine"),
    ],
)
def test_a_game_without_an_evaluation_gets_simulations(file, name):
    """Unless it is small: docs/benchmarks.md has the matches."""
    chosen = fitting(load(file))
    assert chosen.search.name == name
    assert ("defines no evaluate" in chosen.reason) == (name == "mcts")


def test_a_game_that_no_search_can_play_is_refused():
    class Crowd(Blind):
        players = 65

    with pytest.raises(OutplyError, match="No search fits crowd, for 65 players; name one: random"):
        fitting_search(Crowd())


def test_best_move_refuses_a_chance_node():
    game = load("pig")
    state = game.result(game.initial(), next(iter(game.moves(game.initial()))))
    assert game.to_move(state) == CHANCE
    with pytest.raises(OutplyError, match="Chance is to move in pig; apply one of its outcomes"):
        best_move(game, state, seconds=0.1)


def test_a_mixed_strategy_is_played_with_its_frequencies():
    """At `J Q | bet`, the second player folds about two times of three."""
    game = load("kuhn-poker")
    state = game.parse("J Q | bet")
    choose = player("cfr", Limit())
    moves = [game.format_move(state, choose(game, state)) for _ in range(60)]
    assert 25 < moves.count("fold") < 55


@pytest.mark.parametrize("name", ["cfr", "mccfr", "pimc", "random"])
def test_hidden_information_does_not_change_the_move(name):
    game = load("kuhn-poker")
    for seen in ("J", "Q", "K"):
        others = [card for card in "JQK" if card != seen]
        states = [game.parse(f"{seen} {other} |".rstrip(" |")) for other in others]
        moves = {player(name, Limit())(game, state) for state in states}
        assert len(moves) == 1


def test_the_clock_of_a_player_runs_down_in_each_game():
    class Slow(Random):
        def search(self, game, state, limit=None, **options):
            clocks.append(limit.clock.remaining)
            return replace(super().search(game, state, limit, **options), seconds=2.0)

    game, clocks = load("tic-tac-toe"), []
    timed = player(Slow(), Limit(clock=Clock(100, 0.5)))
    for _ in range(2):
        match = play(game, [timed, lambda game, state: next(game.moves(state))])
        turns = (len(match.moves) + 1) // 2
        assert clocks == [100 - 1.5 * turn for turn in range(turns)]
        clocks.clear()
    timed(game, game.initial())
    timed(game, game.initial())
    assert clocks == [100, 100]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (type(load("nim")), "Nim is a class; make a game of it: Nim()."),
        ("nim", "'nim' is a text; load the game first: outply.load('nim')."),
        (3, "3 is not a game; give what outply.load(…) returns."),
    ],
)
def test_what_is_no_game_is_refused(given, sentence):
    for ask in (lambda: best_move(given, 0), lambda: Engine().search(given, 0)):
        with pytest.raises(OutplyError, match=re.escape(sentence)):
            ask()
