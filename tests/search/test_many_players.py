"""Maxn, paranoid, best-reply, and minimax where turns go round."""

from __future__ import annotations

import random

import pytest

from outply import BestReply, Limit, MaxN, Minimax, OutplyError, Paranoid, load
from outply.game import mixed
from tests.oracles.expectation import shares, worth
from tests.search.dice_games import ThreeWays, Trust, Twig

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
GAME = ThreeWays()


def starts(count: int) -> list[Twig]:
    return [Twig(mixed((seed,)), 0) for seed in range(count)]


@SPEEDS
def test_maxn_with_its_cuts_is_what_all_shares_say(compiled):
    rng = random.Random(1)
    for state in starts(400 if compiled else 40):
        depth = rng.randint(1, 5)
        found = MaxN().search(GAME, state, Limit(depth=depth), compiled=compiled)
        assert found.value == shares(GAME, state, depth)[GAME.to_move(state)]


def test_maxn_cuts_where_the_sum_is_bounded():
    plain = sum(Minimax().search(GAME, state, Limit()).nodes for state in starts(50))
    cut = sum(MaxN().search(GAME, state, Limit()).nodes for state in starts(50))
    assert cut < plain


@SPEEDS
@pytest.mark.parametrize("search", [Minimax(), Paranoid()], ids=lambda search: search.name)
def test_one_against_all_others(search, compiled):
    rng = random.Random(2)
    for state in starts(400 if compiled else 40):
        depth = rng.randint(1, 5)
        found = search.search(GAME, state, Limit(depth=depth), compiled=compiled)
        assert found.value == worth(GAME, state, depth, GAME.to_move(state))


def replied(game, state, depth, player):
    """Of the others one moves, and the rest pass: by definition."""
    if game.is_terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    if game.to_move(state) == player:
        ways = [game.result(state, move) for move in game.moves(state)]
        return max(replied(game, way, depth - 1, player) for way in ways)
    found, place = [], state
    for _ in range(game.players):
        for move in game.moves(place):
            after = game.result(place, move)
            for _ in range(game.players):
                if game.is_terminal(after) or game.to_move(after) == player:
                    break
                after = game.passed(after)
            found.append(replied(game, after, depth - 1, player))
        place = game.passed(place)
        if game.to_move(place) == player or game.is_terminal(place):
            break
    return min(found)


@SPEEDS
def test_best_reply_is_its_definition(compiled):
    rng = random.Random(3)
    for state in starts(300 if compiled else 30):
        depth = rng.randint(1, 4)
        found = BestReply().search(GAME, state, Limit(depth=depth), compiled=compiled)
        assert found.value == replied(GAME, state, depth, GAME.to_move(state))


@SPEEDS
def test_maxn_and_paranoid_differ(compiled):
    game = Trust()
    trusting = MaxN().search(game, game.initial(), Limit(), compiled=compiled)
    assert (trusting.move, trusting.value, trusting.line) == (1, 2.0, (1, 0))
    fearful = Paranoid().search(game, game.initial(), Limit(), compiled=compiled)
    assert (fearful.move, fearful.value) == (0, 1.0)


@pytest.mark.parametrize("search", [MaxN(), Paranoid(), BestReply()], ids=lambda s: s.name)
def test_the_win_and_the_block_for_three(search):
    game = load("connect-three-players")
    state = game.initial()
    for move in (0, 6, 5, 0, 6, 5, 0, 6, 5):  # each has three in a column
        state = game.result(state, move)
    found = search.search(game, state, Limit(depth=3))
    assert (found.move, found.value) == (0, 1.0)


def test_best_reply_wants_a_game_that_can_pass():
    with pytest.raises(OutplyError, match=r"best-reply cannot search trust: .* no `passed`"):
        BestReply().search(Trust(), Trust().initial(), Limit(depth=1))


@pytest.mark.parametrize("search", [MaxN(), Paranoid(), Minimax()], ids=lambda s: s.name)
def test_two_are_enough(search):
    game = load("tic-tac-toe")
    found = search.search(game, game.initial(), Limit(depth=9))
    assert (found.value, found.proved) == (0.0, True)


def test_of_three_nothing_is_proved_and_a_line_is_what_can_be_played():
    for search in (MaxN(), Paranoid(), BestReply(), Minimax()):
        found = search.search(GAME, starts(1)[0], Limit(), compiled=False)
        assert not found.proved
    found = BestReply().search(GAME, starts(1)[0], Limit(depth=4), compiled=False)
    assert found.line == (found.move,)
