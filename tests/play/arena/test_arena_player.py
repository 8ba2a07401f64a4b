"""The players of a match: parsing, limits and names."""

from __future__ import annotations

import pytest

from outply import AlphaBeta, Clock, Limit, OutplyError, load
from outply.play.arena import ArenaPlayer, parse_player
from outply.play.arena.arena_player import with_unique_names

TIC_TAC_TOE = load("tic-tac-toe")
NO_LIMIT = Limit()


def first_move(game, state):
    return next(iter(game.moves(state)))


def test_limits_among_the_parameters_are_the_players_own():
    match_limit = Limit(seconds=1)
    own = parse_player("alphabeta:depth=4,nodes=50", TIC_TAC_TOE, match_limit)
    assert (own.agent, own.limit) == (AlphaBeta(), Limit(depth=4, nodes=50))
    assert parse_player("alphabeta", TIC_TAC_TOE, match_limit).limit == match_limit
    both = parse_player("engine:megabytes=1,seconds=0.5", TIC_TAC_TOE, match_limit)
    assert (both.agent.megabytes, both.limit) == (1, Limit(seconds=0.5))
    timed = parse_player("engine:clock=10s+0.1s,depth=3", TIC_TAC_TOE, match_limit)
    assert timed.limit == Limit(depth=3, clock=Clock(10, 0.1))
    assert parse_player("fitting", load("backgammon"), match_limit).agent.name == "star2"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("x|x|x (2)", "x|x (3)|x (2)"),
        ("x (2)|x|x", "x (2)|x|x (3)"),
        ("x|x|x (2)|x (2)", "x|x (3)|x (2)|x (2) (2)"),
        ("x|y|x|x", "x|y|x (2)|x (3)"),
        ("", ""),
    ],
)
def test_equal_names_are_numbered_until_all_are_unique(given, expected):
    players = [ArenaPlayer(name, first_move, NO_LIMIT) for name in given.split("|")]
    assert [each.name for each in with_unique_names(players)] == expected.split("|")


def test_the_same_player_twice_is_numbered():
    engine = parse_player("engine", TIC_TAC_TOE, NO_LIMIT)
    assert [each.name for each in with_unique_names([engine, engine, engine])] == [
        "engine",
        "engine (2)",
        "engine (3)",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engin", "did you mean engine"),
        ("engine:deep=4", "engine has no parameter 'deep'"),
        ("engine:depth=-1", "The limit of depth is -1"),
        ("engine:seconds=soon", "The limit of seconds is 'soon'"),
        ("engine:depth", "'depth' is not a limit; write seconds=, depth=, nodes= or clock="),
        ("engine:clock=soon", "'soon' is not a clock"),
    ],
)
def test_invalid_players_are_refused(text, message):
    with pytest.raises(OutplyError, match=message):
        parse_player(text, TIC_TAC_TOE, NO_LIMIT)


def test_a_search_that_cannot_play_the_game_is_refused():
    with pytest.raises(OutplyError, match="engine cannot search backgammon: "):
        parse_player("engine", load("backgammon"), NO_LIMIT)
