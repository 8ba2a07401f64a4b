"""Pig against a match on paper, and against its exact solution."""

from __future__ import annotations

import random
from typing import Any

import pytest

from outply import CHANCE, OutplyError, load
from outply.check import assert_sound
from outply.compiler import kernel
from outply.games.pig import HOLD, ROLL, Pig, Turn
from tests.oracles import pig as oracle
from tests.tiers import only_full, slow

SIZES = [(20, 6), (2, 2), (4, 2), (7, 20), (100, 6), (1000, 20)]


def lookahead(game: Any, state: Any, depth: int) -> float:
    """What best play is worth to the first player, as far as so many plies and guesses tell."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return game.evaluate(state, 0)
    player = game.to_move(state)
    if player == -1:
        expected = 0.0
        for outcome, probability in game.outcomes(state):
            expected += probability * lookahead(game, game.result(state, outcome), depth - 1)
        return expected
    best = -2.0 if player == 0 else 2.0
    for move in game.moves(state):
        value = lookahead(game, game.result(state, move), depth - 1)
        best = max(best, value) if player == 0 else min(best, value)
    return best


def played(game, rng, plies):
    state = game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        chance = game.to_move(state) == CHANCE
        choices = [o for o, _ in game.outcomes(state)] if chance else list(game.moves(state))
        state = game.result(state, rng.choice(choices))
    return state


# -- rules ----------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "sides"), SIZES)
def test_random_games_agree_with_a_match_on_paper(target, sides):
    game = load("pig", target=target, sides=sides)
    rng = random.Random(target * 100 + sides)
    for _ in range(20):
        state, match = game.initial(), oracle.Match(target)
        while not match.winner():
            assert not game.is_terminal(state)
            banked = (match.banked[match.turn], match.banked[match.other])
            assert state == Turn(*banked, match.total(), "XO".index(match.turn), False)
            assert game.to_move(state) == "XO".index(match.turn)
            assert list(game.moves(state)) == ([ROLL, HOLD] if match.rolls else [ROLL])
            if match.rolls and rng.random() < 0.4:
                state = game.result(state, HOLD)
                match.hold()
                continue
            state = game.result(state, ROLL)
            assert game.to_move(state) == CHANCE
            assert not game.is_terminal(state)
            assert list(game.moves(state)) == []
            assert list(game.outcomes(state)) == [(f, 1 / sides) for f in range(1, sides + 1)]
            face = rng.randint(1, sides)
            state = game.result(state, face)
            match.roll(face)
        assert game.is_terminal(state)
        assert game.to_move(state) == "XO".index(match.turn)
        expected = {"X": 1, "O": -1}[match.winner()]
        assert game.utility(state, 0) == expected == -game.utility(state, 1)


@pytest.mark.parametrize(
    ("target", "sides", "count"), [(2, 2, 2), (4, 2, 10), (10, 6, 423), (20, 6, 3648)]
)
def test_all_positions_and_no_others_come_up(target, sides, count):
    game = Pig(target, sides)
    seen, new = set(), {game.initial()}
    while new:
        seen |= new
        after = set()
        for state in new:
            if state.rolling:
                after |= {game.result(state, outcome) for outcome, _ in game.outcomes(state)}
            elif not game.is_terminal(state):
                after |= {game.result(state, move) for move in game.moves(state)}
        new = after - seen
    for player in (0, 1):
        for rolling in (False, True):
            found = {
                (state.mine, state.theirs, state.total)
                for state in seen
                if (state.player, state.rolling) == (player, rolling)
                and not game.is_terminal(state)
            }
            assert found == oracle.positions(target, sides)
            assert len(found) == count


def test_enough_points_still_have_to_be_held():
    game = Pig(target=10)
    state = game.parse("0 0 9 X rolls")
    state = game.result(state, 6)
    assert state == Turn(0, 0, 10, 0, False)  # what goes beyond the target is not counted
    assert not game.is_terminal(state)
    assert list(game.moves(state)) == [ROLL, HOLD]
    assert game.order(state, HOLD) > game.order(state, ROLL)
    lost = game.result(game.result(state, ROLL), 1)
    assert lost == Turn(0, 0, 0, 1, False)
    won = game.result(state, HOLD)
    assert game.is_terminal(won)
    assert (game.utility(won, 0), game.utility(won, 1)) == (1, -1)


# -- the exact solution ---------------------------------------------------------------


def test_the_oracle_knows_piglet():
    """Neller and Presser (2004) solve a race of a coin to 2 by hand: here heads count two."""
    wins = oracle.solve(4, 2)
    expected = {
        **{(0, 0, 0): 4 / 7, (0, 0, 2): 5 / 7, (0, 2, 0): 2 / 5},
        **{(0, 2, 2): 3 / 5, (2, 0, 0): 4 / 5, (2, 2, 0): 2 / 3},
    }
    assert {position: wins[position] for position in expected} == pytest.approx(expected)


@only_full
@slow
def test_the_first_player_wins_53_of_100_games():
    """Neller and Presser (2004): 53.06 % with best play of both."""
    assert round(oracle.solve(100, 6)[0, 0, 0], 4) == 0.5306


@slow
@pytest.mark.parametrize(("target", "sides"), [(4, 2), (20, 6), (15, 9)])
def test_the_solution_is_consistent_with_the_rules(target, sides):
    """Values that agree with one another across all moves and outcomes are those of the game."""
    game, wins = Pig(target, sides), oracle.solve(target, sides)

    def truth(state):
        """To the first player."""
        if game.is_terminal(state):
            return game.utility(state, 0)
        if state.rolling:
            return sum(p * truth(game.result(state, face)) for face, p in game.outcomes(state))
        value = 2 * wins[state.mine, state.theirs, state.total] - 1
        return value if state.player == 0 else -value

    for mine, theirs, total in oracle.positions(target, sides):
        for player, best in ((0, max), (1, min)):
            state = Turn(mine, theirs, total, player, False)
            backed_up = best(truth(game.result(state, move)) for move in game.moves(state))
            assert truth(state) == pytest.approx(backed_up, abs=1e-9)


# -- evaluation -----------------------------------------------------------------------


@only_full
@slow
@pytest.mark.parametrize(("target", "error"), [(100, 0.08), (40, 0.18)])
def test_the_evaluation_is_near_the_truth(target, error):
    game, wins = Pig(target), oracle.solve(target, 6)
    rng = random.Random(target)
    deciding, rolling = [], []
    for mine, theirs, total in rng.sample(sorted(key for key in wins if key[2] <= 25), 2000):
        state = Turn(mine, theirs, total, rng.randrange(2), False)
        guess = game.evaluate(state, state.player)
        deciding.append(abs(guess - (2 * wins[mine, theirs, total] - 1)))
        totals = [min(total + face, target - mine) for face in range(2, 7)]
        truth = (1 - wins[theirs, mine, 0] + sum(wins[mine, theirs, t] for t in totals)) / 6
        guess = game.evaluate(state._replace(rolling=True), state.player)
        rolling.append(abs(guess - (2 * truth - 1)))
    assert sum(deciding) / len(deciding) < error
    assert sum(rolling) / len(rolling) < error


@pytest.mark.parametrize(("target", "sides"), SIZES)
def test_evaluations_are_less_than_a_win_and_more_for_more_points(target, sides):
    game = Pig(target, sides)
    rng = random.Random(target)
    for _ in range(100):
        mine, theirs = rng.randrange(target - 1), rng.randrange(target)
        total = rng.randrange(target - mine)
        state = Turn(mine, theirs, total, rng.randrange(2), rng.random() < 0.5)
        here = game.evaluate(state, state.player)
        assert -1 < here < 1
        assert game.evaluate(state, 1 - state.player) == -here
        assert game.evaluate(state._replace(total=total + 1), state.player) >= here
        assert game.evaluate(state._replace(mine=mine + 1), state.player) >= here
        if theirs:
            assert game.evaluate(state._replace(theirs=theirs - 1), state.player) > here


# -- two speeds -----------------------------------------------------------------------


@pytest.mark.parametrize(("target", "sides"), [(100, 6), (8, 3)])
def test_both_speeds_look_ahead_to_the_same_value(target, sides):
    game = Pig(target, sides)
    compiled = kernel(lookahead, game)
    rng = random.Random(9)
    for plies in (0, 1, 2, 5, 20, 41, 60):
        state = played(game, rng, plies)
        for depth in range(5):
            assert compiled(state, depth) == lookahead(game, state, depth)


@slow
def test_the_rules_are_sound():
    report = assert_sound(Pig(30), plays=20, seconds=600)
    assert report.compiled
    assert report.notes == ()


# -- text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("0 0 0 X", Turn(0, 0, 0, 0, False)),
        ("12 30 7 O", Turn(30, 12, 7, 1, False)),
        ("12 30 7 O rolls", Turn(30, 12, 7, 1, True)),
        ("100 99 0 O", Turn(99, 100, 0, 1, False)),
        ("0 98 2 O", Turn(98, 0, 2, 1, False)),
    ],
)
def test_positions_as_text(text, state):
    game = Pig()
    assert game.format(state) == text
    assert game.parse(text) == state
    assert game.parse(f"  {text.lower().replace(' ', '  ')} ") == state


def test_moves_and_faces_as_text():
    game = Pig()
    state = game.parse("0 0 4 X")
    assert [game.format_move(state, move) for move in game.moves(state)] == ["roll", "hold"]
    assert game.parse_move(state, "Hold") == HOLD
    rolling = game.result(state, game.parse_move(state, "roll"))
    assert [game.format_move(rolling, face) for face, _ in game.outcomes(rolling)] == list("123456")
    assert game.parse_move(rolling, "5") == 5
    with pytest.raises(OutplyError, match="'hold' is not a legal move here; legal: roll"):
        game.parse_move(game.initial(), "hold")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"target": 1}, "target is 1; give a whole number from 2 to 1000"),
        ({"target": 1001}, "target is 1001; give"),
        ({"target": True}, "target is True; give"),
        ({"sides": 1}, "sides is 1; give a whole number from 2 to 20"),
        ({"sides": 21}, "sides is 21; give"),
        ({"sides": 6.0}, "sides is 6.0; give"),
    ],
)
def test_parameters_that_do_not_fit(parameters, message):
    with pytest.raises(OutplyError, match=message):
        Pig(**parameters)
