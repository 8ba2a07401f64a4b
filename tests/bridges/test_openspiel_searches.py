"""Every search on a dozen games of OpenSpiel's: it plays legal moves, or refuses the traits."""

from __future__ import annotations

import itertools
import random
import warnings

import pytest

from outply import CHANCE, Limit, OutplyError, OutplyWarning, load, play
from outply.compiler import NotCompilable
from outply.play import player
from outply.search import named, names
from tests.bridges.dozen import DOZEN, LONG
from tests.tiers import slow, tiered

SIMULATIONS = 10_000  # of mcts, in each game; a tenth of them in `make test`
FEWER = {  # where so many take longer than 3 s
    "connect_four": 5_000,
    "othello": 1_000,
    "pig(horizon=30,players=3)": 2_500,
    "phantom_ttt": 2_500,
    "backgammon": 200,
    "chinese_checkers(players=3)": 200,
}

LIMIT = Limit(depth=2, nodes=200)
EXPLORES_ALL = {"cfr", "mccfr"}  # so these are asked only of what is small, and of no depth
SMALL = {"kuhn_poker", "liars_dice(dice_sides=3)", "tiny_hanabi", "kuhn_poker(players=3)"}


def bridged(text):
    return load(f"openspiel:{text}")


def turns(game, seed):
    """The states of a random play in which a player is to move."""
    dice = random.Random(seed)
    state = game.initial()
    while not game.is_terminal(state):
        if game.to_move(state) != CHANCE:
            yield state
        state = game.result(state, dice.choice(game.choices(state)))


def some_turns(game):
    """The first, and some that follow."""
    return list(itertools.islice(turns(game, seed=5), 0, 9, 4))


def takes(search, game):
    """By the traits, and by what the game defines: no game of OpenSpiel's has `passed`."""
    return search != "best-reply" and named(search).refusal(game.traits) is None


def searched():
    for text, search in itertools.product(DOZEN, names()):
        is_too_much = search in EXPLORES_ALL and text not in SMALL
        if not is_too_much and not (search == "mcts" and text in LONG):
            yield pytest.param(text, search, id=f"{search}-{text}")


@pytest.mark.parametrize(("text", "search"), list(searched()))
def test_every_search_moves_legally_or_refuses(text, search):
    game = bridged(text)
    limit = Limit(nodes=2_000) if search in EXPLORES_ALL else LIMIT
    for state in some_turns(game):
        if takes(search, game):
            result = named(search).search(game, state, limit, compiled=False)
            assert result.move in list(game.moves(state))
        else:
            with pytest.raises(OutplyError, match=f"{search} cannot search openspiel:"):
                named(search).search(game, state, limit, compiled=False)


def test_the_dozen_leaves_out_no_search():
    games = [bridged(text) for text in DOZEN]
    lacking = {search for search in names() if not any(takes(search, game) for game in games)}
    assert lacking == {"best-reply"}


@slow
@pytest.mark.parametrize("text", DOZEN)
def test_simulations(text):
    game = bridged(text)
    state = next(turns(game, seed=3))
    simulations = FEWER.get(text, SIMULATIONS) // tiered(10, full=1)
    result = named(f"mcts:simulations={simulations}").search(game, state, compiled=False)
    assert result.move in list(game.moves(state))
    assert result.nodes == simulations or result.proved


# -- values that are known ---------------------------------------------------------------------


@slow
@pytest.mark.parametrize(
    ("text", "search", "value"),
    [
        ("tic_tac_toe", "mtdf", 0.0),  # a draw
        ("hex(board_size=3)", "mtdf", 1.0),  # the first player wins on every board
        ("hex(board_size=3)", "engine", 1.0),
        ("nim(pile_sizes=1;2;3)", "alphabeta", -1.0),  # the nim-sum is 0
        ("catch(rows=5,columns=3)", "expectiminimax", 1.0),  # the paddle is always there in time
        ("cliff_walking(height=3,width=4,horizon=8)", "maxn", -5.0),  # up, three right, down
    ],
)
def test_solved_games(text, search, value):
    game = bridged(text)
    result = named(search).search(game, game.initial(), compiled=False)
    assert (result.value, result.proved) == (value, True)


def test_kuhn_poker_costs_the_first_player_an_eighteenth():
    """Kuhn, "A simplified two-person poker" (1950)."""
    game = bridged("kuhn_poker")
    result = named("cfr:iterations=500").search(game, game.initial(), compiled=False)
    assert result.value == pytest.approx(-1 / 18, abs=1e-4)


def test_positions_reached_twice_are_looked_at_once():
    """4 × 4 Hex is too large for a search that does not see that they are the same."""
    game = bridged("hex(board_size=4)")
    state = game.parse("5 6 9")
    merging = named("mtdf").search(game, state, Limit(depth=5), compiled=False)
    plain = named("alphabeta").search(game, state, Limit(depth=5), compiled=False)
    assert merging.value == plain.value
    assert merging.nodes < plain.nodes / 2


# -- the same game, twice written --------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_connect_four_is_outplys_own(seed):
    ours, theirs = load("connect-four"), bridged("connect_four")
    here, there = ours.initial(), theirs.initial()
    dice = random.Random(seed)
    while not ours.is_terminal(here):
        assert sorted(ours.moves(here)) == list(theirs.moves(there))
        assert ours.to_move(here) == theirs.to_move(there)
        assert not theirs.is_terminal(there)
        move = dice.choice(list(theirs.moves(there)))
        here, there = ours.result(here, move), theirs.result(there, move)
    assert theirs.is_terminal(there)
    for seat in (0, 1):
        assert ours.utility(here, seat) == theirs.utility(there, seat)


# -- how it runs -------------------------------------------------------------------------------


def test_it_cannot_be_compiled_and_says_so_when_asked():
    game = bridged("tic_tac_toe")
    with pytest.raises(NotCompilable):
        named("alphabeta").search(game, game.initial(), LIMIT, compiled=True)


def test_it_runs_interpreted_without_a_warning():
    game = bridged("tic_tac_toe")
    with warnings.catch_warnings():
        warnings.simplefilter("error", OutplyWarning)
        for search in ("alphabeta", "engine", "pimc", "genetic"):
            assert not named(search).search(game, game.initial(), LIMIT).compiled


def test_a_limit_of_nothing_leaves_a_legal_move():
    game = bridged("othello")
    for limit in (Limit(depth=0), Limit(nodes=0), Limit(seconds=0.0)):
        result = named("alphabeta").search(game, game.initial(), limit, compiled=False)
        assert result.move in list(game.moves(game.initial()))
        assert result.depth == 0


def test_ctrl_c_leaves_the_best_so_far(monkeypatch):
    game = bridged("hex(board_size=5)")
    made = itertools.count()
    kind = type(game)
    plain = kind.result

    def result(self, state, move):
        if next(made) == 1000:
            raise KeyboardInterrupt
        return plain(self, state, move)

    monkeypatch.setattr(kind, "result", result)
    found = named("alphabeta").search(game, game.initial(), Limit(seconds=60), compiled=False)
    assert found.interrupted
    assert found.move in list(game.moves(game.initial()))
    assert found.depth >= 1


@pytest.mark.parametrize("text", ["tic_tac_toe", "kuhn_poker", "pig(horizon=30,players=3)"])
def test_matches_are_played_to_the_end(text):
    game = bridged(text)
    seats = [player("random", Limit()) for _ in range(game.players)]
    match = play(game, seats, seed=4)
    assert game.is_terminal(match.states[-1])
    assert sum(match.utilities) == pytest.approx(0.0)
