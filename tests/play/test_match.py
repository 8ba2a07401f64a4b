"""One game between players."""

from __future__ import annotations

import pytest

from outply import Game, Limit, OutplyError, load, play, player
from outply.play import replay
from tests.play.looping_game import GO, Unending
from tests.play.tosses import Tosses


def test_a_match_records_every_state_and_move():
    game = load("tic-tac-toe")
    seen = []
    searcher = player("alphabeta", Limit(depth=9))
    match = play(game, [searcher, searcher], on_move=lambda *call: seen.append(call))
    assert match.utilities == (0.0, 0.0)
    assert len(match.states) == len(match.moves) + 1 == 10
    assert [move for _, move, _ in seen] == list(match.moves)
    for before, move, after in seen:
        assert game.result(before, move) == after


def test_a_match_can_start_from_another_state():
    game = load("tic-tac-toe")
    state, _ = replay(game, "a1 b1 a2 b2")
    match = play(game, [player("alphabeta", Limit(depth=2))] * 2, state)
    assert match.utilities == (1.0, -1.0)
    assert len(match.moves) == 1


def test_chance_is_drawn_from_the_seed():
    outcomes = {seed: play(Tosses(), [None, None], seed=seed).moves for seed in range(200)}
    assert outcomes == {s: play(Tosses(), [None, None], seed=s).moves for s in range(200)}
    heads = sum(map(sum, outcomes.values()))
    assert 0.68 < heads / 600 < 0.82


def test_chance_without_outcomes_is_refused():
    class Mute(Tosses):
        outcomes = Game.outcomes

    with pytest.raises(OutplyError, match="Chance is to move in mute, but it has no outcomes"):
        play(Mute(), [None, None])


def test_an_illegal_move_is_refused():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="Player 0 returned an illegal move in connect-four: 99"):
        play(game, [lambda game, state: 99] * 2)


def test_an_unknown_player_to_move_is_refused():
    class Third(Tosses):
        def to_move(self, state):
            return 2

    with pytest.raises(OutplyError, match="Player 2 is to move in third, which has 2 players"):
        play(Third(), [player("random", Limit())] * 2)


def test_a_wrong_number_of_players_is_refused():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="for 2 players, and 1 were given"):
        play(game, [player("random", Limit())])


def test_a_game_without_an_end_is_refused():
    def goes_round(game, state):
        return GO

    sentence = (
        "unending was not over after 40 plies; run `outply check` on its rules, or give a larger"
    )
    with pytest.raises(OutplyError, match=sentence):
        play(Unending(), [goes_round] * 2, most_plies=40)
